//! Machines where only a machine can stand: behind an account's `@`, in a UNC path, before its own address.

use std::ops::Range;

use super::dotted::{is_exempt, is_reserved};
use super::plain::{has_role, is_cloud_instance};
use super::{NAME_BYTES, SHARE_NAME_BYTES};
use crate::redact::around::{byte, is_name_byte, previous, run, run_back, slice, stands};

/// The machine behind the `@` at `at`: `'app'@'web-14'`, `deploy@web-14:`, `root[root] @ web01 [`.
///
/// # Source
/// MySQL's account names and the `User@Host` line of its slow query log.
pub(super) fn behind_at(text: &[u8], at: usize) -> Option<Range<usize>> {
    let before = previous(text, at);
    let quoted = matches!(before, b'\'' | b'"' | b'`') && byte(text, at + 1) == before;
    let logged = before == b' ' && byte(text, at + 1) == b' ';
    let start = at + 1 + usize::from(quoted || logged);
    let mut end = run(text, start, NAME_BYTES + 1, is_name_byte);
    while end > start && !previous(text, end).is_ascii_alphanumeric() {
        end -= 1;
    }
    let name = slice(text, start, end);
    let letters = name.iter().any(u8::is_ascii_alphabetic);
    if !letters || name.len() > NAME_BYTES || is_exempt(name) || is_reserved(name) || name.contains(&b'_') {
        return None;
    }
    let yes = if quoted {
        byte(text, end) == before
    } else if logged {
        stands(text, end, b" [")
    } else {
        let numbered = name.contains(&b'-') && name.iter().any(u8::is_ascii_digit);
        let followed = byte(text, end) == b':' && matches!(byte(text, end + 1), b'/' | b'~' | b'0'..=b'9');
        is_name_byte(before)
            && !name.contains(&b'.')
            && numbered
            && (followed || has_role(name) || is_cloud_instance(name))
    };
    yes.then_some(start..end)
}

/// The machine in a UNC path whose first backslash is at `at`.
pub(super) fn sharing(text: &[u8], at: usize) -> Option<Range<usize>> {
    let opens = byte(text, at + 1) == b'\\'
        && matches!(previous(text, at), 0 | b' ' | b'"' | b'\'' | b'(' | b'=' | b'\n');
    let end = if opens { run(text, at + 2, SHARE_NAME_BYTES, is_name_byte) } else { at };
    let name = slice(text, at + 2, end);
    // `\\n` and `\\t` are escapes.
    (name.len() > 2 && byte(text, end) == b'\\').then_some(at + 2..end)
}

/// The name before the slash at `slash`, behind which its address was found: `msra-sa-41/10.190.173.170`.
///
/// # Source
/// `java.net.InetAddress.toString`: host name, slash, address.
pub(in crate::redact::rules) fn resolved(text: &[u8], slash: usize) -> Option<Range<usize>> {
    let start = run_back(text, slash, NAME_BYTES + 1, is_name_byte);
    let name = slice(text, start, slash);
    let sound = name.first().is_some_and(u8::is_ascii_alphanumeric)
        && name.iter().any(u8::is_ascii_alphabetic)
        && name.len() <= NAME_BYTES
        && previous(text, start) != b'/'
        && !name.contains(&b'_')
        && !is_exempt(name);
    sound.then_some(start..slash)
}
