//! Passwords in account statements, which documents and rows hold too: `IDENTIFIED BY '…'`.

use gobo_contract::Kind;

use crate::redact::finding::{Finding, Marker};
use crate::redact::rule::{Family, Rule};
use crate::redact::scan::Token;
use crate::redact::value::{is_placeholder, value_at};

pub(crate) const FAMILY: Family = Family::at_words(RULES, &[WORDS], find);

/// What stands before the password.
const WORDS: &[&str] = &["by", "as", "values"];

const RULES: &[Rule] = &[Rule {
    id: "sql-identified-by",
    kind: Kind::Secret,
    source: "https://dev.mysql.com/doc/refman/8.4/en/create-user.html",
    keywords: &["IDENTIFIED"],
    max_bytes: 256,
    hits: &[
        ("run: identified by 'k7QzX2mR' once", "run: identified by '<REDACTED:PASSWORD>' once"),
        (
            "IDENTIFIED WITH caching_sha2_password BY \"k7QzX2mR\"",
            "IDENTIFIED WITH caching_sha2_password BY \"<REDACTED:PASSWORD>\"",
        ),
        ("run: identified by values 'F894844C34402B67'", "run: identified by values '<REDACTED:PASSWORD>'"),
    ],
    misses: &[
        ("ORDER BY 'name'", "not an account"),
        ("identified by the team", "prose"),
        ("inserted by values 'F894844C34402B67'", "no account"),
        ("identified by the key\nORDER BY 'name'", "another clause"),
    ],
}];

/// Whether `identified`, `identified by` or `identified with plugin` stands before `at`.
fn is_identified(text: &[u8], at: usize) -> bool {
    let before = text.get(at.saturating_sub(BEFORE_BYTES)..at).unwrap_or_default();
    let mut words = before.rsplit(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    let (last, with, first) = (words.next(), words.next(), words.next());
    let is = |word: Option<&[u8]>, known: &[u8]| word.is_some_and(|word| word.eq_ignore_ascii_case(known));
    is(last, b"identified")
        || is(last, b"by") && is(with, b"identified")
        || is(with, b"with") && is(first, b"identified")
}

/// The most bytes between the two words: the name of a plugin stands there.
const BEFORE_BYTES: usize = 64;

fn find(text: &[u8], token: Token, findings: &mut Vec<Finding>) -> usize {
    let word = token.of(text);
    let quote = text.get(token.end + 1);
    if !WORDS.iter().any(|known| word.eq_ignore_ascii_case(known.as_bytes()))
        || text.get(token.end) != Some(&b' ')
        || !matches!(quote, Some(b'\'' | b'"'))
    {
        return token.end;
    }
    match is_identified(text, token.start).then(|| value_at(text, token.end + 1)).flatten() {
        Some(value) if !is_placeholder(value.of(text)) => {
            findings.push(Finding::new(value.start, value.end, Marker::Secret("PASSWORD")));
            value.end
        }
        _ => token.end,
    }
}
