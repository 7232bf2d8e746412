//! Rows of the tables that `kubectl get` prints: the first column names a pod or a node.

use std::ops::Range;

use gobo_contract::Kind;

use super::host::is_exempt;
use crate::redact::around::{byte, run, slice};
use crate::redact::finding::{Finding, Numbered};
use crate::redact::rule::{Family, Rule, Trigger};
use crate::redact::scan::Token;

/// Called once a line; fails where the first word is not followed by two blanks.
pub(crate) const FAMILY: Family = Family::new(RULES, Trigger::Line, find);

/// Bytes of a column, and of the blanks behind it.
const COLUMN_BYTES: usize = 253;
const GAP_BYTES: usize = 128;

/// How the status of a pod begins.
#[rustfmt::skip]
const POD_STATUSES: &[&[u8]] = &[
    b"Running", b"Pending", b"Completed", b"Error", b"Evicted", b"Terminating", b"Unknown", b"Succeeded", b"Failed",
    b"Crash", b"Image", b"ErrImage", b"Init:", b"PodInit", b"Container", b"OOMKilled", b"CreateContainer", b"Invalid",
    b"RunContainer", b"NodeLost", b"Scheduling", b"Preempt", b"Not",
];

const RULES: &[Rule] = &[
    Rule {
        id: "pod-of-table",
        kind: Kind::Pod,
        source: "kubectl, printing of pods: NAME READY STATUS RESTARTS AGE",
        keywords: &["/"],
        max_bytes: COLUMN_BYTES,
        hits: &[
            ("kafka-0   0/1     CrashLoopBackOff", "<POD:1>   0/1     CrashLoopBackOff"),
            ("shop      cart-0    1/1   Running   0   5d", "shop      <POD:1>    1/1   Running   0   5d"),
        ],
        misses: &[
            ("cart      2/2     2            2           5d", "a deployment"),
            ("done  3/4 Running total", "one blank only"),
        ],
    },
    Rule {
        id: "host-of-table",
        kind: Kind::Host,
        source: "kubectl, printing of nodes: NAME STATUS ROLES AGE VERSION",
        keywords: &["Ready"],
        max_bytes: COLUMN_BYTES,
        hits: &[
            ("kind-worker   Ready    <none>   5d   v1.29.2", "<HOST:1>   Ready    <none>   5d   v1.29.2"),
            (
                "pool-a   NotReady,SchedulingDisabled   <none>   5d",
                "<HOST:1>   NotReady,SchedulingDisabled   <none>   5d",
            ),
        ],
        misses: &[("  Ready                       False", "a condition"), ("cart  Ready", "no more columns")],
    },
];

fn find(text: &[u8], token: Token, findings: &mut Vec<Finding>) -> usize {
    if let Some((name, kind)) = row(text, token.start)
        && !is_exempt(slice(text, name.start, name.end))
    {
        findings.push(Finding::numbered(name, kind));
    }
    token.end
}

/// The name in the row that the line is.
fn row(text: &[u8], line: usize) -> Option<(Range<usize>, Numbered)> {
    // Names in Kubernetes begin like this.
    if !byte(text, line).is_ascii_lowercase() {
        return None;
    }
    let first = column(text, line)?;
    let second = column(text, next(text, first.end)?)?;
    if slice(text, first.start, first.end).contains(&b':') {
        return None;
    }
    let status = slice(text, second.start, second.end);
    if status.starts_with(b"Ready") || status.starts_with(b"NotReady") {
        let listed = matches!(status, b"Ready" | b"NotReady") || status.ends_with(b",SchedulingDisabled");
        return (listed && next(text, second.end).is_some()).then_some((first, Numbered::Host));
    }
    let (name, ready) = if is_ratio(status) {
        (first, second)
    } else {
        let third = column(text, next(text, second.end)?)?;
        is_ratio(slice(text, third.start, third.end)).then_some((second, third))?
    };
    let status = column(text, next(text, ready.end)?)?;
    let status = slice(text, status.start, status.end);
    POD_STATUSES.iter().any(|known| status.starts_with(known)).then_some((name, Numbered::Pod))
}

/// The column at `at`.
fn column(text: &[u8], at: usize) -> Option<Range<usize>> {
    let end = run(text, at, COLUMN_BYTES, |byte| byte.is_ascii_graphic());
    (end > at).then_some(at..end)
}

/// Where the next column starts, two blanks or more behind the last.
fn next(text: &[u8], end: usize) -> Option<usize> {
    let start = run(text, end, GAP_BYTES, |byte| byte == b' ');
    (start >= end + 2 && byte(text, start).is_ascii_graphic()).then_some(start)
}

/// `0/1`.
fn is_ratio(column: &[u8]) -> bool {
    let mut parts = column.split(|&byte| byte == b'/');
    let number = |part: Option<&[u8]>| {
        part.is_some_and(|part| !part.is_empty() && part.iter().all(u8::is_ascii_digit))
    };
    number(parts.next()) && number(parts.next()) && parts.next().is_none()
}
