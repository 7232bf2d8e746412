//! Values that databases and frameworks quote in their messages about a statement.

use super::body::{bounded_line_end, literals};
use crate::redact::around::{byte, previous, run, slice, stands, stands_folded};

/// Bytes of a quoted value in an error message; MySQL cuts at 512 characters, PostgreSQL not at all.
const VALUE_BYTES: usize = 2_048;
/// Bytes between a keyword and the value's quote: `value for column "created_at": `.
const LEAD_BYTES: usize = 80;
/// Bytes before a keyword in which the message says what is wrong; MySQL's advice on syntax takes 150.
const BEFORE_BYTES: usize = 160;

/// What the value is, and what stands on either side of it.
struct Quote {
    opens: &'static [u8],
    closes: &'static [&'static [u8]],
}

/// Finds the values in the message whose keyword goes from `start` to `end`, and hands them on. Returns from where the
/// scan goes on.
pub(super) fn read(text: &[u8], start: usize, end: usize, mut literal: impl FnMut(usize, usize)) -> usize {
    let line = bounded_line_end(text, end, VALUE_BYTES);
    match slice(text, start, end) {
        // MySQL 1062, 1169 and 1586; MariaDB.
        b"entry" if stands(text, end, b" '") && says_before(text, start, b"duplicate") => {
            let quote = Quote { opens: b" '", closes: &[b"' for key", b"' for"] };
            whole(text, end, line, &quote, &mut literal)
        }
        // PostgreSQL 23505, 23503 and 23P01: `Key (a, b)=(1, x) already exists.`
        b"Key" if stands(text, end, b" (") => {
            let Some(columns) = find(text, end, line, b")=(") else { return end };
            let quote = Quote {
                opens: b")=(",
                closes: &[b") already exists", b") is ", b") conflicts", b").", b")"],
            };
            whole(text, columns, line, &quote, &mut literal)
        }
        // PostgreSQL 23502 and 23514: `Failing row contains (1, x, null).`
        b"contains" if stands(text, end, b" (") && stands(text, start.saturating_sub(4), b"row ") => {
            whole(text, end, line, &Quote { opens: b" (", closes: &[b").", b")"] }, &mut literal)
        }
        // MySQL 1064: `near '…' at line 3`. The fragment stays, its literals go.
        b"near" if stands(text, end, b" '") => {
            let advised = find(text, end, line, b"' at line");
            let quoted =
                || slice(text, end + 2, line).iter().rposition(|&byte| byte == b'\'').map(|at| end + 2 + at);
            let close = match advised {
                Some(close) => close,
                None if says_before(text, start, b"syntax") => quoted().unwrap_or(line),
                None => return end,
            };
            literals(text, end + 2, close, literal);
            close
        }
        // MySQL 1366, 1292 and 1411; SQL Server 2601, 2627 and 245; PostgreSQL 22P02, 22007 and 22008.
        b"value" | b"syntax" => value(text, start, end, line, &mut literal),
        b"parameter" | b"parameters" | b"Parameters" | b"value]" => bound(text, start, end, line, literal),
        _ => end,
    }
}

/// The value between a quote's two sides; cut off, it goes on to the end of the line.
fn whole(
    text: &[u8],
    at: usize,
    line: usize,
    quote: &Quote,
    literal: &mut impl FnMut(usize, usize),
) -> usize {
    let start = at + quote.opens.len();
    let close = quote.closes.iter().find_map(|close| find(text, start, line, close)).unwrap_or(line);
    if close > start && slice(text, start, close) != b"?" {
        literal(start, close);
    }
    close.max(start)
}

fn find(text: &[u8], start: usize, end: usize, wanted: &[u8]) -> Option<usize> {
    slice(text, start, end).windows(wanted.len()).position(|window| window == wanted).map(|at| start + at)
}

/// Whether the line says the word, in any case, within the bytes before `start`.
fn says_before(text: &[u8], start: usize, word: &[u8]) -> bool {
    let before = slice(text, start.saturating_sub(BEFORE_BYTES), start);
    let before = before.rsplit(|&byte| byte == b'\n').next().unwrap_or_default();
    before.windows(word.len()).any(|window| window.eq_ignore_ascii_case(word))
}

fn value(
    text: &[u8],
    start: usize,
    end: usize,
    line: usize,
    literal: &mut impl FnMut(usize, usize),
) -> usize {
    let says = |word: &[u8]| says_before(text, start, word);
    if stands(text, end, b" is (") && says(b"duplicate key") {
        return whole(text, end, line, &Quote { opens: b" is (", closes: &[b").", b")"] }, literal);
    }
    if stands(text, end, b" '") && says(b"convert") {
        return whole(text, end, line, &Quote { opens: b" '", closes: &[b"' to data type", b"'"] }, literal);
    }
    if stands(text, end, b" \"") {
        let close = run(text, end + 2, line - end.min(line), |byte| byte != b'"');
        if stands(text, close, b"\" is out of range") {
            return whole(text, end, line, &Quote { opens: b" \"", closes: &[b"\" is out"] }, literal);
        }
    }
    if !(says(b"incorrect") || says(b"invalid") || says(b"field ")) {
        return end;
    }
    let lead = bounded_line_end(text, end, LEAD_BYTES);
    if let Some(open) = find(text, end, lead, b": '") {
        return whole(
            text,
            open,
            line,
            &Quote { opens: b": '", closes: &[b"' for column", b"' for function", b"'"] },
            literal,
        );
    }
    match find(text, end, lead, b": \"") {
        Some(open) => whole(text, open, line, &Quote { opens: b": \"", closes: &[b"\"\n", b"\""] }, literal),
        None => end,
    }
}

/// Values that were bound to a statement's placeholders, as object mappers and PostgreSQL log them.
fn bound(text: &[u8], start: usize, end: usize, line: usize, mut literal: impl FnMut(usize, usize)) -> usize {
    if stands_folded(text, start.saturating_sub(8), b"binding ") {
        let Some(open) = find(text, end, line, b"- [") else { return end };
        return whole(text, open, line, &Quote { opens: b"- [", closes: &[b"]\n", b"]"] }, &mut literal);
    }
    if stands(text, start.saturating_sub(4), b"==> ") && stands(text, end, b": ") {
        return typed(text, end + 2, line, literal);
    }
    let lead = run(text, end, 4, |byte| matches!(byte, b':' | b'=' | b' '));
    // `Parameters: {"a"=>1}` is a request's; those of a statement stand in brackets or are numbered.
    let bracketed = previous(text, start) == b'[' && matches!(byte(text, lead), b'[' | b'(' | b'{');
    let numbered = byte(text, lead) == b'$' && byte(text, lead + 1) == b'1';
    let listed = lead > end && (bracketed || numbered);
    if !listed {
        return end;
    }
    let close = match (previous(text, start), byte(text, lead)) {
        (b'[', _) | (_, b'[') => find(text, lead, line, b"]").unwrap_or(line),
        _ => line,
    };
    literals(text, lead, close, |start, end| {
        // A size is none of the values (`@p0='x' (Size = 4000)`), nor is a key (`{'name': 'x'}`).
        if !stands(text, start.saturating_sub(4), b"e = ") && byte(text, end) != b':' {
            literal(start, end);
        }
    });
    close
}

/// `MyBatis`: `==> Parameters: 1(Integer), anna(String)`. The types stay.
fn typed(text: &[u8], start: usize, line: usize, mut literal: impl FnMut(usize, usize)) -> usize {
    let mut at = start;
    while at < line {
        let next = find(text, at, line, b"), ").map_or(line, |close| close + 1);
        let value = slice(text, at, next);
        let end = value.iter().rposition(|&byte| byte == b'(').map_or(next, |open| at + open);
        if end > at && slice(text, at, end) != b"?" && slice(text, at, end) != b"null" {
            literal(at, end);
        }
        at = next + 2;
    }
    line
}
