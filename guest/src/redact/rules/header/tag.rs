//! What stands behind the machine in the lines of syslog without being a tag of one word.

use std::ops::Range;

use super::{ID_DIGITS, TAG_BYTES, column, id};
use crate::redact::around::{byte, is_name_byte, run, slice, stands};
use crate::redact::words::Words;

/// The kernel and programs of every system, which no part of another program is called after.
#[rustfmt::skip]
static DAEMONS: Words = Words::new(&[
    b"kernel", b"systemd", b"systemd-logind", b"systemd-resolved", b"systemd-networkd", b"systemd-timesyncd", b"systemd-udevd",
    b"cron", b"crond", b"anacron", b"sshd", b"sudo", b"su", b"dhclient", b"networkmanager", b"rsyslogd", b"syslogd",
    b"auditd", b"audispd", b"chronyd", b"ntpd", b"dbus-daemon", b"polkitd", b"dockerd", b"containerd", b"kubelet", b"snapd",
    b"postfix", b"dovecot", b"named", b"dnsmasq", b"rpcbind", b"smartd", b"mdadm", b"multipathd", b"irqbalance", b"logrotate",
]);

/// Whether that is the tag of such a program.
pub(super) fn is_daemon(tag: &[u8]) -> bool {
    DAEMONS.has(tag)
}

/// The process, empty if it is not told, if the columns of RFC 5424 stand behind the program's name that ends at `at`:
/// the process, the kind of the message, its data, as in ` 811 ID47 -`.
pub(super) fn structured_id(text: &[u8], at: usize) -> Option<Range<usize>> {
    let process = column(text, at)?;
    let found = match byte(text, process.start) {
        b'-' => process.start..process.start,
        _ => id(text, process.start, ID_DIGITS)?,
    };
    let kind = column(text, process.end)?;
    let data = column(text, kind.end)?;
    let of = |column: Range<usize>| slice(text, column.start, column.end);
    let is_told = process.len() == found.len().max(1);
    let is_kind = |byte: &u8| byte.is_ascii_uppercase() || byte.is_ascii_digit();
    let (kind, data) = (of(kind), of(data));
    let is_structured = (kind == b"-" || kind.iter().all(is_kind))
        && (data == b"-" || data.starts_with(b"[") && data.contains(&b'@'));
    (is_told && is_structured).then_some(found)
}

/// What the daemon says itself: sysklogd, rsyslog, macOS.
const DAEMON: &[&[u8]] =
    &[b"last message repeated ", b"message repeated ", b"-- MARK --", b"--- last message "];

/// Words of a program's name: `Keychain Circle Notification[12]`.
const WORDS: usize = 4;

/// Whether the daemon speaks at `at`, or a program with a version or a name of several words: `syslogd 1.4.1: restart.`
pub(super) fn is_spaced(text: &[u8], at: usize) -> bool {
    if DAEMON.iter().any(|words| stands(text, at, words)) {
        return true;
    }
    let mut at = at;
    for word in 0..WORDS {
        let end = run(text, at, TAG_BYTES, is_name_byte);
        let name = slice(text, at, end);
        let is_version = name.first().is_some_and(u8::is_ascii_digit) && name.contains(&b'.');
        match byte(text, end) {
            b':' => return word == 1 && is_version,
            b'[' => return id(text, end + 1, ID_DIGITS).is_some_and(|id| byte(text, id.end) == b']'),
            b' ' if !name.is_empty() => at = end + 1,
            _ => return false,
        }
    }
    false
}

/// Whether what ends at `end` is a timestamp as rsyslog relays it, which few programs write themselves:
/// `2026-02-03T10:11:12.123456+00:00 `.
///
/// # Source
/// rsyslog, `RSYSLOG_FileFormat`.
pub(super) fn is_of_relay(text: &[u8], end: usize) -> bool {
    const FORM: &[u8] = b"T00:00:00.000000+00:00 ";
    let time = slice(text, end.saturating_sub(FORM.len()), end);
    let alike = |(form, found): (&u8, &u8)| match form {
        b'0' => found.is_ascii_digit(),
        b'+' => matches!(found, b'+' | b'-'),
        _ => form == found,
    };
    time.len() == FORM.len() && FORM.iter().zip(time).all(alike)
}
