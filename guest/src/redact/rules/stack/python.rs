//! Python's tracebacks. The innermost frame comes last, so of the application's frames the last one stays.

use super::frame::{indented, line_before, line_end, next_line, number, unprefixed};
use super::framework::is_library;
use super::{Dropped, Findings};
use crate::redact::around::{byte, slice, stands};

/// Lines of source and of marks (`~~~^^^`) below a frame.
const SOURCE_LINES: usize = 6;

struct Frame {
    start: usize,
    end: usize,
    next: Option<usize>,
    frames: usize,
    application: bool,
}

/// Reads the frames of which the line at `line` is the first.
pub(super) fn read(text: &[u8], line: usize, findings: &mut Findings) {
    if continues(text, line) {
        return;
    }
    let mut last = None;
    each(text, line, |frame| last = if frame.application { Some(frame.start) } else { last });
    let mut dropped = Dropped::default();
    each(text, line, |frame| {
        if Some(frame.start) == last {
            dropped.flush(findings);
        } else {
            dropped.add(frame.start, frame.end, frame.frames);
        }
    });
    dropped.flush(findings);
}

fn each(text: &[u8], line: usize, mut take: impl FnMut(&Frame)) {
    let mut next = Some(line);
    while let Some(found) = next.and_then(|line| frame(text, line)) {
        take(&found);
        next = found.next;
    }
}

fn frame(text: &[u8], line: usize) -> Option<Frame> {
    let start = indented(text, line);
    let mut end = line_end(text, line)?;
    if stands(text, start, b"[Previous line repeated ") {
        let (frames, _) = number(text, start + b"[Previous line repeated ".len())?;
        return Some(Frame { start, end, next: next_line(text, end), frames, application: false });
    }
    let place = slice(text, start, end);
    let path = place.strip_prefix(b"File \"")?;
    let path_end = path.iter().position(|&byte| byte == b'"')?;
    if !path.get(path_end..)?.starts_with(b"\", line ") {
        return None;
    }
    let indent = indentation(text, line);
    let mut next = next_line(text, end);
    for _ in 0..SOURCE_LINES {
        let Some(line) = next else { break };
        let at = indented(text, line);
        if indentation(text, line) <= indent
            || stands(text, at, b"File \"")
            || matches!(byte(text, at), b'\n' | b'\r' | 0)
        {
            break;
        }
        let Some(source_end) = line_end(text, line) else { break };
        end = source_end;
        next = next_line(text, end);
    }
    Some(Frame { start, end, next, frames: 1, application: !is_library(path) })
}

/// How far the line is indented, behind what stands before each line of a log.
fn indentation(text: &[u8], line: usize) -> usize {
    indented(text, line) - unprefixed(text, line)
}

/// Whether a frame stands before the line, its source between.
fn continues(text: &[u8], line: usize) -> bool {
    let indent = indentation(text, line);
    let mut before = line;
    for _ in 0..=SOURCE_LINES {
        let Some(line) = line_before(text, before) else { return false };
        let at = indented(text, line);
        let before_indent = indentation(text, line);
        if before_indent <= indent {
            return before_indent == indent
                && (stands(text, at, b"File \"") || stands(text, at, b"[Previous line"));
        }
        before = line;
    }
    false
}
