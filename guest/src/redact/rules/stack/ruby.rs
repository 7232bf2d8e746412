//! Ruby's backtraces: a path, a line number, `in` and a quoted name, with `from` before it or the name of a gem.

use super::frame::{Frame, indented, line_end, number};
use super::framework::is_framework;
use super::{Findings, read_once};
use crate::redact::around::{previous, run_back, slice, stands};

/// How the paths of Ruby's files end, and the place of code that has none.
const SCRIPTS: &[&[u8]] = &[b".rb", b".erb", b".rake", b".ru", b">"];
/// Bytes of a path with the indentation and the gem before it, and digits of a line number.
const PATH_BYTES: usize = 256;
const NUMBER_DIGITS: usize = 6;

/// Reads the frames of which the line with the quote at `quote` is the first.
pub(super) fn read(text: &[u8], quote: usize, findings: &mut Findings) {
    const LEAD: &[u8] = b":in ";
    let lead = quote.saturating_sub(LEAD.len());
    if !stands(text, lead, LEAD) {
        return;
    }
    let number = run_back(text, lead, NUMBER_DIGITS, |byte| byte.is_ascii_digit());
    let path = number.saturating_sub(1);
    if previous(text, number) != b':'
        || !SCRIPTS.iter().any(|script| stands(text, path.saturating_sub(script.len()), script))
    {
        return;
    }
    let line = run_back(text, path, PATH_BYTES, |byte| byte != b'\n');
    read_once(text, line, findings, frame);
}

/// The frame that the line is: a path, a line number, `:in` and a quoted name; the first line has the message behind it.
fn frame(text: &[u8], line: usize) -> Option<Frame> {
    let start = indented(text, line);
    let end = line_end(text, line)?;
    let whole = slice(text, start, end);
    let place = whole.windows(5).position(|window| matches!(window, b":in `" | b":in '"))?;
    let path = whole.get(..place)?;
    let digits = path.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    let path = path.get(..path.len() - digits)?.strip_suffix(b":")?;
    number(whole, place - digits)?;
    if !SCRIPTS.iter().any(|script| path.ends_with(script)) {
        return None;
    }
    // `actionpack (5.1.4) lib/…`.
    let gem = path.windows(6).any(|window| window == b") lib/");
    let application = !gem && !is_framework(path.strip_prefix(b"from ").unwrap_or(path));
    Some(Frame::one(start, end, application))
}
