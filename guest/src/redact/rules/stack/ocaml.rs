//! OCaml's backtraces: `Called from Shop.work in file "bin/shop.ml", line 3, characters 5-20`.

use super::frame::{Frame, Lines, line_end, number};
use super::{Findings, read_once};
use crate::redact::around::{line_start, run, slice};
use crate::redact::words::Beginnings;

/// How a frame begins.
const LEADS: &[&[u8]] =
    &[b"Raised at ", b"Raised by primitive operation at ", b"Called from ", b"Re-raised at "];
/// Bytes of a frame before the word `file`, and of a path.
const CALL_BYTES: usize = 128;
const PATH_BYTES: usize = 128;

/// How the modules of the standard library and of frameworks begin, and files of the former.
static LIBRARIES: Beginnings = Beginnings::new(&[
    b"Stdlib",
    b"Camlinternal",
    b"Lwt",
    b"Base.",
    b"Base__",
    b"Core.",
    b"Core__",
    b"Async",
    b"Eio",
    b"Fun.",
    b"List.",
    b"Hashtbl.",
    b"Map.",
    b"Dream",
    b"Cohttp",
    b"Caqti",
    b"Printexc",
    b"file \"list.ml",
    b"file \"hashtbl.ml",
    b"file \"map.ml",
    b"file \"stdlib.ml",
    b"file \"camlinternal",
]);

/// Reads the frames of which the one with the word `file` at `file` is the first.
pub(super) fn read(text: &[u8], file: usize, findings: &mut Findings) {
    if !is_place(text, file) {
        return;
    }
    let line = line_start(text, file, CALL_BYTES);
    let lead = (line..file).find(|&at| call(slice(text, at, file)).is_some());
    if let Some((lines, line)) = lead.and_then(|lead| Lines::around(text, lead)) {
        read_once(lines, line, findings, frame);
    }
}

fn frame(lines: Lines, line: usize) -> Option<Frame> {
    let start = lines.indented(line);
    let end = line_end(lines.text, line)?;
    let whole = slice(lines.text, start, end);
    let name = call(whole)?;
    let file = name.windows(6).take(CALL_BYTES).position(|window| window == b"file \"")?;
    is_place(name, file).then(|| Frame::one(start, end, !LIBRARIES.begin(name)))
}

/// What was called, behind a frame's first words.
fn call(frame: &[u8]) -> Option<&[u8]> {
    LEADS.iter().find_map(|lead| frame.strip_prefix(*lead))
}

/// Whether `file "bin/shop.ml", line 3, characters` stands here.
fn is_place(text: &[u8], file: usize) -> bool {
    let path = run(text, file + b"file \"".len(), PATH_BYTES, |byte| !matches!(byte, b'"' | b'\n'));
    let rest = text.get(path..).unwrap_or_default();
    rest.starts_with(b"\", line ")
        && number(rest, b"\", line ".len())
            .and_then(|(_, end)| rest.get(end..))
            .is_some_and(|rest| rest.starts_with(b", characters "))
}
