//! Overlapping findings become one, and the text is put together again.

use super::finding::Finding;
use crate::order::sorted;

/// Leaves the wanted findings and resolves overlaps. The finding that starts first wins; of those that start together, the longest; of those that are
/// the same bytes, secrets before the rest. What reaches over the winner's end is added to it: more is hidden, never
/// less. Every finding is widened to whole characters.
pub(crate) fn resolve(text: &str, findings: &mut Vec<Finding>, is_wanted: impl Fn(&Finding) -> bool) {
    findings.retain_mut(|finding| {
        let is_wanted = is_wanted(finding);
        if !(text.is_char_boundary(finding.start) && text.is_char_boundary(finding.end)) {
            finding.start = text.floor_char_boundary(finding.start);
            finding.end = text.ceil_char_boundary(finding.end);
        }
        is_wanted && finding.start < finding.end
    });
    // Most were found in their order.
    if !findings.is_sorted_by(|one, next| one.start < next.start) {
        *findings = sorted(std::mem::take(findings), Finding::precedence);
    }
    findings.dedup_by(|next, winner| {
        let overlaps = next.start < winner.end;
        if overlaps {
            winner.end = winner.end.max(next.end);
        }
        overlaps
    });
}

#[cfg(test)]
mod tests {
    use super::super::finding::Marker;
    use super::*;

    fn resolved(findings: &[(usize, usize, Marker)]) -> Vec<(usize, usize, Marker)> {
        let text = "0123456789é";
        let mut findings: Vec<_> = findings.iter().map(|&(s, e, m)| Finding::new(s, e, m)).collect();
        resolve(text, &mut findings, |_| true);
        findings.iter().map(|f| (f.start, f.end, f.marker)).collect()
    }

    #[test]
    fn the_first_then_the_longest_then_the_secret_wins() {
        let secret = Marker::Secret("TOKEN");
        assert_eq!(resolved(&[(2, 4, Marker::Pid), (0, 3, secret)]), [(0, 4, secret)]);
        assert_eq!(resolved(&[(0, 3, secret), (0, 5, Marker::Pid)]), [(0, 5, Marker::Pid)]);
        assert_eq!(resolved(&[(0, 3, Marker::Pid), (0, 3, secret)]), [(0, 3, secret)]);
        assert_eq!(resolved(&[(0, 3, Marker::Pid), (3, 5, secret)]), [(0, 3, Marker::Pid), (3, 5, secret)]);
    }

    #[test]
    fn a_finding_never_cuts_a_character() {
        assert_eq!(resolved(&[(11, 12, Marker::Removed)]), [(10, 12, Marker::Removed)]);
    }
}
