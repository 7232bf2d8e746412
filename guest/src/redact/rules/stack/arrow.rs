//! Traces whose frames begin with `at`: Java and its kin, JavaScript, .NET.

use super::frame::{Lines, ends_in_line_number, line_before, line_end, next_line, number};
use super::framework::is_framework;
use super::{Dropped, Findings};
use crate::redact::around::{byte, is_name_byte, slice, stands};

/// Lines of a cause's message before its first frame, in which a trace goes on.
const MESSAGE_LINES: usize = 8;

/// Bytes from the end of a quote to the end of its line.
const QUOTE_BYTES: usize = 4;

/// The word before a call, in the languages of .NET.
const LEADS: &[&str] = &["at ", "bei ", "en ", "em ", "à ", "в ", "在 ", "場所 ", "위치: "];

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
    fn is_application(&self, lines: Lines) -> bool {
        self.call.is_some_and(|call| !is_framework(slice(lines.text, call, self.end)))
    }
}

/// Reads the trace whose first frame is the line at `line`. Its later parts, when they are called, find that a trace
/// stands before them and leave it at that.
pub(super) fn read(lines: Lines, line: usize, findings: &mut Findings) {
    if frame(lines, line).is_none() || continues(lines, line) || (lines.are_tagged() && !goes_on(lines, line))
    {
        return;
    }
    let mut dropped = Dropped::default();
    let mut kept = false;
    let mut next = Some(line);
    while let Some(line) = next {
        let Some(frame) = frame(lines, line) else {
            dropped.flush(findings);
            next = after_cause(lines, line);
            continue;
        };
        if !kept && frame.is_application(lines) {
            dropped.flush(findings);
            kept = true;
        } else {
            dropped.add(frame.start, frame.end, frame.frames);
        }
        next = line_end(lines.text, line).and_then(|end| next_line(lines.text, end));
    }
    dropped.flush(findings);
}

/// The first frame behind the cause that the line at `line` is.
fn after_cause(lines: Lines, line: usize) -> Option<usize> {
    if !is_cause(lines, line) {
        return None;
    }
    let mut next = next_line(lines.text, line_end(lines.text, line)?)?;
    for _ in 0..MESSAGE_LINES {
        if frame(lines, next).is_some() {
            return Some(next);
        }
        if is_cause(lines, next) {
            return None;
        }
        next = next_line(lines.text, line_end(lines.text, next)?)?;
    }
    None
}

/// Whether a frame or a cause stands in the line below a frame.
fn goes_on(lines: Lines, line: usize) -> bool {
    let below = frame(lines, line)
        .and_then(|_| line_end(lines.text, line))
        .and_then(|end| next_line(lines.text, end));
    below.is_some_and(|below| frame(lines, below).is_some() || is_cause(lines, below))
}

/// Whether a frame or a cause behind a frame stands before the line.
fn continues(lines: Lines, line: usize) -> bool {
    let mut below = line;
    for _ in 0..=MESSAGE_LINES + 1 {
        let Some(before) = line_before(lines.text, below) else { return false };
        if frame(lines, before).is_some() {
            return below == line;
        }
        if is_cause(lines, before) {
            return line_before(lines.text, before).is_some_and(|before| frame(lines, before).is_some());
        }
        below = before;
    }
    false
}

fn is_cause(lines: Lines, line: usize) -> bool {
    let at = lines.indented(line);
    CAUSES.iter().any(|cause| stands(lines.text, at, cause))
}

/// The frame that the line is, or the line that counts frames.
fn frame(lines: Lines, line: usize) -> Option<Frame> {
    let start = lines.indented(line);
    match byte(lines.text, start) {
        b'.' => counted(lines, line, start),
        b'-' | b'(' => {
            // Monitors in a thread dump, and the seams between two threads' frames.
            let seam = SEAMS.iter().any(|words| stands(lines.text, start, words));
            let end = seam.then(|| line_end(lines.text, line)).flatten()?;
            Some(Frame { start, end, frames: 0, call: None })
        }
        _ => called(lines, line, start),
    }
}

/// `... 23 more`
fn counted(lines: Lines, line: usize, start: usize) -> Option<Frame> {
    let (frames, rest) =
        number(lines.text, stands(lines.text, start, b"... ").then_some(start + b"... ".len())?)?;
    let counts = [&b" more"[..], b" common frames omitted", b" frames"]
        .iter()
        .any(|words| stands(lines.text, rest, words));
    let end = counts.then(|| line_end(lines.text, line)).flatten()?;
    Some(Frame { start, end, frames, call: None })
}

/// Whether a frame may begin at `at`, told by nothing before it.
pub(super) fn may_be_frame(text: &[u8], at: usize) -> bool {
    called(Lines::untagged(text), at.saturating_sub(1), at).is_some()
}

fn called(lines: Lines, line: usize, start: usize) -> Option<Frame> {
    let translated = if start > line { LEADS } else { LEADS.get(..1).unwrap_or_default() };
    let lead = translated.iter().find(|lead| stands(lines.text, start, lead.as_bytes()))?;
    let call = start + lead.len();
    let end = line_end(lines.text, line)?;
    let whole = slice(lines.text, call, end);
    // JavaScript prints the members of an error behind its last frame, and a trace as a quoted text.
    let bare = whole.strip_suffix(b" {").unwrap_or_else(|| unquoted(whole));
    let is_frame = if *lead == "at " {
        is_scripted(bare) || (is_call(bare) && (start > line || whole.ends_with(b")")))
    } else {
        is_qualified(bare) && !bare.iter().take_while(|&&byte| byte != b'(').any(u8::is_ascii_whitespace)
    };
    is_frame.then_some(Frame { start, end: call + bare.len(), frames: 1, call: Some(call) })
}

/// The frame without the end of a quote: `',`, `\n' +`.
fn unquoted(frame: &[u8]) -> &[u8] {
    let quote = frame.len().saturating_sub(QUOTE_BYTES);
    let tail = frame.get(quote..).unwrap_or_default();
    let end = tail.iter().position(|byte| matches!(byte, b'\'' | b'"')).map_or(frame.len(), |at| quote + at);
    let bare = frame.get(..end).unwrap_or(frame);
    bare.strip_suffix(b"\\n").unwrap_or(bare)
}

/// Whether a call of PowerShell stands here: `Export-Day, C:\jobs\export.ps1: line 14`.
fn is_scripted(call: &[u8]) -> bool {
    let name_end = call.iter().position(|&byte| matches!(byte, b',' | b' ')).unwrap_or(call.len());
    let place = call.get(name_end..).and_then(|rest| rest.strip_prefix(b", ")).unwrap_or_default();
    let path = place.starts_with(b"<No file>") || place.iter().any(|byte| matches!(byte, b'/' | b'\\'));
    path && place.windows(7).any(|window| window == b": line ") && ends_in_line_number(place)
}

/// Whether a call stands here: a qualified name with parentheses, or a place in code.
pub(super) fn is_call(call: &[u8]) -> bool {
    let call = call.strip_prefix(b"async ").or_else(|| call.strip_prefix(b"new ")).unwrap_or(call);
    if [&b" (<anonymous>)"[..], b" (native)", b" (index 0)"].iter().any(|place| call.ends_with(place)) {
        return true;
    }
    let path = call.iter().any(|byte| matches!(byte, b'/' | b'\\' | b'.'))
        || call.windows(7).any(|window| window == b" (node:");
    is_qualified(call) || (path && ends_in_line_number(call))
}

/// Whether a qualified name with parentheses stands here.
fn is_qualified(call: &[u8]) -> bool {
    let name_end = call.iter().position(|&byte| !is_call_byte(byte)).unwrap_or(call.len());
    let name = call.get(..name_end).unwrap_or_default();
    let rest = call.get(name_end..).unwrap_or_default();
    let open = rest.starts_with(b"(") || rest.starts_with(b" (") || rest.starts_with(b"[");
    open && (name.contains(&b'.') || name.starts_with(b"lambda_method"))
        && rest.contains(&b')')
        && name.first().is_some_and(|first| !first.is_ascii_digit())
}

fn is_call_byte(byte: u8) -> bool {
    is_name_byte(byte)
        || matches!(byte, b'$' | b'<' | b'>' | b'/' | b'@' | b'`' | b'+' | b',' | b'#' | b'~' | b'|')
        || byte >= 0x80
}
