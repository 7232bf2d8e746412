//! Names of machines.
//!
//! A dotted name is a machine if its zone is internal, if a cloud gives such names to machines, or if it has a host label
//! below a public domain. Names that everybody shares (`api.github.com`, reserved and documentation domains) identify
//! nothing and stay. A name without dots needs a role and a number (`kube-worker-23`), a key (`hostname=`) or a place
//! (`'app'@'…'`) that says machine.

use std::ops::Range;

use gobo_contract::Kind;

use super::host_words::{
    BUILT_IN_NAMES, CLOUD_ZONES, ENVIRONMENTS, INTERNAL_ZONES, NOT_A_HOST, NOT_A_MACHINE, PACKAGES,
    PUBLIC_DOMAINS, PUBLIC_LABELS, PUBLIC_ZONES, RESERVED_ZONES, ROLES, SECOND_LEVELS, STRONG_ROLES,
    WINDOWS_ROLES, WORD_ZONES,
};
use super::pod;
use crate::redact::around::{
    SEPARATOR_BYTES, byte, is_name_byte, is_separator, is_word_byte, listed, previous, run, run_back, slice,
    stands, word_before,
};
use crate::redact::class::{DOT, HYPHEN, UNDERSCORE};
use crate::redact::finding::{Finding, Marker, Numbered};
use crate::redact::rule::{Family, Rule, Shape, Trigger};
use crate::redact::scan::Token;

/// Called at names with a dot; fails at the last label of nearly all.
pub(crate) const DOTTED: Family = Family {
    rules: DOTTED_RULES,
    trigger: Trigger::Token(Shape { all: DOT, none: UNDERSCORE, min_bytes: 6, ..Shape::ANY }),
    find: |text, token, findings| at_token(text, token, findings, named),
    member: None,
};

/// Called at names with a hyphen.
pub(crate) const PLAIN: Family = Family {
    rules: PLAIN_RULES,
    trigger: Trigger::Token(Shape { all: HYPHEN, none: UNDERSCORE | DOT, min_bytes: 4, ..Shape::ANY }),
    find: |text, token, findings| at_token(text, token, findings, named),
    member: None,
};

/// Called at words that end as a key for a machine does; a comparison of four bytes fails nearly all.
pub(crate) const KEYED: Family = Family {
    rules: KEYED_RULES,
    trigger: Trigger::Token(Shape { words: &[KEY_WORDS], min_bytes: 4, ..Shape::ANY }),
    find: |text, token, findings| at_token(text, token, findings, keyed),
    member: None,
};

/// Called at `@`.
pub(crate) const BEHIND_AT: Family = Family {
    rules: BEHIND_AT_RULES,
    trigger: Trigger::Byte(b"@"),
    find: |text, token, findings| at_token(text, token, findings, |text, place| behind_at(text, place.start)),
    member: None,
};

fn at_token(
    text: &[u8],
    token: Token,
    findings: &mut Vec<Finding>,
    recognise: fn(&[u8], Range<usize>) -> Option<Range<usize>>,
) -> usize {
    let host = recognise(text, token.start..token.end);
    findings.extend(host.map(|host| Finding::new(host.start, host.end, Marker::Numbered(Numbered::Host))));
    token.end
}

const DOTTED_RULES: &[Rule] = &[Rule {
    id: "host-domain-name",
    kind: Kind::Host,
    source: "RFC 1035 section 2.3.4; RFC 2606 and RFC 6761 for what is reserved; RFC 6762 appendix G; Kubernetes DNS",
    keywords: &["."],
    max_bytes: NAME_BYTES,
    hits: &[
        ("node prod-db-07.corp.acme.internal is unreachable", "node <HOST:1> is unreachable"),
        ("kafka-2.kafka-headless.streaming.svc.cluster.local:9092", "<HOST:1>:9092"),
        ("handshake with vault01.eu.acme-payments.net failed", "handshake with <HOST:1> failed"),
    ],
    misses: &[
        ("GET https://docs.example.test/guides 200", "a zone for documentation"),
        ("POST https://api.telegram.org/ 404", "a service that everybody shares"),
        ("org.apache.hadoop.ipc.Client", "a class"),
        ("GET /static/main.3f2a1b9c.js 304", "a file"),
        ("batch.kubernetes.io/job-name", "a label's key"),
    ],
}];

const PLAIN_RULES: &[Rule] = &[Rule {
    id: "host-machine-name",
    kind: Kind::Host,
    source: "Amazon EC2 hostname types; GKE and AKS node names; Windows computer names (MS-NBTE); common naming schemes",
    keywords: &["-"],
    max_bytes: NAME_BYTES,
    hits: &[
        ("lost quorum with node-west-03 ; retry", "lost quorum with <HOST:1> ; retry"),
        ("between WKS-FIN-0042 and the domain", "between <HOST:1> and the domain"),
        ("on ip-10-0-3-77 now", "on <HOST:1> now"),
        ("(tried: prod-db:3333)", "(tried: <HOST:1>:3333)"),
    ],
    misses: &[
        ("http-nio-8080-exec-1 and worker-3", "names of threads"),
        ("CVE-2024-1234, UTF-8, MY-010119", "identifiers of other things"),
        ("stage-3 of core-js-3", "too little to tell"),
    ],
}];

const KEYED_RULES: &[Rule] = &[Rule {
    id: "host-by-key",
    kind: Kind::Host,
    source: "Elastic Common Schema host.name; Kubernetes nodeName; common notation",
    keywords: &[
        "host", "hostname", "nodename", "node", "server", "instance", "machine", "broker", "computer",
    ],
    max_bytes: NAME_BYTES,
    hits: &[
        ("hostname=batchbox msg", "hostname=<HOST:1> msg"),
        ("{\"host\":\"checkout-service:3004\"}", "{\"host\":\"<HOST:1>:3004\"}"),
        ("connect to server msra-sa-41 failed", "connect to server <HOST:1> failed"),
    ],
    misses: &[
        ("host=localhost host: db", "the same everywhere"),
        ("server: nginx/1.18.0", "a product"),
        ("node is unreachable, server closed", "prose"),
    ],
}];

const BEHIND_AT_RULES: &[Rule] = &[Rule {
    id: "host-of-account",
    kind: Kind::Host,
    source: "MySQL Reference Manual, Specifying Account Names; the User@Host line of its slow query log",
    keywords: &["@"],
    max_bytes: NAME_BYTES,
    hits: &[
        ("denied for user 'app'@'batchbox' (using", "denied for user 'app'@'<HOST:1>' (using"),
        ("# User@Host: root[root] @ web01 [10.1.1.1]", "# User@Host: root[root] @ <HOST:1> [<IP:1>]"),
    ],
    misses: &[
        ("'kim'@'%' and 'kim'@'localhost'", "no machine of one's own"),
        ("java.lang.Object@1a2b3c4d", "an object's hash"),
    ],
}];

/// Bytes of a host name.
///
/// # Source
/// RFC 1035 section 2.3.4: 255 octets on the wire, 253 in text.
const NAME_BYTES: usize = 253;
/// Bytes of a `NetBIOS` name; Windows machine names are no longer.
const WINDOWS_NAME_BYTES: usize = 15;
/// Digits of a machine's number.
const NUMBER_DIGITS: usize = 5;
/// Digits of the port that makes a name before it a host.
const PORT_DIGITS: std::ops::RangeInclusive<usize> = 4..=5;

/// The machine that the word, a run of name bytes, names.
fn named(text: &[u8], word: Range<usize>) -> Option<Range<usize>> {
    if word.len() > NAME_BYTES || word.len() < 4 {
        return None;
    }
    let mut end = word.end;
    while end > word.start && !previous(text, end).is_ascii_alphanumeric() {
        end -= 1;
    }
    let name = slice(text, word.start, end);
    if !name.first().is_some_and(u8::is_ascii_alphanumeric) || name.contains(&b'_') {
        return None;
    }
    let yes =
        if name.contains(&b'.') { is_dotted(text, word.start, end, name) } else { is_plain(text, end, name) };
    yes.then_some(word.start..end)
}

/// Whether a dotted name is a machine's.
fn is_dotted(text: &[u8], start: usize, end: usize, name: &[u8]) -> bool {
    let mut labels = name.rsplit(|&byte| byte == b'.');
    let zone = labels.next().unwrap_or_default();
    let upper = zone.iter().all(u8::is_ascii_uppercase);
    if !(upper || zone.iter().all(u8::is_ascii_lowercase)) || matches!(byte(text, end), b'(' | b'=' | b'$') {
        return false;
    }
    if upper && name.iter().any(u8::is_ascii_lowercase) {
        return false;
    }
    let internal = listed(INTERNAL_ZONES, zone);
    if ![INTERNAL_ZONES, PUBLIC_ZONES, WORD_ZONES, RESERVED_ZONES].iter().any(|zones| listed(zones, zone)) {
        return false;
    }
    let count = name.split(|&byte| byte == b'.').count();
    let first = name.split(|&byte| byte == b'.').next().unwrap_or_default();
    let hollow = name.split(|&byte| byte == b'.').any(|label| label.is_empty() || label.starts_with(b"-"));
    if hollow || listed(PACKAGES, first) || is_exempt(name) {
        return false;
    }
    if is_reserved(name) {
        return count > 2 && is_numbered(first);
    }
    let inner = name.split(|&byte| byte == b'.').skip(1).any(|label| listed(INTERNAL_ZONES, label));
    if internal || (inner && count > 3) || begins_with_quad(name) {
        return true;
    }
    if ends_with_domain(name, b"amazonaws.com") || ends_with_domain(name, b"amazonaws.com.cn") {
        return name.split(|&byte| byte == b'.').any(|label| listed(CLOUD_ZONES, label));
    }
    if PUBLIC_DOMAINS.iter().any(|domain| ends_with_domain(name, domain)) {
        return false;
    }
    let second = labels.next().unwrap_or_default();
    let organisation = if zone.len() == 2 && listed(SECOND_LEVELS, second) { 3 } else { 2 };
    if count <= organisation {
        return false;
    }
    if is_numbered(first) {
        return true;
    }
    let in_path = previous(text, start) == b'/' && previous(text, start - 1) != b'/';
    let keyed_label = byte(text, end) == b'/' && previous(text, start) != b'/';
    let mailbox = previous(text, start) == b'@';
    !(in_path || keyed_label || mailbox || listed(WORD_ZONES, zone) || listed(PUBLIC_LABELS, first))
}

/// Whether a name is the same everywhere.
pub(super) fn is_exempt(name: &[u8]) -> bool {
    listed(BUILT_IN_NAMES, name) || listed(NOT_A_HOST, name)
}

/// Whether a name lies in a zone for documentation and tests.
///
/// # Source
/// RFC 2606 and RFC 6761.
fn is_reserved(name: &[u8]) -> bool {
    let zone = name.rsplit(|&byte| byte == b'.').next().unwrap_or_default();
    listed(RESERVED_ZONES, zone)
        || [&b"example.com"[..], b"example.net", b"example.org"]
            .iter()
            .any(|domain| ends_with_domain(name, domain))
}

/// `62.99.164.82.sh.example.net`: networks name the addresses that they lend.
fn begins_with_quad(name: &[u8]) -> bool {
    let octet = |label: &[u8]| label.len() <= 3 && !label.is_empty() && label.iter().all(u8::is_ascii_digit);
    let labels = || name.split(|&byte| byte == b'.');
    labels().take(4).filter(|label| octet(label)).count() == 4 && labels().count() > 5
}

fn ends_with_domain(name: &[u8], domain: &[u8]) -> bool {
    name.len().checked_sub(domain.len()).is_some_and(|start| {
        slice(name, start, name.len()).eq_ignore_ascii_case(domain)
            && matches!(previous(name, start), b'.' | 0)
    })
}

/// `vault01`, `mx2`, `d211`, `10-0-3-77`; not `v2`, `s3`, `oauth2`.
fn is_numbered(label: &[u8]) -> bool {
    const SERVICES: &[&[u8]] = &[
        b"s3", b"ec2", b"oauth2", b"k8s", b"log4j", b"auth0", b"h2", b"i18n", b"web3", b"ipv4", b"ipv6",
        b"http2", b"x509", b"base64", b"r2", b"b2", b"c4", b"e2e", b"l10n",
    ];
    let version = matches!(label, [b'v', rest @ ..] if rest.iter().all(u8::is_ascii_digit));
    let letters = label.iter().any(u8::is_ascii_alphabetic);
    (letters || label.contains(&b'-'))
        && label.iter().any(u8::is_ascii_digit)
        && !version
        && !listed(SERVICES, label)
}

/// Whether a name without dots is a machine's.
fn is_plain(text: &[u8], end: usize, name: &[u8]) -> bool {
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
        && listed(WINDOWS_ROLES, first)
        && last.len() >= 2
        && last.iter().any(u8::is_ascii_digit)
}

/// Names that clouds give: `ip-10-0-3-77`, `i-0abc…`, `gke-…-a1b2c3d4-x9z8`, `aks-…-vmss000001`.
///
/// # Source
/// Amazon EC2 instance hostname types; GKE and AKS node names.
fn is_cloud_instance(name: &[u8]) -> bool {
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
        || (name.starts_with(b"aks-") && last.starts_with(b"vmss"))
}

/// A role and a number: `kube-worker-23`, `node-east-17`, `web-14`.
fn is_role(name: &[u8]) -> bool {
    let parts = || name.split(|&byte| byte == b'-');
    let last = parts().next_back().unwrap_or_default();
    if !last.iter().all(u8::is_ascii_digit) || is_year(last) || last.len() > NUMBER_DIGITS {
        return false;
    }
    let count = parts().count();
    let says = |words: &[&[u8]]| parts().take(count - 1).any(|part| listed(words, part));
    let two_digits = last.len() >= 2;
    let role = match count {
        2 => two_digits && says(ROLES),
        _ => says(STRONG_ROLES) || (says(ROLES) && (two_digits || says(ENVIRONMENTS))),
    };
    role && !parts().any(|part| part.is_empty() || listed(NOT_A_MACHINE, part))
}

fn is_year(part: &[u8]) -> bool {
    part.len() == 4 && (part.starts_with(b"19") || part.starts_with(b"20"))
}

/// What a port makes a host: `msra-sa-41:8030`, `prod-db:3333`.
fn is_served(name: &[u8]) -> bool {
    let mut parts = name.split(|&byte| byte == b'-');
    let last = parts.clone().next_back().unwrap_or_default();
    let numbered = last.iter().all(u8::is_ascii_digit) && !is_year(last);
    !parts.clone().any(|part| listed(NOT_A_MACHINE, part))
        && (numbered || parts.any(|part| listed(ROLES, part)))
}

fn has_port(text: &[u8], end: usize) -> bool {
    let port_end = run(text, end + 1, PORT_DIGITS.end() + 1, |byte| byte.is_ascii_digit());
    byte(text, end) == b':'
        && PORT_DIGITS.contains(&(port_end - end - 1))
        && !is_word_byte(byte(text, port_end))
        && byte(text, port_end) != b':'
}

/// How much a key says about its value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Key {
    /// `hostname=`: whatever stands there is a machine.
    Name,
    /// `host=`: a machine, or the name of a service such as `db`.
    Host,
    /// `server=`, `node `: a host if it looks like one.
    Machine,
}

/// What the keys end with.
const KEY_WORDS: &[&str] =
    &["host", "name", "fqdn", "node", "server", "instance", "machine", "broker", "computer", "workstation"];

/// Whether the word, a run of name bytes, is a key whose value names a machine.
fn key_of(word: &[u8]) -> Option<Key> {
    let ending = word.len().checked_sub(4).map(|start| slice(word, start, word.len()))?;
    let whole = |key: &[u8]| {
        word.len().checked_sub(key.len()).is_some_and(|start| {
            let before = previous(word, start);
            let camel = before.is_ascii_lowercase() && byte(word, start).is_ascii_uppercase();
            slice(word, start, word.len()).eq_ignore_ascii_case(key)
                && (!before.is_ascii_alphanumeric() || camel)
        })
    };
    match ending.to_ascii_lowercase().as_slice() {
        b"host" if whole(b"rhost") => Some(Key::Name),
        b"host" => whole(b"host").then_some(Key::Host),
        b"name" => {
            const NAMES: [&[u8]; 7] = [
                b"hostname",
                b"host_name",
                b"host.name",
                b"nodename",
                b"node_name",
                b"computername",
                b"machinename",
            ];
            NAMES.iter().any(|key| whole(key)).then_some(Key::Name)
        }
        b"fqdn" => Some(Key::Name),
        b"node" => whole(b"node").then_some(Key::Machine),
        b"rver" => whole(b"server").then_some(Key::Machine),
        b"ance" => whole(b"instance").then_some(Key::Machine),
        b"hine" => whole(b"machine").then_some(Key::Machine),
        b"oker" => whole(b"broker").then_some(Key::Machine),
        b"uter" => whole(b"computer").then_some(Key::Machine),
        b"tion" => whole(b"workstation").then_some(Key::Machine),
        _ => None,
    }
}

/// The machine behind the key that the word is: `hostname=x`, `"host": "x"`, `node x-3`.
fn keyed(text: &[u8], word: Range<usize>) -> Option<Range<usize>> {
    // `User@Host: ` heads an account, not a machine.
    if word.len() > NAME_BYTES || previous(text, word.start) == b'@' {
        return None;
    }
    let name = slice(text, word.start, word.end);
    // `Workstation Name: `, `Computer Name: `.
    let of_machine = name.eq_ignore_ascii_case(b"name")
        && word.start > 0
        && key_of(word_before(text, word.start - 1)).is_some();
    let key = if of_machine { Key::Name } else { key_of(name)? };
    let start = run(text, word.end, KEY_GAP_BYTES, is_separator);
    let gap = slice(text, word.end, start);
    let assigned = gap.iter().any(|byte| matches!(byte, b':' | b'='));
    if gap.is_empty() || (!assigned && gap.len() > SEPARATOR_BYTES) {
        return None;
    }
    let mut end = run(text, start, NAME_BYTES + 1, is_name_byte);
    while end > start && !previous(text, end).is_ascii_alphanumeric() {
        end -= 1;
    }
    let name = slice(text, start, end);
    let letters = name.iter().any(u8::is_ascii_alphabetic);
    let first = name.split(|&byte| byte == b'.').next().unwrap_or_default();
    let shared = is_exempt(name) || (is_reserved(name) && !is_numbered(first));
    if !letters || name.len() > NAME_BYTES || shared || matches!(byte(text, end), b'(' | b'=' | b'_') {
        return None;
    }
    if pod::is_generated(name) || !name.first().is_some_and(u8::is_ascii_alphanumeric) {
        return None;
    }
    let yes = match key {
        Key::Name if assigned => true,
        Key::Host if assigned => name.iter().any(|byte| matches!(byte, b'.' | b'-' | b'0'..=b'9')),
        _ => looks_like_machine(text, end, name),
    };
    yes.then_some(start..end)
}

/// Blanks behind a key's colon in a table: `Node:             kind-worker`.
const KEY_GAP_BYTES: usize = 24;

/// A name that is a machine where a machine is expected.
fn looks_like_machine(text: &[u8], end: usize, name: &[u8]) -> bool {
    if name.contains(&b'.') {
        let zone = name.rsplit(|&byte| byte == b'.').next().unwrap_or_default();
        return listed(INTERNAL_ZONES, zone) || listed(PUBLIC_ZONES, zone);
    }
    let parts = || name.split(|&byte| byte == b'-');
    let hyphened = name.contains(&b'-');
    let digit = name.iter().any(u8::is_ascii_digit);
    let role = parts().any(|part| listed(ROLES, part) || listed(STRONG_ROLES, part));
    let version = matches!(name, [b'v', rest @ ..] if rest.iter().all(u8::is_ascii_digit));
    // `server: nginx/1.18.0` is a product.
    let product = byte(text, end) == b'/' && !(hyphened && role);
    let numbered = name.len() >= 4 && name.last().is_some_and(u8::is_ascii_digit);
    name.first().is_some_and(u8::is_ascii_alphabetic)
        && !version
        && !product
        && (numbered || (hyphened && (digit || role)))
}

/// The machine behind the `@` at `at`: `'app'@'web-14'`, `deploy@web-14:`, `root[root] @ web01 [`.
///
/// # Source
/// MySQL's account names and the `User@Host` line of its slow query log.
fn behind_at(text: &[u8], at: usize) -> Option<Range<usize>> {
    let before = previous(text, at);
    let quoted = matches!(before, b'\'' | b'"' | b'`') && byte(text, at + 1) == before;
    let logged = before == b' ' && byte(text, at + 1) == b' ';
    let start = at + 1 + usize::from(quoted || logged);
    let mut end = run(text, start, NAME_BYTES + 1, is_name_byte);
    while end > start && !previous(text, end).is_ascii_alphanumeric() {
        end -= 1;
    }
    let name = slice(text, start, end);
    let letters = name.iter().any(u8::is_ascii_alphabetic);
    if !letters || name.len() > NAME_BYTES || is_exempt(name) || is_reserved(name) || name.contains(&b'_') {
        return None;
    }
    let yes = if quoted {
        byte(text, end) == before
    } else if logged {
        stands(text, end, b" [")
    } else {
        let numbered = name.contains(&b'-') && name.iter().any(u8::is_ascii_digit);
        let followed = byte(text, end) == b':' && matches!(byte(text, end + 1), b'/' | b'~' | b'0'..=b'9');
        is_name_byte(before)
            && !name.contains(&b'.')
            && numbered
            && (followed || is_role(name) || is_cloud_instance(name))
    };
    yes.then_some(start..end)
}

/// The name before the slash at `slash`, behind which its address was found: `msra-sa-41/10.190.173.170`.
///
/// # Source
/// `java.net.InetAddress.toString`: host name, slash, address.
pub(super) fn resolved(text: &[u8], slash: usize) -> Option<Range<usize>> {
    let start = run_back(text, slash, NAME_BYTES + 1, is_name_byte);
    let name = slice(text, start, slash);
    let sound = name.first().is_some_and(u8::is_ascii_alphanumeric)
        && name.iter().any(u8::is_ascii_alphabetic)
        && name.len() <= NAME_BYTES
        && previous(text, start) != b'/'
        && !name.contains(&b'_')
        && !is_exempt(name);
    sound.then_some(start..slash)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(text: &str) -> Vec<&str> {
        let bytes = text.as_bytes();
        let mut found: Vec<Range<usize>> = Vec::new();
        for at in 0..bytes.len() {
            if bytes[at] == b'@' {
                found.extend(behind_at(bytes, at));
            }
            if is_name_byte(bytes[at]) && !is_name_byte(previous(bytes, at)) {
                let end = run(bytes, at, usize::MAX, is_name_byte);
                found.extend(named(bytes, at..end));
                found.extend(keyed(bytes, at..end));
            }
        }
        found.sort_by_key(|range| range.start);
        found.dedup();
        found.into_iter().map(|range| &text[range]).collect()
    }

    #[test]
    fn names_of_machines_go() {
        for (text, host) in [
            ("node prod-db-07.corp.acme.internal is unreachable", "prod-db-07.corp.acme.internal"),
            ("lost heartbeat from ip-10-2-33-41.ec2.internal after", "ip-10-2-33-41.ec2.internal"),
            ("on ip-10-0-3-77 now", "ip-10-0-3-77"),
            ("handshake with vault01.eu.acme-payments.net failed", "vault01.eu.acme-payments.net"),
            ("user 'app'@'web-14.prod.acme.lan' (using", "web-14.prod.acme.lan"),
            ("user 'app'@'batchbox' (using", "batchbox"),
            ("hostname=kube-worker-23 msg", "kube-worker-23"),
            (
                "kafka-2.kafka-headless.streaming.svc.cluster.local:9092",
                "kafka-2.kafka-headless.streaming.svc.cluster.local",
            ),
            ("between WKS-FIN-0042 and", "WKS-FIN-0042"),
            (
                "to aurora-1.cluster-c9akciq32rp2.eu-west-1.rds.amazonaws.com after",
                "aurora-1.cluster-c9akciq32rp2.eu-west-1.rds.amazonaws.com",
            ),
            ("quorum with node-west-03 ;", "node-west-03"),
            ("gke-prod-pool-1-a1b2c3d4-x9z8 joined", "gke-prod-pool-1-a1b2c3d4-x9z8"),
            ("instance i-0abc1234def567890 stopped", "i-0abc1234def567890"),
            ("rhost=adsl.wanadoo.nl  user=root", "adsl.wanadoo.nl"),
            ("{\"host\":\"checkout-service:3004\"}", "checkout-service"),
            ("Node:             kind-worker/172.18.0.2", "kind-worker"),
            ("server msra-sa-41:8030. Already", "msra-sa-41"),
            ("(tried: prod-db:3333)", "prod-db"),
            ("root[root] @ web01 [10.1.1.1]", "web01"),
            ("deploy@build-7:/srv", "build-7"),
            ("db.host = pg17-primary", "pg17-primary"),
        ] {
            assert_eq!(all(text), [host], "{text}");
        }
        let resolved =
            |text: &'static str| resolved(text.as_bytes(), text.find('/')?).map(|range| &text[range]);
        assert_eq!(resolved("old msra-sa-41/10.0.0.1"), Some("msra-sa-41"));
        assert_eq!(resolved("localhost/127.0.0.1"), None);
    }

    #[test]
    fn names_that_everybody_shares_and_other_dotted_words_stay() {
        for text in [
            "GET https://docs.example.test/guides and https://api.example.test/v1, Host: example.test",
            "POST https://hooks.slack.com/services https://api.telegram.org registry.npmjs.org",
            "EndpointSuffix=core.windows.net sts.amazonaws.com s3.us-east-1.amazonaws.com",
            "o.s.b.w.e.tomcat.TomcatWebServer org.apache.hadoop.ipc.Client com.acme.internal",
            "/static/main.3f2a1b9c.js service.jar web.config curl/8.5.0 Handler.java:41",
            "spring.datasource.host kafka.consumer.group.id trace.id java.io db.host",
            "batch.kubernetes.io/job-name nvidia.com/gpu docker.io/library/busybox node.kubernetes.io/not-ready",
            "host=localhost server: nginx/1.18.0 node: <none> Host Port: 0/TCP host key verification",
            "node is unreachable, server closed the connection, node v18, server 3",
            "http-nio-8080-exec-1 pool-1-thread-2 kafka-producer-network-thread worker-3 task-12 MY-010119 UTF-8 SHA-256",
            "app-02 sha-256 ISO-8859-1 CVE-2024-1234 stage-3 core-js-3 web-app-2024",
            "ann@gmail.com react@18.2.0 java.lang.Object@1a2b3c4d 'kim'@'%' 'a'@'localhost'",
            "host.docker.internal kubernetes.default.svc metadata.google.internal",
        ] {
            assert_eq!(all(text), [""; 0], "{text}");
        }
    }
}
