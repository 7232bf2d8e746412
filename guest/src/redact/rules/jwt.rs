//! JSON web tokens.

use gobo_contract::Kind;

use crate::redact::base64;
use crate::redact::finding::{Finding, Marker};
use crate::redact::rule::{Family, Rule, Shape, Trigger};
use crate::redact::scan::Token;

pub(crate) const FAMILY: Family = Family {
    rules: RULES,
    trigger: Trigger::Token(Shape { first: b"e", min_bytes: 20, ..Shape::ANY }),
    find,
    member: None,
};

const RULES: &[Rule] = &[Rule {
    id: "jwt",
    kind: Kind::Secret,
    source: "RFC 7519 section 3, RFC 7516 section 3.1",
    keywords: &["eyJ"],
    max_bytes: 16_384,
    hits: &[
        (
            concat!(
                "expired ey",
                "JhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.ey",
                "JzdWIiOiIxMjM0In0.Sfl-KxwRJSMeKKF2QT4f kid=2"
            ),
            "expired <REDACTED:JWT> kid=2",
        ),
        (concat!("cut ey", "JhbGciOiJSUzI1NiIsImtpZCI6IjEifQ.ey", "JzdWI..."), "cut <REDACTED:JWT>"),
    ],
    misses: &[
        ("see eyJmb28iOiJiYXIifQ now", "no header of a token, no second part"),
        ("see eyJ.eyJ.eyJ.eyJ.eyJ.eyJ now", "the parts are empty"),
    ],
}];

/// The most bytes of a header that are decoded.
const HEADER_BYTES: usize = 192;

fn find(text: &[u8], token: Token, findings: &mut Vec<Finding>) -> usize {
    if !is_jwt(token.of(text)) {
        return token.end;
    }
    findings.push(Finding::new(token.start, token.end, Marker::Secret("JWT")));
    token.end
}

/// A header that names an algorithm, or a second part that is JSON too.
fn is_jwt(bytes: &[u8]) -> bool {
    if !bytes.starts_with(b"eyJ") {
        return false;
    }
    let mut parts = bytes.splitn(3, |&byte| byte == b'.');
    let header = parts.next().unwrap_or_default();
    if header.len() < 12 {
        return false;
    }
    if parts.next().is_some_and(|payload| payload.len() >= 8 && payload.starts_with(b"eyJ")) {
        return true;
    }
    let decoded = base64::decode_prefix(header, HEADER_BYTES);
    let names = |key: &[u8]| decoded.windows(key.len()).any(|window| window == key);
    names(b"\"alg\"") || names(b"\"enc\"") || names(b"\"kid\"")
}
