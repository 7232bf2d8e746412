//! An account and its password in one value: `bo:x`, `bo / x`.

use super::VALUE_LOOK_BYTES;
use crate::redact::scan::Token;
use crate::redact::value::{Value, is_placeholder, is_uuid, looks_chosen, value_at};

/// Where the account of a pair ends that begins at `at`.
pub(super) fn bare_account_end(text: &[u8], at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    let in_account = |byte: &&u8| byte.is_ascii_alphanumeric() || b"_.@-".contains(byte);
    at + rest.iter().take(VALUE_LOOK_BYTES).take_while(in_account).count()
}

/// What stands between account and password, at `at`.
pub(super) fn pair_separator(text: &[u8], at: usize) -> Option<&'static [u8]> {
    let rest = text.get(at..)?;
    [&b":"[..], b"/", b" / "].into_iter().find(|separator| rest.starts_with(separator))
}

/// Whether the name is the second of two: `user / password: bo / x`, `Username/Password: bo/x`, `user:pass bo:x`.
pub(super) fn names_pair(text: &[u8], token: Token) -> bool {
    let before = text.get(token.start.saturating_sub(16)..token.start).unwrap_or_default();
    let ties = [&b" / "[..], b"/", b":"];
    let Some(before) = ties.iter().find_map(|tie| before.strip_suffix(*tie)) else { return false };
    [&b"user"[..], b"name", b"login", b"account"].iter().any(|word| {
        let start = before.len().saturating_sub(word.len());
        before.get(start..).is_some_and(|tail| tail.eq_ignore_ascii_case(word))
    })
}

/// The password in `user:password`, `user/password` or `user / password` at `at`.
pub(in crate::redact::rules) fn password_of_pair(text: &[u8], at: usize) -> Option<Value> {
    let look = text.get(..text.len().min(at + VALUE_LOOK_BYTES))?;
    let quotes = look.get(at..)?.iter().take(4).take_while(|byte| b"\\\"'`".contains(byte)).count();
    let rest = look.get(at + quotes..)?;
    let account =
        rest.iter().take_while(|byte| byte.is_ascii_alphanumeric() || b"_.@-".contains(byte)).count();
    let separator = pair_separator(rest, account)?;
    let is_path = separator != b":";
    let value = value_at(look, at + quotes + account + separator.len()).filter(|value| !value.quoted)?;
    let bytes = value.of(look);
    let is_digest =
        rest.get(..account).is_some_and(|name| name.starts_with(b"sha") || name.starts_with(b"md5"));
    let is_file = is_path && bytes.iter().any(|byte| b"/.".contains(byte));
    let is_password = bytes.len() >= 6 && looks_chosen(bytes) && !is_placeholder(bytes) && !is_uuid(bytes);
    (account > 0 && is_password && !is_digest && !is_file).then_some(value)
}
