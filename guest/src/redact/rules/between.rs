//! What stands between the things that a family hides, where it goes on far behind the first: the others read that.

use std::ops::Range;

use super::family_of;
use super::issuer::credential_at;
use crate::redact::around::stands;
use crate::redact::finding::Finding;
use crate::redact::scan::{FamilySet, Token, scan_part};

/// The families that go on far behind what they hide. What one of them goes over is read by the others only, so that
/// nothing is read again and again.
const FAR_GOING: FamilySet = family_of("directive-argument")
    | family_of("http-authorization")
    | family_of("pgpass")
    | family_of("protocol-command")
    | family_of("protocol-prompt")
    | family_of("sql-error-value")
    | family_of("sql-statement")
    | family_of("stack-numbered")
    | family_of("stack-python");

/// The families whose findings need nothing beside them: credentials that tell what they are.
pub(super) const SELF_EVIDENT: FamilySet = family_of("aws-access-key-id") | family_of("jwt");

/// Whether such a credential begins at `at`.
pub(super) fn is_self_evident(text: &[u8], at: usize) -> bool {
    stands(text, at, b"eyJ") || credential_at(text, at, &mut 1).is_some()
}

/// Calls a recogniser, and lets the other families read what it goes over and does not hide.
#[inline]
pub(super) fn and_between(
    find: impl Fn(&[u8], Token, &mut Vec<Finding>) -> usize,
    text: &[u8],
    token: Token,
    findings: &mut Vec<Finding>,
) -> usize {
    let known = findings.len();
    let end = find(text, token, findings);
    if end > token.end {
        read_between(text, token.end..end, known, findings);
    }
    end
}

/// Adds what the others find in a part of a text beside the findings in it after the first `known`.
#[cold]
fn read_between(text: &[u8], part: Range<usize>, known: usize, findings: &mut Vec<Finding>) {
    let own = findings.len();
    let mut at = part.start;
    for index in known..own {
        let Some(&Finding { start, end, .. }) = findings.get(index) else { break };
        read_others(text, at, start, findings);
        at = at.max(end);
    }
    read_others(text, at, part.end, findings);
}

/// Fewer letters and digits are nothing that anybody would hide.
const LEAST_BYTES: usize = 4;

/// Adds what the other families find in a part of a text that one goes over.
pub(super) fn read_others(text: &[u8], start: usize, end: usize, findings: &mut Vec<Finding>) {
    let between = text.get(start..end).unwrap_or_default();
    if between.iter().filter(|byte| byte.is_ascii_alphanumeric()).nth(LEAST_BYTES - 1).is_some() {
        scan_part(text, start, end, !FAR_GOING, findings);
    }
}
