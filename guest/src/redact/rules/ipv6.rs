//! IPv6 addresses.
//!
//! Hexadecimal digits and colons also make times, hardware addresses, fingerprints and paths in code. An address must
//! read as one and lie in a range that IANA has given to somebody.

use std::ops::Range;

use gobo_contract::Kind;

use crate::redact::address::{GROUP_DIGITS, groups};
use crate::redact::around::{byte, is_word_byte, previous, run, run_back, slice};
use crate::redact::finding::{Finding, Numbered};
use crate::redact::rule::{Family, Rule, Trigger};
use crate::redact::scan::Token;

/// Called at colons; nearly all fail within five bytes, where no second colon stands.
pub(crate) const FAMILY: Family = Family::new(RULES, Trigger::Pair(b":", b":0123456789abcdefABCDEF"), find);

const RULES: &[Rule] = &[Rule {
    id: "ip-v6",
    kind: Kind::Ip,
    source: "RFC 4291 section 2.2, RFC 4007 for zones; IANA IPv6 Address Space",
    keywords: &["::", ":"],
    max_bytes: 45,
    hits: &[
        ("mDNS on fe80::1a2b:3cff:fe4d:5e6f%eth0 ok", "mDNS on <IP:1>%eth0 ok"),
        ("listen http://[fd12:3456:789a:1::20]:8443 tls", "listen http://[<IP:1>]:8443 tls"),
        ("from ::ffff:10.141.112.153 port 22", "from <IP:1> port 22"),
    ],
    misses: &[
        ("std::vector<int>::at, Order::getId, Abc::Def", "paths in code"),
        ("fingerprint aa:bb:cc:dd:ee:ff:00:11:22:33:44:55:66:77:88:99", "a digest"),
        ("elapsed 12:34:56", "a time"),
        ("==== 2-May-2026::08:14:55 ===", "a date and a time"),
    ],
}];

/// Bytes of the longest address, eight groups with the last two as a quad, and of the port behind it.
const ADDRESS_BYTES: usize = 45;
const PORT_BYTES: usize = 6;
/// Digits of an address that is nothing else, wherever it lies: three or four in each group.
const FULL_DIGITS: usize = 24;

fn find(text: &[u8], token: Token, findings: &mut Vec<Finding>) -> usize {
    let Some(address) = ipv6(text, token.start) else { return token.end };
    let end = address.end;
    findings.push(Finding::numbered(address, Numbered::Ip));
    end
}

/// The IPv6 address whose first colon, or the colon of the label before it, is at `colon`. Zone and port are not part
/// of it.
///
/// # Source
/// RFC 4291 section 2.2 for the form, RFC 4007 for zones; the IANA IPv6 address space for what is allocated.
fn ipv6(text: &[u8], colon: usize) -> Option<Range<usize>> {
    let group_end = run(text, colon + 1, GROUP_DIGITS, |byte| byte.is_ascii_hexdigit());
    if byte(text, group_end) != b':' {
        return None;
    }
    // A time has two colons.
    if byte(text, colon + 1) != b':' {
        let next_end = run(text, group_end + 1, GROUP_DIGITS, |byte| byte.is_ascii_hexdigit());
        if byte(text, next_end) != b':' {
            return None;
        }
    }
    let start = run_back(text, colon, GROUP_DIGITS + 1, |byte| byte.is_ascii_hexdigit());
    let before = previous(text, start);
    // Behind a hyphen stands the year of a date: `2-May-2026::08:14:55`.
    if before == b':' || (before == b'-' && slice(text, start, colon).starts_with(b"20")) {
        return None;
    }
    let whole_group = colon - start <= GROUP_DIGITS && !is_word_byte(before) && before != b'.';
    if whole_group && let Some(found) = address_from(text, start) {
        return Some(found);
    }
    // `addr:2001:db8::1`: the first colon belongs to a label.
    if byte(text, colon + 1) == b':' { None } else { address_from(text, colon + 1) }
}

fn address_from(text: &[u8], start: usize) -> Option<Range<usize>> {
    let most = ADDRESS_BYTES + PORT_BYTES + 1;
    let end = run(text, start, most, |byte| byte.is_ascii_hexdigit() || matches!(byte, b':' | b'.'));
    let whole = slice(text, start, end);
    if whole.len() == most
        || is_word_byte(byte(text, end))
        || (byte(text, end) == b'-' && byte(text, end + 1).is_ascii_alphanumeric())
    {
        return None;
    }
    let whole = without_stop(whole);
    let (found, segments) = groups(whole).map(|segments| (whole, segments)).or_else(|| {
        // tcpdump and netstat write the port behind a dot.
        let port = whole.iter().rposition(|byte| matches!(byte, b':' | b'.'))?;
        let (before, port) = whole.split_at_checked(port)?;
        let is_port = (2..=PORT_BYTES).contains(&port.len()) && port.iter().skip(1).all(u8::is_ascii_digit);
        is_port.then(|| groups(before).map(|segments| (before, segments))).flatten()
    })?;
    is_allocated(found, segments).then_some(start..start + found.len())
}

/// Without the full stop or the colon of the sentence that goes on behind it.
fn without_stop(whole: &[u8]) -> &[u8] {
    match whole {
        [.., b':', b':'] => whole,
        [rest @ .., b'.' | b':'] => rest,
        _ => whole,
    }
}

/// Whether IANA has given the address's range to anybody: `Abc::Def` and `dead::beef` are code.
fn is_allocated(text: &[u8], segments: [u16; 8]) -> bool {
    if text.iter().any(u8::is_ascii_lowercase) && text.iter().any(u8::is_ascii_uppercase) {
        return false;
    }
    match segments {
        [0x2000..=0x3fff | 0xfc00..=0xfdff | 0xfe80..=0xfebf | 0xff00..=0xff0f, ..]
        | [0x64, 0xff9b, ..]
        // Embedded IPv4, mapped and translated: `::ffff:a00:1` is one, `::ffff:1` is not.
        | [0, 0, 0, 0, 0, 0xffff, ..]
        | [0, 0, 0, 0, 0xffff, 0, ..]
        | [0, 0, 0, 0, 0, 0, 0, 1] => true,
        _ => text.iter().filter(|byte| byte.is_ascii_hexdigit()).count() >= FULL_DIGITS,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(text: &str) -> Vec<&str> {
        let bytes = text.as_bytes();
        let colons = (0..bytes.len()).filter(|&at| bytes[at] == b':');
        let mut found: Vec<_> = colons.filter_map(|at| ipv6(bytes, at)).collect();
        found.dedup();
        found.into_iter().map(|range| &text[range]).collect()
    }

    #[test]
    fn addresses_go_with_port_zone_brackets_label_and_embedded_quad() {
        for (text, address) in [
            ("::1 refused", "::1"),
            ("client 2a0b:7c41:22e0:91::be3a:10f7:6d2c:50211", "2a0b:7c41:22e0:91::be3a:10f7:6d2c"),
            ("fe80::1a2b:3cff:fe4d:5e6f%eth0", "fe80::1a2b:3cff:fe4d:5e6f"),
            ("http://[fd12:3456:789a:1::20]:8443", "fd12:3456:789a:1::20"),
            ("from ::ffff:10.141.112.153 port 22", "::ffff:10.141.112.153"),
            ("26f0:01b3:4d2e:0000:0000:08c1:77aa:0e5d mtu", "26f0:01b3:4d2e:0000:0000:08c1:77aa:0e5d"),
            ("addr:2001:db8::1: refused", "2001:db8::1"),
            ("src=2001:db8::", "2001:db8::"),
            ("2001:DB8::8A2E, again", "2001:DB8::8A2E"),
            ("::ffff:a00:1 port", "::ffff:a00:1"),
            ("0:0:0:0:0:ffff:0a00:0001 seen", "0:0:0:0:0:ffff:0a00:0001"),
            ("[::FFFF:C0A8:101]:443", "::FFFF:C0A8:101"),
            ("IP6 fd4b:91c2:7e::a7.52144: Flags", "fd4b:91c2:7e::a7"),
            ("tcp6 FD4B:91C2:7E::B1.853 ESTABLISHED", "FD4B:91C2:7E::B1"),
            ("::ffff:10.1.2.3.443 TIME_WAIT", "::ffff:10.1.2.3"),
        ] {
            assert_eq!(all(text), [address], "{text}");
        }
    }

    #[test]
    fn times_hardware_addresses_fingerprints_and_code_stay() {
        for text in [
            "12:34:56 00:12:34.567 23:59:60 20171223-22:15:29:606",
            "2026-02-03T10:11:12.345678901+08:00",
            "aa:bb:cc:dd:ee:ff aa:bb:cc:dd:ee:ff:00:11:22:33:44:55:66:77:88:99",
            "00:11:22:33:44:55:66:77",
            "std::vector<int>::at Order::getId DBI::st Abc::Def dead::beef a::b face::1",
            "[::]:8080 :: router.ts:128:17 1001:1001 -p 9090:80",
        ] {
            assert_eq!(all(text), [""; 0], "{text}");
        }
    }

    /// The obvious slow one: what `std::net` reads is what we read.
    #[test]
    fn groups_are_read_as_the_standard_library_reads_them() {
        let mut seed = 11_u64;
        let mut next = |below: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) as usize % below
        };
        let parts = ["0", "1", "ff", "2001", "fe80", "a", "12345", ":", ":", ":", "::", ".", "10.0.0.1", "g"];
        for _ in 0..400_000 {
            let text: String = (0..=next(18)).map(|_| parts[next(parts.len())]).collect();
            let std = text.parse::<std::net::Ipv6Addr>().ok().map(|address| address.segments());
            assert_eq!(groups(text.as_bytes()), std, "{text}");
        }
    }
}
