//! Machines where only a machine can stand: behind an account's `@`, in a UNC path, before its own address.

use std::ops::Range;

use super::dotted::{is_exempt, is_numbered, is_reserved};
use super::key::is_own;
use super::plain::{has_role, is_cloud_instance, is_glued_role};
use super::said::{found, is_machine};
use super::{NAME_BYTES, SHARE_NAME_BYTES, is_before_marker, name_at, url};
use crate::redact::around::{byte, is_name_byte, previous, run, run_back, slice, stands, word_before};

/// Bytes of a URL before its `@`, or before another that its password holds; how many of these; and bytes of an account.
const URL_BYTES: usize = 512;
const ACCOUNT_BYTES: usize = 64;
const PASSWORD_SIGNS: usize = 3;

/// Commands that take an account and a machine.
const COMMANDS: &[&[u8]] = &[b"ssh", b"scp", b"sftp", b"rsync", b"mosh"];

/// The machines behind the `@` at `at`: `'app'@'web-14'`, `deploy@web-14:`, `root[root] @ web01 [`,
/// `mongodb://app@n1,n2/`.
///
/// # Source
/// MySQL's account names and the `User@Host` line of its slow query log; RFC 3986 section 3.2.1.
pub(super) fn behind_at(text: &[u8], at: usize, mut take: impl FnMut(Range<usize>)) {
    let before = previous(text, at);
    let quoted = matches!(before, b'\'' | b'"' | b'`') && byte(text, at + 1) == before;
    let logged = before == b' ' && byte(text, at + 1) == b' ';
    let start = at + 1 + usize::from(quoted || logged);
    if !is_name_byte(byte(text, start)) {
        return;
    }
    // Of one byte is no name that an account alone says to be a machine's.
    if !(quoted || logged || is_name_byte(byte(text, start + 1))) {
        return;
    }
    if is_one_of_many(text, at) {
        return;
    }
    let Some(host) = machine(text, start) else { return };
    let yes = if quoted {
        byte(text, host.end) == before
    } else if logged {
        stands(text, host.end, b" [")
    } else {
        return of_account(text, at, host, take);
    };
    if yes {
        take(host);
    }
}

/// Whether words and signs in turn stand around the `@` at `at`, the word behind it of letters: no account has so many.
fn is_one_of_many(text: &[u8], at: usize) -> bool {
    let end = run(text, at + 1, NAME_BYTES, |byte| byte.is_ascii_alphabetic());
    byte(text, end) == b'@' && previous(text, run_back(text, at, ACCOUNT_BYTES, is_name_byte)) == b'@'
}

/// Where the `://` stands of the URL in which the `@` at `at` ends the account.
fn scheme_end(text: &[u8], at: usize) -> Option<usize> {
    let mut signs = 0;
    let mut scheme = None;
    let before = slice(text, at.saturating_sub(URL_BYTES), at);
    for (back, &byte) in before.iter().rev().enumerate() {
        match byte {
            b':' if stands(text, at - back, b"//") => scheme = Some(at - back - 1),
            b'@' if scheme.is_none() && signs + 1 < PASSWORD_SIGNS => signs += 1,
            0..=b' ' | b'@' | b'"' | b'\'' => break,
            _ => {}
        }
    }
    scheme
}

/// The machines of `account@machine`, and those that follow the first in a URL.
fn of_account(text: &[u8], at: usize, host: Range<usize>, mut take: impl FnMut(Range<usize>)) {
    if let Some(scheme) = scheme_end(text, at) {
        return url::behind_account(text, scheme, host, take);
    }
    let name = slice(text, host.start, host.end);
    let start = run_back(text, at, ACCOUNT_BYTES, is_name_byte);
    let commanded =
        || previous(text, start) == b' ' && COMMANDS.contains(&word_before(text, start.saturating_sub(1)));
    let has_path =
        (stands(text, host.end, b":/") || stands(text, host.end, b":~")) && byte(text, host.end + 2) != b'/';
    // `jdbc:oracle:thin:@batchbox:1521:orcl`.
    let thin = stands(text, at.saturating_sub(b":thin:".len()), b":thin:") && is_machine(text, &host);
    if thin || is_own(name) && is_name_byte(previous(text, at)) && (has_path || commanded()) {
        return take(host);
    }
    if name.contains(&b'.')
        || !(name.contains(&b'-') || is_numbered(name))
        || !name.iter().any(u8::is_ascii_digit)
    {
        return;
    }
    let followed =
        byte(text, host.end) == b':' && matches!(byte(text, host.end + 1), b'/' | b'~' | b'0'..=b'9');
    let said = followed || has_role(name) || is_glued_role(name) || is_cloud_instance(name);
    if is_name_byte(previous(text, at)) && (said || commanded()) {
        take(host);
    }
}

/// The name at `start`, if it can be a machine's and is not the same everywhere.
pub(super) fn machine(text: &[u8], start: usize) -> Option<Range<usize>> {
    let host = name_at(text, start)?;
    let name = slice(text, host.start, host.end);
    let sound =
        !name.contains(&b'_') && !is_exempt(name) && !is_reserved(name) && !is_before_marker(text, host.end);
    let is_scheme = stands(text, host.end, b"://");
    let sound = sound && !is_scheme;
    sound.then_some(host)
}

/// The machine in a UNC path whose first backslash is at `at`.
pub(super) fn sharing(text: &[u8], at: usize) -> Option<Range<usize>> {
    let opens = matches!(previous(text, at), 0 | b' ' | b'"' | b'\'' | b'(' | b'=' | b'\n');
    if !opens || byte(text, at + 1) != b'\\' {
        return None;
    }
    let end = run(text, at + 2, SHARE_NAME_BYTES, is_name_byte);
    let name = slice(text, at + 2, end);
    // `\\n` and `\\t` are escapes.
    (name.len() > 2 && byte(text, end) == b'\\').then_some(at + 2..end)
}

/// The name before the slash or the parenthesis at `slash`, behind which its address was found: `msra-sa-41/10.190.173.170`.
///
/// # Source
/// `java.net.InetAddress.toString`: host name, slash, address.
pub(in crate::redact::rules) fn resolved(text: &[u8], slash: usize) -> Option<Range<usize>> {
    if byte(text, slash) == b'(' {
        return found(text, slash);
    }
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
