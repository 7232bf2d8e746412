//! Go's goroutines: a line with the function, a line with the file.

use super::frame::{Frame, indented, line_before, line_end, next_line, unprefixed};
use super::framework::is_framework;
use super::{Findings, keep_first_of_lines};
use crate::redact::around::slice;

/// Reads the frames below the line `goroutine 47 [running]:` at `line`.
pub(super) fn read(text: &[u8], line: usize, findings: &mut Findings) {
    let Some(end) = line_end(text, line) else { return };
    if !slice(text, line, end).ends_with(b"]:") {
        return;
    }
    // Of a dump of many goroutines only the first keeps a frame: it is the one that failed.
    let follows = follows_another(text, line);
    keep_first_of_lines(text, next_line(text, end), findings, |line| {
        let frame = frame(text, line)?;
        Some(Frame { application: frame.application && !follows, ..frame })
    });
}

/// The frame at `line`: the function, and below it the file.
fn frame(text: &[u8], line: usize) -> Option<Frame> {
    let start = unprefixed(text, line);
    let function_end = line_end(text, line)?;
    let place = next_line(text, function_end)?;
    let end = line_end(text, place)?;
    let path = indented(text, place);
    let file = slice(text, path, end);
    let is_place = path > unprefixed(text, place)
        && [&b".go:"[..], b".s:", b".c:"].iter().any(|ending| holds(file, ending));
    let function = slice(text, start, function_end);
    let function = function.strip_prefix(b"created by ").unwrap_or(function);
    (is_place && !function.is_empty())
        .then(|| Frame::one(start, end, !is_framework(function) && !is_framework(file)))
}

fn holds(line: &[u8], wanted: &[u8]) -> bool {
    line.windows(wanted.len()).any(|window| window == wanted)
}

/// Whether another goroutine's frames end in the line before the empty one above.
fn follows_another(text: &[u8], line: usize) -> bool {
    let Some(empty) = line_before(text, line) else { return false };
    let Some(place) = line_before(text, empty) else { return false };
    line_end(text, empty) == Some(unprefixed(text, empty))
        && indented(text, place) > unprefixed(text, place)
        && line_end(text, place).is_some_and(|end| holds(slice(text, place, end), b".go:"))
}
