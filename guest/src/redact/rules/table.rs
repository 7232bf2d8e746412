//! Columns of secrets in tables, and files of passwords by line.

mod heading;

use std::net::Ipv4Addr;
use std::ops::Range;

use gobo_contract::Kind;

use super::between::and_between;
use super::host::is_exempt;
use crate::redact::finding::{Finding, Marker, Numbered};
use crate::redact::rule::{Family, Rule, Shape, Trigger};
use crate::redact::scan::Token;
use crate::redact::value::is_placeholder;

pub(crate) use heading::COLUMN;

/// `host:port:database:user:password`
pub(crate) const PGPASS: Family = Family {
    rules: PGPASS_RULES,
    trigger: Trigger::Token(Shape { words: &[&["pgpass", "ap-secrets"]], min_bytes: 6, ..Shape::ANY }),
    find: |text, token, findings| and_between(find_pgpass, text, token, findings),
    member: None,
};

const PGPASS_RULES: &[Rule] = &[Rule {
    id: "pgpass",
    kind: Kind::Secret,
    source: "https://www.postgresql.org/docs/current/libpq-pgpass.html; pppd(8)",
    keywords: &["pgpass", "ap-secrets"],
    max_bytes: 512,
    hits: &[
        (".pgpass: db:5432:orders:app:WQ9bBgi5vU9z", ".pgpass: db:5432:orders:app:<REDACTED:PASSWORD>"),
        (
            "pgpass line 3: db:5432:*:app:WQ9bBgi5 (0644)",
            "pgpass line 3: db:5432:*:app:<REDACTED:PASSWORD> (0644)",
        ),
        (
            "cat /etc/ppp/chap-secrets\n# client server secret\nbo * \"Kq83nfa\" 10.0.0.4\nann l2tpd otter 10.0.0.3",
            "cat /etc/ppp/chap-secrets\n# client server secret\nbo * \"<REDACTED:PASSWORD>\" <IP:1>\nann l2tpd <REDACTED:PASSWORD> <IP:2>",
        ),
        ("pap-secrets: bo * otter", "pap-secrets: bo * <REDACTED:PASSWORD>"),
        (
            "cat .pgpass\n10.0.0.1:5432:*:app:WQ9bBgi5\ndb.acme.net:5432:*:app:WQ9bBgi5",
            "cat .pgpass\n<IP:1>:5432:*:app:<REDACTED:PASSWORD>\n<HOST:1>:5432:*:app:<REDACTED:PASSWORD>",
        ),
        ("cat ~/.pgpass\ndb:5432:*:app:WQ9bBgi5", "cat ~/.pgpass\ndb:5432:*:app:<REDACTED:PASSWORD>"),
    ],
    misses: &[
        (".pgpass: permission denied", "no entry"),
        ("reading pgpass file", "no entry"),
        ("chap-secrets: file is not readable", "no entry"),
    ],
}];

fn find_pgpass(text: &[u8], token: Token, findings: &mut Vec<Finding>) -> usize {
    if token.of(text).ends_with(b"ap-secrets") {
        hide_chap(text, token.end, findings);
        return token.end;
    }
    if !token.of(text).ends_with(b"pgpass") {
        return token.end;
    }
    let mut at = said_end(text, token.end);
    let mut end = token.end;
    for _ in 0..ENTRIES {
        let Some((host, password)) = pgpass_entry(text, at) else { break };
        findings.extend(machine(text, host));
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

/// Adds the secrets of the entries after `at`: `client server secret addresses`, comments between.
fn hide_chap(text: &[u8], at: usize, findings: &mut Vec<Finding>) {
    let rest = text.get(at..).unwrap_or_default();
    let mut start = at + rest.iter().take(2).take_while(|byte| b": ".contains(byte)).count();
    for _ in 0..CHAP_ENTRIES {
        let rest = text.get(start..).unwrap_or_default();
        let look = rest.get(..rest.len().min(ENTRY_BYTES)).unwrap_or_default();
        let line = look.split(|&byte| byte == b'\n').next().unwrap_or_default();
        if let Some(secret) = chap_secret(line) {
            findings.push(Finding::new(start + secret.start, start + secret.end, Marker::Secret("PASSWORD")));
        } else if !matches!(line.first(), None | Some(b'#' | b'\r')) {
            break;
        }
        if rest.get(line.len()) != Some(&b'\n') {
            break;
        }
        start += line.len() + 1;
    }
}

/// The most lines of such a file that are read: others find addresses in them.
const CHAP_ENTRIES: usize = 8;

/// The most bytes of a line of such a file.
const ENTRY_BYTES: usize = 256;

/// The third field of a line in which the second or the fourth is a star or the fourth an address.
fn chap_secret(line: &[u8]) -> Option<Range<usize>> {
    let mut at = 0;
    let mut fields = [const { 0..0 }; 4];
    for field in &mut fields {
        let rest = line.get(at..)?;
        let start = at + rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        let quote = usize::from(line.get(start) == Some(&b'"'));
        let ends = |byte: &u8| if quote > 0 { *byte == b'"' } else { byte.is_ascii_whitespace() };
        let rest = line.get(start + quote..)?;
        let end = start + quote + rest.iter().position(ends).unwrap_or(rest.len());
        *field = start + quote..end;
        at = (end + quote).min(line.len());
    }
    let [client, server, secret, addresses] = fields;
    let of = |field: &Range<usize>| line.get(field.clone()).unwrap_or_default();
    let is_address = |field: &[u8]| {
        field == b"*"
            || field.starts_with(b"<IP:")
                && field.iter().position(|&byte| byte == b'>') == Some(field.len() - 1)
            || field.contains(&b'.') && field.iter().all(|byte| byte.is_ascii_digit() || b"./".contains(byte))
    };
    let is_addresses = is_address(of(&addresses));
    let is_entry = of(&server) == b"*"
        || is_addresses
            && of(&server).iter().all(|byte| byte.is_ascii_alphanumeric() || b"_.-".contains(byte));
    let is_named = !client.is_empty() && !server.is_empty() && !of(&client).starts_with(b"#");
    (is_named && is_entry && !secret.is_empty() && !is_placeholder(of(&secret))).then_some(secret)
}

/// The most lines of one file that are read.
const ENTRIES: usize = 64;

/// The most bytes of one field but the last.
const FIELD_BYTES: usize = 64;

/// The machine in the first field of an entry: nobody else looks at what is read here.
fn machine(text: &[u8], host: Range<usize>) -> Option<Finding> {
    let name = std::str::from_utf8(text.get(host.clone())?).ok()?;
    let in_name = |byte: u8| byte.is_ascii_alphanumeric() || b".-_".contains(&byte);
    let kind = if name.parse::<Ipv4Addr>().is_ok() {
        Numbered::Ip
    } else if name.contains('.') && name.bytes().all(in_name) && !is_exempt(name.as_bytes()) {
        Numbered::Host
    } else {
        return None;
    };
    Some(Finding::numbered(host, kind))
}

/// The first and the last field of the entry after `at`.
pub(super) fn pgpass_entry(text: &[u8], at: usize) -> Option<(Range<usize>, Range<usize>)> {
    let rest = text.get(at..)?;
    let first = at + rest.iter().take(16).take_while(|byte| b": \t\r\n'\"".contains(byte)).count();
    let mut start = first;
    let mut host = first..first;
    for field in 0..4 {
        let rest = text.get(start..)?;
        let length =
            rest.iter().take(FIELD_BYTES).position(|&byte| byte == b':' || byte.is_ascii_whitespace())?;
        let is_port = |port: &[u8]| port == b"*" || !port.is_empty() && port.iter().all(u8::is_ascii_digit);
        if rest.get(length) != Some(&b':') || field == 1 && !is_port(rest.get(..length)?) {
            return None;
        }
        if field == 0 {
            host.end = start + length;
        }
        start += length + 1;
    }
    let rest = text.get(start..)?;
    let length = rest.iter().position(u8::is_ascii_whitespace).unwrap_or(rest.len());
    (length > 0).then_some((host, start..start + length))
}
