//! Private keys in PEM.

use gobo_contract::Kind;

use crate::redact::class::{DIGIT, DOT, HEX, HYPHEN, LOWER, UNDERSCORE};
use crate::redact::finding::{Finding, Marker};
use crate::redact::rule::{Family, Rule, Shape, Trigger};
use crate::redact::scan::Token;

pub(crate) const FAMILY: Family = Family {
    rules: RULES,
    trigger: Trigger::Token(Shape {
        all: HYPHEN,
        none: HEX | LOWER | DIGIT | DOT | UNDERSCORE,
        first: b"-",
        min_bytes: 10,
        ..Shape::ANY
    }),
    find,
    member: None,
};

const RULES: &[Rule] = &[Rule {
    id: "pem-private-key",
    kind: Kind::Secret,
    source: "RFC 7468, sections 2 and 10 to 11; RFC 4880 section 6.2 for PGP",
    keywords: &["-----BEGIN"],
    max_bytes: BLOCK_BYTES,
    hits: &[
        (
            concat!("key\n-----BEGIN RSA PRIV", "ATE KEY-----\nMIIEow\n-----END RSA PRIVATE KEY-----\ndone"),
            "key\n<REDACTED:PRIVATE_KEY>\ndone",
        ),
        (concat!("-----BEGIN PRIV", "ATE KEY-----\nMIIEow+/9sdfk3"), "<REDACTED:PRIVATE_KEY>"),
    ],
    misses: &[
        ("-----BEGIN CERTIFICATE-----", "a certificate is public"),
        ("-----BEGIN PUBLIC KEY-----", "so is a public key"),
    ],
}];

/// The most bytes that a block has: an RSA key of 16,384 bits is 12.5 kB.
const BLOCK_BYTES: usize = 16_384;

fn find(text: &[u8], token: Token, findings: &mut Vec<Finding>) -> usize {
    let Some(end) = block_end(text, token.start) else { return token.end };
    findings.push(Finding::new(token.start, end, Marker::Secret("PRIVATE_KEY")));
    end
}

/// Where the block that begins with `-----BEGIN` at `start` ends: after its `-----END …-----`, or, when it was cut
/// short, after the last line that can be part of it.
fn block_end(text: &[u8], start: usize) -> Option<usize> {
    let rest = text.get(start..)?;
    let label = rest.strip_prefix(b"-----BEGIN ")?;
    let label = label.get(..label.len().min(40))?;
    let close = label.windows(5).position(|bytes| bytes == b"-----")?;
    if !label.get(..close)?.windows(7).any(|bytes| bytes == b"PRIVATE") {
        return None;
    }
    let body = start + 11 + close + 5;
    let block = text.get(body..text.len().min(start + BLOCK_BYTES))?;
    let length = block.iter().position(|&byte| !in_body(byte)).unwrap_or(block.len());
    let tail = block.get(length..)?;
    let Some(end) = tail.strip_prefix(b"-----END ") else {
        let trailing =
            block.get(..length)?.iter().rev().take_while(|byte| byte.is_ascii_whitespace()).count();
        return Some(body + length - trailing);
    };
    let end = end.get(..end.len().min(40))?.windows(5).position(|bytes| bytes == b"-----")?;
    Some(body + length + 9 + end + 5)
}

/// Base64, line ends, header fields of encrypted keys, and line ends that were escaped.
fn in_body(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte.is_ascii_whitespace() || b"+/=:,\\".contains(&byte)
}
