//! Machines behind a key: `hostname=x`, `"host": "x"`, `node x-3`.

use std::ops::Range;

use super::super::pod;
use super::NAME_BYTES;
use super::dotted::{is_exempt, is_numbered, is_reserved};
use super::plain::has_role;
use super::words::{INTERNAL_ZONES, PUBLIC_ZONES};
use crate::redact::around::{
    SEPARATOR_BYTES, byte, is_name_byte, is_separator, listed, previous, run, slice, word_before,
};

/// Blanks behind a key's colon in a table: `Node:             kind-worker`.
const KEY_GAP_BYTES: usize = 24;
/// What the keys end with.
pub(super) const KEY_WORDS: &[&str] =
    &["host", "name", "fqdn", "node", "server", "instance", "machine", "broker", "computer", "workstation"];

/// How much a key says about its value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Key {
    /// `hostname=`: whatever stands there is a machine.
    Name,
    /// `host=`: a machine, or the name of a service such as `db`.
    Host,
    /// `server=`, `node `: a host if it looks like one.
    Machine,
}

/// Whether the word, a run of name bytes, is a key whose value names a machine.
fn key_of(word: &[u8]) -> Option<Key> {
    let ending = word.len().checked_sub(4).map(|start| slice(word, start, word.len()))?;
    let whole = |key: &[u8]| {
        word.len().checked_sub(key.len()).is_some_and(|start| {
            let before = previous(word, start);
            let camel = before.is_ascii_lowercase() && byte(word, start).is_ascii_uppercase();
            slice(word, start, word.len()).eq_ignore_ascii_case(key)
                && (!before.is_ascii_alphanumeric() || camel)
        })
    };
    match ending.to_ascii_lowercase().as_slice() {
        b"host" if whole(b"rhost") => Some(Key::Name),
        b"host" => whole(b"host").then_some(Key::Host),
        b"name" => {
            const NAMES: [&[u8]; 7] = [
                b"hostname",
                b"host_name",
                b"host.name",
                b"nodename",
                b"node_name",
                b"computername",
                b"machinename",
            ];
            NAMES.iter().any(|key| whole(key)).then_some(Key::Name)
        }
        b"fqdn" => Some(Key::Name),
        b"node" => whole(b"node").then_some(Key::Machine),
        b"rver" => whole(b"server").then_some(Key::Machine),
        b"ance" => whole(b"instance").then_some(Key::Machine),
        b"hine" => whole(b"machine").then_some(Key::Machine),
        b"oker" => whole(b"broker").then_some(Key::Machine),
        b"uter" => whole(b"computer").then_some(Key::Machine),
        b"tion" => whole(b"workstation").then_some(Key::Machine),
        _ => None,
    }
}

/// The machine behind the key that the word is: `hostname=x`, `"host": "x"`, `node x-3`.
pub(super) fn keyed(text: &[u8], word: Range<usize>) -> Option<Range<usize>> {
    // `User@Host: ` heads an account, not a machine.
    if word.len() > NAME_BYTES || previous(text, word.start) == b'@' {
        return None;
    }
    let name = slice(text, word.start, word.end);
    // `Workstation Name: `, `Computer Name: `.
    let of_machine = name.eq_ignore_ascii_case(b"name")
        && word.start > 0
        && key_of(word_before(text, word.start - 1)).is_some();
    let key = if of_machine { Key::Name } else { key_of(name)? };
    let start = run(text, word.end, KEY_GAP_BYTES, is_separator);
    let gap = slice(text, word.end, start);
    let assigned = gap.iter().any(|byte| matches!(byte, b':' | b'='));
    if gap.is_empty() || (!assigned && gap.len() > SEPARATOR_BYTES) {
        return None;
    }
    let mut end = run(text, start, NAME_BYTES + 1, is_name_byte);
    while end > start && !previous(text, end).is_ascii_alphanumeric() {
        end -= 1;
    }
    let name = slice(text, start, end);
    let letters = name.iter().any(u8::is_ascii_alphabetic);
    let first = name.split(|&byte| byte == b'.').next().unwrap_or_default();
    let shared = is_exempt(name) || (is_reserved(name) && !is_numbered(first));
    if !letters || name.len() > NAME_BYTES || shared || matches!(byte(text, end), b'(' | b'=' | b'_') {
        return None;
    }
    if pod::is_generated(name) || !name.first().is_some_and(u8::is_ascii_alphanumeric) {
        return None;
    }
    let yes = match key {
        Key::Name if assigned => true,
        Key::Host if assigned => name.iter().any(|byte| matches!(byte, b'.' | b'-' | b'0'..=b'9')),
        _ => looks_like_machine(text, end, name),
    };
    yes.then_some(start..end)
}

/// A name that is a machine where a machine is expected.
fn looks_like_machine(text: &[u8], end: usize, name: &[u8]) -> bool {
    if name.contains(&b'.') {
        let zone = name.rsplit(|&byte| byte == b'.').next().unwrap_or_default();
        return listed(INTERNAL_ZONES, zone) || listed(PUBLIC_ZONES, zone);
    }
    let hyphened = name.contains(&b'-');
    let digit = name.iter().any(u8::is_ascii_digit);
    let role = has_role(name);
    let version = matches!(name, [b'v', rest @ ..] if rest.iter().all(u8::is_ascii_digit));
    // `server: nginx/1.18.0` is a product.
    let product = byte(text, end) == b'/' && !(hyphened && role);
    let numbered = name.len() >= 4 && name.last().is_some_and(u8::is_ascii_digit);
    name.first().is_some_and(u8::is_ascii_alphabetic)
        && !version
        && !product
        && (numbered || (hyphened && (digit || role)))
}
