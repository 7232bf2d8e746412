//! Frames that say where a function was `called at`: Perl's `Cart::sum(1) called at /srv/lib/Shop.pm line 12`, Haskell's
//! `error, called at src/Main.hs:12:5 in main:Main`.

use super::frame::{Frame, LINE_BYTES, Lines, line_end, number};
use super::framework::is_library;
use super::{Findings, read_once};
use crate::redact::around::{byte, run, run_back, slice, stands};

const CALLED: &[u8] = b" called at ";
/// Bytes of a file's path.
const PATH_BYTES: usize = 256;

/// Reads the frames of which the one with the word `at` at `at` is the first.
pub(super) fn read(text: &[u8], at: usize, findings: &mut Findings) {
    if place(text, at + b"at ".len()).is_none() {
        return;
    }
    // Carp indents by a tabulator, behind whatever the log puts before it.
    let start = run_back(text, at, LINE_BYTES, |byte| !matches!(byte, b'\n' | b'\t'));
    let content = run(text, start, PATH_BYTES, |byte| byte == b' ');
    if let Some((lines, line)) = Lines::around(text, content).filter(|(_, line)| content > *line) {
        read_once(lines, line, findings, frame);
    }
}

fn frame(lines: Lines, line: usize) -> Option<Frame> {
    let start = lines.indented(line);
    let end = line_end(lines.text, line)?;
    let whole = slice(lines.text, start, end);
    let called = whole.windows(CALLED.len()).rposition(|window| window == CALLED)?;
    let application = place(lines.text, start + called + CALLED.len())?;
    (start > line).then(|| Frame::one(start, end, application))
}

/// Whether the place at `at`, which ends the line, is the application's.
fn place(text: &[u8], at: usize) -> Option<bool> {
    let path_end = run(text, at, PATH_BYTES, |byte| !matches!(byte, b' ' | b'\n'));
    let path = slice(text, at, path_end);
    let ends = |at| matches!(byte(text, at), b'\n' | b'\r' | 0);
    if stands(text, path_end, b" line ") {
        let (_, end) = number(text, path_end + b" line ".len())?;
        let end = end + usize::from(byte(text, end) == b'.');
        let is_file = path.iter().any(|byte| matches!(byte, b'/' | b'.' | b'\\'));
        return (is_file && (ends(end) || stands(text, end, b" thread "))).then(|| !is_library(path));
    }
    let package = path_end + b" in ".len();
    let module = run(text, package, PATH_BYTES, |byte| byte.is_ascii_graphic());
    let name = slice(text, package, module).split(|&byte| byte == b':').next().unwrap_or_default();
    // `aeson-2.1.0.0:Data.Aeson` is a library by its version.
    let library = name.iter().any(u8::is_ascii_digit) || name == b"base" || name.starts_with(b"ghc");
    let named = !name.is_empty() && byte(text, package + name.len()) == b':';
    (stands(text, path_end, b" in ") && path.contains(&b':') && named && ends(module)).then_some(!library)
}
