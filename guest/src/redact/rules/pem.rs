//! Private keys in PEM.

use gobo_contract::Kind;

use crate::redact::class::{HYPHEN, UPPER};
use crate::redact::finding::{Finding, Marker};
use crate::redact::rule::{Family, Rule, Shape, Trigger};
use crate::redact::scan::Token;

pub(crate) const FAMILY: Family = Family {
    rules: RULES,
    trigger: Trigger::Token(Shape { all: HYPHEN | UPPER, words: &[&["begin"]], min_bytes: 10, ..Shape::ANY }),
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
        ("expected -----BEGIN PRIVATE KEY----- in the file", "no key follows"),
    ],
}];

/// The most bytes of a real block: an RSA key of 16,384 bits is 12.5 kB. A longer one is hidden whole all
/// the same.
const BLOCK_BYTES: usize = 16_384;

/// A line of base64 is longer than a word of prose.
const LINE_BYTES: usize = 16;

/// The most bytes of a label and the dashes after it.
const LABEL_BYTES: usize = 48;

fn find(text: &[u8], token: Token, findings: &mut Vec<Finding>) -> usize {
    let start = token.end.saturating_sub(b"-----BEGIN".len());
    let Some(end) = block_end(text, start) else { return token.end };
    findings.push(Finding::new(start, end, Marker::Secret("PRIVATE_KEY")));
    end
}

/// Where the block that begins with `-----BEGIN` at `start` ends: after its `-----END …-----`, or, when it was cut
/// short, after the last line that can be part of it.
fn block_end(text: &[u8], start: usize) -> Option<usize> {
    let label = text.get(start..)?.strip_prefix(b"-----BEGIN ")?;
    let label = label.get(..label.len().min(LABEL_BYTES))?;
    let close = label.windows(5).position(|bytes| bytes == b"-----")?;
    if !label.get(..close)?.windows(7).any(|bytes| bytes == b"PRIVATE") {
        return None;
    }
    let body = start + 11 + close + 5;
    let block = text.get(body..)?;
    let length = block.iter().position(|&byte| !in_body(byte)).unwrap_or(block.len());
    let tail = block.get(length..)?;
    if let Some(label) = tail.strip_prefix(b"-----END ") {
        let label = label.get(..label.len().min(LABEL_BYTES))?;
        let close = label.windows(5).position(|bytes| bytes == b"-----");
        return Some(body + length + 9 + close.map_or(label.len(), |close| close + 5));
    }
    if !tail.is_empty() && b"-----END ".starts_with(tail) {
        return Some(text.len());
    }
    let at_end = block.trim_ascii_start().is_empty();
    let length = cut_short(block.get(..length)?);
    (length > 0 || at_end).then_some(body + length)
}

/// The length of the body of a block that does not end: lines of base64 and header fields.
fn cut_short(body: &[u8]) -> usize {
    let mut end = 0;
    let mut at = 0;
    for line in body.split_inclusive(|&byte| byte == b'\n') {
        let words = line.trim_ascii();
        let is_field = words.windows(2).take(24).any(|bytes| bytes == b": ");
        let first_word = words.iter().position(|&byte| byte == b' ').unwrap_or(words.len());
        if first_word < words.len() && !is_field && (end > 0 || first_word < LINE_BYTES) {
            break;
        }
        at += line.len();
        if !words.is_empty() {
            end = at - line.iter().rev().take_while(|byte| byte.is_ascii_whitespace()).count();
        }
    }
    end
}

/// Base64, line ends, header fields of encrypted keys, and line ends that were escaped.
fn in_body(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte.is_ascii_whitespace() || b"+/=:,\\".contains(&byte)
}
