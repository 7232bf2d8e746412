//! Traces that number their frames: `#0` of PHP, Dart and GDB, `0:` of Rust.

use super::frame::{indented, line_end, next_line, number};
use super::framework::is_framework;
use super::{Dropped, Findings};
use crate::redact::around::{byte, run, slice, stands};

struct Frame {
    start: usize,
    end: usize,
    application: bool,
}

/// Reads the frames of which the line `#0 …` at `line` is the first.
pub(super) fn read_hashed(text: &[u8], line: usize, findings: &mut Findings) {
    each(text, Some(line), findings, |line, expected| {
        let start = indented(text, line);
        let end = line_end(text, line)?;
        if stands(text, start, b"<asynchronous suspension>") {
            return Some((Frame { start, end, application: false }, expected));
        }
        let (seen, name) = number(text, (byte(text, start) == b'#').then_some(start + 1)?)?;
        let call = slice(text, run(text, name, 16, |byte| byte == b' '), end);
        let is_call = call.contains(&b'(') || call.starts_with(b"{main}") || call.starts_with(b"0x");
        (seen == expected && is_call)
            .then(|| (Frame { start, end, application: !is_framework(call) }, expected + 1))
    });
}

/// Reads the frames below the line `stack backtrace:` at `line`.
pub(super) fn read_rust(text: &[u8], line: usize, findings: &mut Findings) {
    let first = line_end(text, line).and_then(|end| next_line(text, end));
    each(text, first, findings, |line, expected| {
        let start = indented(text, line);
        let (seen, colon) = number(text, start)?;
        let mut end = line_end(text, line)?;
        if seen != expected || !stands(text, colon, b": ") {
            return None;
        }
        let mut application = !is_framework(slice(text, colon + 2, end));
        if let Some(place) = next_line(text, end) {
            let at = indented(text, place);
            if stands(text, at, b"at ")
                && let Some(place_end) = line_end(text, place)
            {
                end = place_end;
                application &= !is_framework(slice(text, at + b"at ".len(), end));
            }
        }
        Some((Frame { start, end, application }, expected + 1))
    });
}

fn each(
    text: &[u8],
    first: Option<usize>,
    findings: &mut Findings,
    frame: impl Fn(usize, usize) -> Option<(Frame, usize)>,
) {
    let mut dropped = Dropped::default();
    let mut kept = false;
    let mut expected = 0;
    let mut next = first;
    while let Some((found, following)) = next.and_then(|line| frame(line, expected)) {
        expected = following;
        if found.application && !kept {
            dropped.flush(findings);
            kept = true;
        } else {
            dropped.add(found.start, found.end, 1);
        }
        next = next_line(text, found.end);
    }
    dropped.flush(findings);
}
