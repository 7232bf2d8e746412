//! Text that looks like a marker already: ours from an earlier pass, or forged.

use gobo_contract::Kind;

use crate::redact::finding::{Finding, Marker, Numbered};
use crate::redact::rule::{Family, Rule, Trigger};
use crate::redact::scan::Token;

pub(crate) const FAMILY: Family = Family { rules: RULES, trigger: Trigger::Byte(b"<"), find, member: None };

const RULES: &[Rule] = &[Rule {
    id: "marker",
    kind: Kind::Ip,
    source: "this project's own markers",
    keywords: &["<IP:", "<HOST:", "<POD:"],
    max_bytes: 32,
    hits: &[
        ("from <IP:7>", "from <IP:1>"),
        ("<POD:3> and <POD:9> and <POD:3>", "<POD:1> and <POD:2> and <POD:1>"),
    ],
    misses: &[("<REDACTED:PASSWORD>", "not numbered, so nothing can be forged"), ("<IP:x>", "no number")],
}];

/// A number in a marker has no more digits.
const DIGITS: usize = 10;

/// A numbered marker is a value like any other and is numbered anew: in the order of first appearance, a result that is
/// redacted again keeps its numbers, and a forged one gets a number of its own.
fn find(text: &[u8], token: Token, findings: &mut Vec<Finding>) -> usize {
    let rest = text.get(token.end..).unwrap_or_default();
    for kind in Numbered::ALL {
        let Some(number) = rest.strip_prefix(kind.name().as_bytes()).and_then(|rest| rest.strip_prefix(b":"))
        else {
            continue;
        };
        let digits = number.iter().take(DIGITS + 1).take_while(|byte| byte.is_ascii_digit()).count();
        if (1..=DIGITS).contains(&digits) && number.get(digits) == Some(&b'>') {
            let end = token.end + kind.name().len() + 1 + digits + 1;
            findings.push(Finding::new(token.start, end, Marker::Numbered(kind)));
            return end;
        }
    }
    if let Some(name) = rest.strip_prefix(b"REDACTED:") {
        let length = name
            .iter()
            .take(64)
            .take_while(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || **byte == b'_')
            .count();
        if name.get(length) == Some(&b'>') {
            return token.end + 9 + length + 1;
        }
    }
    token.end
}
