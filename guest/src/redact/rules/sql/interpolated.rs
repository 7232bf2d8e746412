//! Statements into which the values were put without quotes, as Laravel's messages have them:
//! `(SQL: update "users" set "name" = Anna Meier where "id" = 42)`.

use crate::redact::around::{byte, line_end, previous, run, run_back, slice, stands};

/// Bytes of a statement; a longer one is read up to there.
const STATEMENT_BYTES: usize = 8_192;
/// Bytes between the connection's name and the statement.
const CONNECTION_BYTES: usize = 64;

/// What a value stands behind.
const LEADS: &[&[u8]] = &[b"= ", b"> ", b"< ", b" like ", b" limit ", b"values (", b" in ("];
/// What a value without quotes ends before. A column is quoted, so that a comma in a value is none.
const ENDS: &[&[u8]] = &[
    b", `",
    b", \"",
    b" and `",
    b" and \"",
    b" or `",
    b" or \"",
    b" where `",
    b" where \"",
    b" limit ",
    b" order by ",
    b" group by ",
    b"))",
    b") ",
    b"), ",
];

/// Finds the values of the statement at `start`, if it is such a one, and hands them on. Returns where it ends.
pub(super) fn read(text: &[u8], start: usize, mut literal: impl FnMut(usize, usize)) -> Option<usize> {
    let label = start.checked_sub(b"SQL: ".len()).filter(|label| stands(text, *label, b"SQL: "))?;
    let open = run_back(text, label, CONNECTION_BYTES, |byte| byte != b'(' && byte != b'\n');
    let is_named = previous(text, label) == b'(' || stands(text, open, b"Connection: ");
    if !is_named || previous(text, open) != b'(' {
        return None;
    }
    let end = line_end(text, start, STATEMENT_BYTES);
    let text = slice(text, 0, end);
    let mut at = start;
    while at < end {
        let lead = LEADS.iter().find(|lead| stands(text, at, lead));
        let Some(lead) = lead else {
            at += 1;
            continue;
        };
        at += lead.len();
        if lead.ends_with(b"(") {
            at = list(text, at, &mut literal);
        } else {
            let value_end = value_end(text, at);
            value(text, at, value_end, &mut literal);
            at = value_end;
        }
    }
    Some(end)
}

/// The values between parentheses.
fn list(text: &[u8], start: usize, literal: &mut impl FnMut(usize, usize)) -> usize {
    let mut at = start;
    loop {
        let comma = run(text, at, text.len(), |byte| byte != b',' && byte != b')');
        value(text, at, comma, literal);
        if byte(text, comma) != b',' {
            return comma;
        }
        at = comma + 1 + usize::from(byte(text, comma + 1) == b' ');
    }
}

fn value_end(text: &[u8], start: usize) -> usize {
    let is_end = |at: &usize| {
        *at + 1 == text.len() && byte(text, *at) == b')' || ENDS.iter().any(|end| stands(text, *at, end))
    };
    (start..text.len()).find(is_end).unwrap_or(text.len())
}

fn value(text: &[u8], start: usize, end: usize, literal: &mut impl FnMut(usize, usize)) {
    let is_column = matches!(byte(text, start), b'`' | b'"');
    if end > start && !is_column && !matches!(slice(text, start, end), b"?" | b"null") {
        literal(start, end);
    }
}
