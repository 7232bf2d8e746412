//! Accounts with their passwords, without a scheme before them: `user:password@host`, `user/password@service`.

use gobo_contract::Kind;

use crate::redact::finding::{Finding, Marker};
use crate::redact::rule::{Family, Rule, Trigger};
use crate::redact::scan::Token;
use crate::redact::value::{is_placeholder, is_word, looks_chosen, marker_length};

pub(crate) const FAMILY: Family = Family { rules: RULES, trigger: Trigger::Byte(b"@"), find, member: None };

const RULES: &[Rule] = &[Rule {
    id: "account-password",
    kind: Kind::Secret,
    source: "the DSN of go-sql-driver/mysql; the connect identifiers of Oracle Net Services",
    keywords: &["@tcp(", "/", ":"],
    max_bytes: ACCOUNT_BYTES,
    hits: &[
        ("dsn: bo:otter@tcp(db:3306)/x", "dsn: bo:<REDACTED:PASSWORD>@tcp(db:3306)/x"),
        ("dsn=\"bo:p#a|s\\ss:w/<rd>!@tcp(db:3306)/x\"", "dsn=\"bo:<REDACTED:PASSWORD>@tcp(db:3306)/x\""),
        ("proxy=//bo:otter@proxy:3128", "proxy=//bo:<REDACTED:PASSWORD>@proxy:3128"),
        ("retry bo:Kq83nfa@localhost", "retry bo:<REDACTED:PASSWORD>@localhost"),
        ("jdbc:oracle:thin:bo/otter@db:1521:X", "jdbc:oracle:thin:bo/<REDACTED:PASSWORD>@db:1521:X"),
        ("log on as scott/tiger@ORCL", "log on as scott/<REDACTED:PASSWORD>@ORCL"),
        ("CONNECT bo/otter@orders", "CONNECT bo/<REDACTED:PASSWORD>@orders"),
    ],
    misses: &[
        ("uses: actions/checkout@v4", "a version"),
        ("user:ann99x@localhost", "an address after its label"),
        ("node/42@HEAD", "a commit"),
        ("fetch //cdn.test/npm@4 ok", "no account"),
        ("com.acme.Bar:12@localhost", "a line"),
    ],
}];

/// The most bytes of an account with its password.
const ACCOUNT_BYTES: usize = 64;

/// What else stands in capitals after an `@`: versions of what was fetched.
const VERSIONS: &[&[u8]] =
    &[b"HEAD", b"LATEST", b"MAIN", b"MASTER", b"V0", b"V1", b"V2", b"V3", b"V4", b"RELEASE", b"SNAPSHOT"];

/// Labels before an address of mail.
#[rustfmt::skip]
const LABELS: &[&[u8]] = &[
    b"mailto", b"user", b"username", b"email", b"mail", b"e-mail", b"from", b"to", b"cc", b"bcc", b"sip", b"sips",
    b"acct", b"account", b"login", b"owner", b"author", b"by", b"xmpp", b"member", b"id", b"name", b"principal",
    b"subject", b"sender", b"recipient", b"contact", b"sub", b"upn", b"http", b"https", b"npm", b"docker", b"git",
    b"serviceaccount", b"group", b"actor", b"key", b"ssh", b"image", b"host",
];

fn find(text: &[u8], token: Token, findings: &mut Vec<Finding>) -> usize {
    let before = text.get(token.start.saturating_sub(ACCOUNT_BYTES)..token.start).unwrap_or_default();
    let ends = |byte: &u8| {
        matches!(
            byte,
            0..=b' ' | b'@' | b'"' | b'\'' | b'`' | b'<' | b'>' | b'=' | b',' | b';' | b'|' | b'\\'
                | b'(' | b')' | b'[' | b']' | b'{' | b'}' | 0x7f..
        )
    };
    if before.last().is_none_or(u8::is_ascii_whitespace) {
        return token.end;
    }
    let start = before.iter().rposition(ends).map_or(0, |at| at + 1);
    let pair = before.get(start..).unwrap_or_default();
    let host = text.get(token.end..).unwrap_or_default();
    let is_dsn = [&b"tcp("[..], b"unix(", b"tcp6("].iter().any(|open| host.starts_with(open));
    if !is_dsn && !pair.iter().any(|byte| matches!(byte, b':' | b'/')) {
        return token.end;
    }
    let leading = before.get(..start).unwrap_or_default();
    let secret = match pair.strip_prefix(b"//") {
        _ if is_dsn => of_dsn(before),
        // An authority that no scheme stands before.
        Some(pair) => password(pair, b':'),
        // The account of a URL is another rule's.
        None if pair.windows(2).any(|bytes| bytes == b"//") && !names_driver(pair) => None,
        None => of_service(pair, leading, host).or_else(|| of_host(pair, host)),
    };
    let Some(secret) = secret.filter(|secret| !is_placeholder(secret)) else { return token.end };
    findings.push(Finding::new(token.start - secret.len(), token.start, Marker::Secret("PASSWORD")));
    token.end
}

/// What stands after the first account that a colon follows: the password of a DSN holds any bytes.
fn of_dsn(before: &[u8]) -> Option<&[u8]> {
    let opens = |byte: &u8| b"\"'`=(,[{>\\".contains(byte);
    let mut word = before.rsplit(u8::is_ascii_whitespace).next()?;
    if word.len() == ACCOUNT_BYTES {
        // Its beginning is not there.
        word = word.get(word.iter().position(opens)? + 1..)?;
    }
    let mut start = 0;
    let colons = word.iter().enumerate().filter(|(_, byte)| **byte == b':');
    for (colon, _) in colons {
        start += word.get(start..colon)?.iter().rposition(opens).map_or(0, |at| at + 1);
        // Between an account and its password stands no other secret.
        let passes_marker = |secret: &[u8]| {
            let marker = secret.iter().position(|&byte| byte == b'<').unwrap_or_default();
            marker > 0 && secret.get(marker..).and_then(marker_length).is_some()
        };
        if let Some(secret) = password(word.get(start..)?, b':').filter(|secret| !passes_marker(secret)) {
            return Some(secret);
        }
    }
    None
}

/// What stands after the separator, if an account stands before it.
fn password(pair: &[u8], separator: u8) -> Option<&[u8]> {
    let at = pair.iter().position(|&byte| byte == separator)?;
    let account = pair.get(..at)?;
    let is_account = account.first().is_some_and(u8::is_ascii_alphabetic)
        && account.iter().all(|byte| byte.is_ascii_alphanumeric() || b"_.$-".contains(byte));
    pair.get(at + 1..).filter(|password| is_account && !password.is_empty())
}

/// Whether the account of Oracle's driver stands in the pair.
fn names_driver(pair: &[u8]) -> bool {
    let driver = b"oracle:thin:";
    pair.windows(driver.len()).any(|bytes| bytes == driver)
}

/// `user:password@host`: the password must look like one, since much else stands before a colon.
fn of_host<'t>(pair: &'t [u8], host: &[u8]) -> Option<&'t [u8]> {
    let secret = password(pair, b':')?;
    let account = pair.get(..pair.len() - secret.len() - 1)?;
    let is_label = LABELS.iter().any(|label| account.eq_ignore_ascii_case(label));
    let length = host
        .iter()
        .take(ACCOUNT_BYTES)
        .take_while(|byte| byte.is_ascii_alphanumeric() || b".-".contains(byte))
        .count();
    let name = host.get(..length)?;
    let is_dotted = |byte: &u8| byte.is_ascii_digit() || *byte == b'.';
    let is_address = || name.split(|&byte| byte == b'.').count() == 4;
    let is_host = !name.iter().all(is_dotted) || is_address() || marker_length(host).is_some();
    let is_password = !is_word(secret) && looks_chosen(secret) && !secret.contains(&b'/');
    let is_digest = host.starts_with(b"sha256:") || host.starts_with(b"sha512:");
    (is_host && is_password && !is_label && !is_digest).then_some(secret)
}

/// `user/password@service`, where a service is Oracle's: in capitals, after `//`, or after what connects.
fn of_service<'t>(pair: &'t [u8], leading: &[u8], service: &[u8]) -> Option<&'t [u8]> {
    let (pair, is_thin) = match pair.iter().rposition(|&byte| byte == b':') {
        Some(colon) => (pair.get(colon + 1..)?, names_driver(pair.get(..=colon)?)),
        None => (pair, false),
    };
    let secret = password(pair, b'/').filter(|secret| !secret.contains(&b'/'))?;
    let length = service
        .iter()
        .take(32)
        .take_while(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || **byte == b'_')
        .count();
    let name = service.get(..length)?;
    let is_upper = length > 1
        && name.first().is_some_and(u8::is_ascii_uppercase)
        && !service.get(length).is_some_and(|byte| byte.is_ascii_alphanumeric() || b"-.".contains(byte))
        && !VERSIONS.iter().any(|version| name.starts_with(version));
    let word = leading.trim_ascii_end();
    let word = word.get(word.len().saturating_sub(7)..)?;
    let connects = leading.last().is_some_and(|byte| b" =".contains(byte))
        && [&b"connect"[..], b"conn", b"userid", b"userid="].iter().any(|known| {
            word.len() >= known.len()
                && word.get(word.len() - known.len()..).is_some_and(|tail| tail.eq_ignore_ascii_case(known))
        });
    (is_thin || is_upper || connects || service.starts_with(b"//") || service.starts_with(b"(DESCRIPTION"))
        .then_some(secret)
}
