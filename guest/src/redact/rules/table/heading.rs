//! Tables with a heading that names secrets: bars, commas, semicolons, tabs, or columns that are aligned with blanks.

use std::ops::Range;

use gobo_contract::Kind;

use super::super::assignment::lacks_word;
use super::super::assignment::mention::is_one_of_many;
use crate::redact::around::previous;
use crate::redact::finding::{Finding, Marker};
use crate::redact::name::{self, Name, Sure, needs_word_before, secret_name};
use crate::redact::rule::{Family, Rule, Shape, Trigger};
use crate::redact::scan::Token;
use crate::redact::value::{is_placeholder, is_uuid, is_word, looks_random};
use crate::redact::words::Words;

/// `| user | password |`
pub(crate) const COLUMN: Family = Family {
    rules: RULES,
    trigger: Trigger::Token(Shape { words: name::WORDS, min_bytes: 2, ..Shape::ANY }),
    find,
    member: None,
};

const RULES: &[Rule] = &[Rule {
    id: "table-column",
    kind: Kind::Secret,
    source: "RFC 4180; GitHub Flavored Markdown, section 4.10; the output of mysql, psql and kubectl",
    keywords: &["|", ",", "\t"],
    max_bytes: TABLE_BYTES,
    hits: &[
        (
            "| user | password |\n|---|---|\n| backup | `fABkS11zR45I` |",
            "| user | password |\n|---|---|\n| backup | `<REDACTED:PASSWORD>` |",
        ),
        ("user,password,note\nann,Kq83nfa,a, b", "user,password,note\nann,<REDACTED:PASSWORD>,a, b"),
        (
            "| token | user |\n+----+----+\n| Kq83nfaPz | ann |\n| Zb93mLq | bo |",
            "| token | user |\n+----+----+\n| <REDACTED:TOKEN> | ann |\n| <REDACTED:TOKEN> | bo |",
        ),
        (
            "user,password,note\nann,otter,\"a, b\"\nbo,\"Kq,83\",c",
            "user,password,note\nann,<REDACTED:PASSWORD>,\"a, b\"\nbo,\"<REDACTED:PASSWORD>\",c",
        ),
        ("user\tapi key\nann\tKq83nfaPz1", "user\tapi key\nann\t<REDACTED:API_KEY>"),
        (
            " user | password\n------+----------\n ann  | otter9\n bo   | Kq83nfa",
            " user | password\n------+----------\n ann  | <REDACTED:PASSWORD>\n bo   | <REDACTED:PASSWORD>",
        ),
        (
            "USER     PASSWORD  AGE\nann      Kq83nfa   3d",
            "USER     PASSWORD  AGE\nann      <REDACTED:PASSWORD>   3d",
        ),
    ],
    misses: &[
        ("| password | length |", "a heading without rows"),
        ("a | password | b", "no table"),
        ("user,password,host are required\nsee the docs", "no row has as many cells"),
        ("NAME      SECRETS   AGE\ndefault   1         3d", "how many there are"),
        ("keys: user, password\nann, bo", "no name of a column"),
        ("| password | varchar | NO |\n| token_id | bigint | YES |", "columns of a table, described"),
        ("name, password, role\nare all required, please, thanks", "prose"),
    ],
}];

/// The most bytes of a table that are read after its heading.
const TABLE_BYTES: usize = 16_384;

/// The most bytes of a heading.
const LINE_BYTES: usize = 256;

/// The most bytes of a column's name.
const COLUMN_BYTES: usize = 40;

/// What stands between two cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Delimiter {
    Byte(u8),
    /// Two blanks or more.
    Blanks,
}

fn find(text: &[u8], token: Token, findings: &mut Vec<Finding>) -> usize {
    // Most names stand in a sentence, with one blank after them.
    let may_end = match text.get(token.end..) {
        Some([b' ', next, ..]) => matches!(next, b' ' | b'|' | b'\n' | b'\r'),
        // A name that ends its line has a delimiter before it.
        Some([b'\n' | b'\r', ..]) => {
            is_beside_name(previous(text, token.start)) || previous(text, token.start) == b' '
        }
        Some([next, ..]) => is_beside_name(*next),
        _ => false,
    };
    if !may_end || lacks_word(text, token) || is_one_of_many(text, token) {
        return token.end;
    }
    let Some(delimiter) = delimiter_beside(text, token) else { return token.end };
    let Some(line) = line_around(text, token) else { return token.end };
    // What a name says takes longest to tell.
    let is_heading = begins_heading(text, line.clone(), delimiter)
        && !is_row(text, line.clone(), delimiter)
        && !is_after_secret(text, token, delimiter)
        && named(cell_before(text, token, delimiter)).is_some();
    if !is_heading {
        return token.end;
    }
    let end = line.end;
    if let Some(columns) = columns(text, line, delimiter, token) {
        hide_rows(text, end + 1, delimiter, &columns, findings);
    }
    token.end
}

/// Delimiters, and what stands around a name in its cell.
const fn is_beside_name(byte: u8) -> bool {
    matches!(byte, b',' | b';' | b'\t' | b'|' | b'"' | b'\'' | b'*' | b'`')
}

/// The line of the token, if it is short and another one stands below it.
fn line_around(text: &[u8], token: Token) -> Option<Range<usize>> {
    let rest = text.get(token.end..text.len().min(token.end + LINE_BYTES))?;
    let end = token.end + memchr::memchr(b'\n', rest)?;
    let from = token.start.saturating_sub(LINE_BYTES);
    let newline = memchr::memrchr(b'\n', text.get(from..token.start)?);
    let start = newline.map_or(from, |newline| from + newline + 1);
    (newline.is_some() || from == 0).then_some(start..end)
}

/// Whether the first cell of a line can be the name of a column: the beginning of most lines cannot.
fn begins_heading(text: &[u8], line: Range<usize>, delimiter: Delimiter) -> bool {
    let heading = text.get(line).unwrap_or_default();
    let first = Cells::of(heading, delimiter).next().and_then(|cell| heading.get(cell));
    let is_edge = |name: &[u8]| name.is_empty() && delimiter == Delimiter::Byte(b'|');
    first.map(|cell| bare(cell).0).is_some_and(|name| are_words(name) || is_edge(name))
}

/// Whether a cell holds the name of a column, or nothing because it is at the edge of a table.
fn is_name_of_column(name: &[u8], delimiter: Delimiter) -> bool {
    is_column_name(name) || name.is_empty() && delimiter == Delimiter::Byte(b'|')
}

/// The cell up to the end of the token, as far as a name can be long.
fn cell_before(text: &[u8], token: Token, delimiter: Delimiter) -> &[u8] {
    let from = token.start.saturating_sub(COLUMN_BYTES);
    let before = text.get(from..token.start).unwrap_or_default();
    let line = memchr::memrchr(b'\n', before).map_or(0, |newline| newline + 1);
    let cell = match delimiter {
        Delimiter::Byte(delimiter) => memchr::memrchr(delimiter, before).map_or(0, |at| at + 1),
        Delimiter::Blanks => before.windows(2).rposition(|pair| pair == b"  ").map_or(0, |at| at + 2),
    };
    bare(text.get(from + cell.max(line)..token.end).unwrap_or_default()).0
}

/// Whether the line above has as many cells: then this one is a row like that.
fn is_row(text: &[u8], line: Range<usize>, delimiter: Delimiter) -> bool {
    let above =
        text.get(line.start.saturating_sub(2 * LINE_BYTES)..line.start.saturating_sub(1)).unwrap_or_default();
    let mut lines = above.rsplit(|&byte| byte == b'\n');
    let above = lines.next().unwrap_or_default();
    let above = if is_rule(above) { lines.next().unwrap_or_default() } else { above };
    line.start > 0 && count(above, delimiter) == text.get(line).map_or(0, |line| count(line, delimiter))
}

/// How many cells a line has.
fn count(line: &[u8], delimiter: Delimiter) -> usize {
    let cells = Cells::of(line, delimiter);
    let Delimiter::Byte(delimiter) = delimiter else { return cells.count() };
    let mut ends = 0;
    for &byte in cells.line {
        if byte == b'"' {
            return cells.count();
        }
        ends += usize::from(byte == delimiter);
    }
    ends + usize::from(cells.at.is_some())
}

/// What stands on one side of the name and at least not against it on the other.
fn delimiter_beside(text: &[u8], token: Token) -> Option<Delimiter> {
    let around = |side: &mut dyn Iterator<Item = &u8>| {
        let mut blanks = 0;
        for &byte in side.take(16) {
            match byte {
                b'"' | b'\'' | b'*' | b'`' if blanks == 0 => {}
                b' ' => blanks += 1,
                b',' | b';' | b'\t' | b'|' => return Some(Some(Delimiter::Byte(byte))),
                b'\n' | b'\r' => return Some(None),
                _ => break,
            }
        }
        (blanks > 1).then_some(Some(Delimiter::Blanks))
    };
    let after = text.get(token.end..)?;
    let after = if after.is_empty() { None } else { around(&mut after.iter()) };
    match after? {
        Some(delimiter) => Some(delimiter),
        None => around(&mut text.get(..name_start(text, token))?.iter().rev()).flatten(),
    }
}

/// Whether the cell before names a secret too: then the heading was read there.
fn is_after_secret(text: &[u8], token: Token, delimiter: Delimiter) -> bool {
    let Delimiter::Byte(delimiter) = delimiter else { return false };
    let before = text.get(token.start.saturating_sub(2 * COLUMN_BYTES)..token.start).unwrap_or_default();
    let cell = before.rsplit(|&byte| byte == delimiter || byte == b'\n').nth(1).unwrap_or_default();
    named(bare(cell).0).is_some()
}

/// Where the name begins, which may be of two words.
fn name_start(text: &[u8], token: Token) -> usize {
    let before = text.get(token.start.saturating_sub(COLUMN_BYTES)..token.start).unwrap_or_default();
    match before {
        [words @ .., b' '] if needs_word_before(token.of(text)) => {
            token.start - 1 - words.iter().rev().take_while(|byte| byte.is_ascii_alphanumeric()).count()
        }
        _ => token.start,
    }
}

/// The columns of the heading, those that name secrets with their names, if the token ends the name of the first such.
fn columns(text: &[u8], line: Range<usize>, delimiter: Delimiter, token: Token) -> Option<Vec<Option<Name>>> {
    let heading = text.get(line.clone())?;
    let mut columns = Vec::new();
    let mut is_first = true;
    for cell in Cells::of(heading, delimiter) {
        let (name, offset) = bare(heading.get(cell.clone())?);
        let end = line.start + cell.start + offset + name.len();
        if !is_name_of_column(name, delimiter) {
            return None;
        }
        let secret = named(name);
        if is_first && secret.is_some() {
            (end == token.end).then_some(())?;
            is_first = false;
        }
        columns.push(secret);
    }
    let is_upper = || !heading.iter().any(u8::is_ascii_lowercase);
    let enough = delimiter != Delimiter::Blanks || columns.len() > 2 || is_upper();
    (columns.len() > 1 && !is_first && enough).then_some(columns)
}

fn named(name: &[u8]) -> Option<Name> {
    if name.len() < 2 { None } else { secret_name(name) }
}

/// Whether the cell is a column's type, as in the row of a table that describes another one.
fn is_type(cell: &[u8]) -> bool {
    TYPES.has(cell.split(|byte| matches!(byte, b'(' | b' ')).next().unwrap_or_default())
}

/// Types that are no usual names of columns.
#[rustfmt::skip]
static TYPES: Words = Words::new(&[
    b"varchar", b"varchar2", b"nvarchar", b"bigint", b"smallint", b"tinyint", b"mediumint", b"integer", b"boolean",
    b"timestamptz", b"jsonb", b"bytea", b"varbinary", b"bigserial", b"mediumtext", b"longtext", b"longblob",
]);

/// A few words that begin with a letter, and no type.
fn is_column_name(name: &[u8]) -> bool {
    are_words(name) && !is_type(name)
}

fn are_words(name: &[u8]) -> bool {
    let in_name = |byte: &u8| byte.is_ascii_alphanumeric() || !byte.is_ascii() || b"_-. ()#/%".contains(byte);
    name.len() <= COLUMN_BYTES
        && name.first().is_some_and(|first| !first.is_ascii_digit())
        && name.iter().all(in_name)
        && name.split(|&byte| byte == b' ').count() <= 3
}

/// What is in a cell without blanks, quotes and stars around it, and how many of these stand before it.
fn bare(cell: &[u8]) -> (&[u8], usize) {
    let around = |byte: &u8| b" `*'\"\t\r".contains(byte);
    let from = cell.iter().take_while(|byte| around(byte)).count();
    let to = cell.iter().rposition(|byte| !around(byte)).map_or(from, |last| last + 1);
    (cell.get(from..to).unwrap_or_default(), from)
}

fn hide_rows(
    text: &[u8],
    start: usize,
    delimiter: Delimiter,
    columns: &[Option<Name>],
    findings: &mut Vec<Finding>,
) {
    let mut at = start;
    let body = text.get(start..text.len().min(start + TABLE_BYTES)).unwrap_or_default();
    for line in body.split_inclusive(|&byte| byte == b'\n') {
        let row = line.strip_suffix(b"\n").unwrap_or(line);
        if !is_rule(row) {
            // More cells than the heading has: a delimiter stands in one of the last.
            let cells = Cells::of(row, delimiter).count();
            if cells < columns.len() || cells > columns.len() && delimiter == Delimiter::Blanks {
                break;
            }
            // What is set as a sentence may be one.
            let spaced = |cell: Range<usize>| row.get(cell.start) == Some(&b' ');
            let may_be_prose =
                delimiter == Delimiter::Byte(b',') && Cells::of(row, delimiter).skip(1).all(spaced);
            for (cell, name) in Cells::of(row, delimiter).zip(columns) {
                let (value, offset) = bare(row.get(cell.clone()).unwrap_or_default());
                if let Some(name) =
                    name.filter(|name| is_secret(name.sure, value) && !(may_be_prose && is_prose(value)))
                {
                    let from = at + cell.start + offset;
                    findings.push(Finding::new(from, from + value.len(), Marker::Secret(name.marker)));
                }
            }
        }
        at += line.len();
    }
}

/// A line between the heading and the rows.
fn is_rule(line: &[u8]) -> bool {
    !line.is_empty() && line.iter().all(|byte| b"|+-: =\r".contains(byte))
}

fn is_prose(value: &[u8]) -> bool {
    value.split(|&byte| byte == b' ').all(is_word)
}

fn is_secret(sure: Sure, value: &[u8]) -> bool {
    let is_number = value.iter().all(u8::is_ascii_digit);
    !is_placeholder(value)
        && match sure {
            Sure::IfUnique => is_uuid(value) || looks_random(value, 12),
            Sure::IfRandom => looks_random(value, 12),
            Sure::IfCode => is_number && value.len() > 2,
            Sure::Secret => !(is_word(value) || is_number && value.len() < 4),
            Sure::Password | Sure::Passphrase => true,
        }
}

/// The cells of a line.
struct Cells<'t> {
    line: &'t [u8],
    delimiter: Delimiter,
    at: Option<usize>,
}

impl<'t> Cells<'t> {
    fn of(line: &'t [u8], delimiter: Delimiter) -> Self {
        let line = match delimiter {
            Delimiter::Byte(b'\t') => line.strip_suffix(b"\n").unwrap_or(line),
            _ => line.trim_ascii_end(),
        };
        Self { line, delimiter, at: Some(0).filter(|_| !line.is_empty()) }
    }
}

impl Iterator for Cells<'_> {
    type Item = Range<usize>;

    fn next(&mut self) -> Option<Range<usize>> {
        let start = self.at?;
        let rest = self.line.get(start..)?;
        // A delimiter in quotes is part of the cell.
        let closes = |pair: &[u8]| matches!((pair, self.delimiter), ([b'"', next], Delimiter::Byte(byte)) if *next == byte);
        let quoted = match rest {
            [b'"', inside @ .., b'"'] => {
                Some(inside.windows(2).position(closes).unwrap_or(inside.len().saturating_sub(1)))
            }
            [b'"', inside @ ..] => inside.windows(2).position(closes),
            _ => None,
        };
        let from = quoted.map_or(0, |inside| inside + 2);
        let tail = rest.get(from..)?;
        let length = match self.delimiter {
            Delimiter::Byte(byte) => tail.iter().position(|&next| next == byte),
            Delimiter::Blanks => {
                let indent = tail.iter().take_while(|byte| **byte == b' ').count();
                let end = tail.get(indent..)?.windows(2).position(|pair| pair == b"  ");
                end.map(|end| indent + end)
            }
        };
        let Some(length) = length else {
            self.at = None;
            return Some(start..self.line.len());
        };
        let end = start + from + length;
        let delimiter = match self.delimiter {
            Delimiter::Byte(_) => 1,
            Delimiter::Blanks => 2,
        };
        self.at = Some(end + delimiter);
        Some(start..end)
    }
}
