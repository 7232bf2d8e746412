//! Several secrets under one name, each with a name of its own: `passwords: {ann: x, bo: y}`, `credentials:` and a map or
//! a list of accounts in the lines below.

use super::tie::{Tied, gap_end};
use super::{VALUE_LOOK_BYTES, password_of_pair};
use crate::redact::finding::{Finding, Marker};
use crate::redact::name::{Name, Sure, secret_name};
use crate::redact::scan::Token;
use crate::redact::value::{Value, bare_end, is_placeholder, is_uuid, looks_chosen, value_at};

/// The most members that are read.
const MEMBERS: usize = 64;

/// The most members in a row that hold no secret: what is not hidden is read again by other names.
const MISSES: usize = 4;

/// The most bytes of the key of a member.
const KEY_BYTES: usize = 40;

/// Words in keys of members that tell of secrets, and hold none.
const DESCRIBES: &[&str] = &[
    "type",
    "length",
    "policy",
    "min",
    "max",
    "enabled",
    "name",
    "namespace",
    "description",
    "path",
    "file",
    "url",
    "host",
    "user",
    "username",
    "email",
    "format",
    "required",
    "rotation",
    "expiry",
    "provider",
    "region",
    "scope",
    "version",
    "id",
    "count",
    "age",
    "kind",
    "client",
    "issuer",
    "endpoint",
    "timeout",
    "mount",
    "ref",
];

/// Whether a name is one of several: `passwords`, `credentials`.
pub(super) fn is_several(name: &[u8]) -> bool {
    matches!(name, [.., before, b's' | b'S'] if !matches!(before, b's' | b'S'))
}

/// Adds the secrets of the members that a name has. Returns where the last one ends, if there is one.
pub(super) fn hide(
    text: &[u8],
    token: Token,
    name: Name,
    tied: Tied,
    findings: &mut Vec<Finding>,
) -> Option<usize> {
    if !is_several(token.of(text)) {
        return None;
    }
    match text.get(tied.at)? {
        b'{' => hide_inline(text, name, tied.at + 1, findings),
        b'\r' | b'\n' => hide_lines(text, token.start, name, tied.at, findings),
        _ => None,
    }
}

/// The members in braces, up to the end of the line.
fn hide_inline(text: &[u8], name: Name, at: usize, findings: &mut Vec<Finding>) -> Option<usize> {
    let mut at = at;
    let mut end = None;
    let mut misses = 0;
    for _ in 0..MEMBERS {
        let Some((key, value)) = member(text, gap_end(text, at)) else { break };
        misses += 1;
        if let Some(value) = value.filter(|value| is_secret(text, name, key, *value)) {
            findings.push(Finding::new(value.start, value.end, Marker::Secret(name.marker)));
            end = Some(value.end);
            misses = 0;
        }
        let next = value.map_or(at, |value| value.end + usize::from(value.quoted));
        if misses > MISSES || text.get(next) != Some(&b',') {
            break;
        }
        at = next + 1;
    }
    end
}

/// The members in the lines below that are indented deeper than the line of the name.
fn hide_lines(
    text: &[u8],
    start: usize,
    name: Name,
    at: usize,
    findings: &mut Vec<Finding>,
) -> Option<usize> {
    let before = text.get(start.saturating_sub(KEY_BYTES)..start)?;
    let indent = before.iter().rev().take_while(|byte| matches!(byte, b' ' | b'-' | b'"')).count();
    let mut line = at + text.get(at..)?.iter().take(2).position(|&byte| byte == b'\n')? + 1;
    let mut end = None;
    let mut misses = 0;
    for _ in 0..MEMBERS {
        let begin = gap_end(text, line);
        let is_item = text.get(begin..begin + 2) == Some(b"- ");
        if begin - line < indent + usize::from(!is_item) {
            break;
        }
        let hidden = if is_item {
            let item = gap_end(text, begin + 2);
            password_of_pair(text, item).map(|value| (value, "PASSWORD"))
        } else {
            let Some((key, value)) = member(text, begin) else { break };
            value.filter(|value| is_secret(text, name, key, *value)).map(|value| (value, name.marker))
        };
        misses += 1;
        if let Some((value, marker)) = hidden {
            findings.push(Finding::new(value.start, value.end, Marker::Secret(marker)));
            end = Some(value.end);
            misses = 0;
        }
        if misses > MISSES {
            break;
        }
        let rest = text.get(end.filter(|end| *end > line).unwrap_or(line)..).unwrap_or_default();
        let Some(length) = rest.iter().take(VALUE_LOOK_BYTES).position(|&byte| byte == b'\n') else { break };
        line = text.len() - rest.len() + length + 1;
    }
    end
}

/// The key at `at` and its value.
fn member(text: &[u8], at: usize) -> Option<(&[u8], Option<Value>)> {
    let rest = text.get(at..)?;
    let quote = usize::from(matches!(rest.first(), Some(b'"' | b'\'')));
    let in_key = |byte: &&u8| byte.is_ascii_alphanumeric() || b"_.@-".contains(byte);
    let length = rest.iter().skip(quote).take(KEY_BYTES).take_while(in_key).count();
    let key = rest.get(quote..quote + length).filter(|key| !key.is_empty())?;
    let colon = quote + length + quote;
    if !matches!(rest.get(colon), Some(b':' | b'=')) {
        return None;
    }
    let start = gap_end(text, at + colon + 1);
    let look = text.get(..text.len().min(start + VALUE_LOOK_BYTES))?;
    let mut value = value_at(look, start).filter(|value| !value.of(look).is_empty());
    if let Some(bare) = value.as_mut().filter(|value| !value.quoted) {
        let pair = look.get(bare.start..bare.end)?.iter().position(|byte| matches!(byte, b',' | b'}'));
        bare.end = pair.map_or(bare_end(text, bare.start), |pair| bare.start + pair);
    }
    Some((key, value))
}

fn is_secret(text: &[u8], name: Name, key: &[u8], value: Value) -> bool {
    let bytes = value.of(text);
    let describes = || {
        let mut words = key.split(|byte| b"_.-".contains(byte));
        words.any(|word| DESCRIBES.iter().any(|known| word.eq_ignore_ascii_case(known.as_bytes())))
    };
    let is_setting = bytes.len() < 4 && bytes.iter().all(u8::is_ascii_digit);
    let is_path = bytes.iter().any(|byte| b"/:".contains(byte));
    let is_made = bytes.len() >= 8 && looks_chosen(bytes) && !is_uuid(bytes) && !is_path;
    !is_placeholder(bytes)
        && !is_setting
        && !describes()
        && secret_name(key).is_none()
        && (name.sure >= Sure::Password || is_made)
}
