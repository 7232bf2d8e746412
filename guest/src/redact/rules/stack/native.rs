//! Frames as the C library prints them: `/app/server(work+0x25)[0x55d0c2234]`.

use super::frame::{Frame, Lines, line_end};
use super::{Findings, read_once};
use crate::redact::around::slice;
use crate::redact::words::Beginnings;

/// How the paths of libraries begin.
pub(super) static LIBRARIES: Beginnings =
    Beginnings::new(&[b"/lib", b"/usr/lib", b"/nix/store", b"/System/Library", b"/apex/", b"/system/"]);

/// Reads the frames of which the line at `line` is the first.
pub(super) fn read(lines: Lines, line: usize, findings: &mut Findings) {
    read_once(lines, line, findings, frame);
}

fn frame(lines: Lines, line: usize) -> Option<Frame> {
    let start = lines.indented(line);
    let end = line_end(lines.text, line)?;
    let whole = slice(lines.text, start, end);
    let (open, path) = whole
        .iter()
        .position(|&byte| matches!(byte, b'(' | b' '))
        .and_then(|open| Some((open, whole.get(..open)?)))?;
    let place = whole.get(open..)?;
    let address = place.windows(4).any(|window| matches!(window, b")[0x" | b" [0x"));
    let is_path = matches!(path.first(), Some(b'/' | b'.'));
    let is_frame = is_path && place.starts_with(b"(") && address && whole.ends_with(b"]");
    is_frame.then(|| Frame::one(start, end, !LIBRARIES.begin(path)))
}
