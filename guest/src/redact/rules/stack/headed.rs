//! Traces below a line that announces them: Rust's `stack backtrace:`, Lua's `stack traceback:`, Julia's `Stacktrace:`.

use super::frame::{Frame, Lines, line_end, next_line};
use super::framework::is_framework;
use super::{Findings, keep_first_of_lines, numbered};
use crate::redact::around::{byte, run, slice, stands, stands_folded};
use crate::redact::scan::Token;

/// Bytes of a head's second word.
const HEAD_BYTES: usize = 16;

/// Reads the frames below the head that begins with the word.
pub(super) fn read(text: &[u8], head: Token, findings: &mut Findings) {
    let lua = stands(text, head.end, b" traceback:");
    let numbered = byte(text, head.end) == b':' || stands_folded(text, head.end, b" backtrace:");
    let head_end = if lua {
        head.end + b" traceback:".len()
    } else {
        run(text, head.end, HEAD_BYTES, |byte| byte != b':') + 1
    };
    if !(lua || numbered) || !matches!(byte(text, head_end), b'\n' | b'\r') {
        return;
    }
    let Some((lines, line)) = Lines::around(text, head.start) else { return };
    let below = |line| line_end(text, line).and_then(|end| next_line(text, end));
    // R begins its tree with a root.
    let root = |line: usize| stands(text, lines.indented(line), "▆".as_bytes());
    let first = below(line).and_then(|first| if root(first) { below(first) } else { Some(first) });
    if lua {
        keep_first_of_lines(lines, first, findings, |line| of_lua(lines, line));
    } else {
        numbered::read_below(lines, first, findings);
    }
}

/// `app.lua:5: in function 'work'`, `[C]: in ?`, `(...tail calls...)`.
fn of_lua(lines: Lines, line: usize) -> Option<Frame> {
    let start = lines.indented(line);
    let end = line_end(lines.text, line)?;
    let whole = slice(lines.text, start, end);
    let thread = whole.starts_with(b"coroutine ") && whole.ends_with(b":");
    let tail = whole.starts_with(b"(...") && whole.ends_with(b"...)");
    let called = whole.windows(5).any(|window| window == b": in ");
    let is_frame = thread || (start > line && (tail || called));
    let application = called && !whole.starts_with(b"[C]") && !is_framework(whole);
    is_frame.then(|| Frame { start, end, frames: usize::from(!thread), application })
}
