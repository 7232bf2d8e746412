//! Base64 over several lines whose head and tail are not in the text: what is left of a key.

mod beside;

use gobo_contract::Kind;

use super::pem::last_word;
use crate::redact::around::{byte, line_end, line_start, previous, run, run_back, slice};
use crate::redact::class::{DOT, HYPHEN, UNDERSCORE, UPPER};
use crate::redact::finding::{Finding, Marker};
use crate::redact::rule::{Family, Rule, Shape, Trigger};
use crate::redact::scan::Token;
use crate::redact::value::transitions;

pub(crate) use beside::is_line_beside_others;

pub(crate) const FAMILY: Family = Family {
    rules: RULES,
    trigger: Trigger::Token(Shape {
        all: UPPER,
        none: DOT | HYPHEN | UNDERSCORE,
        min_bytes: 16,
        ..Shape::ANY
    }),
    find,
    member: None,
};

const RULES: &[Rule] = &[Rule {
    id: "base64-lines",
    kind: Kind::Secret,
    source: "RFC 7468 section 2 (64 characters a line), RFC 2045 section 6.8 (76), OpenSSH PROTOCOL.key (70)",
    keywords: &[],
    max_bytes: 65_536,
    hits: &[
        (
            concat!(
                "q4wVa9sYsNRNEbbIFO70MpufeFZqOzqd88ENcs8H7f9q+wVa9sYsNRNEbbIFO7a",
                "G\nq8nP+vTzK3rXb1Wm5YhD2/LcJ7sEoUgAi9tRkQxGyM0fBwHpZ6lS4dVaNuCeOjQx\nq7dT2k=\nready"
            ),
            "<REDACTED:ENCODED>\nready",
        ),
        (
            concat!(
                "api | q4wVa9sYsNRNEbbIFO70MpufeFZqOzqd88ENcs8H7f9q+wVa9sYsNRNEbbIFO7a",
                "G\napi | q8nP+vTzK3rXb1Wm5YhD2/LcJ7sEoUgAi9tRkQxGyM0fBwHpZ6lS4dVaNuCeOjQx\napi | ready"
            ),
            "api | <REDACTED:ENCODED>\napi | ready",
        ),
    ],
    misses: &[
        (
            concat!("digest q4wVa9sYsNRNEbbIFO70MpufeFZqOzqd88ENcs8H7f9q", "+wVa9sYsNRNEbbIFO7aG\nready"),
            "a single line is a checksum",
        ),
        (
            "9F86D081884C7D659A2FEAA0C55AD015A3BF4F1B2B0B822CD15D6C15B0F00A08\n\
             9F86D081884C7D659A2FEAA0C55AD015A3BF4F1B2B0B822CD15D6C15B0F00A08",
            "checksums in hexadecimal digits",
        ),
    ],
}];

/// What stands in the place of such lines.
pub(crate) const MARKER: Marker = Marker::Secret("ENCODED");

/// How many characters the full lines have.
const WIDTHS: [usize; 3] = [64, 70, 76];
/// How often a full line changes between lower case, capitals and digits, at the least: a third of what is usual.
const TRANSITIONS: usize = 12;
/// The most bytes of a line before its base64.
const PREFIX_BYTES: usize = 160;

fn find(text: &[u8], token: Token, findings: &mut Vec<Finding>) -> usize {
    if token.has & (DOT | HYPHEN | UNDERSCORE) != 0 {
        return token.end;
    }
    let is_base64 = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/');
    let start = run_back(text, token.start, PREFIX_BYTES, is_base64);
    let end = run(text, token.end, PREFIX_BYTES, is_base64);
    let width = end - start;
    if !WIDTHS.contains(&width) || !is_mixed(slice(text, start, end)) {
        return token.end;
    }
    let line = line_start(text, start, PREFIX_BYTES);
    let is_full = |(start, end): (usize, usize)| end - start == width && is_mixed(slice(text, start, end));
    let below = |line: Option<usize>| line.and_then(|line| line_word(text, line));
    let mut last = end;
    while let Some((word, end)) = below(next_line(text, last)).filter(|word| is_full(*word)) {
        debug_assert!(word > last);
        last = end;
    }
    let is_below_another = previous(text, line) == b'\n' && is_full(last_word(text, line - 1));
    if last == end && !is_below_another {
        return token.end;
    }
    let column = start - line;
    if let Some(line) = next_line(text, last)
        && let Some((word, end)) = line_word(text, line)
        && word - line == column
        && end - word < width
        && (transitions(slice(text, word, end)) > 0 || previous(text, end) == b'=')
    {
        last = end;
    }
    findings.push(Finding::new(start, last, MARKER));
    last
}

/// Where the next line begins, if the one with `at` ends there, but for quotes and the like.
fn next_line(text: &[u8], at: usize) -> Option<usize> {
    let end = run(text, at, 8, |byte| matches!(byte, b' ' | b'\r' | b'"' | b'\'' | b',' | b'+' | b'\\'));
    (byte(text, end) == b'\n').then_some(end + 1)
}

/// The base64 that the line ends with.
fn line_word(text: &[u8], line: usize) -> Option<(usize, usize)> {
    let end = line_end(text, line, 2 * PREFIX_BYTES);
    let (start, end) = last_word(text, end);
    (start >= line && end > start).then_some((start, end))
}

fn is_mixed(word: &[u8]) -> bool {
    transitions(word) >= TRANSITIONS
        && word.iter().any(|byte| matches!(byte, b'g'..=b'z'))
        && word.iter().any(|byte| matches!(byte, b'G'..=b'Z'))
}
