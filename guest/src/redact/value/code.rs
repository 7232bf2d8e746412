//! Expressions of programming languages where a value could stand: a call, an element, a placeholder of a template.

use super::{LOOK_BYTES, transitions};

/// What stands between the names of a path, longer before shorter.
const JOINTS: &[&[u8]] = &[b"?.", b"->", b"::", b"."];

/// Types of columns, whose argument is a length.
const TYPES: &[&[u8]] = &[
    b"varchar",
    b"char",
    b"nvarchar",
    b"nchar",
    b"varchar2",
    b"varbinary",
    b"binary",
    b"character",
    b"bit",
    b"int",
    b"bigint",
    b"string",
    b"decimal",
    b"numeric",
    b"number",
    b"raw",
    b"bytes",
];

/// How the commands of PowerShell begin that give a value.
const CMDLETS: &[&[u8]] =
    &[b"Read-Host", b"Get-", b"New-Object", b"ConvertTo-", b"ConvertFrom-", b"Import-", b"Invoke-"];

/// Whether an expression begins at `at`, where a value without quotes would: `r.Header.Get("…")`, `tokens[0]`,
/// `varchar(64)`. What looks chosen by a person is none, brackets or not.
pub(crate) fn is_expression(text: &[u8], at: usize) -> bool {
    let look = text.get(at..text.len().min(at + LOOK_BYTES)).unwrap_or_default();
    if CMDLETS.iter().any(|command| look.starts_with(command)) {
        return true;
    }
    let Some(path) = Path::of(look) else { return false };
    // A macro: `Token![+]`.
    if matches!(look.get(path.length..path.length + 2), Some(b"![" | b"!(" | b"!{")) {
        return true;
    }
    let inside = look.get(path.length + 1..).unwrap_or_default();
    let inside_at = at + path.length + 1;
    let quoted = matches!(inside.first(), Some(b'"' | b'\'' | b'`' | b'\\'));
    let name = look.get(..path.length).unwrap_or_default();
    match look.get(path.length) {
        Some(b'(' | b'[') if path.is_joined || quoted => true,
        // `jsonencode({`
        Some(b'(') if matches!(inside.first(), Some(b'{' | b'[')) => transitions(name) < 2,
        Some(b'(') => {
            let Some(close) = inside.iter().position(|byte| matches!(byte, b')' | b'\n')) else {
                return path.is_program && transitions(name) < 2;
            };
            let is_length = inside.iter().take(close).all(u8::is_ascii_digit);
            let known = TYPES.iter().any(|known| name.eq_ignore_ascii_case(known));
            let is_plain =
                |byte: &u8| byte.is_ascii_alphanumeric() || b"_., :\"'$&*([]{}<>=|-".contains(byte);
            let is_call = transitions(name) < 2 && inside.iter().take(close).all(is_plain);
            close == 0
                || known
                || is_call && (path.is_program || !is_length) && ends(text, inside_at + close + 1)
        }
        Some(b'[') => {
            let in_index = |byte: &&u8| byte.is_ascii_alphanumeric() || b"_:., -()<>".contains(byte);
            let close = inside.iter().take_while(in_index).count();
            let is_name = !name.iter().any(u8::is_ascii_digit);
            is_name && close > 0 && inside.get(close) == Some(&b']') && ends(text, inside_at + close + 1)
        }
        _ => false,
    }
}

/// Whether the expression ends at `at`, or another part of it follows.
fn ends(text: &[u8], at: usize) -> bool {
    text.get(at).is_none_or(|byte| !byte.is_ascii_alphanumeric() && !b"!@#$%^*".contains(byte))
}

/// Names that are joined to a path: `r.Header.Get`, `$request->header`.
struct Path {
    length: usize,
    /// It has two names or more, or begins with the sign of a variable.
    is_joined: bool,
    /// It is written as names are in programs only: `get_token`, `getToken`.
    is_program: bool,
}

impl Path {
    fn of(look: &[u8]) -> Option<Self> {
        let sign = usize::from(matches!(look.first(), Some(b'$' | b'@' | b'&' | b'*')));
        let in_name = |byte: &&u8| byte.is_ascii_alphanumeric() || **byte == b'_';
        let mut length = sign;
        let mut names = 0;
        loop {
            let rest = look.get(length..)?;
            let name = rest.iter().take_while(in_name).count();
            if name == 0 || rest.first().is_some_and(u8::is_ascii_digit) {
                return None;
            }
            if !rest.get(..name).is_some_and(is_name) {
                return None;
            }
            length += name;
            names += 1;
            let rest = look.get(length..)?;
            let Some(joint) = JOINTS.iter().find(|joint| rest.starts_with(joint)) else { break };
            length += joint.len();
        }
        let path = look.get(sign..length)?;
        let is_camel = |pair: &[u8]| matches!(pair, [b'a'..=b'z', b'A'..=b'Z']);
        let is_program = path.contains(&b'_') || path.windows(2).any(is_camel);
        (length - sign > 2).then_some(Self { length, is_joined: names > 1 || sign > 0, is_program })
    }
}

/// Names have few digits among their letters, and keys and passwords have many: `b64decode`, but not `otter2031`.
fn is_name(word: &[u8]) -> bool {
    let has_digit = word.iter().any(u8::is_ascii_digit);
    let has_year = word.windows(4).any(|bytes| bytes.iter().all(u8::is_ascii_digit));
    !(has_year || has_digit && transitions(word) > 2)
}

/// `%s`, `%-20v`, `%(password)s`, `{password}`, `{0}`: what is put there comes later.
pub(super) fn is_slot(value: &[u8]) -> bool {
    match value {
        [b'%', b'(', .., b's' | b'd' | b'r'] => value.contains(&b')'),
        [b'%', flags @ .., verb] => {
            verb.is_ascii_alphabetic()
                && flags.len() < 8
                && flags.iter().all(|byte| byte.is_ascii_digit() || b"+-#.$ ".contains(byte))
        }
        [b'{', name @ .., b'}'] => {
            let in_name = |byte: &u8| byte.is_ascii_lowercase() || b"_.".contains(byte);
            !name.is_empty() && (name.iter().all(in_name) || name.iter().all(u8::is_ascii_digit))
        }
        _ => false,
    }
}
