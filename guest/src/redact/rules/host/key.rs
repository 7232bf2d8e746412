//! Machines behind a key: `hostname=x`, `"host": "x"`, `node x-3`.

use std::ops::Range;

use super::super::colour::colours_end;
use super::super::pod;
use super::dotted::{is_exempt, is_numbered, is_reserved};
use super::plain::has_role;
use super::said::{connected, said, unknown};
use super::words::{INTERNAL_ZONES, NOT_A_MACHINE, PUBLIC_ZONES, SERVICES, TREE_WORDS};
use super::{NAME_BYTES, is_before_marker, name_at};
use crate::redact::around::{
    SEPARATOR_BYTES, byte, is_line_start, is_separator, previous, run, run_back, slice, stands,
    stands_folded, word_before,
};
use crate::redact::words::Words;

/// Blanks behind a key's colon in a table: `Node:             kind-worker`.
const KEY_GAP_BYTES: usize = 24;
/// What the keys end with.
#[rustfmt::skip]
pub(super) const KEY_WORDS: &[&str] = &[
    "host", "name", "fqdn", "node", "server", "instance", "machine", "broker", "computer", "workstation", "hosts",
    "nodes", "servers", "brokers", "source", "lookup", "enotfound", "eai_again",
];
/// Machines of one list that are read.
const LISTED: usize = 32;
/// Bytes of a port with its colon, and between two machines of a list: `", "`.
const PORT_BYTES: usize = 6;
const LIST_GAP_BYTES: usize = 5;

/// How much a key says about its value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Key {
    /// `hostname=`: whatever stands there is a machine.
    Name,
    /// `host=`: a machine, or the name of a service such as `db`.
    Host,
    /// `server=`, `node `: a host if it looks like one.
    Machine,
    /// `lookup `: the same if a resolver or an error follows, as Go words it.
    Resolved,
    /// `ENOTFOUND `: a name that no resolver knows.
    Unresolved,
}

/// The keys, and how much each says.
#[rustfmt::skip]
const KEYS: &[(&[u8], Key)] = &[
    (b"rhost", Key::Name), (b"host", Key::Host), (b"hosts", Key::Host), (b"hostname", Key::Name),
    (b"host_name", Key::Name), (b"host.name", Key::Name), (b"host-name", Key::Name), (b"nodename", Key::Name),
    (b"node_name", Key::Name), (b"node.name", Key::Name), (b"computername", Key::Name),
    (b"kubernetes_node", Key::Name), (b"kube_node", Key::Name), (b"k8s_node", Key::Name),
    (b"machinename", Key::Name), (b"machine_name", Key::Name), (b"fqdn", Key::Name), (b"node", Key::Machine),
    (b"nodes", Key::Machine), (b"server", Key::Machine), (b"servers", Key::Machine),
    (b"instance", Key::Machine), (b"machine", Key::Machine), (b"broker", Key::Machine),
    (b"brokers", Key::Machine), (b"computer", Key::Machine), (b"workstation", Key::Machine), (b"lookup", Key::Resolved),
    (b"enotfound", Key::Unresolved), (b"eai_again", Key::Unresolved),
];

/// The last words of the keys: most words at which the family is called only sound like one.
static LAST_WORDS: Words = Words::new(&KEY_ENDS);

#[allow(clippy::indexing_slicing)] // evaluated at compile time
const KEY_ENDS: [&[u8]; KEYS.len()] = {
    let mut words: [&[u8]; KEYS.len()] = [b""; KEYS.len()];
    let mut at = 0;
    while at < KEYS.len() {
        words[at] = KEYS[at].0;
        let mut joiner = words[at].len();
        while joiner > 0 {
            joiner -= 1;
            if !words[at][joiner].is_ascii_alphanumeric() {
                words[at] = words[at].split_at(joiner + 1).1;
                break;
            }
        }
        at += 1;
    }
    words
};

/// Whether the word only ends like a long key: `connection` like `workstation`, `found` like `enotfound`.
fn is_longer(word: &[u8]) -> bool {
    let Some((before, &[first, second, third, fourth])) = word.split_last_chunk() else { return false };
    match &[first | 0x20, second | 0x20, third | 0x20, fourth | 0x20] {
        b"tion" => !before.last_chunk().is_some_and(|last: &[u8; 3]| last.eq_ignore_ascii_case(b"sta")),
        b"ound" => !before.last_chunk().is_some_and(|last: &[u8; 3]| last.eq_ignore_ascii_case(b"otf")),
        _ => false,
    }
}

/// Whether the word, a run of name bytes, is a key whose value names a machine, or ends in one: `db.host`, `kafkaBroker`.
fn key_of(word: &[u8]) -> Option<Key> {
    if is_longer(word) {
        return None;
    }
    let start = run_back(word, word.len(), word.len(), |byte| byte.is_ascii_alphanumeric());
    let joined = slice(word, start, word.len());
    let camel = joined
        .iter()
        .rposition(u8::is_ascii_uppercase)
        .filter(|at| previous(joined, *at).is_ascii_lowercase())
        .and_then(|at| joined.get(at..));
    let last = word.last()? | 0x20;
    let ends = |(key, _): &&(&[u8], Key)| {
        word.len().checked_sub(key.len()).is_some_and(|start| {
            let before = previous(word, start);
            let camel = before.is_ascii_lowercase() && byte(word, start).is_ascii_uppercase();
            Some(&(byte(word, start) | 0x20)) == key.first()
                && (!before.is_ascii_alphanumeric() || camel)
                && stands_folded(word, start, key)
        })
    };
    let found = match camel {
        None => LAST_WORDS.candidates(joined).filter_map(|place| KEYS.get(place)).find(ends),
        Some(part) if LAST_WORDS.has(joined) || LAST_WORDS.has(part) => {
            KEYS.iter().filter(|(key, _)| key.last() == Some(&last)).find(ends)
        }
        Some(_) => None,
    };
    found.map(|(_, key)| *key)
}

/// `Workstation Name: `, `Computer Name: `, `Data Source=`.
fn key_of_two(word: &[u8], before: &[u8]) -> Option<Key> {
    if word.eq_ignore_ascii_case(b"source") {
        return before.eq_ignore_ascii_case(b"data").then_some(Key::Host);
    }
    (word.eq_ignore_ascii_case(b"name") && key_of(before).is_some()).then_some(Key::Name)
}

/// The machines behind the key that the word is: `hostname=x`, `"host": "x"`, `node x-3`, `hosts=a1,a2`, `node/x-3`.
pub(super) fn keyed(text: &[u8], word: Range<usize>, mut take: impl FnMut(Range<usize>)) {
    let Some((key, gap)) = key_and_gap(text, &word) else {
        return connected(text, &word).or_else(|| unknown(text, &word)).map_or((), take);
    };
    if let Some(host) = said(text, &word) {
        return take(host);
    }
    let typed = byte(text, word.end) == b'/';
    let assigned = slice(text, word.end, gap).iter().any(|byte| matches!(byte, b':' | b'='));
    if gap == word.end || (!assigned && gap - word.end > SEPARATOR_BYTES) {
        return;
    }
    let opened = assigned && byte(text, gap) == b'[';
    let start = if opened { run(text, gap, LIST_GAP_BYTES, opens_list) } else { gap };
    let is_pair = matches!(byte(text, word.end), b'=' | b'>') || matches!(previous(text, gap), b'"' | b'\'');
    let Some(mut host) = machine(text, start).filter(|host| {
        let name = slice(text, host.start, host.end);
        let is_own = || is_pair && is_own(name);
        match key {
            Key::Name if assigned => true,
            Key::Host if assigned && name.iter().any(|byte| matches!(byte, b'.' | b'-' | b'0'..=b'9')) => {
                true
            }
            Key::Host if is_own() || (assigned && is_line(text, &word, host) && self::is_own(name)) => true,
            Key::Name if is_own() => true,
            Key::Host if assigned => false,
            Key::Unresolved if self::is_own(name) => true,
            Key::Machine if is_own() && stands_folded(text, word.end - b"node".len(), b"node") => {
                !TREE_WORDS.has(name)
            }
            Key::Machine if is_own() && has_port(text, host.end) => true,
            Key::Resolved if is_resolved_by_address(text, host.end) && self::is_own(name) => true,
            Key::Resolved if !stands(text, host.end, b" on ") && byte(text, host.end) != b':' => false,
            _ => looks_like_machine(text, host.end, name, typed),
        }
    }) else {
        return;
    };
    // Behind one machine and a blank the sentence goes on as often as the list.
    let listing = opened || byte(text, word.end - 1) | 0x20 == b's';
    for _ in 0..LISTED {
        let after = run(text, host.end, PORT_BYTES, |byte| byte == b':' || byte.is_ascii_digit());
        take(host);
        let next = run(text, after, LIST_GAP_BYTES, |byte| byte == b',' || opens_list(byte) && byte != b'[');
        let gap = slice(text, after, next);
        let spaced = gap.contains(&b' ') && !listing;
        if !assigned || spaced || gap.split(|&byte| byte == b',').count() != 2 {
            return;
        }
        let follows = |host: &Range<usize>| {
            let name = slice(text, host.start, host.end);
            let is_key = byte(text, host.end) == b':' && !byte(text, host.end + 1).is_ascii_digit();
            let is_own = listing && is_pair && is_own(name);
            !is_key && (is_own || is_numbered(name) || looks_like_machine(text, host.end, name, typed))
        };
        let Some(another) = machine(text, next).filter(follows) else { return };
        host = another;
    }
}

/// Whether a service is called so wherever somebody runs one: `db`, `worker`.
pub(in crate::redact::rules) fn names_service(name: &[u8]) -> bool {
    SERVICES.has(name)
}

/// Whether something that is no product and does no service has the name: `batchbox`, not `db`, not `Identifier`.
pub(super) fn is_own(name: &[u8]) -> bool {
    let upper = name.iter().filter(|byte| byte.is_ascii_uppercase()).count();
    name.len() > 2
        && name.iter().all(u8::is_ascii_alphabetic)
        && (upper == 0 || upper == name.len())
        && !SERVICES.has(name)
}

/// Whether the key and its machine are all that their line holds, or curl says that it could not resolve it.
fn is_line(text: &[u8], key: &Range<usize>, host: &Range<usize>) -> bool {
    if word_before(text, key.start.saturating_sub(1)) == b"resolve" {
        return true;
    }
    let indent = run_back(text, key.start, KEY_GAP_BYTES, |byte| matches!(byte, b' ' | b'\t' | b'-'));
    is_line_start(text, indent) && matches!(byte(text, host.end), 0 | b'\n' | b'\r')
}

/// Whether the address of a resolver stands behind the name that ends at `end`: ` on 10.0.0.53:53`.
fn is_resolved_by_address(text: &[u8], end: usize) -> bool {
    stands(text, end, b" on ")
        && (matches!(byte(text, end + 4), b'0'..=b'9' | b'[') || stands(text, end + 4, b"<IP:"))
}

/// Whether a port stands at `at`.
fn has_port(text: &[u8], at: usize) -> bool {
    byte(text, at) == b':'
        && (2..PORT_BYTES).contains(&(run(text, at + 1, PORT_BYTES, |byte| byte.is_ascii_digit()) - at - 1))
}

fn opens_list(byte: u8) -> bool {
    matches!(byte, b'[' | b' ' | b'"' | b'\'')
}

/// The key that the word is, and where the gap behind it ends.
fn key_and_gap(text: &[u8], word: &Range<usize>) -> Option<(Key, usize)> {
    // `User@Host: ` heads an account, not a machine.
    if word.len() > NAME_BYTES || previous(text, word.start) == b'@' {
        return None;
    }
    let name = slice(text, word.start, word.end);
    let key = key_of(name).or_else(|| key_of_two(name, word_before(text, word.start.checked_sub(1)?)))?;
    // `node/x-3` as kubectl names an object, and the same in a request to its server.
    if byte(text, word.end) == b'/' {
        let object = match name {
            b"node" => previous(text, word.start) != b'/',
            b"nodes" => slice(text, word.start.saturating_sub(4), word.start) == b"/v1/",
            _ => false,
        };
        return object.then_some((key, word.end + 1));
    }
    // `<hostname>x</hostname>`.
    if byte(text, word.end) == b'>'
        && previous(text, word.start) == b'<'
        && matches!(key, Key::Name | Key::Host)
    {
        return Some((key, word.end + 1));
    }
    let gap = run(text, word.end, KEY_GAP_BYTES, is_separator);
    let arrow = byte(text, gap) == b'>' && previous(text, gap) == b'=';
    Some((
        key,
        if arrow { run(text, gap + 1, SEPARATOR_BYTES, is_separator) } else { colours_end(text, gap) },
    ))
}

/// The name at `start`, if it can be a machine's.
fn machine(text: &[u8], start: usize) -> Option<Range<usize>> {
    let host = name_at(text, start)?;
    let name = slice(text, host.start, host.end);
    let first = name.split(|&byte| byte == b'.').next().unwrap_or_default();
    let sound = name.first().is_some_and(u8::is_ascii_alphanumeric)
        && !matches!(byte(text, host.end), b'(' | b'=' | b'_')
        && !is_before_marker(text, host.end)
        && !is_exempt(name)
        && (!is_reserved(name) || is_numbered(first))
        && !pod::is_generated(name);
    sound.then_some(host)
}

/// A name that is a machine where a machine is expected.
fn looks_like_machine(text: &[u8], end: usize, name: &[u8], typed: bool) -> bool {
    if name.contains(&b'.') {
        let zone = name.rsplit(|&byte| byte == b'.').next().unwrap_or_default();
        return INTERNAL_ZONES.has(zone) || PUBLIC_ZONES.has(zone);
    }
    let hyphened = name.contains(&b'-');
    let digit = name.iter().any(u8::is_ascii_digit);
    let role = has_role(name);
    let version = matches!(name, [b'v', rest @ ..] if rest.iter().all(u8::is_ascii_digit));
    // `server: nginx/1.18.0` is a product.
    let product = !typed && byte(text, end) == b'/' && !(hyphened && role);
    let numbered = name.len() >= 4 && name.last().is_some_and(u8::is_ascii_digit);
    name.first().is_some_and(u8::is_ascii_alphabetic)
        && !version
        && !product
        && (role || !name.split(|&byte| byte == b'-').any(|part| NOT_A_MACHINE.has(part)))
        && (numbered || (hyphened && (digit || role)))
}
