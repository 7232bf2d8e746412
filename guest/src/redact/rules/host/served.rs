//! Machines that a port gives away: `mysql01:3306`, `a:9092,b:9092`.

use std::ops::Range;

use super::super::table::pgpass_entry;
use super::dotted::{is_exempt, is_numbered};
use super::key::is_own;
use super::plain::is_glued_role;
use super::words::{NOT_A_MACHINE, PORTS};
use crate::redact::around::{
    byte, is_line_start, is_name_byte, is_word_byte, previous, run, run_back, slice, word_before,
};
use crate::redact::value::is_placeholder;

/// Bytes of a label in DNS.
const LABEL_BYTES: usize = 63;
const PORT_DIGITS: usize = 5;
/// Bytes between two servers of a list: `","`, `, `.
const GAP_BYTES: usize = 4;
/// Ports that services are asked at over HTTP.
const WEB_PORTS: &[&[u8]] = &[b"8080", b"8081", b"8443", b"8888", b"9090", b"9091"];
/// Words before the other end of a connection.
const PEER_WORDS: &[&[u8]] =
    &[b"to", b"tcp", b"tcp4", b"tcp6", b"host", b"server", b"broker", b"node", b"peer"];
/// Fewer digits are a time or a count as often; behind them only a role is a machine.
const SHORT_PORT_DIGITS: usize = 3;

/// The machine before the colon at `colon`, behind which a port stands.
pub(super) fn served(text: &[u8], colon: usize) -> Option<Range<usize>> {
    if !previous(text, colon).is_ascii_alphanumeric() {
        return None;
    }
    let start = run_back(text, colon, LABEL_BYTES + 1, is_name_byte);
    let name = slice(text, start, colon);
    // Most colons before a digit are those of a time.
    if !name.first().is_some_and(u8::is_ascii_alphabetic) {
        return None;
    }
    let port = port(text, colon + 1)?;
    // Names with dots or hyphens speak for themselves.
    let sound = name.len() <= LABEL_BYTES && !name.contains(&b'_') && !is_exempt(name);
    if !sound {
        return None;
    }
    let number = slice(text, port.start, port.end);
    let usual = PORTS.has(number);
    let yes = if number.len() <= SHORT_PORT_DIGITS {
        usual && is_glued_role(name)
    } else {
        let is_peer = || is_own(name) && PEER_WORDS.contains(&word_before(text, start.saturating_sub(1)));
        is_glued_role(name)
            || usual && (is_server(name) || stands_in_list(text, start, &port))
            || usual && !WEB_PORTS.contains(&number) && is_peer()
    };
    yes.then_some(start..colon)
}

/// The password in a line of PostgreSQL's file whose port stands behind `colon`: `db:5432:shop:bo:x`.
pub(super) fn password(text: &[u8], colon: usize) -> Option<Range<usize>> {
    let behind = colon + b":5432:".len();
    if !matches!(slice(text, colon, behind), b":5432:" | b":5433:" | b":6432:") {
        return None;
    }
    let start = run_back(text, colon, LABEL_BYTES, is_name_byte);
    let (_, password) = pgpass_entry(text, start).filter(|_| is_line_start(text, start))?;
    (!is_placeholder(slice(text, password.start, password.end))).then_some(password)
}

/// A name that ends in a number and is no thread's, version's or format's.
fn is_server(name: &[u8]) -> bool {
    let stem = name.iter().rposition(u8::is_ascii_alphabetic).and_then(|last| name.get(..=last));
    name.last().is_some_and(u8::is_ascii_digit)
        && !name.contains(&b'.')
        && is_numbered(name)
        && stem.is_some_and(|stem| stem.len() > 1 && !NOT_A_MACHINE.has(stem))
}

/// Whether another name with the same port stands beside the one from `start` to the colon before `port`.
fn stands_in_list(text: &[u8], start: usize, port: &Range<usize>) -> bool {
    let between = |byte| matches!(byte, b',' | b' ' | b'"' | b'\'');
    let same = |other: Range<usize>| slice(text, other.start, other.end) == slice(text, port.start, port.end);
    let next = run(text, port.end, GAP_BYTES, between);
    let name_end = run(text, next, LABEL_BYTES, is_name_byte);
    let before = run_back(text, start, GAP_BYTES, between);
    let number = run_back(text, before, PORT_DIGITS + 1, |byte| byte.is_ascii_digit());
    let follows = slice(text, port.end, next).contains(&b',')
        && byte(text, next).is_ascii_alphabetic()
        && byte(text, name_end) == b':'
        && self::port(text, name_end + 1).is_some_and(same);
    let precedes = slice(text, before, start).contains(&b',')
        && previous(text, number) == b':'
        && previous(text, number.saturating_sub(1)).is_ascii_alphanumeric()
        && same(number..before);
    follows || precedes
}

/// The port at `at`: two to five digits and no more of them.
pub(super) fn port(text: &[u8], at: usize) -> Option<Range<usize>> {
    let end = run(text, at, PORT_DIGITS + 1, |byte| byte.is_ascii_digit());
    // A colon ends a clause, or a second port stands behind it: `zk1:2888:3888`.
    let second = run(text, end + 1, PORT_DIGITS + 1, |byte| byte.is_ascii_digit()) - end - 1;
    let goes_on = byte(text, end) == b':'
        && byte(text, end + 1).is_ascii_alphanumeric()
        && !(SHORT_PORT_DIGITS + 1..=PORT_DIGITS).contains(&second);
    let bounded = !is_word_byte(byte(text, end)) && !goes_on;
    ((2..=PORT_DIGITS).contains(&(end - at)) && bounded).then_some(at..end)
}
