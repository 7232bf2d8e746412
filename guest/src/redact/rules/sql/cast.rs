//! Values that could not be converted, as databases and their drivers quote them: `Cannot cast 'x' to BIGINT`.

use std::ops::Range;

use crate::redact::around::{byte, line_end, listed, run, slice, stands, stands_folded};
use crate::redact::words::{Words, is_same};

/// Bytes of a value in such a message.
const VALUE_BYTES: usize = 512;

/// Closing quotes that a value may hold itself, and one more.
const INNER_CLOSES: usize = 4;

/// How a message says which value it did not like.
struct Complaint {
    /// The last word before the value.
    word: &'static [u8],
    /// What stands before that word.
    before: &'static [u8],
    /// What stands between the word and the value.
    open: &'static [u8],
    /// What stands behind the value; the line's end if it is empty.
    close: &'static [u8],
    /// Whether the message goes on with the name of a type: otherwise it speaks of code.
    typed: bool,
}

const fn of(
    word: &'static [u8],
    before: &'static [u8],
    open: &'static [u8],
    close: &'static [u8],
) -> Complaint {
    Complaint { word, before, open, close, typed: false }
}

const fn typed(
    word: &'static [u8],
    before: &'static [u8],
    open: &'static [u8],
    close: &'static [u8],
) -> Complaint {
    Complaint { word, before, open, close, typed: true }
}

/// Of `BigQuery`, Trino, Snowflake, Spark, `PostgreSQL` and its drivers, `ClickHouse`, `DuckDB`, Cassandra, H2 and
/// Elasticsearch, in the order of their words.
const COMPLAINTS: &[Complaint] = &[
    typed(b"cast", b"not ", b" '", b"' to "),
    typed(b"cast", b"not ", b" \"", b"\" to "),
    of(b"cast", b"value cannot be ", b" to date: ", b""),
    of(b"cast", b"value cannot be ", b" to timestamp: ", b""),
    of(b"cast", b"value cannot be ", b" to time: ", b""),
    of(b"coerce", b"unable to ", b" '", b"' to a formatted "),
    typed(b"convert", b"not ", b" '", b"' to "),
    of(b"converting", b"error ", b" \"", b"\""),
    of(b"date", b"invalid ", b": '", b"'"),
    of(b"date", b"", b" '", b"' is not recognized"),
    of(b"field", b"date ", b" [", b"] with format"),
    typed(b"literal", b"cast ", b" \"", b"\" to type "),
    of(b"number", b"parse ", b" '", b"' in "),
    typed(b"parse", b"not ", b" '", b"' as "),
    typed(b"parse", b"not ", b" \"", b"\" as type "),
    of(b"string", b"", b" '", b"' is too long and would be truncated"),
    typed(b"string", b"parse ", b" '", b"' as "),
    typed(b"string", b"convert ", b" '", b"' to "),
    typed(b"string", b"convert ", b" \"", b"\" to "),
    of(b"timestamp", b"invalid ", b": '", b"'"),
    of(b"timestamp", b"", b" '", b"' is not recognized"),
    of(b"token", b"detail:  ", b" \"", b"\" is invalid"),
    of(b"value", b"the ", b" '", b"' of the type "),
    of(b"value", b"numeric ", b" '", b"' is not recognized"),
    of(b"value", b"boolean ", b" '", b"' is not recognized"),
    typed(b"value", b"variant ", b" \"", b"\" to "),
    typed(b"value", b"", b" '", b"' can not be converted to type "),
    typed(b"value", b"", b" '", b"' cannot be converted to type "),
    typed(b"value", b"", b" '", b"' to "),
    typed(b"value", b"", b" \"", b"\" is out of range for type "),
    of(b"value", b"bad double ", b": ", b""),
    of(b"value", b"bad int64 ", b": ", b""),
    of(b"value", b"bad bool ", b": ", b""),
    of(b"value", b"bad ", b" for type int : ", b""),
    of(b"value", b"bad ", b" for type long : ", b""),
    of(b"value", b"bad ", b" for type double : ", b""),
    of(b"value", b"bad ", b" for type BigDecimal : ", b""),
    of(b"value", b"bad ", b" for type timestamp/date/time: ", b""),
];

static WORDS: Words = Words::new(&LISTED);

#[allow(clippy::indexing_slicing)] // evaluated at compile time
const LISTED: [&[u8]; COMPLAINTS.len()] = {
    let mut words: [&[u8]; COMPLAINTS.len()] = [b""; COMPLAINTS.len()];
    let mut at = 0;
    while at < COMPLAINTS.len() {
        words[at] = COMPLAINTS[at].word;
        at += 1;
    }
    words
};

/// The value that a message with the word from `start` to `end` complains of.
pub(super) fn value(text: &[u8], start: usize, end: usize) -> Option<Range<usize>> {
    let opens = matches!(
        (byte(text, end), byte(text, end + 1)),
        (b' ', b'\'' | b'"' | b'[' | b'f' | b't') | (b':', b' ')
    );
    if !opens {
        return None;
    }
    let word = slice(text, start, end);
    WORDS.candidates(word).filter_map(|place| COMPLAINTS.get(place)).find_map(|complaint| {
        let before = complaint.before;
        let value = end + complaint.open.len();
        let is_said = stands(text, end, complaint.open)
            && is_same(complaint.word, word)
            && start.checked_sub(before.len()).is_some_and(|at| stands_folded(text, at, before));
        if is_said { complaint.value(text, value) } else { None }
    })
}

impl Complaint {
    fn value(&self, text: &[u8], start: usize) -> Option<Range<usize>> {
        let Some(first) = self.close.first() else {
            let line = line_end(text, start, VALUE_BYTES);
            let rest = slice(text, start, line);
            let end = rest.iter().position(|&byte| matches!(byte, b';' | b',' | b'\r')).unwrap_or(rest.len());
            return (end > 0 && rest != b"?").then_some(start..start + end);
        };
        let rest = slice(text, start, text.len().min(start + VALUE_BYTES));
        let line = rest.iter().enumerate().take_while(|(_, byte)| **byte != b'\n');
        let closes = line.filter(|(_, byte)| *byte == first).take(INNER_CLOSES);
        let length = closes.map(|(at, _)| at).find(|at| stands(rest, *at, self.close))?;
        let end = start + length;
        let is_value = length > 0 && slice(text, start, end) != b"?" && byte(text, start) != b' ';
        (is_value && (!self.typed || is_type(text, end + self.close.len()))).then_some(start..end)
    }
}

/// Whether a type of a database stands at `at`: compilers complain of types of their own.
fn is_type(text: &[u8], at: usize) -> bool {
    let article = [&b"type "[..], b"a ", b"\"", b"`"].into_iter().find(|word| stands(text, at, word));
    let at = at + article.map_or(0, <[u8]>::len);
    let end = run(text, at, TYPE_BYTES, |byte| byte.is_ascii_alphanumeric() || byte == b'.');
    listed(TYPES, slice(text, at, end))
}

/// The most bytes of a type's name.
const TYPE_BYTES: usize = 32;

#[rustfmt::skip]
const TYPES: &[&[u8]] = &[
    b"int", b"integer", b"bigint", b"smallint", b"tinyint", b"numeric", b"number", b"fixed", b"decimal",
    b"float", b"double", b"real", b"date", b"time", b"timestamp", b"datetime", b"boolean", b"bool", b"uuid",
    b"varchar", b"char", b"string", b"text", b"bytes", b"bytea", b"interval", b"int8", b"int16", b"int32",
    b"int64", b"int128", b"uint8", b"uint16", b"uint32", b"uint64", b"float32", b"float64",
    b"java.time.localdate", b"java.time.instant", b"java.util.uuid",
];
