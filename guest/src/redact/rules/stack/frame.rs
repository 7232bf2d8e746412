//! Lines and frames.

use crate::redact::around::{byte, is_word_byte, previous, run, run_back, slice, stands};

/// Bytes of indentation before a frame, and of a line that can be one.
const INDENT_BYTES: usize = 64;
pub(super) const LINE_BYTES: usize = 1_024;

/// Where the indentation from `line` ends, a `\t` that was left escaped included.
pub(super) fn indented(text: &[u8], line: usize) -> usize {
    let blanks = |at| run(text, at, INDENT_BYTES, |byte| matches!(byte, b' ' | b'\t' | b'|'));
    let at = blanks(line);
    if stands(text, at, b"\\t") { blanks(at + 2) } else { at }
}

/// Where the line that starts at `line` ends, its line end not included; nothing if it is too long for a frame.
pub(super) fn line_end(text: &[u8], line: usize) -> Option<usize> {
    let end = run(text, line, LINE_BYTES + 1, |byte| byte != b'\n');
    (end - line <= LINE_BYTES).then(|| if previous(text, end) == b'\r' && end > line { end - 1 } else { end })
}

/// Where the next line starts; nothing at the end of the text.
pub(super) fn next_line(text: &[u8], end: usize) -> Option<usize> {
    let at = end + usize::from(byte(text, end) == b'\r');
    (byte(text, at) == b'\n' && at + 1 < text.len()).then_some(at + 1)
}

/// Where the line before the one at `line` starts; nothing if there is none or it is too long.
pub(super) fn line_before(text: &[u8], line: usize) -> Option<usize> {
    let end = line.checked_sub(1)?;
    let start = run_back(text, end, LINE_BYTES + 1, |byte| byte != b'\n');
    (end - start <= LINE_BYTES).then_some(start)
}

/// The number at `at`, and where it ends.
pub(super) fn number(text: &[u8], at: usize) -> Option<(usize, usize)> {
    let end = run(text, at, 6, |byte| byte.is_ascii_digit());
    let digits = slice(text, at, end);
    let value = digits.iter().fold(0, |value, digit| value * 10 + usize::from(digit - b'0'));
    (end > at && !is_word_byte(byte(text, end))).then_some((value, end))
}

/// Whether a place in code ends here: `:10:5`, `:10`, `:line 20`.
pub(super) fn ends_in_line_number(frame: &[u8]) -> bool {
    let frame = frame.strip_suffix(b")").unwrap_or(frame);
    let digits = frame.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    let before = frame.len() - digits;
    digits > 0
        && (previous(frame, before) == b':'
            || frame.get(..before).is_some_and(|rest| rest.ends_with(b":line ")))
}
