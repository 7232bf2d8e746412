//! Passwords in account statements, which documents and rows hold too: `IDENTIFIED BY '…'`.

use gobo_contract::Kind;

use crate::redact::finding::{Finding, Marker};
use crate::redact::rule::{Family, Rule};
use crate::redact::scan::Token;
use crate::redact::value::{is_placeholder, value_at};

pub(crate) const FAMILY: Family = Family::at_words(RULES, &[&["by", "as"]], find);

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
    ],
    misses: &[("ORDER BY 'name'", "not an account"), ("identified by the team", "prose")],
}];

/// The most bytes between the two words: the name of a plugin stands there.
const BEFORE_BYTES: usize = 64;

fn find(text: &[u8], token: Token, findings: &mut Vec<Finding>) -> usize {
    let word = token.of(text);
    let quote = text.get(token.end + 1);
    if !(word.eq_ignore_ascii_case(b"by") || word.eq_ignore_ascii_case(b"as"))
        || text.get(token.end) != Some(&b' ')
        || !matches!(quote, Some(b'\'' | b'"'))
    {
        return token.end;
    }
    let before = text.get(token.start.saturating_sub(BEFORE_BYTES)..token.start).unwrap_or_default();
    let identified = before.windows(10).any(|word| word.eq_ignore_ascii_case(b"identified"));
    match identified.then(|| value_at(text, token.end + 1)).flatten() {
        Some(value) if !is_placeholder(value.of(text)) => {
            findings.push(Finding::new(value.start, value.end, Marker::Secret("PASSWORD")));
            value.end
        }
        _ => token.end,
    }
}
