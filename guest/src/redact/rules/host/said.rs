//! Machines that the fixed wordings of programs name, in one word: `Node batchbox status is now: NodeNotReady`.
//!
//! # Source
//! The messages of Kubernetes, OpenSSH, Ansible, ping and traceroute of iputils, the GNU C library, BIND, MySQL.

use std::ops::Range;

use super::dotted::is_exempt;
use super::key::is_own;
use super::{is_before_marker, name_at};
use crate::redact::around::{
    byte, is_line_start, is_name_byte, previous, run, run_back, slice, stands, stands_folded, word_before,
};
use crate::redact::words::{Words, is_same};

/// Keys of wordings that are no keys of fields.
pub(super) static VERBS: [&Words; 1] = [&CONNECTS];
static CONNECTS: Words =
    Words::new(&[b"connect", b"connection", b"resolve", b"permanently", b"statistics", b"login"]);

/// The key that a machine stands behind, what stands between, and what stands behind the machine.
type Wording = (&'static [u8], &'static [u8], &'static [&'static [u8]]);

const BEHIND: &[Wording] = &[
    (
        b"node",
        b" ",
        &[
            b" status is now:",
            b" event: Re",
            b" event: De",
            b" in Controller",
            b" from Controller",
            b" because it ",
            b" has become ",
            b" is NotReady",
            b" cordoned",
        ],
    ),
    (b"node", b"/", &[b" cordoned", b" uncordoned", b" drained", b" labeled", b" tainted"]),
    (b"nodes", b" \"", &[b"\" not found"]),
    (b"nodes", b" \\\"", &[b"\\\" not found"]),
    (b"host", b" ", &[b" port "]),
    (b"connect", b" to ", &[b" port "]),
    (b"connection", b" to ", &[b" closed", b" timed out", b" refused", b" port "]),
    (b"resolve", b" '", &[b"' ([Errno"]),
    (b"permanently", b" added '", &[b"'", b","]),
    (b"server", b" at \"", &[b"\" (", b"\", port"]),
    (b"hostname", b" ", &[b": Name or", b": Temporary failure", b": nodename nor", b": No address"]),
    (b"server", b" on '", &[b"'", b":"]),
    (b"server", b" can't find ", &[b": NXDOMAIN", b": SERVFAIL", b": No answer"]),
    (b"server", b"=", &[b";Database=", b";Initial Catalog=", b";Port=", b";User", b";Uid=", b";Trusted"]),
];

/// What stands before a machine, what stands between it and the key, the key, and what stands behind that.
type Report = (&'static [u8], &'static [u8], &'static [u8], &'static [u8]);

const BEFORE: &[Report] = &[
    (b"Connection to ", b" closed by remote ", b"host", b"."),
    (b"Connection to ", b" closed by ", b"host", b"."),
    (b"connect to ", b": No route to ", b"host", b""),
    (b"--- ", b" ping ", b"statistics", b" ---"),
];

/// The machine that a wording names in which the word is the key.
#[inline]
pub(super) fn said(text: &[u8], word: &Range<usize>) -> Option<Range<usize>> {
    let may_be_said = matches!(byte(text, word.end), b' ' | b'/' | b'=' | b'.');
    if may_be_said { worded(text, word) } else { None }
}

/// The same of a word that is no key of a field.
pub(super) fn connected(text: &[u8], word: &Range<usize>) -> Option<Range<usize>> {
    let may_be_said = match byte(text, word.end) {
        b' ' => matches!(byte(text, word.end + 1), b't' | b'a' | b'-' | b'\''),
        b':' => byte(text, word.end - 1) == b'n',
        _ => false,
    };
    if may_be_said && CONNECTS.has(slice(text, word.start, word.end)) {
        worded(text, word).or_else(|| logged_in(text, word))
    } else {
        None
    }
}

fn worded(text: &[u8], word: &Range<usize>) -> Option<Range<usize>> {
    let key = slice(text, word.start, word.end);
    let is_key = |known: &[u8]| is_same(key, known);
    let joint = byte(text, word.end);
    let behind = |(known, between, behind): &Wording| {
        let host = (between.first() == Some(&joint) && is_key(known) && stands(text, word.end, between))
            .then(|| name_at(text, word.end + between.len()))
            .flatten()?;
        let second = byte(text, host.end + 1) | 0x20;
        // A port is a number.
        let goes_on = |behind: &&[u8]| {
            behind.get(1).is_none_or(|known| known | 0x20 == second)
                && stands_folded(text, host.end, behind)
                && (!behind.ends_with(b"port ") || byte(text, host.end + behind.len()).is_ascii_digit())
        };
        behind.iter().any(goes_on).then_some(host)
    };
    let before = |(before, between, known, behind): &Report| {
        is_key(known).then_some(())?;
        let end = word.start.checked_sub(between.len()).filter(|end| stands(text, *end, between))?;
        let start = run_back(text, end, super::NAME_BYTES, is_name_byte);
        let is_said = start.checked_sub(before.len()).is_some_and(|at| stands(text, at, before));
        (is_said && stands(text, word.end, behind)).then_some(start..end)
    };
    let host = BEHIND.iter().find_map(behind).or_else(|| BEFORE.iter().find_map(before))?;
    is_machine(text, &host).then_some(host)
}

/// Bytes between `Last login` and the machine: the time of it.
const TIME_BYTES: usize = 48;

/// `Last login: Mon Nov 30 10:00:00 2026 from batchbox`
fn logged_in(text: &[u8], word: &Range<usize>) -> Option<Range<usize>> {
    let lead = b"Last login";
    let is_last = stands(text, word.end.checked_sub(lead.len())?, lead) && byte(text, word.end) == b':';
    let look = slice(text, word.end, text.len().min(word.end + TIME_BYTES));
    let from = b" from ";
    let at = look.windows(from.len()).position(|bytes| bytes == from).filter(|_| is_last)?;
    name_at(text, word.end + at + from.len()).filter(|host| is_machine(text, host))
}

/// What stands behind a machine in the reports of Ansible.
const OUTCOMES: &[&[u8]] = &[
    b"CHANGED |",
    b"CHANGED =>",
    b"SUCCESS |",
    b"SUCCESS =>",
    b"FAILED |",
    b"FAILED! =>",
    b"UNREACHABLE! =>",
];
/// What stands before it.
const STATES: &[&[u8]] = &[
    b"ok",
    b"changed",
    b"fatal",
    b"failed",
    b"skipping",
    b"unreachable",
    b"included",
    b"rescued",
    b"ignored",
];
/// Blanks between a machine and its counts.
const COLUMN_BYTES: usize = 64;

/// The machine of which Ansible reports: `web7 | CHANGED`, `ok: [web7]`, `web7   : ok=3`.
#[inline]
pub(super) fn reported(text: &[u8], host: Range<usize>) -> Option<Range<usize>> {
    let may_be = match byte(text, host.end) {
        b']' => previous(text, host.start) == b'[',
        b' ' => matches!(byte(text, host.end + 1), b' ' | b'|' | b':') && is_line_start(text, host.start),
        _ => false,
    };
    if may_be { of_report(text, host) } else { None }
}

#[cold]
fn of_report(text: &[u8], host: Range<usize>) -> Option<Range<usize>> {
    let is_reported = if byte(text, host.end) == b']' {
        let state = host.start.saturating_sub(b": [".len());
        stands(text, state, b": [") && STATES.contains(&word_before(text, state))
    } else if stands(text, host.end, b" | ") {
        OUTCOMES.iter().any(|outcome| stands(text, host.end + b" | ".len(), outcome))
    } else {
        stands(text, run(text, host.end, COLUMN_BYTES, |byte| byte == b' '), b": ok=")
    };
    (is_reported && is_machine(text, &host)).then_some(host)
}

/// The machine that nobody knows: `ping: batchbox: Name or service not known`.
pub(super) fn unknown(text: &[u8], word: &Range<usize>) -> Option<Range<usize>> {
    let end = word.start.checked_sub(b": ".len()).filter(|_| byte(text, word.start) == b'N')?;
    if !stands(text, word.end, b" or service not known") || !stands(text, end, b": ") {
        return None;
    }
    let host = run_back(text, end, super::NAME_BYTES, is_name_byte)..end;
    is_machine(text, &host).then_some(host)
}

/// What stands before a machine and the address in parentheses that was found for it.
const FOUND: &[&[u8]] = &[b"PING ", b"bytes from ", b"onnected to ", b"connect to ", b"traceroute to "];

/// The machine before the parenthesis at `open`, behind which its address stands: `PING batchbox (10.0.0.3)`.
pub(super) fn found(text: &[u8], open: usize) -> Option<Range<usize>> {
    let end = open.checked_sub(1).filter(|end| stands(text, *end, b" "))?;
    let start = run_back(text, end, super::NAME_BYTES, is_name_byte);
    let is_found =
        |before: &&[u8]| start.checked_sub(before.len()).is_some_and(|at| stands(text, at, before));
    let host = start..end;
    let is_said = FOUND.iter().any(is_found) || is_hop(text, start);
    (is_said && is_machine(text, &host)).then_some(host)
}

/// Whether the number of a hop stands before a name: ` 1  gw1 (10.0.0.1)  0.345 ms`.
fn is_hop(text: &[u8], start: usize) -> bool {
    let number = run_back(text, start, 2, |byte| byte == b' ');
    let digits = run_back(text, number, 2, |byte| byte.is_ascii_digit());
    let line = run_back(text, digits, 2, |byte| byte == b' ');
    start - number == 2 && digits < number && is_line_start(text, line)
}

/// Whether the name can be a machine's where a machine is meant.
pub(super) fn is_machine(text: &[u8], host: &Range<usize>) -> bool {
    let name = slice(text, host.start, host.end);
    let is_made = name.first().is_some_and(u8::is_ascii_alphabetic)
        && name.last().is_some_and(u8::is_ascii_alphanumeric)
        && name.iter().any(|byte| byte.is_ascii_digit() || *byte == b'-')
        && !name.contains(&b'_');
    (is_own(name) || is_made) && !is_exempt(name) && !is_before_marker(text, host.end)
}
