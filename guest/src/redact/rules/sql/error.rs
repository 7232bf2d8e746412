//! Values that databases and frameworks quote in their messages about a statement.

use super::bind;
use super::body::{expression, literals};
use super::cast;
use super::lexer::{Lexeme, lex};
use crate::redact::around::{byte, line_end, line_start, previous, run, slice, stands, stands_folded};

/// The words that these messages have before their values.
#[rustfmt::skip]
pub(super) const WORDS: &[&str] = &[
    "entry", "key", "contains", "near", "value", "syntax", "parameter", "parameters", "params", "bindings",
    "binds", "bind", "filter", "cond", "copy", "position", "generated", "cached", "row", "encode",
    "argument", "literal", "constant", "cast", "string", "date", "timestamp", "parse", "convert", "coerce",
    "converting", "token", "field", "values", "couldn", "number", "args",
];
/// Bytes of a quoted value in an error message; MySQL cuts at 512 characters, PostgreSQL not at all.
const VALUE_BYTES: usize = 2_048;
/// Bytes between a keyword and the value's quote: ` for type timestamp with time zone: `.
const LEAD_BYTES: usize = 48;
/// Bytes before a keyword in which the message says what is wrong: `Truncated incorrect DOUBLE `.
const BEFORE_BYTES: usize = 40;
/// Bytes of the columns of a key, and parentheses within: `lower((email)::text)`.
const COLUMN_BYTES: usize = 128;
const COLUMN_PARENTHESES: usize = 4;
/// Closing quotes or parentheses that a value may hold itself. The first that a message goes on behind is the value's.
const INNER_CLOSES: usize = 8;

/// Words before parameters that are named, not bound.
#[rustfmt::skip]
const NAMING: &[&[u8]] = &[
    b"unknown", b"missing", b"invalid", b"required", b"unexpected", b"unsupported", b"unused", b"allowed",
    b"illegal", b"query", b"url", b"path",
];

/// Finds the values in the message whose keyword goes from `start` to `end`, and hands them on. Returns from where the
/// scan goes on.
pub(super) fn read(text: &[u8], start: usize, end: usize, mut literal: impl FnMut(usize, usize)) -> usize {
    if let Some(value) = cast::value(text, start, end) {
        literal(value.start, value.end);
        return value.end;
    }
    match slice(text, start, end) {
        // MySQL 1062, 1169 and 1586; MariaDB.
        b"entry" if stands(text, end, b" '") && says_before(text, start, &[b"duplicate"]) => {
            whole(text, end + 2, b'\'', &[b"' for key", b"' for "], &mut literal)
        }
        // PostgreSQL 23505, 23503 and 23P01: `Key (a, b)=(1, x) already exists.`
        b"Key" | b"key"
            if stands(text, end, b" (")
                && (byte(text, start) == b'K' || stands(text, start.saturating_sub(9), b"existing ")) =>
        {
            match columns_end(text, end + 2) {
                Some(value) => whole(
                    text,
                    value,
                    b')',
                    &[b") already exists", b") is ", b") conflicts", b")."],
                    &mut literal,
                ),
                None => end,
            }
        }
        // PostgreSQL 23502 and 23514: `Failing row contains (1, x, null).`
        b"contains" if stands(text, end, b" (") && stands(text, start.saturating_sub(4), b"row ") => {
            whole(text, end + 2, b')', &[b")."], &mut literal)
        }
        b"near" if stands(text, end, b" '") => near(text, start, end + 2, literal),
        // PostgreSQL 42601: a token that is a literal.
        b"near" if stands(text, end, b" \"'") => whole(text, end + 2, b'"', &[b"\" at "], &mut literal),
        // The PostgreSQL driver of Go.
        b"encode" if stands(text, end, b" \"") && says_before(text, start, &[b"unable to"]) => {
            whole(text, end + 2, b'"', &[b"\" into "], &mut literal)
        }
        // The PostgreSQL driver of Python: `query argument $1: 'x' (…)`.
        b"argument" if stands(text, end, b" $") => {
            let value = run(text, end + 2, 4, |byte| byte.is_ascii_digit());
            let quoted = lex(text, value + 2, text.len().min(value + VALUE_BYTES));
            if !stands(text, value, b": ") || quoted.lexeme != Lexeme::Text {
                return end;
            }
            literal(quoted.start, quoted.end);
            quoted.end
        }
        // PostgreSQL 22P02 of arrays and records.
        b"literal" if stands(text, end, b": \"") && says_before(text, start, &[b"malformed"]) => {
            whole(text, end + 3, b'"', &[b"\"\n"], &mut literal)
        }
        // Cassandra.
        b"constant" if stands(text, end, b" (") && says_before(text, start, &[b"invalid"]) => {
            whole(text, end + 2, b')', &[b") for "], &mut literal)
        }
        // MySQL 1366, 1292 and 1411; SQL Server 2601, 2627 and 245; PostgreSQL 22P02, 22007 and 22008.
        b"value" | b"syntax" => value(text, start, end, &mut literal),
        b"Filter" | b"Cond" => condition(text, end, literal),
        b"COPY" => copied(text, end, &mut literal),
        b"position" => unparsed(text, end, literal),
        b"generated" | b"cached" => bind::generated(text, start, end, literal),
        b"parameter" => bound(text, start, end, literal),
        // MyBatis: `<==        Row: 1, anna`.
        b"Row" if stands(text, end, b": ") && says_before(text, start, &[b"<== "]) => {
            let line = line_end(text, end, VALUE_BYTES);
            literal(end + 2, line);
            line
        }
        // Go.
        b"args" => bind::printed_behind(text, end).map_or(end, |open| bind::values(text, open, literal)),
        _ if bind::names_values(text, start, end) => bound(text, start, bind::name_end(text, end), literal),
        _ => mapped(text, start, end, literal),
    }
}

/// The values in what databases of documents and object mappers say of a record.
fn mapped(text: &[u8], start: usize, end: usize, mut literal: impl FnMut(usize, usize)) -> usize {
    match slice(text, start, end) {
        // MongoDB.
        b"key" if stands(text, end, b": {") && stands_folded(text, start.saturating_sub(4), b"dup ") => {
            let close = line_end(text, end, VALUE_BYTES);
            entries(text, end + 3, close, literal)
        }
        // Oracle.
        b"values" if stands(text, end, b" (") && stands(text, start.saturating_sub(7), b"column ") => {
            let close = run(text, end, VALUE_BYTES, |byte| byte != b'\n' && byte != b')');
            literals(text, end + 2, close, literal);
            close
        }
        // Django.
        b"number"
            if stands(text, end, b" but got '") && stands(text, start.saturating_sub(11), b"expected a ") =>
        {
            whole(text, end + b" but got '".len(), b'\'', &[b"'."], &mut literal)
        }
        // Active Record.
        b"Couldn" if stands(text, end, b"'t find ") => {
            let line = line_end(text, end, LEAD_BYTES + COLUMN_BYTES);
            let Some(equals) = find(text, end, line, b"'=") else { return end };
            let value = lex(text, equals + 2, text.len().min(equals + VALUE_BYTES));
            if !matches!(value.lexeme, Lexeme::Text | Lexeme::Number) {
                return end;
            }
            literal(value.start, value.end);
            value.end
        }
        _ => end,
    }
}

/// The values of the members of a document from `start`: `phone: "x", age: 41 }`. Returns where it ends.
fn entries(text: &[u8], start: usize, end: usize, mut literal: impl FnMut(usize, usize)) -> usize {
    let mut last = start;
    literals(text, start, end, |from, to| {
        let is_in = !slice(text, last, from).contains(&b'}');
        if is_in && byte(text, to) != b':' {
            literal(from, to);
        }
        last = if is_in { to } else { last };
    });
    last
}

/// MySQL 1064 and SQL Server 102: `near '…' at line 3`. The fragment stays, its literals go.
fn near(text: &[u8], keyword: usize, start: usize, literal: impl FnMut(usize, usize)) -> usize {
    if !says_before(text, keyword, &[b"syntax", b"use "]) {
        return start;
    }
    let line = line_end(text, start, VALUE_BYTES);
    let fragment = slice(text, start, line);
    let advised = fragment.windows(9).position(|window| window == b"' at line");
    let close = advised.or_else(|| fragment.iter().rposition(|&byte| byte == b'\''));
    let close = close.map_or(line, |close| start + close);
    literals(text, start, close, literal);
    close
}

/// Where the value behind the columns of a key starts: `email)=(`.
fn columns_end(text: &[u8], start: usize) -> Option<usize> {
    let mut parentheses = 0;
    let end = run(text, start, COLUMN_BYTES, |byte| {
        parentheses += usize::from(matches!(byte, b'(' | b')'));
        byte != b'\n' && byte != b'=' && parentheses <= COLUMN_PARENTHESES
    });
    (previous(text, end) == b')' && stands(text, end, b"=(")).then_some(end + 2)
}

/// The value from `start` to its closing byte: the first that `closes` go on behind, else the first of all. Cut off, it
/// goes on to the end of the line.
fn whole(
    text: &[u8],
    start: usize,
    close: u8,
    closes: &[&[u8]],
    literal: &mut impl FnMut(usize, usize),
) -> usize {
    let limit = text.len().min(start + VALUE_BYTES);
    let mut first = None;
    let mut at = start;
    let mut end = limit;
    for _ in 0..INNER_CLOSES {
        at = run(text, at, limit - at, |byte| byte != close && byte != b'\n');
        if byte(text, at) != close || at >= limit {
            end = first.unwrap_or(at);
            break;
        }
        first = first.or(Some(at));
        if closes.iter().any(|words| stands(text, at, words)) {
            end = at;
            break;
        }
        end = first.unwrap_or(at);
        at += 1;
    }
    if end > start && slice(text, start, end) != b"?" {
        literal(start, end);
    }
    end
}

/// Whether the line says one of the words, in any case, just before `start`.
fn says_before(text: &[u8], start: usize, words: &[&[u8]]) -> bool {
    let line = line_start(text, start, BEFORE_BYTES);
    let before = slice(text, line, start);
    let says = |word: &[u8]| {
        let first = word.first().copied().unwrap_or_default();
        before.iter().enumerate().any(|(at, byte)| {
            byte | 0x20 == first
                && !previous(before, at).is_ascii_alphabetic()
                && stands_folded(before, at, word)
        })
    };
    words.iter().any(|word| says(word))
}

fn value(text: &[u8], start: usize, end: usize, literal: &mut impl FnMut(usize, usize)) -> usize {
    match (byte(text, end), byte(text, end + 1)) {
        // Hibernate: `extracted value ([name] : [VARCHAR]) - [anna]`.
        (b' ', b'(') if says_before(text, start, &[b"extracted"]) => logged(text, end, literal),
        (b' ', b'\'') if says_before(text, start, &[b"converting", b"conversion of"]) => {
            whole(text, end + 2, b'\'', &[b"' to data type", b"' overflowed"], literal)
        }
        // MySQL 1690.
        (b' ', b'i') if stands(text, end, b" is out of range in '") => {
            let open = end + b" is out of range in '".len();
            let close = run(text, open, VALUE_BYTES, |byte| byte != b'\'' && byte != b'\n');
            literals(text, open, close, literal);
            close
        }
        (b' ', b'i') if stands(text, end, b" is (") && says_before(text, start, &[b"duplicate"]) => {
            whole(text, end + b" is (".len(), b')', &[b")."], literal)
        }
        (b':', b' ') | (b' ', b'f' | b'o')
            if says_before(text, start, &[b"incorrect", b"invalid", b"field", b"truncated"]) =>
        {
            let open = run(text, end, LEAD_BYTES, |byte| !matches!(byte, b'\'' | b'"' | b'\n'));
            match byte(text, open) {
                b'\'' if stands(text, open - 2, b": ") => {
                    whole(text, open + 1, b'\'', &[b"' for column", b"' for function"], literal)
                }
                b'"' if stands(text, open - 2, b": ") => whole(text, open + 1, b'"', &[], literal),
                _ => end,
            }
        }
        _ => end,
    }
}

/// Values that were bound to a statement's placeholders, as object mappers and PostgreSQL log them.
fn bound(text: &[u8], start: usize, end: usize, mut literal: impl FnMut(usize, usize)) -> usize {
    let binds =
        |word: &&[u8]| start.checked_sub(word.len()).is_some_and(|before| stands_folded(text, before, word));
    if [&b"binding "[..], b"bind ", b"bound "].iter().any(binds) {
        let mut read = logged(text, end, &mut literal);
        if read == end && !says_before(text, start, &[b"error", b"failed"]) {
            read = placed(text, end, &mut literal);
        }
        if read > end {
            return read;
        }
    }
    let is_mybatis = || stands(text, start.saturating_sub(4), b"==> ") || bind::are_typed(text, end + 2);
    if stands(text, start, b"Parameters: ") && is_mybatis() {
        return bind::typed(text, end + 2, line_end(text, end, VALUE_BYTES), literal);
    }
    let lead = run(text, end, 4, |byte| matches!(byte, b':' | b'=' | b' '));
    // `Parameters: {"a"=>1}` is a request's; those of a statement stand in brackets or are numbered.
    let bracketed = previous(text, start) == b'[' && matches!(byte(text, lead), b'[' | b'(' | b'{');
    let numbered = byte(text, lead) == b'$' && byte(text, lead + 1) == b'1';
    if lead == end || !(bracketed || numbered) {
        // `parameter [3]` counts, `parameters [3]` holds.
        let list = bind::list_behind(text, end).filter(|_| bind::names_values(text, start, end));
        // `unknown parameters: ["limit"]` are names.
        let list = list.filter(|_| !says_before(text, start, NAMING));
        return list.map_or(end, |open| bind::values(text, open, literal));
    }
    let line = line_end(text, end, VALUE_BYTES);
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

/// What Hibernate logs behind the type of a value: ` [1] as [VARCHAR] - [anna]`, ` (1:VARCHAR) <- [anna]`.
fn logged(text: &[u8], end: usize, literal: &mut impl FnMut(usize, usize)) -> usize {
    let dash = run(text, end, LEAD_BYTES, |byte| byte != b'-' && byte != b'\n');
    if stands(text, dash, b"- [") { whole(text, dash + b"- [".len(), b']', &[b"]\n"], literal) } else { end }
}

/// The value of the parameter whose place in its statement is told: ` #1: anna`, ` 2 = 'anna'`.
fn placed(text: &[u8], end: usize, literal: &mut impl FnMut(usize, usize)) -> usize {
    let number = run(text, end, 2, |byte| matches!(byte, b' ' | b'#'));
    let sign = run(text, number, PLACE_DIGITS, |byte| byte.is_ascii_digit());
    let value = [&b": "[..], b" = "].into_iter().find(|tie| stands(text, sign, tie));
    let Some(start) = value.filter(|_| sign > number).map(|tie| sign + tie.len()) else { return end };
    let line = line_end(text, start, VALUE_BYTES);
    let quoted = lex(text, start, line);
    let value_end = if quoted.lexeme == Lexeme::Text { quoted.end } else { line };
    if value_end == start || byte(text, start) == b'?' {
        return end;
    }
    literal(start, value_end);
    value_end
}

/// Digits of a parameter's place.
const PLACE_DIGITS: usize = 4;

fn find(text: &[u8], start: usize, end: usize, wanted: &[u8]) -> Option<usize> {
    slice(text, start, end).windows(wanted.len()).position(|window| window == wanted).map(|at| start + at)
}

/// The condition of a plan: `Index Cond: ((name)::text = 'x'::text)`.
fn condition(text: &[u8], end: usize, literal: impl FnMut(usize, usize)) -> usize {
    let compares = |byte: &u8| matches!(byte, b'=' | b'<' | b'>' | b'~' | b'\'');
    if !stands(text, end, b": (") || !slice(text, end, text.len().min(end + LEAD_BYTES)).iter().any(compares)
    {
        return end;
    }
    expression(text, end + 2, literal)
}

/// PostgreSQL's context of a line that cannot be copied: `COPY t, line 3, column a: "x"`.
fn copied(text: &[u8], end: usize, literal: &mut impl FnMut(usize, usize)) -> usize {
    let table = run(text, end + 1, COLUMN_BYTES, |byte| !matches!(byte, b',' | b' ' | b'\n'));
    if !stands(text, table, b", line ") {
        return end;
    }
    let quote = run(text, table, COLUMN_BYTES, |byte| byte != b'"' && byte != b'\n');
    if stands(text, quote - 2, b": \"") { whole(text, quote + 1, b'"', &[b"\"\n"], literal) } else { end }
}

/// `ClickHouse`: `failed at position 9 ('x') (line 1, col 9): 'x' AND y = 4. Expected one of: …`.
fn unparsed(text: &[u8], end: usize, mut literal: impl FnMut(usize, usize)) -> usize {
    let number = run(text, end + 1, 8, |byte| byte.is_ascii_digit());
    if number == end + 1 || !stands(text, number, b" (") {
        return end;
    }
    let line = line_end(text, number, VALUE_BYTES);
    let Some(place) = find(text, number, line, b" (line ") else { return end };
    let rest = find(text, place, line, b"): ").map_or(line, |at| at + 3);
    let close = find(text, rest, line, b". Expected").unwrap_or(line);
    literals(text, number, place, &mut literal);
    literals(text, rest, close, &mut literal);
    close
}
