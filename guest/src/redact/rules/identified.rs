//! Passwords in account statements, which documents and rows hold too: `IDENTIFIED BY '…'`.

use gobo_contract::Kind;

use crate::redact::finding::{Finding, Marker};
use crate::redact::rule::{Family, Rule};
use crate::redact::scan::Token;
use crate::redact::value::{Value, is_placeholder, is_word, value_at};

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
        ("ALTER USER scott IDENTIFIED BY tiger;", "ALTER USER scott IDENTIFIED BY <REDACTED:PASSWORD>;"),
        ("alter user scott identified by tiger9", "alter user scott identified by <REDACTED:PASSWORD>"),
        (
            "IDENTIFIED BY \"otter9\" REPLACE \"kite8\"",
            "IDENTIFIED BY \"<REDACTED:PASSWORD>\" REPLACE \"<REDACTED:PASSWORD>\"",
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
    let before = text.get(..token.start).unwrap_or_default();
    let follows =
        |words: &[u8]| before.last_chunk::<11>().is_some_and(|last| last.eq_ignore_ascii_case(words));
    // A password without quotes stands right behind the two words.
    let may_be_stated = matches!(text.get(token.end + 1), Some(b'\'' | b'"'))
        || follows(b"identified ")
        || follows(b"ntified by ");
    if text.get(token.end) != Some(&b' ')
        || !may_be_stated
        || !WORDS.iter().any(|known| word.eq_ignore_ascii_case(known.as_bytes()))
        || !is_identified(text, token.start)
    {
        return token.end;
    }
    let hide = |at: usize, findings: &mut Vec<Finding>| {
        let value = value_at(text, at).filter(|value| !is_placeholder(value.of(text)))?;
        let is_stated =
            value.quoted || !word.eq_ignore_ascii_case(b"as") && is_bare(text, token.start, value);
        is_stated.then(|| findings.push(Finding::new(value.start, value.end, Marker::Secret("PASSWORD"))))?;
        Some(value.end + usize::from(value.quoted))
    };
    let Some(end) = hide(token.end + 1, findings) else { return token.end };
    // Oracle asks for the old one too.
    let replaced = text.get(end..).is_some_and(|rest| rest.starts_with(REPLACE));
    let old = if replaced { hide(end + REPLACE.len(), findings) } else { None };
    old.unwrap_or(end)
}

const REPLACE: &[u8] = b" REPLACE ";

/// Whether a word without quotes is a password, and no prose goes on there: `IDENTIFIED BY tiger;`.
fn is_bare(text: &[u8], by: usize, value: Value) -> bool {
    let before = text.get(by.saturating_sub(BEFORE_BYTES)..by).unwrap_or_default();
    let is_keyword = before.windows(10).any(|window| window == b"IDENTIFIED");
    let rest = text.get(value.end..).unwrap_or_default();
    let ends = matches!(rest.first(), None | Some(b';' | b'\n' | b'\r' | b'"' | b'\'' | b')'));
    let clause = rest.strip_prefix(b" ").and_then(|rest| rest.first()).is_some_and(u8::is_ascii_uppercase);
    is_keyword && (ends || clause || !is_word(value.of(text)))
        || !is_word(value.of(text)) && before.windows(5).any(|window| window.eq_ignore_ascii_case(b"user "))
}
