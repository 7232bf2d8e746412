//! Columns of secrets in tables, and files of passwords by line.

use std::ops::Range;

use gobo_contract::Kind;

use crate::redact::finding::{Finding, Marker};
use crate::redact::name::secret_name;
use crate::redact::rule::{Family, Rule, Shape, Trigger};
use crate::redact::scan::Token;
use crate::redact::value::is_placeholder;

/// `| user | password |`
pub(crate) const COLUMN: Family =
    Family { rules: COLUMN_RULES, trigger: Trigger::Byte(b"|"), find: find_column, member: None };

/// `host:port:database:user:password`
pub(crate) const PGPASS: Family = Family {
    rules: PGPASS_RULES,
    trigger: Trigger::Token(Shape { words: &[&["pgpass"]], min_bytes: 6, ..Shape::ANY }),
    find: find_pgpass,
    member: None,
};

const COLUMN_RULES: &[Rule] = &[Rule {
    id: "table-column",
    kind: Kind::Secret,
    source: "GitHub Flavored Markdown, section 4.10; the output of mysql and psql",
    keywords: &["|"],
    max_bytes: TABLE_BYTES,
    hits: &[
        (
            "| user | password |\n|---|---|\n| backup | `fABkS11zR45I` |",
            "| user | password |\n|---|---|\n| backup | `<REDACTED:PASSWORD>` |",
        ),
        (
            "| token | user |\n+----+----+\n| Kq83nfaPz | ann |\n| Zb93mLq | bo |",
            "| token | user |\n+----+----+\n| <REDACTED:TOKEN> | ann |\n| <REDACTED:TOKEN> | bo |",
        ),
    ],
    misses: &[("| password | length |", "a heading without rows"), ("a | password | b", "no table")],
}];

const PGPASS_RULES: &[Rule] = &[Rule {
    id: "pgpass",
    kind: Kind::Secret,
    source: "https://www.postgresql.org/docs/current/libpq-pgpass.html",
    keywords: &["pgpass"],
    max_bytes: 512,
    hits: &[
        (".pgpass: db:5432:orders:app:WQ9bBgi5vU9z", ".pgpass: db:5432:orders:app:<REDACTED:PASSWORD>"),
        ("cat ~/.pgpass\ndb:5432:*:app:WQ9bBgi5", "cat ~/.pgpass\ndb:5432:*:app:<REDACTED:PASSWORD>"),
    ],
    misses: &[(".pgpass: permission denied", "no entry"), ("reading pgpass file", "no entry")],
}];

/// The most bytes of a table that are read after its heading.
const TABLE_BYTES: usize = 16_384;

/// The most bytes of a column's name.
const COLUMN_BYTES: usize = 40;

fn find_column(text: &[u8], token: Token, findings: &mut Vec<Finding>) -> usize {
    // Only the first bar of a line begins a heading.
    let before = text.get(token.start.saturating_sub(64)..token.start).unwrap_or_default();
    let indent = before.iter().rev().take_while(|byte| **byte == b' ').count();
    if !matches!(before.iter().rev().nth(indent), None | Some(b'\n')) || indent == 64 {
        return token.end;
    }
    let rest = text.get(token.end..).unwrap_or_default();
    let Some(heading) = rest.iter().take(1_024).position(|&byte| byte == b'\n') else { return token.end };
    let names = rest.get(..heading).unwrap_or_default().split(|&byte| byte == b'|');
    let columns: Vec<_> = names.map(|name| marker_of(name.trim_ascii())).collect();
    if columns.iter().all(Option::is_none) {
        return token.end;
    }
    let mut at = token.end + heading + 1;
    let mut end = token.end;
    let mut is_table = false;
    let body = text.get(at..text.len().min(at + TABLE_BYTES)).unwrap_or_default();
    for line in body.split_inclusive(|&byte| byte == b'\n') {
        let row = line.trim_ascii_end();
        let is_rule = !row.is_empty() && row.iter().all(|byte| b"|+-: =".contains(byte));
        if let Some(cells) = row.trim_ascii_start().strip_prefix(b"|").filter(|_| !is_rule && is_table) {
            let mut from = at + (row.len() - cells.len());
            for (cell, marker) in cells.split(|&byte| byte == b'|').zip(&columns) {
                if let Some(marker) = marker {
                    hide_cell(cell, from, marker, findings);
                }
                from += cell.len() + 1;
            }
            end = at + row.len();
        } else if !is_rule {
            break;
        }
        is_table |= is_rule;
        at += line.len();
    }
    end
}

fn marker_of(name: &[u8]) -> Option<&'static str> {
    let name = name.strip_prefix(b"**").and_then(|name| name.strip_suffix(b"**")).unwrap_or(name);
    let fits = (2..=COLUMN_BYTES).contains(&name.len());
    fits.then(|| secret_name(name)).flatten().map(|name| name.marker)
}

fn hide_cell(cell: &[u8], at: usize, marker: &'static str, findings: &mut Vec<Finding>) {
    let blank = |byte: &u8| b" `*'\"\t".contains(byte);
    let Some(from) = cell.iter().position(|byte| !blank(byte)) else { return };
    let to = cell.iter().rposition(|byte| !blank(byte)).map_or(from, |last| last + 1);
    let value = cell.get(from..to).unwrap_or_default();
    if !is_placeholder(value) {
        findings.push(Finding::new(at + from, at + to, Marker::Secret(marker)));
    }
}

fn find_pgpass(text: &[u8], token: Token, findings: &mut Vec<Finding>) -> usize {
    if !token.of(text).ends_with(b"pgpass") {
        return token.end;
    }
    let mut at = token.end;
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
