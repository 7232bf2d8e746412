//! IPv4 addresses.
//!
//! A dotted quad is an address, a version or an object identifier; only what stands around it tells. Ranges that IANA
//! reserves for hosts decide alone, then a port or a prefix length, then the word before it.

mod disguised;
mod glued;

use std::ops::Range;

use gobo_contract::Kind;

use super::host;
use super::pid::bare_in_json;
use crate::redact::around::{
    byte, is_line_start, is_word_byte, label_before, previous, run, run_back, slice, stands, stands_folded,
    word_before,
};
use crate::redact::class::{DIGIT, DOT};
use crate::redact::finding::{Finding, Numbered};
use crate::redact::rule::{Family, Rule, Shape, Trigger};
use crate::redact::scan::Token;
use crate::redact::words::Words;

/// Called at tokens with a digit and a dot that are long enough for `1.1.1.1`; fails at the first octet of most.
pub(crate) const FAMILY: Family =
    Family::new(RULES, Trigger::Token(Shape { all: DIGIT | DOT, min_bytes: 7, ..Shape::ANY }), find);

/// Called at brackets around a dot or before a digit.
pub(crate) const DEFANGED: Family =
    Family::new(DEFANGED_RULES, Trigger::Pair(b"[({", b".0123456789"), |text, token, findings| {
        let found =
            disguised::defanged(text, token.start).or_else(|| disguised::listed_octets(text, token.start));
        let Some(address) = found else { return token.end };
        let end = address.end;
        findings.push(Finding::numbered(address, Numbered::Ip));
        end
    });

/// Called at words that end as `src_ip` and `IpAddress` do; fails where no number follows.
pub(crate) const NUMERIC: Family =
    Family::keyed(NUMERIC_RULES, &[&["ip", "ipaddr", "ipaddress"]], |text, token, findings| {
        let Some(number) = disguised::numeric(text, token.start..token.end) else { return token.end };
        let quotes = bare_in_json(text, &number);
        findings.push(Finding { quotes, ..Finding::numbered(number, Numbered::Ip) });
        token.end
    });

const DEFANGED_RULES: &[Rule] = &[Rule {
    id: "ip-v4-defanged",
    kind: Kind::Ip,
    source: "MISP and STIX reports: indicators that nobody can follow by accident; Erlang, inet:ip_address()",
    keywords: &["[.]", "{"],
    max_bytes: 32,
    hits: &[
        ("beacon to 10[.]0[.]0[.]1 seen", "beacon to <IP:1> seen"),
        ("connecting to {192,168,21,211}:5672", "connecting to {<IP:1>}:5672"),
        ("{{10,0,4,17},5672} to {203, 0, 113, 9}", "{{<IP:1>},5672} to {<IP:2>}"),
        ("peer: [172, 16, 4, 17], ip=(10, 1, 2, 3)", "peer: [<IP:1>], ip=(<IP:2>)"),
        ("{0,0,0,0,0,65535,49320,5587} {8193,3512,0,0,0,0,0,1}", "{<IP:1>} {<IP:2>}"),
        ("185.10.3[.]4:443 and 185(.)10(.)3(.)4", "<IP:1>:443 and <IP:1>"),
    ],
    misses: &[
        ("moved to {1,2,3,4} {10,20,30,40} {0,0,0,0,1,2,3,4}", "any tuple"),
        ("rgba(255, 255, 255, 1) skip [10, 20, 30, 40] (127, 127, 127, 9)", "colours, lists of numbers"),
        ("{192,168,21} {192,168,21,211,7} {192,168,21,256}", "no address"),
        ("items[.]name of 1[.]2", "no four octets"),
        ("v1[.]2[.]3[.]999", "no address"),
    ],
}];

const NUMERIC_RULES: &[Rule] = &[Rule {
    id: "ip-v4-number",
    kind: Kind::Ip,
    source: "MySQL Reference Manual, INET_ATON; RFC 791 for the 32 bits",
    keywords: &["ip"],
    max_bytes: 10,
    hits: &[
        ("ip=167772161 blocked", "ip=<IP:1> blocked"),
        ("{\"clientIp\":3232235777,\"n\":1}", "{\"clientIp\":\"<IP:1>\",\"n\":1}"),
    ],
    misses: &[("skip=167772161 ship: 3232235777", "other words"), ("ip=443 ip: 99999999999", "no address")],
}];

const RULES: &[Rule] = &[Rule {
    id: "ip-v4",
    kind: Kind::Ip,
    source: "RFC 791; IANA IPv4 Special-Purpose Address Registry",
    keywords: &["."],
    max_bytes: 15,
    hits: &[
        ("dial tcp 192.168.6.41:8080: refused", "dial tcp <IP:1>:8080: refused"),
        ("route add 10.42.7.0/24 via 203.0.113.224", "route add <IP:1>/24 via <IP:2>"),
        ("old msra-sa-41/10.190.173.170:9000", "old <HOST:1>/<IP:1>:9000"),
        ("cap_10.0.0.1_10.0.0.2 ip_10.0.0.1 ok", "cap_10.0.0.1_<IP:1> ip_<IP:2> ok"),
        ("<IP:4>10.0.0.2 x10.0.0.3 srcip10.0.0.2", "<IP:1><IP:2> x<IP:3> srcip<IP:2>"),
    ],
    misses: &[
        ("Version=13.0.0.0, Culture=neutral", "a version"),
        ("unknown critical extension 2.5.29.37", "an object identifier"),
        ("tinker-1.12.2-2.13.0.183.jar", "a file's version"),
        ("v10.0.0.2 jdk10.0.0.2 tool10.0.0.2 10.0.0.2rc1", "versions"),
    ],
}];

fn find(text: &[u8], token: Token, findings: &mut Vec<Finding>) -> usize {
    let [mut dots, mut digits] = [0, 0];
    for byte in token.of(text) {
        dots += usize::from(*byte == b'.');
        digits += usize::from(byte.is_ascii_digit());
    }
    // Four digits are the least that a quad has, and most dotted words have fewer.
    if dots < 3 || digits < 4 {
        return token.end;
    }
    let mut at = token.start;
    while at < token.end {
        if !byte(text, at).is_ascii_digit() {
            at += 1;
            continue;
        }
        let Some(address) = ipv4(text, at) else {
            at = run(text, at, token.end - at, |byte| byte.is_ascii_digit() || byte == b'.');
            continue;
        };
        if matches!(previous(text, at), b'/' | b'(') {
            let host = host::resolved(text, at - 1);
            findings.extend(host.map(|host| Finding::numbered(host, Numbered::Host)));
        }
        at = address.end;
        findings.push(Finding::numbered(address, Numbered::Ip));
    }
    token.end
}

/// Digits of an octet.
const OCTET_DIGITS: usize = 3;
/// Bytes of the longest quad.
const QUAD_BYTES: usize = 15;
/// Digits of a port.
const PORT_DIGITS: usize = 5;
/// Bytes before an address in which a word may say that it is a version: `upgraded from 1.2.3.4 to `.
const VERSION_WINDOW_BYTES: usize = 40;
/// First octets below this one are as often a version's major number as an address; from here on addresses prevail.
const PLAIN_ADDRESS_OCTET: u8 = 24;
/// Two octets of this size or more are an address: a version that counts this far in two places is rare.
const LARGE_OCTET: u8 = 64;

/// Words after which a dotted quad is a version or an identifier.
#[rustfmt::skip]
static VERSION_WORDS: Words = Words::new(&[
    b"version", b"versions", b"ver", b"v", b"rev", b"revision", b"release", b"firmware", b"section", b"rfc",
    b"oid", b"extension", b"chapter", b"build", b"driver", b"clause", b"paragraph", b"appendix", b"walk",
    b"table", b"figure", b"jdk", b"jre", b"java", b"assembly",
]);

/// Beginnings of words that make the quads after them versions.
#[rustfmt::skip]
const VERSION_STEMS: &[&[u8]] = &[
    b"version", b"upgrad", b"downgrad", b"updat", b"releas", b"firmware", b"bump", b"migrat", b"patch",
];

/// Words after which a dotted quad is an address.
#[rustfmt::skip]
static ADDRESS_WORDS: Words = Words::new(&[
    b"from", b"to", b"host", b"ip", b"ipv4", b"addr", b"address", b"src", b"dst", b"source", b"dest",
    b"destination", b"peer", b"client", b"server", b"via", b"rhost", b"remote", b"local", b"dns",
    b"nameserver", b"resolver", b"gateway", b"gw", b"ping", b"connect", b"connecting", b"connected",
    b"connection", b"node", b"endpoint", b"upstream", b"listen", b"listening", b"bind", b"inet", b"proxy",
    b"target", b"ssh", b"telnet", b"traceroute", b"ban", b"unban", b"banned", b"blocked", b"dialing",
    b"dial", b"broker", b"router", b"hostname", b"user", b"reach", b"at", b"on", b"for", b"by", b"with",
    b"is", b"against", b"range", b"subnet", b"cidr", b"network", b"route", b"neighbor", b"lookup",
]);

/// First arcs of object identifiers that name things in SNMP, X.500 and certificates.
const IDENTIFIER_ARCS: &[[u8; 3]] = &[[1, 3, 6], [1, 3, 14], [1, 3, 132], [2, 5, 4], [2, 5, 29]];

/// How sure what stands before the quad makes us.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Before {
    /// An address: a scheme's slashes, an `@`, a word such as `client`.
    Address,
    /// Nothing that tells.
    Plain,
    /// A name with a hyphen, an underscore or a slash: `Chrome/`, `tinker-`.
    Product,
    /// A word such as `version`.
    Version,
}

/// The IPv4 address that starts at `start`, the first digit of a run of digits.
///
/// # Source
/// RFC 791 for the form; RFC 1918, 3927, 5737, 6598 and the IANA IPv4 special-purpose registry for the ranges.
fn ipv4(text: &[u8], start: usize) -> Option<Range<usize>> {
    let (octets, end) = quad(text, start)?;
    let joined = joined_before(text, start, octets)?;
    let after = after_quad(text, end, octets)?;
    if is_host_range(octets) {
        return Some(start..end);
    }
    let prefix = is_prefix_length(text, end);
    let sure = prefix || (byte(text, end) == b':' && byte(text, end + 1).is_ascii_digit());
    if IDENTIFIER_ARCS.iter().any(|arc| octets.starts_with(arc)) && !sure {
        return None;
    }
    let network = matches!(octets, [0 | 10 | 127, 0, 0, 0]);
    if octets.ends_with(&[0, 0, 0]) && !network && !prefix {
        return None;
    }
    let large = octets.iter().filter(|&&octet| octet >= LARGE_OCTET).count() >= 2;
    let plain = sure || large || is_private(octets) || octets.first() >= Some(&PLAIN_ADDRESS_OCTET);
    let before = if joined == Before::Plain { said_before(text, start, plain) } else { joined };
    let yes = match (before, after) {
        (Before::Version, _) => sure && (large || is_private(octets)),
        (Before::Product, _) => sure || large,
        (_, After::Suffix) => sure || large || is_private(octets),
        (Before::Address, _) => true,
        (Before::Plain, _) => plain || is_line_start(text, start),
    };
    yes.then_some(start..end)
}

/// Four octets and where they end, as `std::net` would read them.
fn quad(text: &[u8], start: usize) -> Option<([u8; 4], usize)> {
    let mut octets = [0_u8; 4];
    let mut at = start;
    for (index, octet) in octets.iter_mut().enumerate() {
        if index > 0 {
            if byte(text, at) != b'.' {
                return None;
            }
            at += 1;
        }
        let first = at;
        let mut value = 0_u16;
        while at - first < OCTET_DIGITS && byte(text, at).is_ascii_digit() {
            value = value * 10 + u16::from(byte(text, at) - b'0');
            at += 1;
        }
        if at == first || (at - first > 1 && byte(text, first) == b'0') {
            return None;
        }
        *octet = u8::try_from(value).ok()?;
    }
    Some((octets, at))
}

/// What is joined to the quad, or nothing if the quad is the tail of something longer.
fn joined_before(text: &[u8], start: usize, octets: [u8; 4]) -> Option<Before> {
    match previous(text, start) {
        b'.' => None,
        byte if byte.is_ascii_digit() => None,
        byte if byte.is_ascii_alphabetic() => {
            glued::is_address(text, start, octets).then_some(Before::Address)
        }
        b'@' => Some(Before::Address),
        b'/' => Some(before_slash(text, start - 1)),
        joint @ (b'-' | b'_' | b'+') => {
            let range = run_back(text, start - 1, QUAD_BYTES, |byte| byte.is_ascii_digit() || byte == b'.');
            let range = joint != b'+' && quad(text, range).is_some_and(|(_, end)| end == start - 1);
            Some(if range || joint == b'_' && glued::is_said(text, start - 1) {
                Before::Address
            } else {
                Before::Product
            })
        }
        _ => Some(Before::Plain),
    }
}

/// What the word before the quad says. What is plainly an address needs no word for it.
fn said_before(text: &[u8], start: usize, plain: bool) -> Before {
    let label = label_before(text, start);
    let last = label.rsplit(|&byte| matches!(byte, b'_' | b'.' | b'-')).next().unwrap_or_default();
    if VERSION_WORDS.has(last) || ends_with_folded(last, b"version") {
        return Before::Version;
    }
    if plain {
        return Before::Plain;
    }
    // `X-Forwarded-For: 203.0.113.5, 8.8.4.4`.
    let comma = run_back(text, start, 1, |byte| byte == b' ');
    if previous(text, comma) == b',' {
        let other = run_back(text, comma - 1, QUAD_BYTES, |byte| byte.is_ascii_digit() || byte == b'.');
        if quad(text, other).is_some_and(|(_, end)| end == comma - 1) {
            return Before::Address;
        }
    }
    let previous_byte = previous(text, start);
    let keyed = (previous_byte == b'=' && !label.is_empty())
        || (previous_byte == b'[' && is_word_byte(previous(text, start - 1)))
        || [&b"ip"[..], b"addr", b"address", b"host"].iter().any(|ending| ends_with_folded(last, ending));
    if !keyed && !ADDRESS_WORDS.has(last) {
        return Before::Plain;
    }
    let window = slice(text, start.saturating_sub(VERSION_WINDOW_BYTES), start);
    let line = window.rsplit(|&byte| byte == b'\n').next().unwrap_or_default();
    let starts = |&at: &usize| !previous(line, at).is_ascii_alphabetic();
    let of_version = (0..line.len())
        .filter(starts)
        .any(|at| VERSION_STEMS.iter().any(|stem| stands_folded(line, at, stem)));
    if of_version { Before::Version } else { Before::Address }
}

fn ends_with_folded(word: &[u8], ending: &[u8]) -> bool {
    word.len() >= ending.len() && stands_folded(word, word.len() - ending.len(), ending)
}

/// `//10.0.0.1` and `/10.0.0.1` are addresses, `Chrome/126.0.64.1` is not; a lower-case name before the slash is the
/// host that was looked up (`localhost/127.0.0.1`).
fn before_slash(text: &[u8], slash: usize) -> Before {
    let name = word_before(text, slash);
    match name.first() {
        None => Before::Address,
        Some(first) if first.is_ascii_uppercase() && name.iter().any(u8::is_ascii_lowercase) => {
            Before::Product
        }
        Some(_) if name.contains(&b'.') || name.contains(&b'-') => Before::Address,
        Some(_) => Before::Product,
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum After {
    /// The address stands for itself.
    End,
    /// `-2`, `_1`: what versions carry, and some names.
    Suffix,
}

/// What stands after the quad, or nothing if the quad is the head of something longer.
fn after_quad(text: &[u8], end: usize, octets: [u8; 4]) -> Option<After> {
    let next = byte(text, end + 1);
    match byte(text, end) {
        byte if byte.is_ascii_alphanumeric() => None,
        // Letters stood there.
        b'<' if stands(text, end, b"<REDACTED:") => None,
        b'.' if is_dotted_port(text, end, octets) => Some(After::End),
        b'.' | b'+' if next.is_ascii_alphanumeric() => None,
        b'-' if quad(text, end + 1).is_some() => Some(After::End),
        // What a marker hides may be the suffix.
        b'-' | b'_' if next.is_ascii_alphanumeric() || next == b'<' => Some(After::Suffix),
        _ => Some(After::End),
    }
}

/// `10.0.0.5.49152`: tcpdump and netstat write the port behind a dot. Oracle's versions have five parts too.
fn is_dotted_port(text: &[u8], end: usize, octets: [u8; 4]) -> bool {
    let port_end = run(text, end + 1, PORT_DIGITS + 1, |byte| byte.is_ascii_digit());
    let digits = port_end - end - 1;
    let spoken = stands(text, port_end, b" > ") || stands(text, port_end, b": ");
    let ranged = is_host_range(octets) || (is_private(octets) && digits >= 4);
    let ends = !is_word_byte(byte(text, port_end)) && byte(text, port_end) != b'.';
    (1..=PORT_DIGITS).contains(&digits) && ends && (spoken || ranged)
}

/// `/24` and nothing behind it.
fn is_prefix_length(text: &[u8], end: usize) -> bool {
    if byte(text, end) != b'/' {
        return false;
    }
    let digits_end = run(text, end + 1, 3, |byte| byte.is_ascii_digit());
    let digits = slice(text, end + 1, digits_end);
    let fits = match digits {
        [digit] => digit.is_ascii_digit(),
        [b'1' | b'2', _] => true,
        [b'3', last] => *last <= b'2',
        _ => false,
    };
    fits && !is_word_byte(byte(text, digits_end)) && byte(text, digits_end) != b'.'
}

/// Ranges that are never a version: private, loopback, link-local, shared, documentation, multicast and broadcast.
pub(super) fn is_host_range(octets: [u8; 4]) -> bool {
    match octets {
        [127 | 224..=239 | 255, ..] | [0, 0, 0, 0] | [192, 168, ..] | [192, 0, 2, _] => true,
        [172, second, ..] => (16..=31).contains(&second),
        [169, second, ..] => second == 254,
        [100, second, ..] => (64..=127).contains(&second),
        [198, second, third, _] => second == 51 && third == 100,
        [203, second, third, _] => second == 0 && third == 113,
        _ => false,
    }
}

/// The private range that version numbers use too.
fn is_private(octets: [u8; 4]) -> bool {
    octets.first() == Some(&10)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::Ipv4Addr;

    fn all(text: &str) -> Vec<&str> {
        let bytes = text.as_bytes();
        let mut found = Vec::new();
        let mut at = 0;
        while at < bytes.len() {
            let digits = bytes[at].is_ascii_digit() && !previous(bytes, at).is_ascii_digit();
            if let Some(range) = digits.then(|| ipv4(bytes, at)).flatten() {
                at = at.max(range.end);
                found.push(&text[range]);
            } else {
                at += 1;
            }
        }
        found
    }

    #[test]
    fn addresses_go_wherever_they_stand() {
        for (text, address) in [
            ("192.0.2.7 - - [04/Feb/2026:10:11:12 +0000]", "192.0.2.7"),
            ("src: /52.79.234.153:54106", "52.79.234.153"),
            ("Get \"http://10.1.6.41:8080/ready\"", "10.1.6.41"),
            ("route add 10.42.7.0/24 dev eth1", "10.42.7.0"),
            ("from ('172.19.150.11', 51422)", "172.19.150.11"),
            ("old-name/10.190.173.170:9000", "10.190.173.170"),
            ("mx.acme.net[5.6.7.8]:25", "5.6.7.8"),
            ("Invalid user bob from 5.188.10.3 port 22", "5.188.10.3"),
            ("连接10.2.3.4超时", "10.2.3.4"),
            ("SRC=8.8.8.8 DST=", "8.8.8.8"),
            ("server 8.8.8.8.", "8.8.8.8"),
            ("resolver version check: 192.168.0.1", "192.168.0.1"),
            ("build 10.0.0.2:8080 unreachable", "10.0.0.2"),
        ] {
            assert_eq!(all(text), [address], "{text}");
        }
        assert_eq!(all("10.0.0.1-10.0.0.9"), ["10.0.0.1", "10.0.0.9"]);
        assert_eq!(all("IP 10.0.0.5.49152 > 10.0.0.9.443: Flags"), ["10.0.0.5", "10.0.0.9"]);
        assert_eq!(all("192.168.2.3.22 10.9.8.7.51234 ESTABLISHED"), ["192.168.2.3", "10.9.8.7"]);
        assert_eq!(all("X-Forwarded-For: 203.0.113.5, 8.8.4.4"), ["203.0.113.5", "8.8.4.4"]);
        assert_eq!(all("Oracle 10.2.0.5.0, 10.2.0.4.0.1"), [""; 0]);
        assert_eq!(all("10.0.0.1-254, {\"clientIp\":\"5.6.7.8\"}"), ["10.0.0.1", "5.6.7.8"]);
    }

    #[test]
    fn versions_and_identifiers_stay() {
        for text in [
            "mod version 2.13.0.183 from tinker-1.12.2-2.13.0.183.jar",
            "## [2.74.3.1] - 2026-05-19",
            "Version=13.0.0.0, Culture=neutral",
            "ImageMagick 6.9.11.60 Q16",
            "Chrome/126.0.6478.127 Safari/537.36 Edg/126.0.0.0",
            "firmware rev 11.4.812.6-2",
            "walk 1.3.6.1.2.1.1.3.0",
            "extension 2.5.29.37 in",
            "RFC section 4.2.1.3 for",
            "upgraded from 1.2.3.4 to 2.3.4.5",
            "lib-1.2.3.4-SNAPSHOT.jar",
            "0.19212553 1.2.3 256.1.1.1 1.2.3.4.5",
        ] {
            assert_eq!(all(text), [""; 0], "{text}");
        }
    }

    /// The obvious slow one: what `std::net` reads is what we read.
    #[test]
    fn quads_are_read_as_the_standard_library_reads_them() {
        let mut seed = 7_u64;
        let mut next = |below: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) as usize % below
        };
        let parts = [
            "0", "1", "9", "10", "99", "255", "256", "01", "a", "ff", "2001", "fe80", "12345", ":", "::", ".",
        ];
        for _ in 0..200_000 {
            let text: String = (0..=next(16)).map(|_| parts[next(parts.len())]).collect();
            let ours =
                quad(text.as_bytes(), 0).filter(|(_, end)| *end == text.len()).map(|(octets, _)| octets);
            assert_eq!(ours, text.parse::<Ipv4Addr>().ok().map(|address| address.octets()), "{text}");
        }
    }
}
