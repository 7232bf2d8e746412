//! Brackets with a process id that head a message: Chromium's, V8's, PostgreSQL's and those of servers for Ruby and Python.

use std::ops::Range;

use super::{ID_DIGITS, TAG_DIGITS, id};
use crate::redact::around::{byte, is_line_start, is_name_byte, is_word_byte, previous, run, slice, stands};

/// The process and, if the bracket has one, its thread.
pub(super) type Ids = (Range<usize>, Option<Range<usize>>);

/// Bytes of a source file's name, of PostgreSQL's `user@database`, of blanks.
const NAME_BYTES: usize = 64;
const GAP_BYTES: usize = 16;
/// Bytes of a level.
const LEVEL_BYTES: usize = 10;
/// Digits of an id that only its level tells from an index.
const PLAIN_DIGITS: usize = 2;

/// Levels that stand behind an id.
#[rustfmt::skip]
const LEVELS: &[&[u8]] = &[
    b"TRACE", b"DEBUG", b"DEBUG1", b"DEBUG2", b"DEBUG3", b"DEBUG4", b"DEBUG5", b"INFO", b"LOG", b"NOTICE", b"WARNING", b"WARN",
    b"ERROR", b"CRITICAL", b"FATAL", b"PANIC", b"DETAIL", b"HINT", b"STATEMENT", b"CONTEXT", b"QUERY", b"VERBOSE1",
    b"VERBOSE2",
];

/// What Puma writes behind its id at the start of a line, before a capital letter.
const PUMA: &[&[u8]] = &[b"] * ", b"] - ", b"] ! ", b"] + "];

/// The ids in the bracket at `open`, if it heads a message.
///
/// # Source
/// Chromium, `base/logging.cc`; V8, `--trace-gc`; PostgreSQL, `log_line_prefix` with `%p` and `%l`, as Amazon RDS sets it too;
/// gunicorn and Puma.
pub(super) fn headed(text: &[u8], open: usize) -> Option<Ids> {
    let apart = matches!(previous(text, open), b' ' | b'\t' | b':' | b'|' | b'"' | b'\'' | b'(');
    if !apart && !is_line_start(text, open) {
        return None;
    }
    let process = id(text, open + 1, ID_DIGITS)?;
    match byte(text, process.end) {
        b':' => chromium(text, process.clone()).or_else(|| collected(text, process)),
        b']' | b'-' if process.len() <= TAG_DIGITS => before_level(text, open, process),
        _ => None,
    }
}

/// `[81:67:0203/101112.345678:ERROR:g.cc(9)]`, with or without thread and time.
fn chromium(text: &[u8], process: Range<usize>) -> Option<Ids> {
    let thread = id(text, process.end + 1, ID_DIGITS).filter(|id| byte(text, id.end) == b':');
    let at = thread.as_ref().map_or(process.end, |id| id.end) + 1;
    let day = run(text, at, 4, |byte| byte.is_ascii_digit());
    let time = run(text, day + 1, 6, |byte| byte.is_ascii_digit());
    let timed = day == at + 4 && byte(text, day) == b'/' && time == day + 7;
    let level = run(text, at, LEVEL_BYTES, |byte| byte.is_ascii_alphanumeric());
    let file = run(text, level + 1, NAME_BYTES, is_name_byte);
    let placed = stands(text, level, b":") && byte(text, file) == b'(' && is_level(slice(text, at, level));
    (timed || placed).then_some((process, thread))
}

/// `[31:0x5a3c0e0]      101 ms: Scavenge`.
fn collected(text: &[u8], process: Range<usize>) -> Option<Ids> {
    let isolate = process.end + 1;
    let end = run(text, isolate, NAME_BYTES, is_word_byte);
    let time = run(text, end + 1, GAP_BYTES, |byte| byte == b' ');
    let time_end = run(text, time, ID_DIGITS, |byte| byte.is_ascii_digit());
    let is_head = stands(text, isolate, b"0x") && byte(text, end) == b']' && stands(text, time_end, b" ms: ");
    is_head.then_some((process, None))
}

/// `[10162] LOG:  `, `:[10162]:ERROR:`, `[10162-1] app@crm FATAL: `, `[39512] [INFO] `.
fn before_level(text: &[u8], open: usize, process: Range<usize>) -> Option<Ids> {
    let mut at = process.end;
    if byte(text, at) == b'-' {
        at = run(text, at + 1, ID_DIGITS, |byte| byte.is_ascii_digit());
    }
    if byte(text, at) != b']' || process.len() < PLAIN_DIGITS {
        return None;
    }
    let puma = PUMA.iter().any(|words| {
        stands(text, process.end, words) && byte(text, process.end + words.len()).is_ascii_uppercase()
    }) || stands(text, process.end, b"] Puma ");
    if puma && is_line_start(text, open) && process.len() > PLAIN_DIGITS {
        return Some((process, None));
    }
    at = run(text, at + 1, 3, |byte| matches!(byte, b':' | b' '));
    // The number of the session's line.
    let line =
        if byte(text, at) == b'[' { run(text, at + 1, ID_DIGITS, |byte| byte.is_ascii_digit()) } else { at };
    let command = run(text, line + 1, ID_DIGITS, |byte| byte.is_ascii_digit());
    if line > at + 1 && byte(text, line) == b'-' && command > line + 1 && stands(text, command, b"] ") {
        return Some((process, None));
    }
    let name = run(text, at, NAME_BYTES, |byte| is_name_byte(byte) || byte == b'@');
    if byte(text, name) == b' ' && slice(text, at, name).contains(&b'@') {
        at = name + 1;
    }
    let bracketed = byte(text, at) == b'[';
    at += usize::from(bracketed);
    let end = run(text, at, LEVEL_BYTES, |byte| byte.is_ascii_alphanumeric());
    let closed = byte(text, end) == if bracketed { b']' } else { b':' };
    (closed && is_level(slice(text, at, end))).then_some((process, None))
}

fn is_level(word: &[u8]) -> bool {
    LEVELS.contains(&word)
}
