//! Private members of JSON Web Keys, which say what they are only by the `kty` beside them, and those of keys in XML.

use crate::redact::around::{byte, run, slice, stands};
use crate::redact::finding::Finding;

use super::MARKER;

/// The most bytes of a key before and behind its `kty`: those of RSA with 8,192 bits.
const KEY_BYTES: usize = 8_192;

/// RFC 7518, sections 6.2.2, 6.3.2 and 6.4.1.
const PRIVATE: [&[u8]; 7] = [b"d", b"p", b"q", b"dp", b"dq", b"qi", b"k"];

/// The fewest bytes of a private member.
const VALUE_BYTES: usize = 16;

/// Adds the private members of the object in which the name `kty` stands at `at`. Keys are read once, so that of two
/// names in one object each reads its own side.
pub(crate) fn private_members(text: &[u8], at: usize, findings: &mut Vec<Finding>) {
    let ends = |at: usize| matches!(byte(text, at), b'{' | b'}') || stands(text, at, b"kty");
    let start = (at.saturating_sub(KEY_BYTES)..at).rev().find(|&before| ends(before)).unwrap_or_default();
    let limit = text.len().min(at + KEY_BYTES);
    let end = (at + 1..limit).find(|&behind| ends(behind)).unwrap_or(limit);
    let mut at = start;
    while let Some(quote) = slice(text, at, end).iter().position(|byte| matches!(byte, b'"' | b'\'')) {
        let name = at + quote + 1;
        at = name;
        if let Some((value, value_end)) = private_member(text, name, end) {
            findings.push(Finding::new(value, value_end, MARKER));
            at = value_end + 1;
        }
    }
}

/// The value of the member whose name begins at `at`, if it is private.
fn private_member(text: &[u8], at: usize, end: usize) -> Option<(usize, usize)> {
    let name = run(text, at, 3, |byte| byte.is_ascii_lowercase());
    PRIVATE.contains(&slice(text, at, name)).then_some(())?;
    let is_between = |byte: u8| matches!(byte, b'\\' | b'"' | b'\'' | b':' | b' ');
    let value = run(text, name, 24, is_between);
    let value_end = run(text, value, end.saturating_sub(value), |byte| {
        byte.is_ascii_alphanumeric() || b"_-+/=".contains(&byte)
    });
    let is_member = slice(text, name, value).contains(&b':') && !stands(text, value_end, b":");
    (is_member && value_end >= value + VALUE_BYTES).then_some((value, value_end))
}

/// The elements of an RSA key in XML that are private, as .NET writes it.
const PRIVATE_ELEMENTS: [&[u8]; 6] = [b"D", b"P", b"Q", b"DP", b"DQ", b"InverseQ"];

/// Adds the private elements of the key whose name ends at `at`, up to where the name is said again.
pub(super) fn private_elements(text: &[u8], at: usize, findings: &mut Vec<Finding>) {
    let end = text.len().min(at + KEY_BYTES);
    let key = slice(text, at, end);
    let key = slice(key, 0, key.windows(11).position(|bytes| bytes == b"RSAKeyValue").unwrap_or(key.len()));
    let mut start = at;
    for part in key.split(|&byte| byte == b'<') {
        let name = run(part, 0, 10, |byte| byte.is_ascii_alphabetic());
        let is_private = PRIVATE_ELEMENTS.contains(&slice(part, 0, name)) && stands(part, name, b">");
        let value =
            run(part, name + 1, part.len(), |byte| byte.is_ascii_alphanumeric() || b"+/=".contains(&byte));
        if is_private && value > name + VALUE_BYTES {
            findings.push(Finding::new(start + name + 1, start + value, MARKER));
        }
        start += part.len() + 1;
    }
}
