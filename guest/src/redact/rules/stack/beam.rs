//! Frames of Elixir, `(app 0.1.0) lib/app/worker.ex:12: App.Worker.run/1`, and of Erlang,
//! `{app,run,1,[{file,"src/app.erl"},{line,5}]}`.

use super::frame::{Frame, Lines, line_end, number};
use super::{Findings, keep_first, read_once};
use crate::redact::around::{byte, is_word_byte, run, run_back, slice, stands};

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

/// Bytes of an Erlang frame before its file, of the file's path, and between two frames.
const CALL_BYTES: usize = 128;
const PATH_BYTES: usize = 128;
const GAP_BYTES: usize = 64;

/// Modules of Erlang's standard library.
#[rustfmt::skip]
const MODULES: &[&[u8]] = &[
    b"gen_server", b"gen_statem", b"gen_event", b"gen", b"proc_lib", b"supervisor", b"lists", b"maps", b"erlang",
    b"erl_eval", b"shell", b"timer", b"rpc", b"ets", b"dict", b"application", b"application_master", b"cowboy_handler",
    b"cowboy_stream_h", b"cowboy_http",
];

/// Reads the terms of which the one with the file at `file` is the first. Returns from where the scan goes on.
pub(super) fn read_terms(text: &[u8], file: usize, findings: &mut Findings) -> usize {
    if !stands(text, file, b"{file,\"") {
        return file;
    }
    let call = run_back(text, file, CALL_BYTES, |byte| !matches!(byte, b'{' | b'\n'));
    let Some(first) = call.checked_sub(1).and_then(|start| term(text, start)) else { return file + 1 };
    let blank = |byte: u8| matches!(byte, b',' | b' ' | b'\t' | b'\n' | b'\r');
    keep_first(Some(first), findings, |end| term(text, run(text, end, GAP_BYTES, blank)))
}

/// The frame that the term at `start` is: module, function, arity, file and line.
fn term(text: &[u8], start: usize) -> Option<Frame> {
    let module = start + usize::from(byte(text, start) == b'{');
    let atom = |at| {
        run(text, at, CALL_BYTES, |byte| {
            is_word_byte(byte) || matches!(byte, b'\'' | b'.' | b'-' | b'/' | b'@')
        })
    };
    let module_end = atom(module);
    let function_end = atom(module_end + 1);
    let (_, arity_end) = number(text, function_end + 1)?;
    let commas = [module_end, function_end].iter().all(|&at| byte(text, at) == b',');
    let file = arity_end + b",[{file,\"".len();
    if module == start || !commas || slice(text, arity_end, file) != b",[{file,\"" {
        return None;
    }
    let path_end = run(text, file, PATH_BYTES, |byte| !matches!(byte, b'"' | b'\n'));
    let line = path_end + b"\"},{line,".len();
    let (_, line_end) =
        (slice(text, path_end, line) == b"\"},{line,").then(|| number(text, line)).flatten()?;
    let end = line_end + b"}]}".len();
    let application = !MODULES.contains(&slice(text, module, module_end));
    (slice(text, line_end, end) == b"}]}").then(|| Frame::one(start, end, application))
}

/// Reads the frames of which the line at `line` is the first.
pub(super) fn read(lines: Lines, line: usize, findings: &mut Findings) {
    read_once(lines, line, findings, frame);
}

fn frame(lines: Lines, line: usize) -> Option<Frame> {
    let start = lines.indented(line);
    let rest = slice(lines.text, start, lines.text.len().min(start + PLACE_BYTES));
    let close = rest.strip_prefix(b"(")?.iter().position(|&byte| byte == b')')? + 1;
    let application = rest.get(1..close)?.split(|&byte| byte == b' ').next().unwrap_or_default();
    let place = rest.get(close..)?;
    let colon = SOURCES.iter().find_map(|source| {
        place.windows(source.len()).position(|window| window == *source).map(|at| at + source.len())
    })?;
    let (_, digits_end) = number(place, colon)?;
    let is_frame = start > line && place.starts_with(b") ") && place.get(digits_end..)?.starts_with(b": ");
    let end = is_frame.then(|| line_end(lines.text, line)).flatten()?;
    Some(Frame::one(start, end, !LIBRARIES.contains(&application)))
}
