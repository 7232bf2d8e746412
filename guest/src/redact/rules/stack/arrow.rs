//! Traces whose frames begin with `at`: Java and its kin, JavaScript, .NET.

use super::frame::{ends_in_line_number, indented, line_before, line_end, next_line, number};
use super::framework::is_framework;
use super::{Dropped, Findings};
use crate::redact::around::{byte, is_name_byte, slice, stands};

/// Lines of a cause's message before its first frame, in which a trace goes on.
const MESSAGE_LINES: usize = 8;

/// Lines that stand between the parts of one trace.
const CAUSES: &[&[u8]] =
    &[b"Caused by: ", b"Suppressed: ", b"Wrapped by: ", b"[CIRCULAR REFERENCE", b"---> ", b"[cause]: "];

/// How lines between the frames of one trace begin.
const SEAMS: &[&[u8]] =
    &[b"- locked <", b"- waiting ", b"- parking ", b"--- End of ", b"(Coroutine boundary)"];

/// A frame, or a line that counts frames. Whose it is shows only when it is asked: of most nobody asks.
struct Frame {
    start: usize,
    end: usize,
    frames: usize,
    /// Where the call starts, if there is one.
    call: Option<usize>,
}

impl Frame {
    fn is_application(&self, text: &[u8]) -> bool {
        self.call.is_some_and(|call| !is_framework(slice(text, call, self.end)))
    }
}

/// Reads the trace whose first frame is the line at `line`. Its later parts, when they are called, find that a trace
/// stands before them and leave it at that.
pub(super) fn read(text: &[u8], line: usize, findings: &mut Findings) {
    if continues(text, line) {
        return;
    }
    let mut dropped = Dropped::default();
    let mut kept = false;
    let mut next = Some(line);
    while let Some(line) = next {
        let Some(frame) = frame(text, line) else {
            dropped.flush(findings);
            next = after_cause(text, line);
            continue;
        };
        if !kept && frame.is_application(text) {
            dropped.flush(findings);
            kept = true;
        } else {
            dropped.add(frame.start, frame.end, frame.frames);
        }
        next = next_line(text, frame.end);
    }
    dropped.flush(findings);
}

/// The first frame behind the cause that the line at `line` is.
fn after_cause(text: &[u8], line: usize) -> Option<usize> {
    if !is_cause(text, line) {
        return None;
    }
    let mut next = next_line(text, line_end(text, line)?)?;
    for _ in 0..MESSAGE_LINES {
        if frame(text, next).is_some() {
            return Some(next);
        }
        if is_cause(text, next) {
            return None;
        }
        next = next_line(text, line_end(text, next)?)?;
    }
    None
}

/// Whether a frame or a cause behind a frame stands before the line.
fn continues(text: &[u8], line: usize) -> bool {
    let mut below = line;
    for _ in 0..=MESSAGE_LINES + 1 {
        let Some(before) = line_before(text, below) else { return false };
        if frame(text, before).is_some() {
            return below == line;
        }
        if is_cause(text, before) {
            return line_before(text, before).is_some_and(|before| frame(text, before).is_some());
        }
        below = before;
    }
    false
}

fn is_cause(text: &[u8], line: usize) -> bool {
    let at = indented(text, line);
    CAUSES.iter().any(|cause| stands(text, at, cause))
}

/// The frame that the line is, or the line that counts frames.
fn frame(text: &[u8], line: usize) -> Option<Frame> {
    let start = indented(text, line);
    match byte(text, start) {
        b'.' => counted(text, line, start),
        b'-' | b'(' => {
            // Monitors in a thread dump, and the seams between two threads' frames.
            let seam = SEAMS.iter().any(|words| stands(text, start, words));
            let end = seam.then(|| line_end(text, line)).flatten()?;
            Some(Frame { start, end, frames: 0, call: None })
        }
        b'a' => called(text, line, start),
        _ => None,
    }
}

/// `... 23 more`
fn counted(text: &[u8], line: usize, start: usize) -> Option<Frame> {
    let (frames, rest) = number(text, stands(text, start, b"... ").then_some(start + b"... ".len())?)?;
    let counts =
        [&b" more"[..], b" common frames omitted", b" frames"].iter().any(|words| stands(text, rest, words));
    let end = counts.then(|| line_end(text, line)).flatten()?;
    Some(Frame { start, end, frames, call: None })
}

fn called(text: &[u8], line: usize, start: usize) -> Option<Frame> {
    let call = stands(text, start, b"at ").then_some(start + b"at ".len())?;
    let end = line_end(text, line)?;
    let whole = slice(text, call, end);
    // JavaScript prints the members of an error behind its last frame.
    let bare = whole.strip_suffix(b" {").unwrap_or(whole);
    let is_frame = is_call(bare) && (start > line || whole.ends_with(b")"));
    is_frame.then_some(Frame { start, end: call + bare.len(), frames: 1, call: Some(call) })
}

/// Whether a call stands here: a qualified name with parentheses, or a place in code.
pub(super) fn is_call(call: &[u8]) -> bool {
    let call = call.strip_prefix(b"async ").or_else(|| call.strip_prefix(b"new ")).unwrap_or(call);
    if [&b" (<anonymous>)"[..], b" (native)", b" (index 0)"].iter().any(|place| call.ends_with(place)) {
        return true;
    }
    let name_end = call.iter().position(|&byte| !is_call_byte(byte)).unwrap_or(call.len());
    let name = call.get(..name_end).unwrap_or_default();
    let rest = call.get(name_end..).unwrap_or_default();
    let open = rest.starts_with(b"(") || rest.starts_with(b" (") || rest.starts_with(b"[");
    let qualified = open
        && name.contains(&b'.')
        && rest.contains(&b')')
        && name.first().is_some_and(|first| !first.is_ascii_digit());
    let path = call.iter().any(|byte| matches!(byte, b'/' | b'\\' | b'.')) || rest.starts_with(b" (node:");
    qualified || (ends_in_line_number(call) && path)
}

fn is_call_byte(byte: u8) -> bool {
    is_name_byte(byte)
        || matches!(byte, b'$' | b'<' | b'>' | b'/' | b'@' | b'`' | b'+' | b',' | b'#' | b'~')
        || byte >= 0x80
}
