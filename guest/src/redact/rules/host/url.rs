//! Machines in URLs: `smb://srv01/share`, `redis://batchbox:6379`, `mongodb://app@n1,n2/`.

use std::ops::Range;

use super::dotted::is_numbered;
use super::key::is_own;
use super::place::machine;
use super::plain::is_glued_role;
use super::served::port;
use super::words::{SERVER_SCHEMES, SERVICES};
use crate::redact::around::{byte, run, run_back, slice};

/// Bytes of a scheme.
const SCHEME_BYTES: usize = 24;
/// Bytes of a colon and a port.
const PORT_BYTES: usize = 6;
/// Servers of one list that are read.
const LISTED: usize = 16;
/// Ports of what runs on each machine: `node_exporter`, kubelet.
const MACHINE_PORTS: &[&[u8]] = &[b"9100", b"10250"];

/// The machines behind the `://` whose colon is at `colon`.
pub(super) fn addressed(text: &[u8], colon: usize, take: impl FnMut(Range<usize>)) {
    let start = colon + b"://".len();
    let host = if slice(text, colon, start) == b"://" { machine(text, start) } else { None };
    let Some(host) = host.filter(|host| !matches!(byte(text, host.end), b'@' | b'_' | b'.')) else { return };
    let name = slice(text, host.start, host.end);
    let is_server = is_of_server(text, colon);
    let is_of_machine = || {
        byte(text, host.end) == b':'
            && port(text, host.end + 1)
                .is_some_and(|port| MACHINE_PORTS.contains(&slice(text, port.start, port.end)))
    };
    if is_glued_role(name) || is_server || (is_own(name) && is_of_machine()) {
        each_of_list(text, host, |name| is_glued_role(name) || is_machine(name), take);
    }
}

/// The machines behind the account of a URL whose `://` begins at `colon`.
pub(super) fn behind_account(text: &[u8], colon: usize, host: Range<usize>, take: impl FnMut(Range<usize>)) {
    let is_server = is_of_server(text, colon);
    each_of_list(text, host, |name| is_numbered(name) || (is_server && is_machine(name)), take);
}

/// The machines of a list from the first on: `n1:27017,n2:27017`.
fn each_of_list(
    text: &[u8],
    first: Range<usize>,
    accepts: impl Fn(&[u8]) -> bool,
    mut take: impl FnMut(Range<usize>),
) {
    let mut next = Some(first);
    for _ in 0..LISTED {
        let Some(host) = next.filter(|host| accepts(slice(text, host.start, host.end))) else { return };
        let end = run(text, host.end, PORT_BYTES, |byte| byte == b':' || byte.is_ascii_digit());
        next = (byte(text, end) == b',').then(|| machine(text, end + 1)).flatten();
        take(host);
    }
}

/// A name of one label that is not what a service is called everywhere.
fn is_machine(name: &[u8]) -> bool {
    let is_label = !name.iter().any(|byte| matches!(byte, b'.' | b'_'));
    let mut parts = name.split(|&byte| byte == b'-');
    let is_service = parts.all(|part| SERVICES.has(part));
    is_label && !is_service && (is_own(name) || is_numbered(name) || name.contains(&b'-'))
}

/// Whether the scheme whose colon is at `colon` is one of databases, brokers and files: what stands behind it is a machine
/// more often than the name of a service that is asked over HTTP.
fn is_of_server(text: &[u8], colon: usize) -> bool {
    let start = run_back(text, colon, SCHEME_BYTES, |byte| byte.is_ascii_alphanumeric() || byte == b'+');
    let scheme = slice(text, start, colon).split(|&byte| byte == b'+').next().unwrap_or_default();
    SERVER_SCHEMES.has(scheme)
}
