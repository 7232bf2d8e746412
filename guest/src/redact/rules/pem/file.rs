//! Private keys in files of other forms: of `PuTTY` and of RFC 4716.

use std::ops::Range;

use crate::redact::around::{byte, line_end, run, slice, stands};

/// The most lines of one key: one of RSA with 16,384 bits has fewer.
const LINES: usize = 256;

/// The most bytes of one line.
const LINE_BYTES: usize = 128;

/// The lines that `Private-Lines: 2` before `at` counts.
pub(super) fn counted_lines(text: &[u8], at: usize) -> Option<Range<usize>> {
    stands(text, at, b": ").then_some(())?;
    let digits = run(text, at + 2, 4, |byte| byte.is_ascii_digit());
    let count: usize = std::str::from_utf8(slice(text, at + 2, digits)).ok()?.parse().ok()?;
    let start = run(text, digits, 1, |byte| byte == b'\r') + 1;
    (byte(text, start - 1) == b'\n').then_some(())?;
    let mut end = start;
    let mut next = start;
    for _ in 0..count.min(LINES) {
        let line = run(text, next, LINE_BYTES, |byte| byte.is_ascii_alphanumeric() || b"+/=".contains(&byte));
        if line == next {
            break;
        }
        end = line;
        next = run(text, line, 2, |byte| matches!(byte, b'\r' | b'\n'));
    }
    (end > start).then_some(start..end)
}

/// The block whose `---- BEGIN` of RFC 4716 ends at `at`: up to its end, or the end of what can be part of it.
pub(super) fn ssh2(text: &[u8], at: usize) -> Option<Range<usize>> {
    let begin = b"---- BEGIN";
    let start = at.checked_sub(begin.len()).filter(|start| stands(text, *start, begin))?;
    let label = run(text, at, LINE_BYTES, |byte| byte.is_ascii_alphanumeric() || byte == b' ');
    let is_private = slice(text, at, label).windows(7).any(|bytes| bytes == b"PRIVATE");
    (is_private && stands(text, label, b"----")).then_some(())?;
    let first = line_end(text, label, LINE_BYTES);
    let mut end = first;
    for _ in 0..LINES {
        let line = end + 1;
        if byte(text, end) != b'\n' || line >= text.len() {
            break;
        }
        let close = line_end(text, line, LINE_BYTES);
        let words = slice(text, line, close).trim_ascii_end();
        if words.starts_with(b"---- END") {
            return Some(start..line + words.len());
        }
        let is_header = words.contains(&b':') || words.ends_with(b"\\");
        let in_body = |byte: &u8| byte.is_ascii_alphanumeric() || b"+/=".contains(byte);
        if !(is_header || words.iter().all(in_body)) {
            break;
        }
        end = close;
    }
    (end > first).then_some(start..end)
}
