//! A name that says secret, and its value: `password=…`, `token: …`.

use gobo_contract::Kind;

use crate::redact::finding::{Finding, Marker};
use crate::redact::rule::{Family, Rule, Shape, Trigger};
use crate::redact::scan::Token;

pub(crate) const FAMILY: Family = Family {
    rules: RULES,
    trigger: Trigger::Token(Shape { last: b"dDtTnNyY", min_bytes: 3, ..Shape::ANY }),
    find,
    member: None,
};

const RULES: &[Rule] = &[Rule {
    id: "assignment-password",
    kind: Kind::Secret,
    source: "common notation",
    keywords: &["password"],
    max_bytes: 256,
    hits: &[
        ("password=Kq83nfa ok", "password=<REDACTED:PASSWORD> ok"),
        ("password=Kq83nfb", "password=<REDACTED:PASSWORD>"),
    ],
    misses: &[("password policy: strict", "the name goes on"), ("password=", "there is no value")],
}];

fn find(text: &[u8], token: Token, findings: &mut Vec<Finding>) -> usize {
    let is_password = token.of(text).eq_ignore_ascii_case(b"password");
    if !is_password || text.get(token.end) != Some(&b'=') {
        return token.end;
    }
    let start = token.end + 1;
    let value = text.get(start..).unwrap_or_default();
    let length = value.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
    if length == 0 {
        return token.end;
    }
    findings.push(Finding::new(start, start + length, Marker::Secret("PASSWORD")));
    start + length
}
