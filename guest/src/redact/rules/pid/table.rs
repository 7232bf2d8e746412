//! Tables of processes, and rows of other tables that name one: `ps`, `top`, `lsof`, `netstat`, the kernel's task dump,
//! `strace -f`.

use std::ops::Range;

use super::{ID_DIGITS, TAG_DIGITS, id};
use crate::redact::around::{
    byte, is_line_start, is_word_byte, line_end, line_start, run, run_back, slice, stands, stands_folded,
};

/// Columns of a table that are looked at, and bytes of one and of the blanks around it.
const COLUMNS: usize = 12;
const COLUMN_BYTES: usize = 64;
const GAP_BYTES: usize = 64;
/// Bytes of a heading before the word.
const HEAD_BYTES: usize = 160;
/// Bytes of a system call's name.
const CALL_BYTES: usize = 32;

/// Columns that hold ids.
const ID_COLUMNS: &[&[u8]] = &[b"PID", b"PPID", b"TGID", b"LWP", b"SPID", b"PGID"];

/// The ids in the rows below the heading in which the word `PID` stands at `at`. A row is no heading, so that no row is
/// read twice.
///
/// # Source
/// procps: ps(1) and top(1); lsof(8); the same columns in busybox and Docker.
pub(super) fn rows(text: &[u8], at: usize, mut take: impl FnMut(Range<usize>)) {
    let line = line_start(text, at, HEAD_BYTES);
    // Rows are read once, however often the word stands in the heading.
    let first = columns(text, line).find(|column| slice(text, column.start, column.end) == b"PID");
    if !is_line_start(text, line) || first.is_none_or(|column| column.start != at) {
        return;
    }
    let Some(wanted) = heading(text, line) else { return };
    let mut at = line;
    while let Some(next) = next_line(text, at) {
        at = next;
        let found = || columns(text, at).zip(wanted).filter(|(_, wanted)| *wanted).map(|(column, _)| column);
        let number =
            |column: &Range<usize>| id(text, column.start, ID_DIGITS).is_some_and(|id| id.end == column.end);
        if found().next().is_none() || !found().all(|column| number(&column)) {
            return;
        }
        found().for_each(&mut take);
    }
}

/// The ids in the rows below the heading in which `PID/Program name` stands, its first word up to `end`: each in the last column.
///
/// # Source
/// netstat(8), option `-p`.
pub(super) fn programs(text: &[u8], end: usize, mut take: impl FnMut(Range<usize>)) {
    let heading = end + b"/Program name".len();
    let heading_end = run(text, heading, GAP_BYTES, |byte| byte == b' ');
    if !stands(text, end, b"/Program name") || byte(text, heading_end) != b'\n' {
        return;
    }
    let mut next = next_line(text, heading_end);
    while let Some(line) = next {
        let line_end = line_end(text, line, COLUMNS * COLUMN_BYTES);
        let row = slice(text, line, line_end).trim_ascii_end();
        let column = line + row.iter().rposition(|&byte| byte == b' ').map_or(row.len(), |blank| blank + 1);
        match id(text, column, TAG_DIGITS) {
            Some(found) if byte(text, found.end) == b'/' => take(found),
            _ if row.ends_with(b" -") => {}
            _ => return,
        }
        next = next_line(text, line);
    }
}

/// Which columns of the heading name ids, if the line is one: words in capitals.
fn heading(text: &[u8], line: usize) -> Option<[bool; COLUMNS]> {
    let mut wanted = [false; COLUMNS];
    let mut words = 0;
    for (column, wanted) in columns(text, line).zip(&mut wanted) {
        let name = slice(text, column.start, column.end);
        // A marker has capitals too, but stands for anything.
        let is_heading = !name.iter().any(|byte| byte.is_ascii_lowercase() || *byte == b'<');
        if !is_heading || name.first().is_some_and(u8::is_ascii_digit) {
            return None;
        }
        *wanted = ID_COLUMNS.contains(&name);
        words += 1;
    }
    (words > 1 && wanted.contains(&true)).then_some(wanted)
}

fn columns(text: &[u8], line: usize) -> impl Iterator<Item = Range<usize>> {
    let mut at = line;
    std::iter::from_fn(move || {
        let start = run(text, at, GAP_BYTES, |byte| matches!(byte, b' ' | b'\t'));
        at = run(text, start, COLUMN_BYTES, |byte| byte.is_ascii_graphic());
        (at > start).then_some(start..at)
    })
    .take(COLUMNS)
}

fn next_line(text: &[u8], line: usize) -> Option<usize> {
    let end = line_end(text, line, COLUMNS * COLUMN_BYTES);
    (byte(text, end) == b'\n').then_some(end + 1)
}

/// The id that heads a line of `strace -f` in which the call's parenthesis is at `open`: `4711 execve("/bin/ls", …) = 0`.
///
/// # Source
/// strace(1), option `-f`.
pub(super) fn traced(text: &[u8], open: usize) -> Option<Range<usize>> {
    let call = run_back(text, open, CALL_BYTES, is_word_byte);
    let end = run_back(text, call, GAP_BYTES, |byte| byte == b' ');
    let start = run_back(text, end, TAG_DIGITS, |byte| byte.is_ascii_digit());
    (call < open && end < call && start < end && is_line_start(text, start)).then_some(start..end)
}

/// The id behind a socket's state: `LISTEN      1234/sshd`.
///
/// # Source
/// netstat(8), option `-p`.
pub(super) fn of_socket(text: &[u8], state_end: usize) -> Option<Range<usize>> {
    let start = run(text, state_end, GAP_BYTES, |byte| byte == b' ');
    let found = (start > state_end).then(|| id(text, start, TAG_DIGITS)).flatten()?;
    (byte(text, found.end) == b'/' && byte(text, found.end + 1).is_ascii_lowercase()).then_some(found)
}

/// The process and its group in a row of the kernel's dump of tasks: `[   4711]     0  4711    12345 …`.
///
/// # Source
/// Linux, `dump_task` in `mm/oom_kill.c`.
pub(super) fn dumped(text: &[u8], open: usize) -> Option<(Range<usize>, Range<usize>)> {
    let blank = |byte| byte == b' ';
    let process = id(text, run(text, open + 1, GAP_BYTES, blank), TAG_DIGITS)?;
    if byte(text, process.end) != b']' {
        return None;
    }
    let user = run(text, process.end + 1, GAP_BYTES, blank);
    let user_end = run(text, user, ID_DIGITS, |byte| byte.is_ascii_digit());
    let group = id(text, run(text, user_end, GAP_BYTES, blank), TAG_DIGITS)?;
    let aligned = user > process.end + 1 && user_end > user && group.start > user_end;
    let same = slice(text, process.start, process.end) == slice(text, group.start, group.end);
    (aligned && same).then_some((process, group))
}

/// The id that a signal is sent to: `kill -9 4711`.
pub(super) fn signalled(text: &[u8], end: usize) -> Option<Range<usize>> {
    let mut at = end;
    if stands(text, at, b" -") {
        at = run(text, at + 2, COLUMN_BYTES, |byte| byte.is_ascii_alphanumeric());
    }
    let found = (byte(text, at) == b' ').then(|| id(text, at + 1, TAG_DIGITS)).flatten()?;
    (found.len() >= 2).then_some(found)
}

/// The id in a path below `/proc`, the word at `start`.
pub(super) fn in_path(text: &[u8], start: usize) -> Option<Range<usize>> {
    let end = start + b"proc".len();
    let root = run_back(text, start, 2, |byte| byte == b'/') + 1 == start;
    (root && stands_folded(text, end, b"/")).then(|| id(text, end + 1, TAG_DIGITS)).flatten()
}
