//! Go's goroutines: a line with the function, a line with the file.

use super::frame::{Frame, Lines, line_before, line_end, next_line};
use super::framework::is_framework;
use super::{Findings, keep_first_of_lines};
use crate::redact::around::slice;

/// Reads the frames below the line `goroutine 47 [running]:` whose words begin at `head`.
pub(super) fn read(lines: Lines, line: usize, head: usize, findings: &mut Findings) {
    let Some(end) = line_end(lines.text, line) else { return };
    if !slice(lines.text, head, end).ends_with(b"]:") {
        return;
    }
    // Of a dump of many goroutines only the first keeps a frame: it is the one that failed.
    let follows = follows_another(lines, line);
    keep_first_of_lines(lines, next_line(lines.text, end), findings, |line| {
        let frame = frame(lines, line)?;
        Some(Frame { application: frame.application && !follows, ..frame })
    });
}

/// Reads the frames of an error that carries its own trace, of which the line at `place` is the file of the first.
///
/// # Source
/// github.com/pkg/errors, the format `%+v`.
pub(super) fn read_of_error(lines: Lines, place: usize, findings: &mut Findings) {
    let Some(function) = line_before(lines.text, place) else { return };
    let whole = |line| slice(lines.text, lines.unprefixed(line), line_end(lines.text, line).unwrap_or(line));
    let begins = line_before(lines.text, function).is_none_or(|above| !is_place(lines, above));
    // The first function may stand behind the message, where it stays.
    let name = whole(function);
    let is_named = name.contains(&b'.') && !name.iter().any(|byte| matches!(byte, b' ' | b'\t' | b':'));
    let first = if is_named {
        Some(function)
    } else {
        line_end(lines.text, place).and_then(|end| next_line(lines.text, end))
    };
    if begins {
        keep_first_of_lines(lines, first, findings, |line| frame(lines, line));
    }
}

/// The frame at `line`: the function, and below it the file.
fn frame(lines: Lines, line: usize) -> Option<Frame> {
    let start = lines.unprefixed(line);
    let function_end = line_end(lines.text, line)?;
    let place = next_line(lines.text, function_end)?;
    let end = line_end(lines.text, place)?;
    let file = slice(lines.text, lines.indented(place), end);
    let is_place = is_place(lines, place);
    let function = slice(lines.text, start, function_end);
    let function = function.strip_prefix(b"created by ").unwrap_or(function);
    (is_place && !function.is_empty())
        .then(|| Frame::one(start, end, !is_framework(function) && !is_framework(file)))
}

/// Whether a file with a line number stands in the line, indented.
pub(super) fn is_place(lines: Lines, line: usize) -> bool {
    let path = lines.indented(line);
    let Some(end) = line_end(lines.text, line) else { return false };
    let file = slice(lines.text, path, end);
    path > lines.unprefixed(line) && [&b".go:"[..], b".s:", b".c:"].iter().any(|ending| holds(file, ending))
}

fn holds(line: &[u8], wanted: &[u8]) -> bool {
    line.windows(wanted.len()).any(|window| window == wanted)
}

/// Whether another goroutine's frames end in the line before the empty one above.
fn follows_another(lines: Lines, line: usize) -> bool {
    let Some(empty) = line_before(lines.text, line) else { return false };
    let Some(place) = line_before(lines.text, empty) else { return false };
    line_end(lines.text, empty) == Some(lines.unprefixed(empty))
        && lines.indented(place) > lines.unprefixed(place)
        && line_end(lines.text, place).is_some_and(|end| holds(slice(lines.text, place, end), b".go:"))
}
