//! Text that looks like a marker already: ours from an earlier pass, or forged.

use gobo_contract::Kind;

use crate::redact::finding::{Finding, Marker, Numbered};
use crate::redact::rule::{Family, Rule, Trigger};
use crate::redact::scan::Token;

pub(crate) const FAMILY: Family =
    Family { rules: RULES, trigger: Trigger::Pair(b"<", b"ABCDEFGHIJKLMNOPQRSTUVWXYZ"), find, member: None };

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

/// The longest marker.
const MARKER_BYTES: usize = 48;

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

/// Whether the bytes from `start` to before `end` touch a marker: what is glued to one was read with the value that the
/// marker hides, and found to be nothing by itself.
#[inline]
pub(crate) fn is_glued(text: &[u8], start: usize, end: usize) -> bool {
    let touches = text.get(end) == Some(&b'<') || text.get(start.wrapping_sub(1)) == Some(&b'>');
    touches && is_glued_to_marker(text, start, end)
}

#[cold]
fn is_glued_to_marker(text: &[u8], start: usize, end: usize) -> bool {
    let after = text.get(end..).unwrap_or_default();
    let before = text.get(start.saturating_sub(MARKER_BYTES)..start).unwrap_or_default();
    let opens = |rest: &[u8]| rest.first() == Some(&b'<') && rest.get(1).is_some_and(u8::is_ascii_uppercase);
    let closes = before.last() == Some(&b'>');
    opens(after)
        || closes
            && before
                .iter()
                .rposition(|&byte| byte == b'<')
                .and_then(|at| before.get(at..))
                .is_some_and(opens)
}
