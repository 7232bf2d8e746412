//! Frames of Elixir, `(app 0.1.0) lib/app/worker.ex:12: App.Worker.run/1`, and of Erlang,
//! `{app,run,1,[{file,"src/app.erl"},{line,5}]}` and `in call from app:run/1 (src/app.erl, line 5)`.

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
    let next = |end: usize| {
        let start = run(text, end, GAP_BYTES, |byte| matches!(byte, b',' | b' ' | b'\t' | b'\n' | b'\r'));
        term(text, start).or_else(|| term_of_elixir(text, start))
    };
    let first = if stands(text, file, b"{file,\"") {
        let call = run_back(text, file, CALL_BYTES, |byte| byte != b'{');
        call.checked_sub(1).and_then(|start| term(text, start))
    } else if byte(text, file + 1).is_ascii_uppercase() {
        term_of_elixir(text, file)
    } else {
        None
    };
    if first.is_none() { file } else { keep_first(first, findings, next) }
}

/// The frame that the term at `start` is: `{App.Worker, :run, 1, [file: 'lib/app/worker.ex', line: 12]}`.
fn term_of_elixir(text: &[u8], start: usize) -> Option<Frame> {
    let atom = |at| run(text, at, CALL_BYTES, |byte| is_word_byte(byte) || b".:\"'!?-/<>^".contains(&byte));
    let module_end = atom(start + 1);
    let function = module_end + b", ".len();
    let is_term = byte(text, start) == b'{' && stands(text, module_end, b", :");
    let function_end = is_term.then(|| atom(function))?;
    let (_, arity_end) =
        number(text, stands(text, function_end, b", ").then_some(function_end + b", ".len())?)?;
    stands(text, arity_end, b", [file: ").then_some(())?;
    let end = run(text, arity_end + b", [".len(), PATH_BYTES, |byte| !matches!(byte, b']' | b'\n'));
    let module = slice(text, start + 1, module_end);
    let library = module.strip_prefix(b":").is_some_and(|module| MODULES.contains(&module));
    stands(text, end, b"]}").then(|| Frame::one(start, end + b"]}".len(), !library))
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
    let list = run(text, arity_end + 1, GAP_BYTES, |byte| byte.is_ascii_whitespace());
    let file = list + b"[{file,\"".len();
    let is_placed = byte(text, arity_end) == b',' && stands(text, list, b"[{file,\"");
    if module == start || !commas || !is_placed {
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

/// Reads the calls of a crash report of which the line at `line` is the first.
///
/// # Source
/// Erlang/OTP, `erl_error:format_exception`.
pub(super) fn read_calls(lines: Lines, line: usize, findings: &mut Findings) {
    read_once(lines, line, findings, call);
}

/// `in function  app:run/1 (src/app.erl, line 42)`, `in call from app:start/0`, and how the one above was `called as`.
fn call(lines: Lines, line: usize) -> Option<Frame> {
    let start = lines.indented(line);
    let end = line_end(lines.text, line).filter(|_| start > line)?;
    let whole = slice(lines.text, start, end);
    if whole.starts_with(b"called as ") {
        return Some(Frame { start, end, frames: 0, application: false });
    }
    let name = whole.strip_prefix(b"in function ").or_else(|| whole.strip_prefix(b"in call from "))?;
    let name = name.trim_ascii_start();
    let module = name.get(..name.iter().take(CALL_BYTES).position(|&byte| byte == b':')?)?;
    let is_atom = module.iter().all(|byte| is_word_byte(*byte) || b"'.-@".contains(byte));
    let has_arity = name.windows(2).take(CALL_BYTES).any(|pair| matches!(pair, [b'/', b'0'..=b'9']));
    (is_atom && !module.is_empty() && has_arity).then(|| Frame::one(start, end, !MODULES.contains(&module)))
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
