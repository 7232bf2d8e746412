//! Private members of JSON Web Keys, which say what they are only by the `kty` beside them, and those of keys in XML.

use crate::redact::around::{byte, is_word_byte, previous, run, run_back, slice, stands};
use crate::redact::finding::Finding;

use super::MARKER;

/// The most bytes of a key before and behind its `kty`: those of RSA with 8,192 bits.
const KEY_BYTES: usize = 8_192;

/// RFC 7518, sections 6.2.2, 6.3.2 and 6.4.1; the last two are members of other primes.
const PRIVATE: [&[u8]; 9] = [b"d", b"p", b"q", b"dp", b"dq", b"qi", b"k", b"r", b"t"];

/// The fewest bytes of a private member.
const VALUE_BYTES: usize = 16;

/// Adds the private members of the object in which the name `kty` stands at `at`, those of its other primes included.
/// Keys are read once, so that of two names in one object each reads its own side.
pub(crate) fn private_members(text: &[u8], at: usize, findings: &mut Vec<Finding>) {
    let start = object_start(text, at);
    let end = object_end(text, at);
    let mut at = start;
    while let Some(name) = slice(text, at, end).iter().position(|byte| b"dpqkrt".contains(byte)) {
        let name = at + name;
        at = name + 1;
        let member = (!is_word_byte(previous(text, name))).then(|| private_member(text, name, end)).flatten();
        if let Some((value, value_end)) = member {
            findings.push(Finding::new(value, value_end, MARKER));
            at = value_end;
        }
    }
}

fn ends(text: &[u8], at: usize) -> bool {
    matches!(byte(text, at), b'{' | b'}') || stands(text, at, b"kty")
}

/// Where the object begins that `at` is in, or the part of it behind another key.
fn object_start(text: &[u8], at: usize) -> usize {
    let floor = at.saturating_sub(KEY_BYTES);
    let mut from = at;
    loop {
        let Some(before) = (floor..from).rev().find(|&before| ends(text, before)) else { return floor };
        let close = run(text, before + 1, GAP_BYTES, |byte| byte.is_ascii_whitespace());
        let open = (floor..before).rev().find(|&open| matches!(byte(text, open), b'[' | b']'));
        match open.filter(|open| byte(text, close) == b']' && opens_primes(text, *open)) {
            Some(open) => from = open,
            None => return before,
        }
    }
}

/// Where it ends.
fn object_end(text: &[u8], at: usize) -> usize {
    let limit = text.len().min(at + KEY_BYTES);
    let mut from = at + 1;
    loop {
        let Some(behind) = (from..limit).find(|&behind| ends(text, behind)) else { return limit };
        let open = run_back(text, behind, GAP_BYTES, |byte| byte.is_ascii_whitespace());
        let close = (behind..limit).find(|&close| matches!(byte(text, close), b'[' | b']'));
        match close.filter(|_| open.checked_sub(1).is_some_and(|open| opens_primes(text, open))) {
            Some(close) => from = close,
            None => return behind,
        }
    }
}

/// Whether the list of the other primes of a key opens at `open`: `"oth":[`.
fn opens_primes(text: &[u8], open: usize) -> bool {
    let name = run_back(text, open, GAP_BYTES, |byte| matches!(byte, b'"' | b'\'' | b'\\' | b':' | b' '));
    byte(text, open) == b'[' && slice(text, name.saturating_sub(3), name) == b"oth"
}

/// The most blanks and signs between two parts of a document.
const GAP_BYTES: usize = 24;

/// The value of the member whose name begins at `at`, if it is private.
fn private_member(text: &[u8], at: usize, end: usize) -> Option<(usize, usize)> {
    let name = run(text, at, 3, |byte| byte.is_ascii_lowercase());
    PRIVATE.contains(&slice(text, at, name)).then_some(())?;
    let is_between = |byte: u8| matches!(byte, b'\\' | b'"' | b'\'' | b':' | b'=' | b' ');
    let value = run(text, name, GAP_BYTES, is_between);
    let value_end = run(text, value, end.saturating_sub(value), |byte| {
        byte.is_ascii_alphanumeric() || b"_-+/=".contains(&byte)
    });
    let is_assigned = slice(text, name, value).iter().any(|byte| matches!(byte, b':' | b'='));
    let is_member = is_assigned && !stands(text, value_end, b":");
    (is_member && value_end >= value + VALUE_BYTES).then_some((value, value_end))
}

/// The most bytes of an element's name.
const NAME_BYTES: usize = 32;

/// The elements of an RSA key in XML that are private, as .NET writes it.
const PRIVATE_ELEMENTS: [&[u8]; 6] = [b"D", b"P", b"Q", b"DP", b"DQ", b"InverseQ"];

/// Adds the private elements of the key whose name ends at `at`, up to where the `name` is said again.
pub(super) fn private_elements(text: &[u8], name: &[u8], at: usize, findings: &mut Vec<Finding>) {
    let end = text.len().min(at + KEY_BYTES);
    let key = slice(text, at, end);
    let key = slice(key, 0, key.windows(name.len()).position(|bytes| bytes == name).unwrap_or(key.len()));
    let mut start = at;
    for part in key.split(|&byte| byte == b'<') {
        let open = run(part, 0, NAME_BYTES, |byte| byte.is_ascii_alphabetic() || byte == b':');
        let name = slice(part, 0, open).rsplit(|&byte| byte == b':').next().unwrap_or_default();
        let is_private = PRIVATE_ELEMENTS.contains(&name) && stands(part, open, b">");
        let blank = |byte: u8| byte.is_ascii_whitespace();
        let value = run(part, open + 1, part.len(), blank);
        let value_end = run(part, value, part.len(), |byte| {
            byte.is_ascii_alphanumeric() || b"+/=".contains(&byte) || blank(byte)
        });
        let value_end = value + slice(part, value, value_end).trim_ascii_end().len();
        if is_private && value_end >= value + VALUE_BYTES {
            findings.push(Finding::new(start + value, start + value_end, MARKER));
        }
        start += part.len() + 1;
    }
}

#[cfg(test)]
mod tests {
    use crate::redact::examples::redact;

    #[test]
    fn a_key_may_have_more_primes_than_two() {
        let key = "Kq83nfaPz1Lx92mQ";
        let marker = "<REDACTED:PRIVATE_KEY>";
        let primes = |value: &str| {
            format!("\"oth\": [{{\"r\":\"{value}\",\"t\":\"{value}\"}}, {{\"d\":\"{value}\"}}]")
        };
        for whole in [
            |value: &str, primes: &str| {
                format!("{{\"kty\":\"RSA\",\"d\":\"{value}\",{primes},\"dp\":\"{value}\"}}")
            },
            |value: &str, primes: &str| {
                format!("{{\"d\":\"{value}\",{primes},\"q\":\"{value}\",\"kty\":\"RSA\"}}")
            },
        ] {
            assert_eq!(redact(&whole(key, &primes(key))), whole(marker, &primes(marker)));
        }
    }
}
