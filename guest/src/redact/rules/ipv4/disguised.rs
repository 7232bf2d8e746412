//! IPv4 addresses that are written otherwise: defanged, `10[.]0[.]0[.]1`, and as one number, `src_ip=167772161`.

use std::ops::Range;

use crate::redact::around::{
    SEPARATOR_BYTES, byte, is_name_byte, is_separator, is_word_byte, label_before, listed, previous, run,
    run_back, slice, stands, stands_folded,
};

/// Digits of an octet, and bytes of the octets before the first bracketed dot.
const OCTET_DIGITS: usize = 3;
const HEAD_BYTES: usize = 12;
/// Two octets of this size are rarely in a tuple of other things.
const LARGE_OCTET: u8 = 64;
/// Digits of one of eight parts.
const PART_DIGITS: usize = 5;
/// Words before the parts of an address.
const LABELS: &[&[u8]] = &[
    b"ip",
    b"addr",
    b"address",
    b"host",
    b"peer",
    b"remote",
    b"inet",
    b"sockaddr",
    b"client",
    b"node",
    b"clientip",
    b"ipaddress",
    b"ipaddr",
    b"remoteaddr",
    b"peeraddr",
];
/// And those before a tuple of them.
const TUPLE_LABELS: &[&[u8]] =
    &[b"to", b"from", b"at", b"socket", b"sockname", b"peername", b"source", b"endpoint"];
/// Digits of an address as one number: from 16,777,216, below which there is only the reserved network 0.
const NUMBER_DIGITS: std::ops::RangeInclusive<usize> = 8..=10;

/// The address of which the bracket at `open` holds the first dot.
///
/// # Source
/// The defanged notation of MISP and of reports on indicators of compromise.
pub(super) fn defanged(text: &[u8], open: usize) -> Option<Range<usize>> {
    if !previous(text, open).is_ascii_digit() || bracketed_dot(text, open).is_none() {
        return None;
    }
    let start = run_back(text, open, HEAD_BYTES, |byte| byte.is_ascii_digit() || byte == b'.');
    if is_name_byte(previous(text, start)) {
        return None;
    }
    let mut at = start;
    for octet in 0..4 {
        if octet > 0 {
            at = if byte(text, at) == b'.' { at + 1 } else { bracketed_dot(text, at)? };
        }
        let end = run(text, at, OCTET_DIGITS, |byte| byte.is_ascii_digit());
        let value =
            slice(text, at, end).iter().fold(0_u16, |value, digit| value * 10 + u16::from(digit - b'0'));
        if end == at || value > u16::from(u8::MAX) {
            return None;
        }
        at = end;
    }
    (at > open && !is_word_byte(byte(text, at))).then_some(start..at)
}

/// Where the bracketed dot at `at` ends.
fn bracketed_dot(text: &[u8], at: usize) -> Option<usize> {
    [&b"[.]"[..], b"(.)", b"{.}"].iter().find(|dot| stands(text, at, dot)).map(|dot| at + dot.len())
}

/// The address whose octets the bracket at `open` lists: `{192,168,21,211}` of Erlang, behind a word that says address also
/// `[192, 168, 21, 211]`; and IPv6 in eight parts of Erlang.
///
/// # Source
/// Erlang, `inet:ip_address()`; Rust, `Debug` of `[u8; 4]`.
pub(super) fn listed_octets(text: &[u8], open: usize) -> Option<Range<usize>> {
    let mut parts = [0_u16; 8];
    let mut count = 0;
    let mut at = open + 1;
    for part in &mut parts {
        let end = run(text, at, PART_DIGITS, |byte| byte.is_ascii_digit());
        if count == 0 && byte(text, end) != b',' {
            return None;
        }
        *part = std::str::from_utf8(slice(text, at, end)).ok()?.parse().ok()?;
        count += 1;
        if byte(text, end) != b',' {
            at = end;
            break;
        }
        at = run(text, end + 1, 1, |byte| byte == b' ');
    }
    let tuple = byte(text, open) == b'{';
    let close = if tuple {
        b'}'
    } else if byte(text, open) == b'[' {
        b']'
    } else {
        b')'
    };
    let says = || is_said(text, open, LABELS);
    let is_address = match (count, parts) {
        (4, [first, second, third, fourth, ..]) => {
            let octet = |part: u16| u8::try_from(part).ok();
            let octets = [octet(first)?, octet(second)?, octet(third)?, octet(fourth)?];
            // What is above the multicast range is as often a colour.
            let host = super::is_host_range(octets) && first < 224;
            if tuple {
                host || is_of_private_ten(text, open, at, octets)
            } else {
                (host || first == 10) && says()
            }
        }
        (8, [0, 0, 0, 0, 0, 0, 0, 1] | [0, 0, 0, 0, 0, 0xffff, ..]) => tuple,
        (8, [first, ..]) => tuple && matches!(first, 0x2001..=0x3fff | 0xfc00..=0xfdff | 0xfe80),
        _ => false,
    };
    (is_address && byte(text, at) == close).then_some(open + 1..at)
}

/// Any tuple may begin with ten: a port behind it, or a word before it, makes it an address.
fn is_of_private_ten(text: &[u8], open: usize, end: usize, octets: [u8; 4]) -> bool {
    let port = |lead: &[u8]| stands(text, end + 1, lead) && byte(text, end + 1 + lead.len()).is_ascii_digit();
    is_said(text, open, LABELS)
        || (is_said(text, open, TUPLE_LABELS)
            && octets.iter().filter(|&&octet| octet >= LARGE_OCTET).count() >= 2)
        || (octets.first() == Some(&10) && (port(b":") || (previous(text, open) == b'{' && port(b","))))
}

/// Whether the word before the bracket ends as one of the list does.
fn is_said(text: &[u8], open: usize, words: &[&[u8]]) -> bool {
    let label = label_before(text, open);
    let last = label.rsplit(|&byte| matches!(byte, b'_' | b'.' | b'-')).next().unwrap_or_default();
    listed(words, last)
}

/// The number behind the key that ends at `end`, if the key says address.
pub(super) fn numeric(text: &[u8], key: Range<usize>) -> Option<Range<usize>> {
    let says = [&b"ip"[..], b"ipaddr", b"ip_addr", b"ipaddress", b"ip_address"].iter().any(|name| {
        let Some(start) = key.end.checked_sub(name.len()).filter(|start| *start >= key.start) else {
            return false;
        };
        let before = if start == key.start { 0 } else { previous(text, start) };
        let camel = before.is_ascii_lowercase() && byte(text, start).is_ascii_uppercase();
        (camel || !before.is_ascii_alphanumeric()) && stands_folded(text, start, name)
    });
    if !says {
        return None;
    }
    let start = run(text, key.end, SEPARATOR_BYTES, is_separator);
    let assigned = slice(text, key.end, start).iter().any(|byte| matches!(byte, b':' | b'='));
    let end = run(text, start, NUMBER_DIGITS.end() + 1, |byte| byte.is_ascii_digit());
    let value = std::str::from_utf8(slice(text, start, end)).ok()?;
    let whole = !is_word_byte(byte(text, end)) && !matches!(byte(text, end), b'.' | b'-');
    let fits = assigned && whole && NUMBER_DIGITS.contains(&value.len()) && !value.starts_with('0');
    (fits && value.parse::<u32>().is_ok_and(|value| value >> 24 != 0)).then_some(start..end)
}
