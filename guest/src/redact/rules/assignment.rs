//! A name that says secret, and its value, in whatever notation: `password=…`, `"apiKey": "…"`, `--token …`,
//! `<secret>…</secret>`, `the password is …`.

mod names;

use super::issuer::credential_at;
use crate::redact::finding::{Finding, Marker};
use crate::redact::name::{self, Name, Sure, secret_name};
use crate::redact::rule::{Family, Shape, Trigger};
use crate::redact::scan::Token;
use crate::redact::value::{self, Value, is_placeholder, is_word, looks_random, transitions, value_at};

pub(crate) const FAMILY: Family = Family {
    rules: names::RULES,
    trigger: Trigger::Token(Shape { words: name::WORDS, min_bytes: 2, ..Shape::ANY }),
    find,
    member: Some(member),
};

/// The most spaces between a name, its separator and its value: tables of environment variables are wide.
const GAP_BYTES: usize = 64;

/// How a value is tied to its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tie {
    /// `name=value`, `name => value`, `name("value")`, `<name>value</name>`.
    Pair,
    /// `name: value`, which is also how a sentence goes on.
    Colon,
    /// `--name value`.
    Flag,
    /// `the name is value`.
    Is,
    /// `name value`.
    Adjacent,
}

fn find(text: &[u8], token: Token, findings: &mut Vec<Finding>) -> usize {
    if !name::may_be_name(token.of(text), token.has) {
        return token.end;
    }
    let Some(name) = name_of(text, token) else { return token.end };
    let Some((tie, at, quotes)) = tied(text, token, name) else { return token.end };
    if tie == Tie::Colon
        && let Some(block) = block_scalar(text, token.start, at)
    {
        if is_placeholder(block.of(text)) {
            return token.end;
        }
        findings.push(Finding::new(block.start, block.end, Marker::Secret(name.marker)));
        return block.end;
    }
    if !may_be_secret(text, at, name.sure) {
        return token.end;
    }
    let Some(mut value) = value_at(text, at) else { return token.end };
    if name.sure == Sure::Passphrase && !value.quoted && matches!(tie, Tie::Pair | Tie::Colon | Tie::Flag) {
        value.end = words_end(text, value.start).unwrap_or(value.end);
    }
    if !is_secret(text, token, name, tie, value) {
        return token.end;
    }
    // An issuer's format tells more than the name, and ends before what is only joined to it.
    let mut marker = name.marker;
    if let Some((end, issuer)) = credential_at(text, value.start, &mut 1)
        && (end == value.end || text.get(end) == Some(&b'/'))
    {
        marker = issuer;
        value.end = end;
    }
    let is_number = value.of(text).iter().all(|byte| byte.is_ascii_digit() || b"+-.eE".contains(byte));
    let quotes = if is_number && !value.quoted { quotes } else { 0 };
    findings.push(Finding { quotes, ..Finding::new(value.start, value.end, Marker::Secret(marker)) });
    value.end
}

/// Whether the value at `at` can be a secret, told by its first bytes: a value is read to its end only if it is hidden,
/// or else a chain of names would be read again and again.
fn may_be_secret(text: &[u8], at: usize, sure: Sure) -> bool {
    let rest = text.get(at..).unwrap_or_default();
    let look = rest.get(..rest.len().min(value::LOOK_BYTES)).unwrap_or_default();
    let open = look.iter().take(8).take_while(|byte| b"\\\"'`".contains(byte)).count();
    let look = look.get(open..).unwrap_or_default();
    if value::is_reference(look) {
        return false;
    }
    let run =
        look.iter().take_while(|byte| byte.is_ascii_alphanumeric() || b"+/_.~%-".contains(byte)).count();
    let run = look.get(..run).unwrap_or_default();
    match sure {
        Sure::IfRandom => looks_random(run, 10),
        Sure::IfCode => run.iter().take(12).filter(|byte| byte.is_ascii_digit()).count() >= 3,
        _ => true,
    }
}

/// The whole value of a JSON member whose key names a secret.
fn member(key: &[u8], value: &[u8]) -> Option<Marker> {
    let name = secret_name(key)?;
    (!is_placeholder(value) && !is_url(value) && fits_quoted(name.sure, value))
        .then_some(Marker::Secret(name.marker))
}

/// What the token names. `key`, `code` and the like need the word before them: `api key`.
fn name_of(text: &[u8], token: Token) -> Option<Name> {
    let word = token.of(text);
    if !name::needs_word_before(word) {
        return secret_name(word);
    }
    let before = text.get(token.start.saturating_sub(24)..token.start)?;
    let [words @ .., b' '] = before else { return secret_name(word) };
    let length = words.iter().rev().take_while(|byte| byte.is_ascii_alphanumeric()).count();
    secret_name(text.get(token.start - 1 - length..token.end)?)
}

/// How a value is tied to the name, where it starts, and how many quotes a bare number there would need.
fn tied(text: &[u8], token: Token, name: Name) -> Option<(Tie, usize, u8)> {
    let byte = |at: usize| text.get(at).copied().unwrap_or_default();
    let (close, quotes) = after_key_quote(text, token.end);
    let closed = close > token.end;
    let at = gap_end(text, close);
    let spaced = at > close;
    let pair = |at: usize| Some((Tie::Pair, value_start(text, at), 0));
    match byte(at) {
        b'=' => pair(at + run_of(text, at, b"=>~")),
        b':' if byte(at + 1) == b'=' => pair(at + 2),
        b':' if byte(at + 1) == b':' || (byte(at + 1) == b'/' && byte(at + 2) == b'/') => None,
        b':' => {
            let after = at + 1 + run_of(text, at + 1, b"*");
            let is_key = closed && quotes > 0 || gap_end(text, after) == after;
            Some((if is_key { Tie::Pair } else { Tie::Colon }, value_start(text, after), quotes))
        }
        b'-' if byte(at + 1) == b'>' => pair(at + 2),
        b'(' if !spaced && matches!(byte(at + 1), b'"' | b'\'') => pair(at + 1),
        b'>' if !spaced && !closed && opens_tag(text, token.start) => pair(at + 1),
        b'|' if spaced => Some((Tie::Is, gap_end(text, at + 1), 0)),
        b',' if closed && quotes > 0 => {
            let value = gap_end(text, at + 1);
            let opens =
                matches!(byte(value), b'"' | b'\'') || byte(token.start) == b'-' && byte(value) == b'\\';
            opens.then_some((Tie::Flag, value, 0))
        }
        b'\n' => attribute(text, at),
        _ if spaced && opens_tag(text, token.start) => {
            attribute(text, at).or_else(|| pair(tag_end(text, at)?))
        }
        _ if closed || spaced => attribute(text, at).or_else(|| {
            let flag = byte(token.start) == b'-';
            let adjacent = if flag { Some((Tie::Flag, at, 0)) } else { said(text, at, name) };
            adjacent.filter(|_| spaced)
        }),
        _ => None,
    }
}

/// How many of the bytes stand at `at`, a few at most.
fn run_of(text: &[u8], at: usize, bytes: &[u8]) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    rest.iter().take(4).take_while(|byte| bytes.contains(byte)).count()
}

/// Where the value starts after the separator before `at`: after spaces, a YAML tag, or the bracket of a list.
fn value_start(text: &[u8], at: usize) -> usize {
    let start = gap_end(text, at);
    let rest = text.get(start..).unwrap_or_default();
    let inside = match rest {
        [b'!', ..] => rest.iter().take(GAP_BYTES).position(|&byte| byte == b' ').map_or(0, |space| space + 1),
        [b'[', ..] => {
            1 + rest.iter().skip(1).take(GAP_BYTES).take_while(|byte| byte.is_ascii_whitespace()).count()
        }
        _ => 0,
    };
    let opens_list = rest.first() == Some(&b'[') && !matches!(rest.get(inside), Some(b'"' | b'\'' | b'\\'));
    if opens_list { start } else { start + inside }
}

/// Where the content begins of the tag whose attributes stand at `at`.
fn tag_end(text: &[u8], at: usize) -> Option<usize> {
    let rest = text.get(at..text.len().min(at + 2 * GAP_BYTES))?;
    let close = rest.iter().position(|byte| matches!(byte, b'>' | b'<' | b'\n'))?;
    (rest.get(close) == Some(&b'>') && !rest.get(..close)?.ends_with(b"/")).then_some(at + close + 1)
}

/// The quote that closes a quoted name, or the bracket or stars around it. Tells how often the quote is escaped, plus
/// one, if it is a double quote.
fn after_key_quote(text: &[u8], at: usize) -> (usize, u8) {
    let rest = text.get(at..).unwrap_or_default();
    let escapes = rest.iter().take(8).take_while(|&&byte| byte == b'\\').count();
    let bracket = usize::from(rest.get(escapes + 1) == Some(&b']'));
    match rest.get(escapes) {
        Some(b'"') => (at + escapes + 1 + bracket, 1 + escape_depth(escapes)),
        Some(b'\'') => (at + escapes + 1 + bracket, 1),
        Some(b'`' | b']') if escapes == 0 => (at + 1, 0),
        Some(b'*') if escapes == 0 => (at + rest.iter().take(2).take_while(|&&byte| byte == b'*').count(), 0),
        _ => (at, 0),
    }
}

/// How often a quote after so many backslashes is escaped: 0, 1, 3, 7 are 0, 1, 2, 3.
fn escape_depth(backslashes: usize) -> u8 {
    u8::try_from((backslashes + 1).trailing_zeros()).unwrap_or_default()
}

fn gap_end(text: &[u8], at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    at + rest.iter().take(GAP_BYTES).take_while(|byte| matches!(byte, b' ' | b'\t')).count()
}

/// Whether the name at `start` stands right after `<`, a name space before it or not.
fn opens_tag(text: &[u8], start: usize) -> bool {
    let before = text.get(start.saturating_sub(24)..start).unwrap_or_default();
    let prefix =
        before.iter().rev().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b':').count();
    before.len().checked_sub(prefix + 1).and_then(|at| before.get(at)) == Some(&b'<')
}

/// `name="PASSWORD" value="…"` and `name: PASSWORD, value: …`: the value has a name of its own.
fn attribute(text: &[u8], at: usize) -> Option<(Tie, usize, u8)> {
    let rest = text.get(at..)?;
    let space = rest
        .iter()
        .take(GAP_BYTES)
        .take_while(|byte| byte.is_ascii_whitespace() || matches!(byte, b',' | b'"' | b'\\'))
        .count();
    let word = rest.get(space..space + 5)?;
    if !word.eq_ignore_ascii_case(b"value") {
        return None;
    }
    let (at, _) = after_key_quote(text, at + space + 5);
    let at = gap_end(text, at);
    matches!(text.get(at), Some(b'=' | b':')).then(|| (Tie::Pair, gap_end(text, at + 1), 0))
}

/// `… is X`, `… set to X`, `… X`.
fn said(text: &[u8], at: usize, name: Name) -> Option<(Tie, usize, u8)> {
    let rest = text.get(at..)?;
    let mut from = 0;
    if let Some(subject) = [&b"for "[..], b"of "].into_iter().find(|word| rest.starts_with(word)) {
        // At most three words of whose password it is.
        let mut words = rest.get(subject.len()..)?.splitn(5, |&byte| byte == b' ');
        let mut length = subject.len();
        let mut verb = None;
        for _ in 0..4 {
            let word = words.next()?.get(..)?;
            if word.len() > 40 {
                return None;
            }
            if matches!(word, b"is" | b"was" | b"to") {
                verb = Some(length);
                break;
            }
            length += word.len() + 1;
        }
        from = verb?;
    }
    let rest = rest.get(from..)?;
    for verb in [
        &b"is set to "[..],
        b"was set to ",
        b"set to ",
        b"is now ",
        b"changed to ",
        b"is: ",
        b"is ",
        b"was ",
        b"to ",
        b"as ",
    ] {
        if rest.starts_with(verb) {
            return Some((Tie::Is, gap_end(text, at + from + verb.len()), 0));
        }
    }
    // `password 7 094F471A1A0A`: the digit tells how it is encoded.
    let encoding = match rest {
        [b'0' | b'5' | b'7' | b'8' | b'9', b' ', ..] if name.sure >= Sure::Secret => 2,
        _ => 0,
    };
    let adjacent = from == 0 && name.sure >= Sure::IfCode;
    adjacent.then_some((Tie::Adjacent, at + encoding, 0))
}

/// The lines of a YAML block scalar, if one is introduced at `at`: those that are indented deeper than the line of the
/// name.
fn block_scalar(text: &[u8], name: usize, at: usize) -> Option<Value> {
    let mut header = text.get(at..)?.iter();
    matches!(header.next(), Some(b'|' | b'>')).then_some(())?;
    let rest = header.as_slice();
    let marks = rest.iter().take(3).take_while(|byte| matches!(byte, b'+' | b'-' | b'0'..=b'9')).count();
    let spaces =
        rest.iter().skip(marks).take(GAP_BYTES).take_while(|byte| matches!(byte, b' ' | b'\r')).count();
    (rest.get(marks + spaces) == Some(&b'\n')).then_some(())?;
    let first = at + 1 + marks + spaces + 1;
    let line = text.get(name.saturating_sub(GAP_BYTES)..name)?;
    let indent = line.iter().rev().take_while(|byte| matches!(byte, b' ' | b'-' | b'"')).count();
    let mut end = first;
    let mut start = None;
    for line in text.get(first..)?.split_inclusive(|&byte| byte == b'\n') {
        let depth = line.iter().take_while(|byte| **byte == b' ').count();
        let blank = line.trim_ascii().is_empty();
        if !blank && depth <= indent {
            break;
        }
        if !blank {
            start.get_or_insert(end + depth);
        }
        end += line.len();
    }
    let start = start?;
    let block = text.get(start..end)?;
    Some(Value { start, end: start + block.trim_ascii_end().len(), quoted: false })
}

/// The words of a passphrase: four lower-case ones, of a mnemonic up to 24.
fn words_end(text: &[u8], at: usize) -> Option<usize> {
    let rest = text.get(at..)?;
    let rest = rest.get(..rest.len().min(256))?;
    let mut end = 0;
    let mut words = 0;
    for word in rest.split(|&byte| byte == b' ') {
        if word.len() < 2 || !word.iter().all(u8::is_ascii_lowercase) || is_placeholder(word) {
            break;
        }
        end += word.len() + usize::from(words > 0);
        words += 1;
        if words == 4 {
            break;
        }
    }
    (words >= 3).then_some(at + end)
}

/// Whether what is tied to the name is its secret.
fn is_secret(text: &[u8], token: Token, name: Name, tie: Tie, value: Value) -> bool {
    let bytes = value.of(text);
    if is_placeholder(bytes) || is_url(bytes) || bytes.starts_with(b"-----BEGIN") {
        return false;
    }
    // `--password PASSWORD`: how a usage text names an argument.
    if tie == Tie::Flag
        && bytes.iter().all(u8::is_ascii_uppercase)
        && token.of(text).to_ascii_uppercase().ends_with(bytes)
    {
        return false;
    }
    if value.quoted {
        return match tie {
            Tie::Adjacent => {
                !is_word(bytes)
                    && fits_quoted(name.sure, bytes)
                    && (name.sure >= Sure::Password || looks_random(bytes, 10))
            }
            _ => fits_quoted(name.sure, bytes),
        };
    }
    let has = |test: fn(&u8) -> bool| bytes.iter().take(value::LOOK_BYTES).any(test);
    match (name.sure, tie) {
        (Sure::IfRandom, Tie::Adjacent | Tie::Is) => looks_random(bytes, 16),
        (Sure::IfRandom, _) => looks_random(bytes, 12),
        (Sure::IfCode, Tie::Adjacent | Tie::Is) => {
            (4..=8).contains(&bytes.len()) && bytes.iter().all(u8::is_ascii_digit)
        }
        (Sure::IfCode, _) => is_code(bytes),
        (Sure::Passphrase, _) if bytes.contains(&b' ') => true,
        (Sure::Password | Sure::Passphrase, Tie::Pair | Tie::Flag) => {
            !bytes.starts_with(b"-") || tie == Tie::Pair
        }
        (Sure::Secret, Tie::Pair | Tie::Flag) => {
            let small_number = bytes.len() < 4 && bytes.iter().all(u8::is_ascii_digit);
            !small_number && (tie == Tie::Pair || !bytes.starts_with(b"-"))
        }
        (Sure::Password | Sure::Passphrase, Tie::Colon) => {
            is_compound(token.of(text)) || !is_word(bytes) || ends_line(text, value.end)
        }
        (Sure::Secret, Tie::Colon) => {
            let number = bytes.len() < 4 && bytes.iter().all(u8::is_ascii_digit);
            !number
                && (!is_word(bytes) || bytes.len() >= 20)
                && (has(u8::is_ascii_digit) || bytes.len() >= 12)
        }
        (Sure::Password | Sure::Passphrase, Tie::Is) => !is_word(bytes),
        (Sure::Secret, Tie::Is) => {
            looks_random(bytes, 8)
                || (has(u8::is_ascii_digit) && has(u8::is_ascii_alphabetic) && bytes.len() >= 8)
        }
        (Sure::Password | Sure::Passphrase, Tie::Adjacent) => {
            let symbol = |byte: &u8| b"!@#$%^&*+".contains(byte);
            let digits = bytes.iter().all(u8::is_ascii_digit);
            digits && (6..=12).contains(&bytes.len())
                || bytes.len() >= 6
                    && has(u8::is_ascii_digit)
                    && has(u8::is_ascii_alphabetic)
                    && (transitions(bytes) >= 2 || has(symbol))
        }
        (Sure::Secret, Tie::Adjacent) => looks_random(bytes, 10),
    }
}

fn fits_quoted(sure: Sure, value: &[u8]) -> bool {
    match sure {
        Sure::IfRandom => looks_random(value, 12),
        Sure::IfCode => is_code(value),
        _ => true,
    }
}

/// A PIN or a one-time code.
fn is_code(value: &[u8]) -> bool {
    (3..=10).contains(&value.len())
        && value.iter().all(u8::is_ascii_alphanumeric)
        && value.iter().filter(|byte| byte.is_ascii_digit()).count() >= 3
}

/// A name of several words is an identifier, not part of a sentence.
fn is_compound(name: &[u8]) -> bool {
    name.iter().any(|byte| b"_-.".contains(byte)) || name.iter().skip(1).any(u8::is_ascii_uppercase)
}

fn ends_line(text: &[u8], at: usize) -> bool {
    text.get(at..)
        .is_none_or(|rest| matches!(rest.first(), None | Some(b'\n' | b'\r' | b',' | b';' | b'}' | b')')))
}

/// `scheme://…`: what is secret in it is found there.
fn is_url(value: &[u8]) -> bool {
    let scheme = value
        .iter()
        .take(24)
        .take_while(|byte| byte.is_ascii_alphanumeric() || b"+.-:".contains(byte))
        .count();
    scheme > 2 && value.get(scheme - 1..scheme + 2) == Some(b"://")
}
