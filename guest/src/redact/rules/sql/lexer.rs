//! The words of SQL, in the dialects of MySQL, PostgreSQL, Oracle and SQL Server at once, and cut off anywhere.

use crate::redact::around::{self, byte, previous, run, slice, stands};
use crate::redact::value::is_uuid;

/// Bytes of a dollar quote's tag; PostgreSQL allows an identifier, 63 bytes.
const TAG_BYTES: usize = 63;
/// Bytes of a marker: `<REDACTED:AWS_ACCESS_KEY>`.
const MARKER_BYTES: usize = 64;
/// Bytes of a name in brackets.
const NAME_BYTES: usize = 128;
/// Letters before a quote that belong to the literal: `X'4D'`, `nq'[…]'`.
const PREFIXES: [&[u8]; 8] = [b"x", b"b", b"n", b"e", b"q", b"nq", b"u", b"r"];

/// What a lexeme is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lexeme {
    /// A keyword or a name, dots included.
    Word,
    /// A string, a number, a hexadecimal or bit literal.
    Text,
    /// A number.
    Number,
    /// Something in double quotes: a name in PostgreSQL, a string in MySQL.
    DoubleQuoted,
    /// A name in backticks, a placeholder, a marker.
    Operand,
    /// A comment.
    Comment,
    /// One byte of anything else.
    Symbol(u8),
    /// The end of the text.
    End,
}

/// A lexeme and its place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lexed {
    pub(super) lexeme: Lexeme,
    pub(super) start: usize,
    pub(super) end: usize,
}

/// The lexeme at or behind `at`, blanks skipped, in the text up to `limit`.
pub(super) fn lex(text: &[u8], at: usize, limit: usize) -> Lexed {
    let text = slice(text, 0, limit);
    let start = blanks_end(text, at);
    let first = byte(text, start);
    let (lexeme, end) = match first {
        0 => (Lexeme::End, start),
        b'\'' => (Lexeme::Text, quoted(text, start, 1)),
        b'"' => (Lexeme::DoubleQuoted, quoted(text, start, 1)),
        b'\\' if byte(text, start + 1) == b'"' => (Lexeme::DoubleQuoted, quoted(text, start, 2)),
        b'\\' if byte(text, start + 1) == b'\'' => (Lexeme::Text, quoted(text, start, 2)),
        b'`' => (Lexeme::Operand, closed(text, start, b'`')),
        b'$' => dollar(text, start),
        b'?' => (Lexeme::Operand, start + 1),
        // `:name`, `@p0`, and Oracle's `:1`.
        b':' | b'@'
            if is_word_part(byte(text, start + 1))
                && !matches!(previous(text, start), b':' | b'@')
                && !is_word_part(previous(text, start)) =>
        {
            (Lexeme::Operand, run(text, start + 1, limit, is_word_part))
        }
        b'[' => name_in_brackets(text, start)
            .map_or((Lexeme::Symbol(first), start + 1), |end| (Lexeme::Operand, end)),
        b'<' => marker(text, start).map_or((Lexeme::Symbol(first), start + 1), |end| (Lexeme::Operand, end)),
        b'/' if byte(text, start + 1) == b'*' => (Lexeme::Comment, comment(text, start)),
        b'-' if stands(text, start, b"-- ") => (Lexeme::Comment, line_end(text, start)),
        // MySQL; in PostgreSQL an operator, which has no blank behind it.
        b'#' if matches!(byte(text, start + 1), b' ' | b'\t') && start > at => {
            (Lexeme::Comment, line_end(text, start))
        }
        // A UUID without quotes, in CQL.
        b'0'..=b'9' | b'a'..=b'f' if is_uuid(slice(text, start, start + 36)) => (Lexeme::Number, start + 36),
        b'0'..=b'9' => number(text, start),
        b'.' if byte(text, start + 1).is_ascii_digit() => number(text, start),
        _ if is_word_start(first) => word(text, start, limit),
        _ => (Lexeme::Symbol(first), start + 1),
    };
    Lexed { lexeme, start, end }
}

/// Where the blanks from `at` end, escaped ones included.
fn blanks_end(text: &[u8], at: usize) -> usize {
    let mut end = at;
    loop {
        end += match byte(text, end) {
            blank if blank.is_ascii_whitespace() => 1,
            b'\\' if matches!(byte(text, end + 1), b'n' | b'r' | b't') => 2,
            _ => return end,
        };
    }
}

/// Where the name ends that SQL Server has in brackets: `[Order Lines]`. An index has none of its letters at the front,
/// and touches what it is of.
fn name_in_brackets(text: &[u8], start: usize) -> Option<usize> {
    let end =
        run(text, start + 1, NAME_BYTES, |byte| is_word_part(byte) || matches!(byte, b' ' | b'-' | b'#'));
    let is_index =
        previous(text, start).is_ascii_alphanumeric() || matches!(previous(text, start), b'_' | b']' | b'"');
    (byte(text, end) == b']' && is_word_start(byte(text, start + 1)) && !is_index).then_some(end + 1)
}

fn is_word_start(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_' || byte >= 0x80
}

fn is_word_part(byte: u8) -> bool {
    is_word_start(byte) || byte.is_ascii_digit() || matches!(byte, b'.' | b'$')
}

/// A word, or the literal whose prefix it is.
fn word(text: &[u8], start: usize, limit: usize) -> (Lexeme, usize) {
    let end = run(text, start, limit, is_word_part);
    // A column in quotes behind its table: `l0."phone"`.
    let is_qualified = previous(text, end) == b'.';
    match byte(text, end) {
        b'"' if is_qualified => return (Lexeme::Operand, quoted(text, end, 1)),
        b'\\' if is_qualified && byte(text, end + 1) == b'"' => {
            return (Lexeme::Operand, quoted(text, end, 2));
        }
        b'`' if is_qualified => return (Lexeme::Operand, closed(text, end, b'`')),
        b'\'' => {}
        _ => return (Lexeme::Word, end),
    }
    let prefix = slice(text, start, end);
    if prefix.eq_ignore_ascii_case(b"q") || prefix.eq_ignore_ascii_case(b"nq") {
        return (Lexeme::Text, oracle_quoted(text, end));
    }
    let introducer =
        prefix.first() == Some(&b'_') || PREFIXES.iter().any(|known| known.eq_ignore_ascii_case(prefix));
    if introducer { (Lexeme::Text, quoted(text, end, 1)) } else { (Lexeme::Word, end) }
}

/// A number with fraction and exponent; what goes on as a word, such as `5ms`, is a word.
fn number(text: &[u8], start: usize) -> (Lexeme, usize) {
    let hex = byte(text, start) == b'0' && matches!(byte(text, start + 1), b'x' | b'X' | b'b');
    let mut end = run(text, start + usize::from(hex) * 2, text.len(), |byte| {
        byte.is_ascii_digit() || if hex { byte.is_ascii_hexdigit() } else { byte == b'.' }
    });
    if matches!(byte(text, end), b'e' | b'E') {
        let sign = usize::from(matches!(byte(text, end + 1), b'+' | b'-'));
        let exponent = run(text, end + 1 + sign, 4, |byte| byte.is_ascii_digit());
        end = if exponent > end + 1 + sign { exponent } else { end };
    }
    if is_word_start(byte(text, end)) {
        (Lexeme::Word, run(text, end, text.len(), is_word_part))
    } else {
        (Lexeme::Number, end)
    }
}

/// Where the string ends whose quote of `width` bytes (two if it is escaped) stands at `start`. A quote is written
/// twice or behind a backslash inside of it. Without a closing quote it ends with the log entry.
fn quoted(text: &[u8], start: usize, width: usize) -> usize {
    let quote = slice(text, start, start + width);
    let mut at = start + width;
    let mut first_line_end = None;
    let mut limit = text.len();
    while at < limit {
        match byte(text, at) {
            _ if stands(text, at, quote) => {
                at += width;
                // On another line an apostrophe within a word closes nothing.
                let closes = first_line_end.is_none() || !is_word_part(byte(text, at));
                if closes && !stands(text, at, quote) {
                    return at;
                }
                at += usize::from(closes) * width;
            }
            b'\\' => at += 2,
            b'\n' if starts_entry(text, at + 1) => break,
            b'\n' if first_line_end.is_none() => {
                first_line_end = Some(at);
                limit = limit.min(at + NEXT_LINES_BYTES);
                at += 1;
            }
            _ => at += 1,
        }
    }
    first_line_end.unwrap_or(at.min(text.len()))
}

/// Bytes between two dollar quotes: the body of a function. One that does not close was cut off with its line.
const DOLLAR_BYTES: usize = 16_384;

/// Bytes behind its first line in which a text must close; one that does not was cut off with that line.
const NEXT_LINES_BYTES: usize = 4_096;

/// Oracle's `q'[…]'`: the closing bracket, then the quote.
fn oracle_quoted(text: &[u8], quote: usize) -> usize {
    let close = match byte(text, quote + 1) {
        b'[' => b']',
        b'(' => b')',
        b'{' => b'}',
        b'<' => b'>',
        other => other,
    };
    let body = slice(text, quote + 2, text.len());
    let closed = body.windows(2).take(NEXT_LINES_BYTES).position(|pair| pair == [close, b'\'']);
    closed.map_or_else(|| line_end(text, quote), |at| quote + 2 + at + 2)
}

/// `$1` is a placeholder, `$$…$$` and `$tag$…$tag$` are strings.
fn dollar(text: &[u8], start: usize) -> (Lexeme, usize) {
    let tag_end = run(text, start + 1, TAG_BYTES, |byte| byte.is_ascii_alphanumeric() || byte == b'_');
    if byte(text, tag_end) != b'$' || byte(text, start + 1).is_ascii_digit() {
        return (Lexeme::Operand, tag_end.max(start + 1));
    }
    let tag = slice(text, start, tag_end + 1);
    let body = slice(text, tag_end + 1, text.len());
    let closed = body.windows(tag.len()).take(DOLLAR_BYTES).position(|close| close == tag);
    (Lexeme::Text, closed.map_or_else(|| line_end(text, tag_end), |at| tag_end + 1 + at + tag.len()))
}

fn closed(text: &[u8], start: usize, close: u8) -> usize {
    let end = run(text, start + 1, text.len(), |byte| byte != close && byte != b'\n');
    (end + 1).min(text.len())
}

/// Where the comment ends; cut off, with the log entry.
fn comment(text: &[u8], start: usize) -> usize {
    let mut at = start + 2;
    loop {
        at = run(text, at, text.len(), |byte| byte != b'*' && byte != b'\n');
        match byte(text, at) {
            b'*' if byte(text, at + 1) == b'/' => return at + 2,
            b'\n' if starts_entry(text, at + 1) => return at,
            0 if at >= text.len() => return text.len(),
            _ => at += 1,
        }
    }
}

/// Where the line of `at` ends.
pub(super) fn line_end(text: &[u8], at: usize) -> usize {
    around::line_end(text, at, text.len())
}

/// A marker of ours, so that redacting twice changes nothing, or a tag: no operand stands so between two signs.
fn marker(text: &[u8], start: usize) -> Option<usize> {
    let name = start + 1 + usize::from(byte(text, start + 1) == b'/');
    let end =
        run(text, name, MARKER_BYTES, |byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b':'));
    (byte(text, name).is_ascii_alphabetic() && byte(text, end) == b'>').then_some(end + 1)
}

/// Whether a log entry starts at the beginning of this line: a comment of the slow query log, an arrow of `MyBatis`, a
/// timestamp, a level.
pub(super) fn starts_entry(text: &[u8], line: usize) -> bool {
    let digits = |from: usize, count: usize| {
        run(text, line + from, count, |byte| byte.is_ascii_digit()) == line + from + count
    };
    stands(text, line, b"# ")
        || stands(text, line, b"==")
        || stands(text, line, b"<==")
        || byte(text, line) == b'\n'
        || (digits(0, 4) && byte(text, line + 4) == b'-' && digits(5, 2) && byte(text, line + 7) == b'-')
        || (digits(0, 6) && byte(text, line + 6) == b' ')
        || (byte(text, line) == b'[' && digits(1, 4))
        || starts_frame(text, line)
}

/// Whether a frame of Ruby's stands in the line, whose quotes are none of a statement's: `  app/a.rb:6:in 'f'`.
fn starts_frame(text: &[u8], line: usize) -> bool {
    let blanks = run(text, line, FRAME_BYTES, |byte| matches!(byte, b' ' | b'\t'));
    let path = blanks + if stands(text, blanks, b"from ") { b"from ".len() } else { 0 };
    let end =
        run(text, path, FRAME_BYTES, |byte| byte.is_ascii_graphic() && !matches!(byte, b'\'' | b'"' | b'`'));
    stands(text, end.saturating_sub(3), b":in") && (stands(text, end, b" '") || stands(text, end, b" `"))
}

/// Bytes of a frame's path, and of the blanks before it.
const FRAME_BYTES: usize = 96;
