//! Names with dots: of machines, of services that everybody shares, of classes and files.

use super::words::{
    BUILT_IN_NAMES, CLOUD_ZONES, INTERNAL_ZONES, NOT_A_HOST, NUMBERED_SERVICES, PACKAGES, PUBLIC_DOMAINS,
    PUBLIC_LABELS, RESERVED_ZONES, SECOND_LEVELS, SETTINGS, WORD_ZONES, ZONES,
};
use crate::redact::around::{byte, previous, slice};

/// Whether a dotted name is a machine's.
pub(super) fn is_dotted(text: &[u8], start: usize, end: usize, name: &[u8]) -> bool {
    let mut labels = name.rsplit(|&byte| byte == b'.');
    let zone = labels.next().unwrap_or_default();
    let is_zone = ZONES.iter().any(|zones| zones.has(zone));
    if is_member(name) {
        return true;
    }
    if !is_zone {
        return false;
    }
    let upper = zone.iter().all(u8::is_ascii_uppercase);
    if !(upper || zone.iter().all(u8::is_ascii_lowercase)) || matches!(byte(text, end), b'(' | b'=' | b'$') {
        return false;
    }
    if upper && name.iter().any(u8::is_ascii_lowercase) {
        return false;
    }
    let internal = INTERNAL_ZONES.has(zone);
    let count = name.split(|&byte| byte == b'.').count();
    let first = name.split(|&byte| byte == b'.').next().unwrap_or_default();
    let hollow = name.split(|&byte| byte == b'.').any(|label| label.is_empty() || label.starts_with(b"-"));
    if hollow || PACKAGES.has(first) || is_exempt(name) {
        return false;
    }
    if is_reserved(name) {
        return count > 2 && is_numbered(first);
    }
    let inner = name.split(|&byte| byte == b'.').skip(1).any(|label| INTERNAL_ZONES.has(label));
    if internal {
        return !is_file(zone, labels.next().unwrap_or_default());
    }
    if (inner && count > 3) || begins_with_quad(name) {
        return true;
    }
    if ends_with_domain(name, b"amazonaws.com") || ends_with_domain(name, b"amazonaws.com.cn") {
        return name.split(|&byte| byte == b'.').any(|label| CLOUD_ZONES.has(label));
    }
    if [2, 3].iter().any(|&labels| PUBLIC_DOMAINS.has(last_labels(name, labels))) {
        return false;
    }
    let second = labels.next().unwrap_or_default();
    let organisation = if zone.len() == 2 && SECOND_LEVELS.has(second) { 3 } else { 2 };
    if count <= organisation {
        return false;
    }
    if is_numbered(first) {
        return true;
    }
    let in_path = previous(text, start) == b'/' && previous(text, start - 1) != b'/';
    let keyed_label = byte(text, end) == b'/' && previous(text, start) != b'/';
    let mailbox = previous(text, start) == b'@';
    !(in_path || keyed_label || mailbox || WORD_ZONES.has(zone) || PUBLIC_LABELS.has(first))
}

/// `jail.local`, `conf.d.local`: what a machine's own settings are kept in.
fn is_file(zone: &[u8], before: &[u8]) -> bool {
    zone == b"local" && SETTINGS.has(before)
}

/// `vault-2.vault-internal`: a member of a `StatefulSet` in the zone of its service.
fn is_member(name: &[u8]) -> bool {
    let mut labels = name.split(|&byte| byte == b'.');
    let (Some(member), Some(service)) = (labels.next(), labels.next()) else { return false };
    let before_digits = member.iter().rposition(|byte| !byte.is_ascii_digit()).unwrap_or_default();
    let numbered = member.get(before_digits) == Some(&b'-') && before_digits + 1 < member.len();
    let set = member.get(..before_digits).unwrap_or_default();
    numbered
        && set.len() > 1
        && service.strip_prefix(set).is_some_and(|rest| matches!(rest.first(), None | Some(b'-')))
}

/// Whether a name is the same everywhere.
pub(in crate::redact::rules) fn is_exempt(name: &[u8]) -> bool {
    BUILT_IN_NAMES.has(name) || NOT_A_HOST.has(name)
}

/// Whether a name lies in a zone for documentation and tests.
///
/// # Source
/// RFC 2606 and RFC 6761.
pub(super) fn is_reserved(name: &[u8]) -> bool {
    let zone = name.rsplit(|&byte| byte == b'.').next().unwrap_or_default();
    RESERVED_ZONES.has(zone)
        || zone.len() == 3
            && [&b"example.com"[..], b"example.net", b"example.org"]
                .iter()
                .any(|domain| ends_with_domain(name, domain))
}

/// `62.99.164.82.sh.example.net`: networks name the addresses that they lend.
fn begins_with_quad(name: &[u8]) -> bool {
    let octet = |label: &[u8]| label.len() <= 3 && !label.is_empty() && label.iter().all(u8::is_ascii_digit);
    let labels = || name.split(|&byte| byte == b'.');
    labels().take(4).filter(|label| octet(label)).count() == 4 && labels().count() > 5
}

/// The last labels of a name, or the whole name if it has no more.
fn last_labels(name: &[u8], labels: usize) -> &[u8] {
    let mut dots = name.iter().enumerate().rev().filter(|(_, byte)| **byte == b'.');
    dots.nth(labels - 1).map_or(name, |(dot, _)| slice(name, dot + 1, name.len()))
}

fn ends_with_domain(name: &[u8], domain: &[u8]) -> bool {
    name.len().checked_sub(domain.len()).is_some_and(|start| {
        slice(name, start, name.len()).eq_ignore_ascii_case(domain)
            && matches!(previous(name, start), b'.' | 0)
    })
}

/// `vault01`, `mx2`, `d211`, `10-0-3-77`; not `v2`, `s3`, `oauth2`.
pub(super) fn is_numbered(label: &[u8]) -> bool {
    let version = matches!(label, [b'v', rest @ ..] if rest.iter().all(u8::is_ascii_digit));
    let letters = label.iter().any(u8::is_ascii_alphabetic);
    (letters || label.contains(&b'-'))
        && label.iter().any(u8::is_ascii_digit)
        && !version
        && !NUMBERED_SERVICES.has(label)
}
