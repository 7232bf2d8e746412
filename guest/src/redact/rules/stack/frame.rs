//! Lines and frames.

use super::super::header::iso_time_end;
use crate::redact::around::{
    self, byte, find_in_line, is_line_start, is_word_byte, line_start, previous, run, run_back, slice, stands,
};

/// Bytes of indentation before a frame, and of a line that can be one.
const INDENT_BYTES: usize = 64;
pub(super) const LINE_BYTES: usize = 1_024;
/// Bytes of what a log shipper puts before each line, of a name in it and of the blanks behind that.
const PREFIX_BYTES: usize = 128;
const NAME_BYTES: usize = 64;
const GAP_BYTES: usize = 32;
/// Bytes of a tag before each line of a trace, with the indentation.
const TAG_BYTES: usize = 160;
/// Bytes of a time's fraction and zone.
const ZONE_BYTES: usize = 16;

/// One or more frames of a trace.
pub(super) struct Frame {
    pub start: usize,
    pub end: usize,
    pub frames: usize,
    pub application: bool,
}

impl Frame {
    pub(super) const fn one(start: usize, end: usize, application: bool) -> Self {
        Self { start, end, frames: 1, application }
    }
}

/// The lines of a trace, each with the same tag before it if there is one: `E AndroidRuntime: `, `[error] `.
#[derive(Clone, Copy)]
pub(super) struct Lines<'t> {
    pub text: &'t [u8],
    tag: &'t [u8],
}

impl<'t> Lines<'t> {
    /// Lines with nothing before them, or with what [`unprefixed`] knows.
    pub(super) const fn untagged(text: &'t [u8]) -> Self {
        Self { text, tag: b"" }
    }

    /// The lines of a trace of which one has its content at `content`, and where that line starts; nothing if other
    /// things than a tag stand before the content.
    pub(super) fn around(text: &'t [u8], content: usize) -> Option<(Self, usize)> {
        let line = line_start(text, content, TAG_BYTES);
        let untagged = Self::untagged(text);
        if !is_line_start(text, line) {
            return None;
        }
        if untagged.indented(line) == content {
            return Some((untagged, line));
        }
        let before = slice(text, line, content).trim_ascii_end();
        let blank = line + before.len();
        let tag = slice(text, line, blank + usize::from(byte(text, blank) == b' '));
        if blank == content || !before.last().copied().is_some_and(ends_tag) {
            return None;
        }
        // Of several frames in one line only the first begins a trace, so that no trace is read twice.
        let frames =
            tag.windows(4).any(|window| matches!(window, b" at " | [b'#', b'0', b' ', _] | [b'"', ..]));
        // What a secret stood in was longer than it is now, and may have been too long for a tag.
        let shortened = tag.windows(10).any(|window| window == b"<REDACTED:");
        (!frames && !shortened).then_some((Self { text, tag }, line))
    }

    /// Whether each line has a tag.
    pub(super) const fn are_tagged(self) -> bool {
        !self.tag.is_empty()
    }

    /// Where the indentation of the line at `line` ends, with what stands before each line of a log, and a `\t` that was
    /// left escaped.
    pub(super) fn indented(self, line: usize) -> usize {
        let blanks = |at| run(self.text, at, INDENT_BYTES, |byte| matches!(byte, b' ' | b'\t' | b'|'));
        let at = blanks(self.unprefixed(line));
        // JavaScript prints a text as lines of quotes.
        if matches!(byte(self.text, at), b'\'' | b'"') && stands(self.text, at + 1, b"    at ") {
            return blanks(at + 1);
        }
        if stands(self.text, at, b"\\t") { blanks(at + 2) } else { at }
    }

    /// Where the line starts behind what was put before it.
    pub(super) fn unprefixed(self, line: usize) -> usize {
        let head = slice(self.text, line, line + self.tag.len());
        // Times go on from line to line.
        let alike = |(one, other): (&u8, &u8)| one == other || one.is_ascii_digit() && other.is_ascii_digit();
        if self.are_tagged() && head.len() == self.tag.len() && head.iter().zip(self.tag).all(alike) {
            line + head.len()
        } else {
            unprefixed(self.text, line)
        }
    }
}

/// Whether a tag may stand before the content at `at`.
pub(super) fn may_be_tagged(text: &[u8], at: usize) -> bool {
    let tag_end = run_back(text, at, INDENT_BYTES, |byte| matches!(byte, b' ' | b'\t'));
    tag_end < at && ends_tag(previous(text, tag_end))
}

fn ends_tag(byte: u8) -> bool {
    matches!(byte, b':' | b']' | b'|' | b'-' | b')')
}

/// Where the line starts behind what was put before it: `web_1  | `, `[pod/web/app] `, a timestamp, `stderr F `,
/// a syslog header.
fn unprefixed(text: &[u8], line: usize) -> usize {
    match byte(text, line) {
        b'0'..=b'9' => behind_timestamp(text, line).unwrap_or(line),
        b'[' if stands(text, line, b"[pod/") => behind(text, line, b"] ").unwrap_or(line),
        b'A'..=b'Z' if byte(text, line + 9) == b':' && byte(text, line + 12) == b':' => {
            behind(text, line, b"]: ").unwrap_or(line)
        }
        b'a'..=b'z' | b'A'..=b'Z' => {
            let name = run(text, line, NAME_BYTES, |byte| !matches!(byte, b' ' | b'\n'));
            let gap = run(text, name, GAP_BYTES, |byte| byte == b' ');
            if gap > name && stands(text, gap, b"| ") { gap + b"| ".len() } else { line }
        }
        _ => line,
    }
}

/// Behind `2026-02-03T10:11:12.123Z `, and the stream's name that container runtimes write.
fn behind_timestamp(text: &[u8], line: usize) -> Option<usize> {
    let end = run(text, iso_time_end(text, line)?, ZONE_BYTES, |byte| {
        byte.is_ascii_digit() || matches!(byte, b'.' | b',' | b':' | b'+' | b'-' | b'Z')
    });
    let at = matches!(byte(text, end), b' ' | b'\t').then_some(end + 1)?;
    let stream = stands(text, at, b"stderr ") || stands(text, at, b"stdout ");
    Some(if stream && byte(text, at + 8) == b' ' { at + b"stderr F ".len() } else { at })
}

/// Behind the first `]` and what `end` has after it.
fn behind(text: &[u8], line: usize, end: &[u8]) -> Option<usize> {
    let close = find_in_line(text, line, PREFIX_BYTES, b']');
    stands(text, close, end).then_some(close + end.len())
}

/// Where the line that starts at `line` ends, its line end not included; nothing if it is too long for a frame.
pub(super) fn line_end(text: &[u8], line: usize) -> Option<usize> {
    let end = around::line_end(text, line, LINE_BYTES + 1);
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
    let start = line_start(text, end, LINE_BYTES + 1);
    (end - start <= LINE_BYTES).then_some(start)
}

/// The number at `at`, and where it ends.
pub(super) fn number(text: &[u8], at: usize) -> Option<(usize, usize)> {
    let end = run(text, at, 6, |byte| byte.is_ascii_digit());
    let digits = slice(text, at, end);
    let value = digits.iter().fold(0, |value, digit| value * 10 + usize::from(digit - b'0'));
    (end > at && !is_word_byte(byte(text, end))).then_some((value, end))
}

/// Whether a place in code ends here: `:10:5`, `:10`, `:line 20`, `: line 20`.
pub(super) fn ends_in_line_number(frame: &[u8]) -> bool {
    let frame = frame.strip_suffix(b")").unwrap_or(frame);
    let digits = frame.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    let before = frame.len() - digits;
    digits > 0
        && (previous(frame, before) == b':'
            || frame
                .get(..before)
                .is_some_and(|rest| rest.ends_with(b":line ") || rest.ends_with(b": line ")))
}
