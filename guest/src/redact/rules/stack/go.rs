//! Go's goroutines: a line with the function, a line with the file.

use super::frame::{line_before, line_end, next_line};
use super::framework::is_framework;
use super::{Dropped, Findings};
use crate::redact::around::{byte, run, slice};

/// Reads the frames below the line `goroutine 47 [running]:` at `line`.
pub(super) fn read(text: &[u8], line: usize, findings: &mut Findings) {
    let Some(end) = line_end(text, line) else { return };
    if !slice(text, line, end).ends_with(b"]:") {
        return;
    }
    // Of a dump of many goroutines only the first keeps a frame: it is the one that failed.
    let mut kept = follows_another(text, line);
    let mut dropped = Dropped::default();
    let mut next = next_line(text, end);
    while let Some(line) = next {
        let Some((end, application)) = frame(text, line) else { break };
        if application && !kept {
            dropped.flush(findings);
            kept = true;
        } else {
            dropped.add(line, end, 1);
        }
        next = next_line(text, end);
    }
    dropped.flush(findings);
}

/// Where the frame at `line` ends, and whether it is the application's.
fn frame(text: &[u8], line: usize) -> Option<(usize, bool)> {
    let function_end = line_end(text, line)?;
    let place = next_line(text, function_end)?;
    let end = line_end(text, place)?;
    let path = run(text, place, 16, |byte| matches!(byte, b' ' | b'\t'));
    let file = slice(text, path, end);
    let is_place = path > place && [&b".go:"[..], b".s:", b".c:"].iter().any(|ending| holds(file, ending));
    let function = slice(text, line, function_end);
    let function = function.strip_prefix(b"created by ").unwrap_or(function);
    (is_place && !function.is_empty()).then(|| (end, !is_framework(function) && !is_framework(file)))
}

fn holds(line: &[u8], wanted: &[u8]) -> bool {
    line.windows(wanted.len()).any(|window| window == wanted)
}

/// Whether another goroutine's frames end in the line before the empty one above.
fn follows_another(text: &[u8], line: usize) -> bool {
    let Some(empty) = line_before(text, line) else { return false };
    let Some(place) = line_before(text, empty) else { return false };
    line_end(text, empty) == Some(empty)
        && byte(text, place) == b'\t'
        && line_end(text, place).is_some_and(|end| holds(slice(text, place, end), b".go:"))
}
