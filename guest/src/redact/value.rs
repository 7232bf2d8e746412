//! Where a value ends, and whether it is one: a reference, a mask or a word of prose is not.

mod code;
mod reference;

use super::around::{byte, run};
use super::name::secret_name;
use super::words::Words;

pub(crate) use code::is_expression;
pub(crate) use reference::{is_reference, marker_length, within_reference};

/// A value of an assignment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Value {
    /// The first byte, after the opening quote.
    pub start: usize,
    /// One past the last byte, before the closing quote.
    pub end: usize,
    /// It stands between quotes.
    pub quoted: bool,
}

impl Value {
    pub(crate) fn of(self, text: &[u8]) -> &[u8] {
        text.get(self.start..self.end).unwrap_or_default()
    }
}

/// The bytes of a value that are looked at to tell whether it is one. A value is hidden whole, however long.
pub(crate) const LOOK_BYTES: usize = 64;

/// The value that starts at `at`, with or without quotes.
pub(crate) fn value_at(text: &[u8], at: usize) -> Option<Value> {
    let rest = text.get(at..)?;
    let escapes = rest.iter().take_while(|&&byte| byte == b'\\').count();
    let quote = *rest.get(escapes)?;
    if escapes < 8 && matches!(quote, b'"' | b'\'' | b'`') {
        return Some(quoted(text, at, escapes, quote));
    }
    match rest {
        [b'{', b'{', ..] => {}
        [b'{', ..] => return braced(text, at),
        [b'<', ..] => return angled(text, at),
        _ => {}
    }
    let end = bare_end(text, at);
    (end > at).then_some(within_stars(text, Value { start: at, end, quoted: false }))
}

/// What stands between the stars with which Markdown stresses a word: `*x*`, `**x**`.
#[inline]
fn within_stars(text: &[u8], value: Value) -> Value {
    let bytes = value.of(text);
    let stars = |byte: &&u8| **byte == b'*';
    if bytes.first() != Some(&b'*') {
        return value;
    }
    let open = bytes.iter().take_while(stars).count();
    let close = bytes.iter().rev().take_while(stars).count();
    let is_stressed = open == close && open < 4 && bytes.len() > 2 * open;
    if is_stressed { Value { start: value.start + open, end: value.end - close, ..value } } else { value }
}

/// Between quotes: up to the same quote with no more backslashes; of an open one, up to the end of the line.
fn quoted(text: &[u8], at: usize, escapes: usize, quote: u8) -> Value {
    let open = at + escapes;
    let triple = text.get(open..open + 3) == Some(&[quote; 3]);
    // `''x''`: a quoted value inside of a text that is quoted itself.
    let twice = escapes == 0
        && text.get(open + 1) == Some(&quote)
        && text.get(open + 2).is_some_and(u8::is_ascii_alphanumeric);
    let start = open + if triple { 3 } else { 1 + usize::from(twice) };
    let body = text.get(start..).unwrap_or_default();
    let mut backslashes = 0;
    let mut offset = 0;
    while let Some(&byte) = body.get(offset) {
        let closes = if escapes == 0 { backslashes % 2 == 0 } else { backslashes <= escapes };
        if byte == quote && closes {
            let next = body.get(offset + 1..).unwrap_or_default();
            let doubled = quote == b'\'' && !triple && !twice && offset > 0 && next.first() == Some(&quote);
            if !doubled && (!triple || next.starts_with(&[quote; 2])) {
                return Value { start, end: start + offset - backslashes.min(escapes), quoted: true };
            }
            offset += usize::from(doubled);
        }
        if byte == b'\n' && !triple && !continues(body, offset, quote) {
            break;
        }
        backslashes = if byte == b'\\' { backslashes + 1 } else { 0 };
        offset += 1;
    }
    Value { start, end: start + offset, quoted: true }
}

/// Whether a quoted value goes on after the line end: its quote closes on one of the next lines.
fn continues(body: &[u8], offset: usize, quote: u8) -> bool {
    let ahead = body.get(offset + 1..body.len().min(offset + 512)).unwrap_or_default();
    let Some(close) = ahead.iter().position(|&byte| byte == quote) else { return false };
    let between = ahead.get(..close).unwrap_or_default();
    // A line that has a name and a separator before the quote is another assignment, not a value that goes on.
    !between.iter().any(|byte| matches!(byte, b'=' | b':' | b'{' | b'}'))
}

/// `{…}` as ODBC quotes it, `}}` standing for a brace.
fn braced(text: &[u8], at: usize) -> Option<Value> {
    let body = text.get(at + 1..text.len().min(at + 1 + LOOK_BYTES))?;
    let mut offset = 0;
    while let Some(&byte) = body.get(offset) {
        match byte {
            b'}' if body.get(offset + 1) == Some(&b'}') => offset += 1,
            // `{SSHA}…`: the scheme of the hash that follows.
            b'}' if body.get(offset + 1).is_some_and(u8::is_ascii_alphanumeric) => {
                return Some(Value { start: at, end: bare_end(text, at), quoted: false });
            }
            b'}' => return Some(Value { start: at + 1, end: at + 1 + offset, quoted: true }),
            b'\n' | b'"' | b':' => return None,
            _ => {}
        }
        offset += 1;
    }
    // It does not close: the brace is part of the value.
    let glued = body.first().is_some_and(u8::is_ascii_alphanumeric);
    glued.then(|| Value { start: at, end: bare_end(text, at), quoted: false })
}

/// What begins with `<`: a value that is glued to a marker, a value in angle brackets, or one after an opening tag.
fn angled(text: &[u8], at: usize) -> Option<Value> {
    let rest = text.get(at..)?;
    if let Some(length) = marker_length(rest) {
        let glued = rest.get(length).is_some_and(u8::is_ascii_alphanumeric);
        let end = if glued { bare_end(text, at + length) } else { at + length };
        return Some(Value { start: at, end, quoted: false });
    }
    let inside = rest.get(1..rest.len().min(LOOK_BYTES))?;
    let length =
        inside.iter().take_while(|byte| byte.is_ascii_graphic() && !b"<>/\"'`".contains(byte)).count();
    if length == 0 || inside.get(length) != Some(&b'>') {
        return None;
    }
    let close = at + length + 2;
    // A placeholder ends its line; what stands below is another thing.
    if text.get(close) == Some(&b'\n') {
        return Some(Value { start: at, end: close, quoted: false });
    }
    let is_tag = inside.get(..length).is_some_and(|name| name.iter().all(u8::is_ascii_alphabetic));
    let end = bare_end(text, close);
    if is_tag && end > close {
        return Some(Value { start: close, end, quoted: false });
    }
    Some(Value { start: at, end: close, quoted: false })
}

/// Where a value without quotes ends: at a space or a quote, and at a separator after which another pair or nothing
/// follows.
pub(crate) fn bare_end(text: &[u8], at: usize) -> usize {
    let mut end = at;
    loop {
        end = run_of(text, end);
        let stops = match byte(text, end) {
            0..=b' ' | 0x7f | b'"' | b'\'' | b'`' => true,
            b'<' => !byte(text, end + 1).is_ascii_digit(),
            // A value that goes on in the next line, as properties do.
            b'\\' if byte(text, end + 1) == b'\n' => {
                end += 1 + text.get(end + 2..).map_or(0, blanks);
                false
            }
            b'\\' => {
                matches!(byte(text, end + 1), b'"' | b'\'' | b'n' | b'r' | b't' | b'u' | b'\\')
                    || pair_behind_nul(text, end)
            }
            b'^' => pair_behind_nul(text, end),
            separator => pair_or_nothing(text, end + 1, separator),
        };
        if stops {
            break;
        }
        end += 1;
    }
    // Brackets that were opened before the value, and what ends a sentence.
    let value = text.get(at..end).unwrap_or_default();
    let opens = |open: u8| value.iter().take(LOOK_BYTES).any(|&byte| byte == open);
    let closes = |last: &u8| match last {
        b')' => !opens(b'('),
        b']' => !opens(b'['),
        b'}' => !opens(b'{'),
        b',' | b';' | b'.' | b':' => true,
        _ => false,
    };
    end - value.iter().rev().take(4).take_while(|last| closes(last)).count()
}

/// Where the bytes from `at` end that cannot end a value without quotes, whatever follows.
fn run_of(text: &[u8], at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    at + rest.iter().position(|&byte| MAY_END.get(usize::from(byte)) == Some(&true)).unwrap_or(rest.len())
}

/// The bytes that may end a value without quotes.
#[allow(clippy::indexing_slicing, clippy::cast_possible_truncation)] // evaluated at compile time
static MAY_END: [bool; 256] = {
    let mut may_end = [false; 256];
    let mut byte = 0;
    while byte < may_end.len() {
        let may = matches!(
            byte as u8,
            0..=b' ' | 0x7f | b'"' | b'\'' | b'`' | b'<' | b'\\' | b'^' | b',' | b';' | b'&' | b'|' | b'>'
        );
        may_end[byte] = may;
        byte += 1;
    }
    may_end
};

/// Whether a NUL stands at `at` as programs show it, and then another pair or nothing: `A=x^@B=y^@`.
fn pair_behind_nul(text: &[u8], at: usize) -> bool {
    let rest = text.get(at..).unwrap_or_default();
    let Some(nul) = NULS.iter().find(|nul| rest.starts_with(nul)) else { return false };
    let rest = rest.get(nul.len()..).unwrap_or_default();
    let name = rest
        .iter()
        .take(LOOK_BYTES)
        .take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_')
        .count();
    match rest.get(name) {
        Some(b'=') => name > 0,
        Some(byte) => name == 0 && !byte.is_ascii_graphic(),
        None => name == 0,
    }
}

/// How a NUL is shown, longer before shorter.
const NULS: [&[u8]; 4] = [b"\\000", b"\\x00", b"\\0", b"^@"];

/// How many blanks a text begins with.
fn blanks(text: &[u8]) -> usize {
    text.iter().take(LOOK_BYTES).take_while(|byte| matches!(byte, b' ' | b'\t')).count()
}

/// Whether a separator before `at` ends a value: nothing follows, or a name with `=` or `:`.
fn pair_or_nothing(text: &[u8], at: usize, separator: u8) -> bool {
    let rest = text.get(at..).unwrap_or_default();
    // Names in a connection string may have several words, parameters of a query may have no value.
    let is_query = separator == b'&';
    let in_name =
        |byte: &u8| byte.is_ascii_alphanumeric() || b"_-.$".contains(byte) || *byte == b' ' && !is_query;
    let name = rest.iter().take(64).take_while(|byte| in_name(byte)).count();
    match rest.first() {
        None => true,
        Some(byte) if !(byte.is_ascii_alphanumeric() || b"_$@#!*+/^~-".contains(byte)) => true,
        _ => matches!(rest.get(name), Some(b'=' | b':' | b'&')) || rest.get(name..name + 3) == Some(b"%3D"),
    }
}

/// Whether the value stands for no secret: a reference, a mask, a marker, a word that says yes or no.
pub(crate) fn is_placeholder(value: &[u8]) -> bool {
    let value = value.trim_ascii();
    if value.is_empty() || PLACEHOLDERS.has(value) {
        return true;
    }
    if is_reference(value) || is_note(value) || is_complaint(value) {
        return true;
    }
    if let [b'%', name @ .., b'%'] = value
        && !name.is_empty()
        && name.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'_')
    {
        return true;
    }
    // `$1`: a parameter of a statement or a script.
    if let [b'$', digit] = value
        && digit.is_ascii_digit()
    {
        return true;
    }
    if let [b'$', name @ ..] = value
        && name.iter().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || *byte == b'_')
        && name.first().is_some_and(|byte| !byte.is_ascii_digit())
    {
        return true;
    }
    is_mask(value) || is_path(value) || is_code(value) || code::is_slot(value) || is_foreign_prose(value)
}

/// What somebody wrote in brackets in the place of a value: `<password>`, `[not shown]`, `(hidden)`.
fn is_note(value: &[u8]) -> bool {
    let ([b'<', inside @ .., b'>'] | [b'[', inside @ .., b']'] | [b'(', inside @ .., b')']) = value else {
        return false;
    };
    let look = inside.get(..inside.len().min(LOOK_BYTES)).unwrap_or_default();
    let is_remark = |byte: &u8| byte.is_ascii_alphabetic() || *byte == b' ';
    (look.contains(&b' ') || !looks_chosen(look))
        && (value.first() != Some(&b'(') || look.iter().all(is_remark))
}

/// What a validator says of a value instead of the value: `is too short`, `can't be blank`.
fn is_complaint(value: &[u8]) -> bool {
    let begins =
        |start: &&[u8]| value.get(..start.len()).is_some_and(|head| head.eq_ignore_ascii_case(start));
    value.contains(&b' ') && COMPLAINTS.iter().any(begins)
}

/// Mostly letters of another script and no digit: how a sentence goes on after `密码：`.
fn is_foreign_prose(value: &[u8]) -> bool {
    let look = value.get(..value.len().min(LOOK_BYTES)).unwrap_or_default();
    let foreign = look.iter().filter(|byte| !byte.is_ascii()).count();
    2 * foreign > look.len() && !look.iter().any(u8::is_ascii_digit)
}

/// Nothing but mask, or at most a few bytes of the value at either end of it: `****`, `AKIA****9f3c`.
fn is_mask(value: &[u8]) -> bool {
    let look = value.get(..value.len().min(LOOK_BYTES)).unwrap_or_default();
    if look.iter().all(|byte| b"*xX.#-_?".contains(byte)) && look.len() > 1
        || std::str::from_utf8(look)
            .is_ok_and(|text| text.chars().all(|c| matches!(c, '•' | '●' | '…' | '＊')))
    {
        return true;
    }
    look.windows(3).any(|bytes| bytes == b"***")
        && look.split(|&byte| byte == b'*').all(|shown| shown.len() <= SHOWN_BYTES)
}

/// The most bytes that are shown of a value beside its mask.
const SHOWN_BYTES: usize = 4;

/// A path of plain segments.
fn is_path(value: &[u8]) -> bool {
    let starts: [&[u8]; 4] = [b"/", b"./", b"../", b"~/"];
    let plain = |segment: &[u8]| transitions(segment) < 4;
    starts.iter().any(|start| value.starts_with(start))
        && value.iter().take(LOOK_BYTES).all(|byte| byte.is_ascii_alphanumeric() || b"/._-~".contains(byte))
        && value.split(|&byte| byte == b'/').all(plain)
        && value.split(|&byte| byte == b'/').count() > 2
}

/// An expression of a programming language: `self.password`, `get_secret()`.
fn is_code(value: &[u8]) -> bool {
    let look = value.get(..value.len().min(LOOK_BYTES)).unwrap_or_default();
    let call = look.windows(2).any(|bytes| bytes == b"()");
    let name = look.iter().take_while(|byte| byte.is_ascii_alphabetic() || b"._$".contains(byte)).count();
    let dotted = look.get(..name).is_some_and(|name| {
        name.contains(&b'.') && name.split(|&byte| byte == b'.').all(|part| part.len() > 1)
    });
    // An object as Java prints it: `Token{a64f992 …}`, `android.os.BinderProxy@2bd79ce`.
    let object = match look.get(name) {
        Some(b'(') => dotted,
        Some(b'{') => look.first().is_some_and(u8::is_ascii_uppercase),
        Some(b'@') => {
            dotted && look.len() - name <= 9 && look.iter().skip(name + 1).all(u8::is_ascii_hexdigit)
        }
        _ => false,
    };
    call || object || dotted && name == look.len() && is_member(look)
}

/// Whether a dotted name is that of a member of an object rather than two words: `user.password`, `config.apiKey`.
fn is_member(path: &[u8]) -> bool {
    let is_program = |part: &[u8]| {
        part.iter().any(|byte| matches!(byte, b'A'..=b'Z' | b'_' | b'$')) || secret_name(part).is_some()
    };
    let root = path.split(|&byte| byte == b'.').next().unwrap_or_default();
    OBJECTS.contains(&root)
        || path.split(|&byte| byte == b'.').count() > 2
        || path.split(|&byte| byte == b'.').any(is_program)
}

/// Objects whose members stand in the place of values.
#[rustfmt::skip]
const OBJECTS: &[&[u8]] = &[
    b"self", b"this", b"cls", b"super", b"args", b"opts", b"options", b"config", b"cfg", b"conf", b"settings", b"params",
    b"request", b"req", b"res", b"response", b"data", b"event", b"ctx", b"context", b"user", b"account", b"props",
    b"state", b"var", b"local", b"module", b"os", b"process", b"env", b"form", b"body", b"session",
];

/// Whether a value looks made by a machine rather than by a person who names things.
pub(crate) fn looks_random(value: &[u8], min_bytes: usize) -> bool {
    let look = value.get(..value.len().min(LOOK_BYTES)).unwrap_or_default();
    let in_alphabet = |byte: &u8| byte.is_ascii_alphanumeric() || b"+/=_.~%-".contains(byte);
    value.len() >= min_bytes
        && look.iter().all(in_alphabet)
        && !is_uuid(value)
        && !look.starts_with(b"0x")
        && (transitions(look) >= 3 && look.iter().any(u8::is_ascii_digit) || transitions(look) >= 6)
}

/// Whether the value looks random up to the first byte that no key has: what is joined to it may be anything.
pub(crate) fn begins_random(value: &[u8], min_bytes: usize) -> bool {
    let in_key = |byte: &&u8| byte.is_ascii_alphanumeric() || b"+/=_.~%-".contains(byte);
    let run = value.iter().take(LOOK_BYTES).take_while(in_key).count();
    // `Type::of(…)` is code.
    let is_code = matches!(value.get(run..), Some([b':', b':', ..]));
    !is_code && value.get(..run).is_some_and(|run| looks_random(run, min_bytes))
}

/// Whether a value looks like a password that a person chose: parts of several sorts.
pub(crate) fn looks_chosen(value: &[u8]) -> bool {
    let look = value.get(..value.len().min(LOOK_BYTES)).unwrap_or_default();
    let has = |test: fn(&u8) -> bool| look.iter().any(test);
    transitions(look) >= 2
        || has(u8::is_ascii_digit)
            && has(u8::is_ascii_alphabetic)
            && has(|byte| b"!@#$%^&*+?~".contains(byte))
}

/// How often a value goes from lower to upper case, from letters to digits, or back: words and numbers seldom do. The
/// step from a capital to lower case is how words begin, and does not count.
pub(crate) fn transitions(value: &[u8]) -> usize {
    let class = |byte: u8| match byte {
        b'a'..=b'z' => 1,
        b'A'..=b'Z' => 2,
        b'0'..=b'9' => 3,
        _ => 0,
    };
    let steps = value.windows(2).take(LOOK_BYTES).filter(|pair| {
        let [from, to] = [pair.first(), pair.last()].map(|byte| class(*byte.unwrap_or(&0)));
        from != to && from != 0 && to != 0 && !(from == 2 && to == 1)
    });
    steps.count()
}

/// `3f2b8c1e-7a90-4d5e-9c3b-1a2b3c4d5e6f`
pub(crate) fn is_uuid(value: &[u8]) -> bool {
    value.len() == 36
        && value.iter().enumerate().all(|(at, byte)| match at {
            8 | 13 | 18 | 23 => *byte == b'-',
            _ => byte.is_ascii_hexdigit(),
        })
}

/// Where a plain word of a sentence ends: one of small letters, but for the first, or of capitals. Another word stands
/// behind it, or nothing.
pub(crate) fn plain_word_end(text: &[u8], at: usize) -> Option<usize> {
    let end = run(text, at + 1, LOOK_BYTES, |byte| byte.is_ascii_lowercase());
    let end = if end > at + 1 { end } else { run(text, end, LOOK_BYTES, |byte| byte.is_ascii_uppercase()) };
    let next = end + usize::from(matches!(byte(text, end), b',' | b'.' | b';'));
    let is_plain = byte(text, at).is_ascii_alphabetic()
        && match byte(text, next) {
            b' ' => byte(text, next + 1).is_ascii_alphanumeric(),
            b'\n' | b'\r' => true,
            _ => next >= text.len(),
        };
    is_plain.then_some(end)
}

/// A word of letters, with an apostrophe or a hyphen at most.
pub(crate) fn is_word(value: &[u8]) -> bool {
    value.iter().all(|byte| byte.is_ascii_alphabetic() || b"'-".contains(byte))
}

/// Words that stand for no value.
#[rustfmt::skip]
static PLACEHOLDERS: Words = Words::new(&[
    b"true", b"false", b"yes", b"no", b"on", b"off", b"none", b"null", b"nil", b"undefined", b"enabled", b"disabled",
    b"required", b"optional", b"unset", b"empty", b"missing", b"invalid", b"expired", b"redacted", b"masked",
    b"hidden", b"unknown", b"n/a", b"(null)", b"string", b"str", b"text", b"-", b"[]", b"{}", b"not", b"filtered",
    b"[filtered]", b"is", b"was", b"must", b"for", b"incorrect", b"await", b"new", b"function", b"self", b"this",
    b"sha1", b"sha-1", b"sha256", b"sha-256", b"sha512", b"sha-512", b"md5", b"base64", b"scram-sha-256",
    b"*", b"has", b"will", b"should", b"updated", b"wrong", b"changed", b"reset", b"failed", b"&str", b"bytes", b"bool", b"secretstr", b"~", b"?",
]);
/// How the messages of validators begin.
const COMPLAINTS: &[&[u8]] = &[
    b"is ",
    b"must ",
    b"can't ",
    b"cannot ",
    b"should ",
    b"has ",
    b"was ",
    b"does ",
    b"doesn't ",
    b"needs ",
    b"too ",
    b"may not ",
    b"this field ",
    b"this password ",
    b"this value ",
];
