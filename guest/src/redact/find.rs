//! Everything that is to be found in a text, as places in that text.

use super::finding::Finding;
use super::scan::{FamilySet, scan};

/// Adds what the families find in a text.
pub(crate) fn find(text: &str, families: FamilySet, findings: &mut Vec<Finding>) {
    scan(text.as_bytes(), families, findings, |_, _, _| {});
}
