//! Ruby's and Crystal's backtraces: a path, a line number, `in` and a quoted name, with `from` before it or the name of a gem.

use super::frame::{Frame, LINE_BYTES, Lines, line_before, line_end, next_line};
use super::framework::is_framework;
use super::{Findings, keep_first_of_lines, read_once};
use crate::redact::around::{byte, is_line_start, line_start, run_back, slice, stands};

/// How the paths of Ruby's files end, and the place of code that has none.
const SCRIPTS: &[&[u8]] = &[b".rb", b".cr", b".cr", b".erb", b".rake", b".ru", b">"];
/// Bytes of a path with the indentation and the gem before it, and of line and column.
const PATH_BYTES: usize = 256;
const NUMBER_DIGITS: usize = 12;
/// Bytes between a place and a quoted name.
const LEAD_BYTES: usize = 4;

/// Whether the bytes stand before a quoted name: `:in ` in Ruby, ` in ` behind line and column in Crystal.
fn is_lead(lead: &[u8]) -> bool {
    matches!(lead, b":in " | b" in ")
}

/// Reads the frames of which the line with the quote at `quote` is the first.
pub(super) fn read(text: &[u8], quote: usize, findings: &mut Findings) {
    let lead = quote.saturating_sub(LEAD_BYTES);
    if !is_lead(slice(text, lead, quote)) {
        return;
    }
    let numbers = run_back(text, lead, NUMBER_DIGITS, |byte| byte.is_ascii_digit() || byte == b':');
    let path = if byte(text, numbers) == b':' { numbers } else { numbers.saturating_sub(1) };
    if byte(text, path) != b':' || path + 1 >= lead {
        return;
    }
    let start = content(text, path);
    if !is_script(slice(text, start, path)) {
        return;
    }
    let line = line_start(text, path, LINE_BYTES);
    if !is_line_start(text, line) {
        return;
    }
    let (lines, line) = Lines::around(text, start).unwrap_or((Lines::untagged(text), line));
    match head(lines, line) {
        // The message stays; if the application has raised it, no other frame does.
        Some(head) => {
            keep_first_of_lines(lines, next_line(text, head.end), findings, |line| {
                let frame = frame(lines, line)?;
                Some(Frame { application: frame.application && !head.application, ..frame })
            });
        }
        None if line_before(text, line).is_none_or(|before| head(lines, before).is_none()) => {
            read_once(lines, line, findings, frame);
        }
        None => {}
    }
}

/// Where the frame whose path ends at `end` starts: at the path, at `from`, at the name of a gem.
fn content(text: &[u8], end: usize) -> usize {
    let word = |end| run_back(text, end, PATH_BYTES, |byte| !byte.is_ascii_whitespace());
    let path = word(end);
    if stands(text, path.saturating_sub(b"from ".len()), b"from ") {
        return path - b"from ".len();
    }
    // `actionpack (5.1.4) lib/…`.
    if path > 1 && stands(text, path - 2, b") ") { word(word(path - 1).saturating_sub(1)) } else { path }
}

/// Whether the path is one of a script: by its ending, or, as in `/srv/bin/import`, by its folder.
fn is_script(path: &[u8]) -> bool {
    let path = path.strip_prefix(b"from ").unwrap_or(path);
    SCRIPTS.iter().any(|script| path.ends_with(script))
        || matches!(path, [b'/' | b'.' | b'b', ..]) && path.contains(&b'/')
}

/// The first line of a trace, in which the message follows the place.
fn head(lines: Lines, line: usize) -> Option<Frame> {
    place(lines, line).and_then(|(frame, is_head)| is_head.then_some(frame))
}

/// Any other line of it.
fn frame(lines: Lines, line: usize) -> Option<Frame> {
    place(lines, line).and_then(|(frame, is_head)| (!is_head).then_some(frame))
}

/// The frame that the line is: a path, a line number, `:in` and a quoted name; and whether it is the first.
fn place(lines: Lines, line: usize) -> Option<(Frame, bool)> {
    let start = lines.indented(line);
    let end = line_end(lines.text, line)?;
    let whole = slice(lines.text, start, end);
    let quoted = |window: &[u8]| matches!(window, [lead @ .., b'`' | b'\''] if is_lead(lead));
    let place = whole.windows(LEAD_BYTES + 1).position(quoted)?;
    let path_end = run_back(whole, place, NUMBER_DIGITS, |byte| byte.is_ascii_digit() || byte == b':');
    let path = whole.get(..path_end).filter(|_| byte(whole, path_end) == b':' && path_end + 1 < place)?;
    if !is_script(path) {
        return None;
    }
    // `actionpack (5.1.4) lib/…`.
    let gem = path.windows(6).any(|window| window == b") lib/");
    let application = !gem && !is_framework(path.strip_prefix(b"from ").unwrap_or(path));
    let is_head = whole.windows(3).any(|window| matches!(window, b"': "));
    Some((Frame::one(start, end, application), is_head))
}
