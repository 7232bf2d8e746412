//! Columns of secrets in tables, and files of passwords by line.

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
    let mut end = token.end;
    let rest = text.get(token.end..text.len().min(token.end + 2_048)).unwrap_or_default();
    let mut at = token.end;
    for line in rest.split_inclusive(|&byte| byte == b'\n').take(16) {
        let entry = line.trim_ascii_end();
        let start = entry.iter().position(|byte| !b": \t'\"".contains(byte)).unwrap_or(entry.len());
        let entry = entry.get(start..).unwrap_or_default();
        let word = entry.iter().position(u8::is_ascii_whitespace).unwrap_or(entry.len());
        let entry = entry.get(..word).unwrap_or_default();
        let mut fields = entry.splitn(5, |&byte| byte == b':');
        let port = fields.nth(1).unwrap_or_default();
        let password = fields.nth(2).unwrap_or_default();
        let is_entry = !port.is_empty() && (port == b"*" || port.iter().all(u8::is_ascii_digit));
        if is_entry && !password.is_empty() && !is_placeholder(password) {
            let from = at + start + word - password.len();
            findings.push(Finding::new(from, from + password.len(), Marker::Secret("PASSWORD")));
            end = from + password.len();
        }
        at += line.len();
    }
    end
}
