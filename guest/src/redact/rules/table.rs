//! Columns of secrets in tables, and files of passwords by line.

mod heading;

use std::ops::Range;

use gobo_contract::Kind;

use crate::redact::finding::{Finding, Marker};
use crate::redact::rule::{Family, Rule, Shape, Trigger};
use crate::redact::scan::Token;
use crate::redact::value::is_placeholder;

pub(crate) use heading::COLUMN;

/// `host:port:database:user:password`
pub(crate) const PGPASS: Family = Family {
    rules: PGPASS_RULES,
    trigger: Trigger::Token(Shape { words: &[&["pgpass"]], min_bytes: 6, ..Shape::ANY }),
    find: find_pgpass,
    member: None,
};

const PGPASS_RULES: &[Rule] = &[Rule {
    id: "pgpass",
    kind: Kind::Secret,
    source: "https://www.postgresql.org/docs/current/libpq-pgpass.html",
    keywords: &["pgpass"],
    max_bytes: 512,
    hits: &[
        (".pgpass: db:5432:orders:app:WQ9bBgi5vU9z", ".pgpass: db:5432:orders:app:<REDACTED:PASSWORD>"),
        (
            "pgpass line 3: db:5432:*:app:WQ9bBgi5 (0644)",
            "pgpass line 3: db:5432:*:app:<REDACTED:PASSWORD> (0644)",
        ),
        ("cat ~/.pgpass\ndb:5432:*:app:WQ9bBgi5", "cat ~/.pgpass\ndb:5432:*:app:<REDACTED:PASSWORD>"),
    ],
    misses: &[(".pgpass: permission denied", "no entry"), ("reading pgpass file", "no entry")],
}];

fn find_pgpass(text: &[u8], token: Token, findings: &mut Vec<Finding>) -> usize {
    if !token.of(text).ends_with(b"pgpass") {
        return token.end;
    }
    let mut at = said_end(text, token.end);
    let mut end = token.end;
    for _ in 0..ENTRIES {
        let Some(password) = pgpass_password(text, at) else { break };
        if !is_placeholder(text.get(password.clone()).unwrap_or_default()) {
            findings.push(Finding::new(password.start, password.end, Marker::Secret("PASSWORD")));
            end = password.end;
        }
        at = password.end;
    }
    end
}

/// Where the words between the name of the file and its entry end: `pgpass line 3: db:5432:…`.
fn said_end(text: &[u8], at: usize) -> usize {
    let look = text.get(at..text.len().min(at + SAID_BYTES)).unwrap_or_default();
    let line = look.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let colon = line.windows(2).position(|pair| pair == b": ");
    colon.map_or(at, |colon| at + colon)
}

/// The most bytes of these words.
const SAID_BYTES: usize = 48;

/// The most lines of one file that are read.
const ENTRIES: usize = 64;

/// The most bytes of one field but the last.
const FIELD_BYTES: usize = 64;

/// The last field of the entry after `at`.
fn pgpass_password(text: &[u8], at: usize) -> Option<Range<usize>> {
    let rest = text.get(at..)?;
    let mut start = at + rest.iter().take(16).take_while(|byte| b": \t\r\n'\"".contains(byte)).count();
    for field in 0..4 {
        let rest = text.get(start..)?;
        let length =
            rest.iter().take(FIELD_BYTES).position(|&byte| byte == b':' || byte.is_ascii_whitespace())?;
        let is_port = |port: &[u8]| port == b"*" || !port.is_empty() && port.iter().all(u8::is_ascii_digit);
        if rest.get(length) != Some(&b':') || field == 1 && !is_port(rest.get(..length)?) {
            return None;
        }
        start += length + 1;
    }
    let rest = text.get(start..)?;
    let length = rest.iter().position(u8::is_ascii_whitespace).unwrap_or(rest.len());
    (length > 0).then_some(start..start + length)
}
