//! All families. A new rule is one edit in its family's file; a new family is one file and one line here.

mod assignment;
mod header;
mod host;
mod host_words;
mod ipv4;
mod ipv6;
mod pem;
mod pid;
mod pod;
mod sql;

use super::rule::{Family, Rule};
use super::scan::FamilySet;

/// Every family. Their order decides nothing: overlaps are resolved by place.
pub(crate) const FAMILIES: &[Family] = &[
    assignment::FAMILY,
    pem::FAMILY,
    header::FAMILY,
    ipv4::FAMILY,
    ipv6::FAMILY,
    host::DOTTED,
    host::PLAIN,
    host::KEYED,
    host::BEHIND_AT,
    pod::GENERATED,
    pod::CONTAINER,
    pod::KEYED,
    pid::KEYED,
    pid::MARKED,
    sql::STATEMENT,
    sql::ERROR,
];

/// Every rule, family by family.
pub fn rules() -> impl Iterator<Item = &'static Rule> {
    FAMILIES.iter().flat_map(|family| family.rules)
}

/// The families that can find any of the kinds.
pub(crate) fn families_of(kinds: gobo_contract::Kinds) -> FamilySet {
    let wanted = |family: &Family| family.rules.iter().any(|rule| kinds.contains(rule.kind));
    let bits = FAMILIES.iter().enumerate().map(|(index, family)| u32::from(wanted(family)) << index);
    bits.fold(0, |set, bit| set | bit)
}
