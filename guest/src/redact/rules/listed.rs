//! Commands of which each argument stands in a line of its own, with its number: what Redis answers to `SLOWLOG GET`.

use crate::redact::around::{byte, run, slice, stands};

/// Blanks before the number of an argument, and its digits.
const INDENT_BYTES: usize = 24;
const DIGITS: usize = 4;

/// An argument in a line of its own.
pub(super) struct Listed {
    /// Where its quote opens.
    pub at: usize,
    /// Its number, in digits.
    number: usize,
}

impl Listed {
    /// Whether it is the argument behind the other, and not one of another list.
    pub(super) fn follows(&self, other: &Self) -> bool {
        self.number == other.number + 1
    }
}

/// The argument in the line below the one whose quote closes at `at`, or before it: `"requirepass"\n    4) "x"`.
pub(super) fn next(text: &[u8], at: usize) -> Option<Listed> {
    let quote = at + usize::from(byte(text, at) == b'"');
    let line = quote + usize::from(byte(text, quote) == b'\r');
    if byte(text, line) != b'\n' {
        return None;
    }
    let digits = run(text, line + 1, INDENT_BYTES, |byte| byte == b' ');
    let end = run(text, digits, DIGITS, |byte| byte.is_ascii_digit());
    let number =
        slice(text, digits, end).iter().fold(0, |number, digit| number * 10 + usize::from(digit - b'0'));
    (end > digits && stands(text, end, b") \"")).then_some(Listed { at: end + 2, number })
}
