//! Frames of Elixir and Erlang: `(app 0.1.0) lib/app/worker.ex:12: App.Worker.run/1`.

use super::frame::{Frame, indented, line_end, number};
use super::{Findings, read_once};
use crate::redact::around::slice;

const SOURCES: &[&[u8]] = &[b".ex:", b".exs:", b".erl:", b".eex:"];
/// Bytes from a frame's application to its line number.
const PLACE_BYTES: usize = 256;

/// Applications of the standard library and of frameworks.
#[rustfmt::skip]
const LIBRARIES: &[&[u8]] = &[
    b"stdlib", b"kernel", b"elixir", b"eex", b"logger", b"mix", b"ex_unit", b"ecto", b"ecto_sql", b"phoenix",
    b"phoenix_live_view", b"plug", b"plug_cowboy", b"cowboy", b"bandit", b"thousand_island", b"db_connection",
    b"postgrex", b"myxql", b"jason", b"telemetry", b"oban", b"ranch", b"absinthe", b"finch", b"mint",
];

/// Reads the frames of which the line at `line` is the first.
pub(super) fn read(text: &[u8], line: usize, findings: &mut Findings) {
    read_once(text, line, findings, frame);
}

fn frame(text: &[u8], line: usize) -> Option<Frame> {
    let start = indented(text, line);
    let rest = slice(text, start, text.len().min(start + PLACE_BYTES));
    let close = rest.strip_prefix(b"(")?.iter().position(|&byte| byte == b')')? + 1;
    let application = rest.get(1..close)?.split(|&byte| byte == b' ').next().unwrap_or_default();
    let place = rest.get(close..)?;
    let colon = SOURCES.iter().find_map(|source| {
        place.windows(source.len()).position(|window| window == *source).map(|at| at + source.len())
    })?;
    let (_, digits_end) = number(place, colon)?;
    let is_frame = start > line && place.starts_with(b") ") && place.get(digits_end..)?.starts_with(b": ");
    let end = is_frame.then(|| line_end(text, line)).flatten()?;
    Some(Frame::one(start, end, !LIBRARIES.contains(&application)))
}
