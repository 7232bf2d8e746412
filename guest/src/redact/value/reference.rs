//! Values that only say where the value is kept, or that it was taken out.

use super::{LOOK_BYTES, Value, value_at};

/// The most bytes of an expression in brackets.
const EXPRESSION_BYTES: usize = 128;

/// How deep a default may stand in defaults.
const NESTING: usize = 4;

/// Whether the value begins like a reference to a secret that is kept elsewhere, or like one of our markers. One that
/// states a default, or to which something is glued, is none.
pub(crate) fn is_reference(value: &[u8]) -> bool {
    let Some(first) = value.first() else { return false };
    let mut known = BY_FIRST_LETTER.get(usize::from(first & 31)).copied().unwrap_or_default();
    while let Some(start) = REFERENCES.get(known.trailing_zeros() as usize) {
        if value.get(..start.len()).is_some_and(|head| head.eq_ignore_ascii_case(start.as_bytes())) {
            return true;
        }
        known &= known - 1;
    }
    let Some(length) = marker_length(value) else { return is_expression(value) };
    !value.get(length).is_some_and(u8::is_ascii_alphanumeric)
}

/// The bytes of the marker that a text begins with: `<REDACTED:PASSWORD>`, `<IP:1>`, `<PID>`.
pub(crate) fn marker_length(text: &[u8]) -> Option<usize> {
    let inside = text.strip_prefix(b"<")?;
    let kind =
        inside.iter().take(LOOK_BYTES).take_while(|byte| byte.is_ascii_uppercase() || **byte == b'_').count();
    let rest = inside.get(kind..)?;
    let in_detail = |byte: &&u8| byte.is_ascii_alphanumeric() || b"_-".contains(byte);
    let detail = match rest.first()? {
        b':' => 1 + rest.iter().skip(1).take(LOOK_BYTES).take_while(in_detail).count(),
        _ => 0,
    };
    if rest.get(detail) == Some(&b' ') && inside.starts_with(b"STACK: ") {
        let frames = inside.get(b"STACK: ".len()..)?;
        let digits = frames.iter().take(LOOK_BYTES).take_while(|byte| byte.is_ascii_digit()).count();
        let is_marker = frames.get(digits..)?.starts_with(b" frames>");
        return is_marker.then_some(b"<STACK: ".len() + digits + b" frames>".len());
    }
    (kind > 1 && rest.get(detail) == Some(&b'>')).then_some(1 + kind + detail + 1)
}

/// `${NAME}`, `#{name}`, `$(command)`, `{{ name }}`, one or several.
fn is_expression(value: &[u8]) -> bool {
    let look = value.get(..value.len().min(EXPRESSION_BYTES)).unwrap_or_default();
    let Some(inside) = expression(look) else { return false };
    if default_of(inside).is_some() {
        return false;
    }
    let close = if look.starts_with(b"{{") { 2 } else { 1 };
    let Some(rest) = look.get(opening(look).len() + inside.len() + close..) else { return true };
    let ends = |byte: &u8| !byte.is_ascii_graphic() || b"\"'`<>,;)]}".contains(byte);
    let tail = rest.get(..rest.iter().position(ends).unwrap_or(rest.len())).unwrap_or_default();
    let is_glued = tail.first().is_some_and(u8::is_ascii_alphanumeric) && tail.iter().any(u8::is_ascii_digit);
    !is_glued
}

/// How an expression opens.
fn opening(text: &[u8]) -> &'static [u8] {
    [&b"${"[..], b"$(", b"{{", b"#{", b"%{"]
        .into_iter()
        .find(|open| text.starts_with(open))
        .unwrap_or_default()
}

/// The inside of the expression that a text begins with, up to the end of the text if it does not close.
fn expression(text: &[u8]) -> Option<&[u8]> {
    let open = opening(text);
    let (up, down) = match open {
        b"$(" => (b'(', b')'),
        b"" => return None,
        _ => (b'{', b'}'),
    };
    let inside = text.get(open.len()..)?;
    let mut depth = 0_usize;
    let closes = |&byte: &u8| {
        let closes = byte == down && depth == 0;
        depth = (depth + usize::from(byte == up)).saturating_sub(usize::from(byte == down));
        closes
    };
    inside.get(..inside.iter().position(closes).unwrap_or(inside.len()))
}

/// Where the value begins that stands in an expression itself: `${NAME:-x}`, `$(echo x)`, `{{ name | default('x') }}`.
fn default_of(inside: &[u8]) -> Option<usize> {
    for command in [&b"echo "[..], b"printf "] {
        if let Some(words) = inside.strip_prefix(command) {
            let mut at = command.len();
            for flag in words.split(|&byte| byte == b' ') {
                let is_flag = flag.starts_with(b"-") || flag.trim_ascii().is_empty() || flag.contains(&b'%');
                if !is_flag {
                    return Some(at);
                }
                at += flag.len() + 1;
            }
            return None;
        }
    }
    if let Some(filter) = inside.windows(7).position(|bytes| bytes == b"default") {
        let after = inside.get(filter + 7..)?;
        let gap = after.iter().take_while(|byte| b" (".contains(byte)).count();
        return matches!(after.get(gap), Some(b'"' | b'\'')).then_some(filter + 7 + gap);
    }
    let name = inside.iter().take_while(|byte| byte.is_ascii_alphanumeric() || b"_.".contains(byte)).count();
    let is_resolver = inside.get(..name).is_some_and(|name| RESOLVERS.contains(&name));
    let separator = match inside.get(name..)? {
        [b':', b'?' | b'+', ..] => return None,
        [b':', b'-' | b'=', ..] => 2,
        [b':', ..] if is_resolver => return None,
        [b':' | b'=', ..] => 1,
        [b'-', ..] if !inside.iter().take(name).any(u8::is_ascii_lowercase) => 1,
        _ => return None,
    };
    let default = inside.get(name + separator..)?;
    (name > 0 && !default.trim_ascii().is_empty()).then_some(name + separator)
}

/// What stands before a name in an expression and tells who knows it: `${env:NAME}`.
const RESOLVERS: &[&[u8]] = &[
    b"env", b"ENV", b"file", b"sys", b"ssm", b"sm", b"vault", b"secret", b"secrets", b"param", b"opt",
    b"self", b"cf", b"ref", b"main", b"bundle", b"azure", b"aws", b"gcp", b"kv",
];

/// The value that is stated in the expression at `at`, if there is one.
pub(crate) fn within_reference(text: &[u8], at: usize) -> Option<Value> {
    let mut start = at;
    let mut found = None;
    for _ in 0..NESTING {
        let look = text.get(start..text.len().min(start + EXPRESSION_BYTES))?;
        let Some(inside) = expression(look) else { break };
        let Some(default) = default_of(inside) else { break };
        let open = start + opening(look).len();
        let end = open + inside.len();
        start = open + default;
        found = match text.get(start)? {
            b'"' | b'\'' => value_at(text.get(..end)?, start),
            _ => Some(Value { start, end, quoted: true }),
        };
    }
    found
}

/// Which references begin with each letter, one bit each: most values are none.
#[allow(clippy::indexing_slicing)] // evaluated at compile time
static BY_FIRST_LETTER: [u32; 32] = {
    let mut letters = [0; 32];
    let mut at = 0;
    while at < REFERENCES.len() {
        letters[REFERENCES[at].as_bytes()[0] as usize & 31] |= 1 << at;
        at += 1;
    }
    letters
};

const REFERENCES: &[&str] = &[
    "process.env",
    "os.environ",
    "os.getenv",
    "env.",
    "env[",
    "env(",
    "getenv",
    "system.getenv",
    "secrets.",
    "vault:",
    "ref+",
    "arn:aws:",
    "op://",
    "file:",
    "!ref",
    "!vault",
    "!secret",
    "@microsoft.keyvault",
    "secretkeyref",
    "valuefrom",
    "<stack:",
    "your_",
    "your-",
];
