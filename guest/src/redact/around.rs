//! What stands around a place in a text. Every look is bounded by its caller, so that no input makes a scan quadratic.

use super::class::{DIGIT, LETTERS, TOKEN, UNDERSCORE, class};
use super::words::is_same;

/// Bytes that a look for the word before a place may walk back over.
///
/// Long enough for `kubernetes.container_name`; a longer word is no keyword of any rule.
pub(super) const WORD_BYTES: usize = 40;

/// Bytes between a key and its value: `": "`, ` = '`, `=\"`.
pub(super) const SEPARATOR_BYTES: usize = 6;

/// The byte at `at`, NUL outside of the text.
pub(super) fn byte(text: &[u8], at: usize) -> u8 {
    text.get(at).copied().unwrap_or(0)
}

/// The byte before `at`, NUL at the start of the text.
pub(super) fn previous(text: &[u8], at: usize) -> u8 {
    at.checked_sub(1).map_or(0, |before| byte(text, before))
}

/// The bytes of a range, empty if the range is not in the text.
pub(super) fn slice(text: &[u8], start: usize, end: usize) -> &[u8] {
    text.get(start..end).unwrap_or_default()
}

/// Whether `word` stands at `at`.
pub(super) fn stands(text: &[u8], at: usize, word: &[u8]) -> bool {
    slice(text, at, at + word.len()) == word
}

/// Whether one of the words stands at `at`. Their first bytes mostly tell that none does.
pub(super) fn stands_one(text: &[u8], at: usize, words: &[&[u8]]) -> bool {
    let first = text.get(at);
    words.iter().any(|word| word.first() == first && stands(text, at, word))
}

/// Whether `word` stands at `at`, in any case.
pub(super) fn stands_folded(text: &[u8], at: usize, word: &[u8]) -> bool {
    is_same(slice(text, at, at + word.len()), word)
}

/// Where the run of accepted bytes from `at` ends, after `most` bytes at the latest.
#[inline]
pub(super) fn run(text: &[u8], at: usize, most: usize, mut accepts: impl FnMut(u8) -> bool) -> usize {
    let rest = slice(text, at, text.len().min(at.saturating_add(most)));
    at + rest.iter().position(|&byte| !accepts(byte)).unwrap_or(rest.len())
}

/// Where the run of accepted bytes that ends at `at` starts, `most` bytes before it at the earliest.
pub(super) fn run_back(text: &[u8], at: usize, most: usize, accepts: impl Fn(u8) -> bool) -> usize {
    let before = slice(text, at.saturating_sub(most), at);
    at - before.iter().rev().position(|&byte| !accepts(byte)).unwrap_or(before.len())
}

/// Where the line of `at` ends, after `most` bytes at the latest.
pub(super) fn line_end(text: &[u8], at: usize, most: usize) -> usize {
    let rest = slice(text, at, text.len().min(at.saturating_add(most)));
    at + memchr::memchr(b'\n', rest).unwrap_or(rest.len())
}

/// Where the first such byte from `at` stands, or else where the line ends, after `most` bytes at the latest.
#[inline]
pub(super) fn find_in_line(text: &[u8], at: usize, most: usize, wanted: u8) -> usize {
    let rest = slice(text, at, text.len().min(at.saturating_add(most)));
    at + memchr::memchr2(wanted, b'\n', rest).unwrap_or(rest.len())
}

/// Where the line of `at` starts, `most` bytes before it at the earliest.
pub(super) fn line_start(text: &[u8], at: usize, most: usize) -> usize {
    let before = slice(text, at.saturating_sub(most), at);
    at - before.len() + memchr::memrchr(b'\n', before).map_or(0, |newline| newline + 1)
}

/// Whether the byte can stand in a name: a host, a class, a file, a property.
pub(super) const fn is_name_byte(byte: u8) -> bool {
    class(byte) & TOKEN != 0
}

/// Whether the byte is a letter, a digit or `_`.
pub(super) const fn is_word_byte(byte: u8) -> bool {
    class(byte) & (LETTERS | DIGIT | UNDERSCORE) != 0
}

/// Whether the byte may stand between a key and its value.
pub(super) const fn is_separator(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b':' | b'=' | b'"' | b'\'' | b'\\' | b'`')
}

/// The word that ends at `at`, empty if there is none or it is longer than [`WORD_BYTES`].
pub(super) fn word_before(text: &[u8], at: usize) -> &[u8] {
    let start = run_back(text, at, WORD_BYTES + 1, is_name_byte);
    if at - start > WORD_BYTES { &[] } else { slice(text, start, at) }
}

/// The word before `at` with separators and opening brackets between, and where it starts.
pub(super) fn label_before(text: &[u8], at: usize) -> &[u8] {
    let end = run_back(text, at, SEPARATOR_BYTES, |byte| is_separator(byte) || matches!(byte, b'[' | b'('));
    word_before(text, end)
}

/// Whether the list holds the word, in any case. The list is in lower case.
pub(super) fn listed(list: &[&[u8]], word: &[u8]) -> bool {
    let Some(first) = word.first().map(u8::to_ascii_lowercase) else { return false };
    list.iter().any(|entry| {
        entry.len() == word.len() && entry.first() == Some(&first) && entry.eq_ignore_ascii_case(word)
    })
}

/// Where the line of `at` starts, if that is at most `most` bytes before it.
pub(super) fn is_line_start(text: &[u8], at: usize) -> bool {
    matches!(previous(text, at), 0 | b'\n' | b'\r')
}
