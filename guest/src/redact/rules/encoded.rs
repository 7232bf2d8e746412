//! Secrets in base64: `user:password` and assignments, once encoded.

use gobo_contract::Kind;

use crate::redact::base64;
use crate::redact::class::{DIGIT, DOT, HEX, LOWER, UPPER};
use crate::redact::finding::{Finding, Marker};
use crate::redact::rule::{Family, Rule, Shape, Trigger};
use crate::redact::scan::{Token, scan};
use crate::redact::value::transitions;

pub(crate) const FAMILY: Family = Family {
    rules: RULES,
    trigger: Trigger::Token(Shape { all: UPPER, none: DOT, min_bytes: 16, ..Shape::ANY }),
    find,
    member: None,
};

const RULES: &[Rule] = &[Rule {
    id: "base64-credentials",
    kind: Kind::Secret,
    source: "RFC 7617 section 2, RFC 4648 sections 4 and 5",
    keywords: &[],
    max_bytes: 4_096,
    hits: &[
        (
            concat!("Base64 -> cGFzc3dvcmQ9", "OUFTbE5ZYm9GSzA0JnU9bWpsYXA= ok"),
            "Base64 -> <REDACTED:ENCODED> ok",
        ),
        (concat!("dump: b2xjbnU6", "RkM4RGNvemdBNWhOSVhj ok"), "dump: <REDACTED:ENCODED> ok"),
    ],
    misses: &[
        ("AbstractAutowireCapableBeanFactory", "the name of a class"),
        ("c2VlIHRoZSBsb2dzIGZvciBkZXRhaWxz", "plain words once decoded"),
    ],
}];

/// The most bytes that are decoded to see what is in them.
const DECODED_BYTES: usize = 256;

fn find(text: &[u8], token: Token, findings: &mut Vec<Finding>) -> usize {
    if token.has & (HEX | LOWER | DIGIT) == 0 || token.has & DOT != 0 {
        return token.end;
    }
    let rest = text.get(token.start..).unwrap_or_default();
    // Most tokens end here: what is not base64 of text has a byte that is no character.
    if !base64::first_bytes(rest).is_some_and(|bytes| bytes.into_iter().all(is_text))
        || !base64::decode_prefix(rest, 9).iter().all(|byte| is_text(*byte))
    {
        return token.end;
    }
    let decoded = base64::decode_prefix(rest, DECODED_BYTES);
    if decoded.len() < 12 || !decoded.iter().all(|byte| is_text(*byte)) || !holds_secret(&decoded) {
        return token.end;
    }
    let end = token.start + base64::length(rest);
    findings.push(Finding::new(token.start, end, Marker::Secret("ENCODED")));
    end
}

fn is_text(byte: u8) -> bool {
    matches!(byte, b' '..=b'~' | b'\n' | b'\r' | b'\t')
}

/// `user:password`, or whatever the other families find.
fn holds_secret(decoded: &[u8]) -> bool {
    let user =
        decoded.iter().take_while(|byte| byte.is_ascii_alphanumeric() || b"_.@-".contains(byte)).count();
    let password = decoded.get(user + 1..).unwrap_or_default();
    let is_pair = user > 0 && decoded.get(user) == Some(&b':');
    if is_pair && password.len() >= 6 && !password.contains(&b' ') && transitions(password) >= 2 {
        return true;
    }
    let mut found = Vec::new();
    scan(decoded, super::CLEAR_TEXT, &mut found, &mut ());
    found.iter().any(|finding| matches!(finding.marker, Marker::Secret(_)))
}
