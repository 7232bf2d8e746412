//! The same where each line is the value of a document of its own.

use super::super::pem::Prefix;
use super::{PREFIX_BYTES, WIDTHS, is_mixed};
use crate::redact::around::{byte, line_end, line_start, previous, run, slice};
use crate::redact::value::transitions;

/// Bytes of a short last line, if it has no padding.
const LAST_BYTES: usize = 16;

/// Whether the value from `start` to before `end` is a line of base64 and the same value in the line above or below is one.
pub(crate) fn is_line_beside_others(text: &[u8], start: usize, end: usize) -> bool {
    let word = slice(text, start, end);
    let is_last = !WIDTHS.contains(&word.len());
    if !(is_last && may_be_last(word) || !is_last && is_mixed(word))
        || !word.iter().all(|byte| is_base64(*byte))
    {
        return false;
    }
    let line = line_start(text, start, PREFIX_BYTES);
    let prefix = Prefix(slice(text, line, start));
    let is_full = |other: usize| {
        let line_end = line_end(text, other, 2 * PREFIX_BYTES);
        let word = prefix.end_in(slice(text, other, line_end)).map(|before| other + before);
        word.is_some_and(|word| {
            let word_end = run(text, word, PREFIX_BYTES, is_base64);
            let width = word_end - word;
            byte(text, word_end) == byte(text, end)
                && WIDTHS.contains(&width)
                && (is_last || width == end - start)
                && is_mixed(slice(text, word, word_end))
        })
    };
    let above = (previous(text, line) == b'\n').then(|| line_start(text, line - 1, 2 * PREFIX_BYTES));
    let below = || {
        let line_end = line_end(text, end, 2 * PREFIX_BYTES);
        (byte(text, line_end) == b'\n').then_some(line_end + 1)
    };
    above.is_some_and(is_full) || !is_last && below().is_some_and(is_full)
}

/// Whether a word of any width may be the last line: one with padding, or one that looks like nothing else.
fn may_be_last(word: &[u8]) -> bool {
    let has = |letters: std::ops::RangeInclusive<u8>| word.iter().any(|byte| letters.contains(byte));
    let is_long = word.len() >= LAST_BYTES && has(b'g'..=b'z') && has(b'G'..=b'Z');
    word.len() < 76 && transitions(word) > 0 && (word.ends_with(b"=") || is_long)
}

fn is_base64(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=')
}
