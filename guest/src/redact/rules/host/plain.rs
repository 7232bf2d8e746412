//! Names without dots: a role and a number, a cloud's instance, a Windows machine.

use super::words::{
    ENVIRONMENTS, NOT_A_MACHINE, NUMBERED_SERVICES, PRODUCTS, ROLES, STRONG_ROLES, WINDOWS_ROLES,
};
use crate::redact::around::{byte, is_word_byte, run};
use crate::redact::words::Words;

/// Bytes of a `NetBIOS` name; Windows machine names are no longer.
const WINDOWS_NAME_BYTES: usize = 15;
/// Digits of a machine's number.
const NUMBER_DIGITS: usize = 5;
/// Digits of the port that makes a name before it a host.
const PORT_DIGITS: std::ops::RangeInclusive<usize> = 4..=5;

/// Whether a name without dots is a machine's.
pub(super) fn is_plain(text: &[u8], end: usize, name: &[u8]) -> bool {
    if !name.contains(&b'-') {
        return false;
    }
    if matches!(byte(text, end), b'(' | b'=') {
        return false;
    }
    let is_upper = !name.iter().any(u8::is_ascii_lowercase);
    if is_upper && name.iter().any(u8::is_ascii_uppercase) {
        return is_windows(name);
    }
    is_cloud_instance(name) || is_role(name) || (has_port(text, end) && is_served(name))
}

/// `WKS-FIN-0042`, `DESKTOP-4F2K9LM`.
fn is_windows(name: &[u8]) -> bool {
    let first = name.split(|&byte| byte == b'-').next().unwrap_or_default();
    let last = name.rsplit(|&byte| byte == b'-').next().unwrap_or_default();
    name.len() <= WINDOWS_NAME_BYTES
        && WINDOWS_ROLES.has(first)
        && last.len() >= 2
        && last.iter().any(u8::is_ascii_digit)
}

/// Names that clouds give: `ip-10-0-3-77`, `i-0abc…`, `gke-…-a1b2c3d4-x9z8`, `aks-…-vmss000001`.
///
/// # Source
/// Amazon EC2 instance hostname types; GKE and AKS node names.
pub(super) fn is_cloud_instance(name: &[u8]) -> bool {
    let hex = |part: &[u8]| part.iter().all(u8::is_ascii_hexdigit);
    if let Some(rest) = name.strip_prefix(b"ip-").or_else(|| name.strip_prefix(b"ec2-")) {
        let octet = |part: &[u8]| !part.is_empty() && part.len() <= 3 && part.iter().all(u8::is_ascii_digit);
        return rest.split(|&byte| byte == b'-').take(4).filter(|part| octet(part)).count() == 4;
    }
    if let Some(id) = name.strip_prefix(b"i-") {
        return matches!(id.len(), 8 | 17) && hex(id) && id.iter().any(u8::is_ascii_digit);
    }
    let mut parts = name.rsplit(|&byte| byte == b'-');
    let (last, pool) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    (name.starts_with(b"gke-") && last.len() == 4 && pool.len() == 8 && hex(pool))
        || (name.starts_with(b"aks-") && (last.starts_with(b"vmss") || is_number(pool, 8)))
}

fn is_number(part: &[u8], digits: usize) -> bool {
    part.len() == digits && part.iter().all(u8::is_ascii_digit)
}

/// A role with a number that begins with a zero: `web01` needs nothing around it, `pg17` may be a version.
pub(super) fn is_padded_role(name: &[u8]) -> bool {
    let digits = name.iter().rposition(|byte| !byte.is_ascii_digit()).map_or(0, |last| last + 1);
    name.get(digits) == Some(&b'0')
        && name.len() - digits >= 2
        && is_glued_role(name)
        && !name.starts_with(b"worker")
}

/// A role with a number glued to it: `web01`, `mysql3`.
pub(super) fn is_glued_role(name: &[u8]) -> bool {
    let digits = name.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    let stem = name.get(..name.len() - digits).unwrap_or_default();
    (1..=NUMBER_DIGITS).contains(&digits)
        && (ROLES.has(stem) || STRONG_ROLES.has(stem))
        && !NUMBERED_SERVICES.has(name)
}

/// A role and a number: `kube-worker-23`, `node-east-17`, `web-14`.
pub(super) fn is_role(name: &[u8]) -> bool {
    let parts = || name.split(|&byte| byte == b'-');
    let last = parts().next_back().unwrap_or_default();
    if !last.iter().all(u8::is_ascii_digit) || is_year(last) || last.len() > NUMBER_DIGITS {
        return false;
    }
    let count = parts().count();
    let says = |words: &Words| parts().take(count - 1).any(|part| words.has(part));
    let roles = || parts().filter(|part| ROLES.has(part)).count();
    let two_digits = last.len() >= 2;
    let zero = last.starts_with(b"0");
    let role = match count {
        // `worker-12` is a thread as often.
        2 => two_digits && says(&ROLES) && !name.starts_with(b"worker") && (zero || !says(&PRODUCTS)),
        _ => says(&STRONG_ROLES) || (says(&ROLES) && (two_digits || says(&ENVIRONMENTS) || roles() >= 2)),
    };
    role && !parts().any(|part| part.is_empty() || NOT_A_MACHINE.has(part))
}

pub(super) fn has_role(name: &[u8]) -> bool {
    name.split(|&byte| byte == b'-').any(|part| ROLES.has(part) || STRONG_ROLES.has(part))
}

fn is_year(part: &[u8]) -> bool {
    part.len() == 4 && (part.starts_with(b"19") || part.starts_with(b"20"))
}

/// What a port makes a host: `msra-sa-41:8030`, `prod-db:3333`.
fn is_served(name: &[u8]) -> bool {
    let mut parts = name.split(|&byte| byte == b'-');
    let last = parts.clone().next_back().unwrap_or_default();
    let numbered = last.iter().all(u8::is_ascii_digit) && !is_year(last);
    !parts.clone().any(|part| NOT_A_MACHINE.has(part)) && (numbered || parts.any(|part| ROLES.has(part)))
}

fn has_port(text: &[u8], end: usize) -> bool {
    let port_end = run(text, end + 1, PORT_DIGITS.end() + 1, |byte| byte.is_ascii_digit());
    byte(text, end) == b':'
        && PORT_DIGITS.contains(&(port_end - end - 1))
        && !is_word_byte(byte(text, port_end))
        && byte(text, port_end) != b':'
}
