//! Python's tracebacks. The innermost frame comes last, so of the application's frames the last one stays.

use super::frame::{Lines, line_before, line_end, next_line, number};
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
pub(super) fn read(lines: Lines, line: usize, findings: &mut Findings) {
    if continues(lines, line) {
        return;
    }
    // The fault handler prints no source, and the innermost frame first: `line 3 in work`.
    let end = line_end(lines.text, line).unwrap_or(line);
    let reversed = !slice(lines.text, line, end).windows(5).any(|window| window == b", in ");
    let mut innermost = None;
    each(lines, line, |frame| {
        if frame.application && !(reversed && innermost.is_some()) {
            innermost = Some(frame.start);
        }
    });
    let mut dropped = Dropped::default();
    each(lines, line, |frame| {
        if Some(frame.start) == innermost {
            dropped.flush(findings);
        } else {
            dropped.add(frame.start, frame.end, frame.frames);
        }
    });
    dropped.flush(findings);
}

fn each(lines: Lines, line: usize, mut take: impl FnMut(&Frame)) {
    let mut next = Some(line);
    while let Some(found) = next.and_then(|line| frame(lines, line)) {
        take(&found);
        next = found.next;
    }
}

fn frame(lines: Lines, line: usize) -> Option<Frame> {
    let start = lines.indented(line);
    let mut end = line_end(lines.text, line)?;
    if stands(lines.text, start, b"[Previous line repeated ") {
        let (frames, _) = number(lines.text, start + b"[Previous line repeated ".len())?;
        return Some(Frame { start, end, next: next_line(lines.text, end), frames, application: false });
    }
    let place = slice(lines.text, start, end);
    let path = place.strip_prefix(b"File \"")?;
    let path_end = path.iter().position(|&byte| byte == b'"')?;
    if !path.get(path_end..)?.starts_with(b"\", line ") {
        return None;
    }
    let indent = indentation(lines, line);
    let mut next = next_line(lines.text, end);
    for _ in 0..SOURCE_LINES {
        let Some(line) = next else { break };
        let at = lines.indented(line);
        if indentation(lines, line) <= indent
            || stands(lines.text, at, b"File \"")
            || matches!(byte(lines.text, at), b'\n' | b'\r' | 0)
        {
            break;
        }
        let Some(source_end) = line_end(lines.text, line) else { break };
        end = source_end;
        next = next_line(lines.text, end);
    }
    Some(Frame { start, end, next, frames: 1, application: !is_library(path) })
}

/// How far the line is indented, behind what stands before each line of a log.
fn indentation(lines: Lines, line: usize) -> usize {
    lines.indented(line) - lines.unprefixed(line)
}

/// Whether a frame stands before the line, its source between.
fn continues(lines: Lines, line: usize) -> bool {
    let indent = indentation(lines, line);
    let mut before = line;
    for _ in 0..=SOURCE_LINES {
        let Some(line) = line_before(lines.text, before) else { return false };
        let at = lines.indented(line);
        let before_indent = indentation(lines, line);
        if before_indent <= indent {
            return before_indent == indent
                && (stands(lines.text, at, b"File \"") || stands(lines.text, at, b"[Previous line"));
        }
        before = line;
    }
    false
}
