//! Traces that something has folded into one line: `X: m at com.acme.A.b(A.java:8) at …`.

use super::arrow::is_call;
use super::frame::number;
use super::framework::is_framework;
use super::{Dropped, Findings};
use crate::redact::around::{byte, is_word_byte, previous, run, slice, stands};

/// Bytes of a call before its parenthesis, and within it.
const NAME_BYTES: usize = 256;
const PLACE_BYTES: usize = 128;
/// Blanks between two frames.
const GAP_BYTES: usize = 8;

/// Reads the frames of which the `at` at `start` begins the first. Returns from where the scan goes on.
pub(super) fn read(text: &[u8], start: usize, findings: &mut Findings) -> usize {
    let past = start + b"at".len();
    let inside = matches!(previous(text, start), b' ' | b'\t' | b')' | b';' | b',');
    let Some(first) = inside.then(|| frame(text, start)).flatten() else { return past };
    // One frame alone is no trace.
    let second = gap(text, first);
    if frame(text, second).is_none() && counted(text, second).is_none() {
        return past;
    }
    let mut dropped = Dropped::default();
    let mut kept = false;
    let mut at = start;
    while let Some(end) = frame(text, at) {
        if !kept && !is_framework(slice(text, at + b"at ".len(), end)) {
            dropped.flush(findings);
            kept = true;
        } else {
            dropped.add(at, end, 1);
        }
        at = gap(text, end);
    }
    if let Some((frames, end)) = counted(text, at) {
        dropped.add(at, end, frames);
        at = end;
    }
    dropped.flush(findings);
    at
}

fn gap(text: &[u8], at: usize) -> usize {
    run(text, at, GAP_BYTES, |byte| matches!(byte, b' ' | b'\t' | b';' | b','))
}

/// The frames that `... 23 more` at `at` counts, and where it ends.
fn counted(text: &[u8], at: usize) -> Option<(usize, usize)> {
    let (frames, end) = number(text, stands(text, at, b"... ").then_some(at + b"... ".len())?)?;
    let more = end + b" more".len();
    (stands(text, end, b" more") && !is_word_byte(byte(text, more)) && byte(text, more) != b'<')
        .then_some((frames, more))
}

/// Where the place ends that .NET prints behind a call: ` in C:\s\S.cs:line 20`.
fn behind_place(text: &[u8], end: usize) -> usize {
    const LINE: &[u8] = b":line ";
    if !stands(text, end, b" in ") {
        return end;
    }
    let place = slice(text, end, text.len().min(end + PLACE_BYTES));
    let place = place.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let line = place.windows(LINE.len()).position(|window| window == LINE);
    line.and_then(|line| number(text, end + line + LINE.len())).map_or(end, |(_, end)| end)
}

/// Where the frame at `at` ends.
fn frame(text: &[u8], at: usize) -> Option<usize> {
    if !stands(text, at, b"at ") {
        return None;
    }
    let name = at + b"at ".len();
    let open = run(text, name, NAME_BYTES, |byte| !matches!(byte, b' ' | b'(' | b')' | b'\n' | b'"' | b','));
    if byte(text, open) != b'(' {
        return None;
    }
    let close = run(text, open, PLACE_BYTES, |byte| !matches!(byte, b')' | b'\n'));
    (byte(text, close) == b')' && is_call(slice(text, name, close + 1)))
        .then(|| behind_place(text, close + 1))
}
