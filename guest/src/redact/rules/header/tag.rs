//! What stands behind the machine in the lines of syslog without being a tag of one word.

use super::{ID_DIGITS, TAG_BYTES, id};
use crate::redact::around::{byte, is_name_byte, run, slice, stands};

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
