//! Connection details: machine, account and database in connection strings. Rows of a database show none of them; log
//! lines keep what tells which system failed.

use gobo_contract::Kind;

use crate::redact::finding::{Finding, Marker};
use crate::redact::rule::{Family, Rule, Shape, Trigger};
use crate::redact::scan::Token;
use crate::redact::value::{is_placeholder, value_at};

/// `scheme://user@host:port`
pub(crate) const AUTHORITY: Family =
    Family { rules: AUTHORITY_RULES, trigger: Trigger::Pair(b":", b"/"), find: find_authority, member: None };

/// `Server=db;User Id=app;…`
pub(crate) const PAIR: Family = Family {
    rules: PAIR_RULES,
    trigger: Trigger::Token(Shape { words: &[NAMES], min_bytes: 2, ..Shape::ANY }),
    find: find_pair,
    member: None,
};

const AUTHORITY_RULES: &[Rule] = &[Rule {
    id: "connection-authority",
    kind: Kind::Secret,
    source: "RFC 3986 section 3.2; the JDBC guides of MySQL and PostgreSQL",
    keywords: &["://"],
    max_bytes: 512,
    hits: &[
        ("mysql://db1:3306/shop", "mysql://<REDACTED:CONNECTION>/shop"),
        ("jdbc:postgresql://db1/shop down", "jdbc:postgresql://<REDACTED:CONNECTION>/shop down"),
    ],
    misses: &[("https://example.test/docs", "no database"), ("mysql://${HOST}/shop", "a reference")],
}];

const PAIR_RULES: &[Rule] = &[Rule {
    id: "connection-pair",
    kind: Kind::Secret,
    source: "https://learn.microsoft.com/en-us/dotnet/api/system.data.sqlclient.sqlconnection.connectionstring",
    keywords: &["Server=", "User Id="],
    max_bytes: 256,
    hits: &[
        ("Data Source=erpdb;Pooling=True", "Data Source=<REDACTED:CONNECTION>;Pooling=True"),
        ("Pooling=True;UID=rpt", "Pooling=True;UID=<REDACTED:CONNECTION>"),
    ],
    misses: &[("user=ann", "a lone setting"), ("server=;x=1", "no value")],
}];

const NAMES: &[&str] =
    &["server", "source", "host", "hostaddr", "address", "addr", "uid", "user", "username", "id", "dsn"];

/// Schemes of databases, brokers and caches.
const SCHEMES: &[&[u8]] = &[
    b"mysql",
    b"mariadb",
    b"postgres",
    b"postgresql",
    b"mongodb",
    b"srv",
    b"redis",
    b"rediss",
    b"amqp",
    b"amqps",
    b"sqlserver",
    b"oracle",
    b"clickhouse",
    b"cassandra",
    b"jdbc",
    b"ldap",
    b"ldaps",
    b"memcached",
    b"kafka",
    b"nats",
    b"pymysql",
    b"psycopg2",
    b"mysqlconnector",
    b"asyncpg",
];

fn find_authority(text: &[u8], token: Token, findings: &mut Vec<Finding>) -> usize {
    let before = text.get(token.start.saturating_sub(16)..token.start).unwrap_or_default();
    let scheme = before.iter().rev().take_while(|byte| byte.is_ascii_alphanumeric()).count();
    let scheme = before.get(before.len() - scheme..).unwrap_or_default();
    let rest = text.get(token.end..).unwrap_or_default();
    if !rest.starts_with(b"//") || !SCHEMES.iter().any(|known| known.eq_ignore_ascii_case(scheme)) {
        return token.end;
    }
    let start = token.end + 2;
    let ends = |byte: &u8| byte.is_ascii_whitespace() || b"/?#\"'<>`\\;,)".contains(byte);
    let length =
        rest.iter().skip(2).take(512).position(ends).unwrap_or(rest.len().saturating_sub(2).min(512));
    if length > 0 && !is_placeholder(text.get(start..start + length).unwrap_or_default()) {
        findings.push(Finding::new(start, start + length, Marker::Secret("CONNECTION")));
    }
    token.end
}

fn find_pair(text: &[u8], token: Token, findings: &mut Vec<Finding>) -> usize {
    let name = token.of(text);
    if !NAMES.iter().any(|known| known.as_bytes().eq_ignore_ascii_case(name)) {
        return token.end;
    }
    let rest = text.get(token.end..).unwrap_or_default();
    let gap = rest.iter().take(2).take_while(|byte| **byte == b' ').count();
    if rest.get(gap) != Some(&b'=') {
        return token.end;
    }
    let space = rest.iter().skip(gap + 1).take(2).take_while(|byte| **byte == b' ').count();
    let look = text.get(..text.len().min(token.end + 160)).unwrap_or_default();
    let Some(value) = value_at(look, token.end + gap + 1 + space) else { return token.end };
    // One pair of several: a connection string, not a lone setting.
    let is_string = matches!(text.get(value.end), Some(b';'))
        || matches!(text.get(token.start.wrapping_sub(1)), Some(b';'));
    if is_string && !is_placeholder(value.of(text)) {
        findings.push(Finding::new(value.start, value.end, Marker::Secret("CONNECTION")));
    }
    token.end
}

#[cfg(test)]
mod tests {
    use gobo_contract::RedactionOptions;

    use crate::redact::{Redactor, Scope};

    fn redact(scope: Scope, text: &str) -> String {
        let mut redactor = Redactor::new(&RedactionOptions::default(), scope).expect("no user rules");
        redactor.redact(text).into_owned()
    }

    #[test]
    fn rows_show_no_connection_details_and_logs_keep_them() {
        for (text, shown) in [
            ("postgres://app:k7QzX2mR@db1:5432/orders", "postgres://<REDACTED:CONNECTION>/orders"),
            ("jdbc:mysql://db1:3306/shop?useSSL=true", "jdbc:mysql://<REDACTED:CONNECTION>/shop?useSSL=true"),
            (
                "Server=sql01;User Id=sa;Pwd=k7QzX2mR;Pooling=true",
                "Server=<REDACTED:CONNECTION>;User Id=<REDACTED:CONNECTION>;Pwd=<REDACTED:PASSWORD>;Pooling=true",
            ),
            ("see https://example.test/docs", "see https://example.test/docs"),
            ("user=ann", "user=ann"),
        ] {
            assert_eq!(redact(Scope::Rows, text), shown);
        }
        assert_eq!(redact(Scope::Logs, "Pooling=true;UID=rpt"), "Pooling=true;UID=rpt");
    }
}
