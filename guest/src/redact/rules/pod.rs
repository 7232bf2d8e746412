//! Names that Kubernetes generates for pods, and ids of containers.

use std::ops::Range;

use gobo_contract::Kind;

use super::host;
use crate::redact::around::{
    SEPARATOR_BYTES, byte, is_line_start, is_name_byte, is_separator, is_word_byte, previous, run, run_back,
    slice, stands, stands_folded,
};
use crate::redact::class::{DIGIT, HEX, HYPHEN, UNDERSCORE, UPPER};
use crate::redact::finding::{Finding, Numbered};
use crate::redact::rule::{Family, Rule, Shape, Trigger};
use crate::redact::scan::Token;
use crate::redact::words::Words;

/// Called at names with a hyphen and a digit; fails where the last part does not have five bytes.
pub(crate) const GENERATED: Family = Family::new(
    GENERATED_RULES,
    Trigger::Token(Shape { all: HYPHEN | DIGIT, min_bytes: 14, ..Shape::ANY }),
    |text, token, findings| one(generated(text, token.start..token.end), token, findings),
);

/// Called at long words with hexadecimal letters; fails where they have not exactly 12 or 64 digits.
pub(crate) const CONTAINER: Family = Family::new(
    CONTAINER_RULES,
    Trigger::Token(Shape {
        all: HEX | DIGIT,
        none: UPPER | UNDERSCORE,
        min_bytes: SHORT_CONTAINER_ID_BYTES,
        ..Shape::ANY
    }),
    |text, token, findings| match token.has & (UPPER | UNDERSCORE) {
        0 => one(container(text, token.start..token.end), token, findings),
        _ => token.end,
    },
);

/// Called at words that end as `pod`, `pods`, `pod_name` or `assigned` do.
pub(crate) const KEYED: Family =
    Family::keyed(KEYED_RULES, &[&["assigned", "pod", "pods", "name"]], find_keyed);

fn one(pod: Option<Range<usize>>, token: Token, findings: &mut Vec<Finding>) -> usize {
    findings.extend(pod.map(|pod| Finding::numbered(pod, Numbered::Pod)));
    token.end
}

fn find_keyed(text: &[u8], token: Token, findings: &mut Vec<Finding>) -> usize {
    let word = token.of(text);
    if token.has & DIGIT != 0 && !word.starts_with(b"k8s") {
        return token.end;
    }
    if word == b"assigned" {
        if let Some((pod, node)) = assigned(text, token.start) {
            findings.push(Finding::numbered(pod, Numbered::Pod));
            let exempt = host::is_exempt(slice(text, node.start, node.end));
            findings.extend((!exempt).then(|| Finding::numbered(node, Numbered::Host)));
        }
        return token.end;
    }
    // `&PodSandboxMetadata{Name:mysql-0,…`
    let metadata = b"PodSandboxMetadata{";
    if word == b"Name" && stands(text, token.start.saturating_sub(metadata.len()), metadata) {
        let pod = named(text, token.end + 1, |_| byte(text, token.end) == b':');
        findings.extend(pod.map(|pod| Finding::numbered(pod, Numbered::Pod)));
        return token.end;
    }
    if word == b"pods" && stands(text, token.start.saturating_sub(b"/log/".len()), b"/log/") {
        findings.extend(logged(text, token.end).map(|pod| Finding::numbered(pod, Numbered::Pod)));
        return token.end;
    }
    for key in [&b"pod"[..], b"pods", b"pod_name", b"podname", b"pod.name"] {
        let start = token.end.saturating_sub(key.len());
        if word.len() >= key.len() && stands_folded(text, start, key) {
            if let Some(pod) = keyed(text, start) {
                let end = pod.end;
                findings.push(Finding::numbered(pod, Numbered::Pod));
                others(text, end, |pod| findings.push(Finding::numbered(pod, Numbered::Pod)));
            }
            break;
        }
    }
    token.end
}

/// The pod in the folder of its logs, behind the path that ends at `end`: `/var/log/pods/shop_cart-0_3f1c…/app/0.log`.
///
/// # Source
/// kubernetes/kubernetes, `BuildPodLogsDirectory`: namespace, name and UID, joined by `_`.
fn logged(text: &[u8], end: usize) -> Option<Range<usize>> {
    let part = |at: usize| {
        let end = run(text, at, NAME_BYTES, |byte| is_name_byte(byte) && byte != b'_');
        (end > at && byte(text, end) == b'_').then_some(end)
    };
    let pod = part(end + 1)? + 1;
    (byte(text, end) == b'/').then_some(pod..part(pod)?)
}

const GENERATED_RULES: &[Rule] = &[Rule {
    id: "pod-generated-name",
    kind: Kind::Pod,
    source: "kubernetes/apimachinery, SafeEncodeString and GenerateName; CronJob controller, getJobName",
    keywords: &["-"],
    max_bytes: NAME_BYTES,
    hits: &[
        ("checkout-7d9f8b6c5d-x2k4q Back-off", "<POD:1> Back-off"),
        ("etl-runner-28437120-9xw2p done", "<POD:1> done"),
        ("kube-proxy-7hd2x Ready", "<POD:1> Ready"),
        ("\"billing-worker-5c6f7d8b9f-zq7lm_payments\"", "\"<POD:1>_payments\""),
    ],
    misses: &[
        ("request_id=3f2b8c1e-7a90-4d5e-9c3b-1a2b3c4d5e6f", "a UUID"),
        ("backup-20260203-10112 done", "a date and a time"),
        ("from kube-api-access-2wnnm (ro)", "a volume"),
    ],
}];

const CONTAINER_RULES: &[Rule] = &[Rule {
    id: "pod-container-id",
    kind: Kind::Pod,
    source: "OCI Runtime Specification, container ids as containerd, CRI-O and Docker give them",
    keywords: &["container", "sandbox", "docker", "crio"],
    max_bytes: CONTAINER_ID_BYTES,
    hits: &[
        ("StopContainer for \"f3a91c07d2be\" with timeout", "StopContainer for \"<POD:1>\" with timeout"),
        (
            "containerd://75dc752eb0ea34cc1e5c116be8197fed20264041c0d5c2106606d6c7f43a6ce9",
            "containerd://<POD:1>",
        ),
    ],
    misses: &[
        (
            "image alpine@sha256:34f6fe8a3189761732a8b7e940b74d1202b0c722e11346231bf8da596117f292",
            "an image's digest",
        ),
        ("build f3a91c07d2be of main", "nothing says container"),
    ],
}];

const KEYED_RULES: &[Rule] = &[Rule {
    id: "pod-by-key",
    kind: Kind::Pod,
    source: "kubectl's type/name notation; the events of kubelet and kube-scheduler; OpenTelemetry k8s.pod.name",
    keywords: &["pod", "pods", "pod_name", "assigned"],
    max_bytes: NAME_BYTES,
    hits: &[
        ("/var/log/pods/shop_cart-agent-lrkhv_3f1c/app/0.log", "/var/log/pods/shop_<POD:1>_3f1c/app/0.log"),
        ("Pod/java-api-checker-jzzdd   Pulling", "Pod/<POD:1>   Pulling"),
        ("{\"pod_name\":\"invoices-app\"}", "{\"pod_name\":\"<POD:1>\"}"),
        ("pods=web-0,web-1 gone", "pods=<POD:1>,<POD:2> gone"),
        ("pods \"web-0\" and \"web-1\" evicted", "pods \"<POD:1>\" and \"<POD:2>\" evicted"),
        ("[pod/cart-0/app] ready", "[pod/<POD:1>/app] ready"),
        ("pod=\"shop/cart-0\" x", "pod=\"shop/<POD:1>\" x"),
        ("assigned shop/cart-0 to kind-worker", "assigned shop/<POD:1> to <HOST:1>"),
        ("&PodSandboxMetadata{Name:mysql-0,Uid:1}", "&PodSandboxMetadata{Name:<POD:1>,Uid:1}"),
    ],
    misses: &[
        ("the pod is waiting, pods are ready", "prose"),
        ("cannot create resource pods/exec", "a subresource"),
    ],
}];

/// Bytes of a pod's name: a DNS label prefix of at most 253 bytes.
const NAME_BYTES: usize = 253;
/// Characters that the API server appends to a generated name.
const SUFFIX_BYTES: usize = 5;
/// Digits of a `CronJob`'s schedule in minutes since 1970: eight until the year 2160.
const SCHEDULE_DIGITS: usize = 8;
/// Pods of one list that are read, and bytes of a quote, escaped or not.
const LISTED: usize = 16;
const QUOTE_BYTES: usize = 4;
/// Hexadecimal digits of a container's id and of its short form.
const CONTAINER_ID_BYTES: usize = 64;
const SHORT_CONTAINER_ID_BYTES: usize = 12;
/// Bytes before an id in which the word `container` or `sandbox` makes it a container's.
const CONTAINER_WINDOW_BYTES: usize = 48;

/// Volumes and tokens that the API server names in the same way.
const GENERATED_VOLUMES: &[&[u8]] = &[b"kube-api-access-", b"default-token-"];

/// What stands behind `pod` or in a pod's place and names none.
#[rustfmt::skip]
static NOT_A_NAME: Words = Words::new(&[
    b"true", b"false", b"null", b"none", b"all", b"exec", b"log", b"logs", b"status", b"eviction",
    b"binding", b"attach", b"portforward", b"proxy", b"ephemeralcontainers", b"unknown", b"spec", b"name",
    b"metadata",
]);

/// A generated pod name in the word, which is a run of name bytes.
///
/// # Source
/// `SafeEncodeString` and `GenerateName` in kubernetes/apimachinery: a `ReplicaSet`'s hash of up to ten characters and a
/// suffix of five, from consonants and `2456789`.
#[inline]
fn generated(text: &[u8], word: Range<usize>) -> Option<Range<usize>> {
    if word.len() > NAME_BYTES {
        return None;
    }
    let mut start = word.start;
    for part in slice(text, word.start, word.end).split(|byte| matches!(byte, b'_' | b'.')) {
        if is_generated(part) {
            return Some(start..start + part.len());
        }
        start += part.len() + 1;
    }
    None
}

/// Whether the name ends in a hash or a schedule and a suffix, or, behind two words, in a suffix that is no word.
pub(super) fn is_generated(name: &[u8]) -> bool {
    let mut parts = name.rsplitn(3, |&byte| byte == b'-');
    let (Some(suffix), Some(hash), Some(owner)) = (parts.next(), parts.next(), parts.next()) else {
        return false;
    };
    let word = |part: &[u8]| part.len() >= 3 && part.iter().all(u8::is_ascii_lowercase);
    let of_set = !GENERATED_VOLUMES.iter().any(|volume| name.starts_with(volume))
        && word(hash)
        && owner.split(|&byte| byte == b'-').all(word)
        && suffix.iter().all(|&byte| is_safe(byte))
        && count(suffix, u8::is_ascii_digit) > 0
        && count(suffix, u8::is_ascii_lowercase) > 1;
    suffix.len() == SUFFIX_BYTES
        && owner.first().is_some_and(u8::is_ascii_lowercase)
        && owner.iter().all(|&byte| is_label_byte(byte))
        && (is_suffix(suffix) && (is_hash(hash) || is_schedule(hash) || of_set)
            || is_plain(suffix) && is_hash_of_set(hash))
}

const fn is_label_byte(byte: u8) -> bool {
    byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-'
}

/// The API server's alphabet: no vowel that could make a word, no digit that looks like a letter.
const fn is_safe(byte: u8) -> bool {
    byte.is_ascii_lowercase() && !matches!(byte, b'a' | b'e' | b'i' | b'o' | b'u' | b'y')
        || matches!(byte, b'2' | b'4'..=b'9')
}

fn count(part: &[u8], accepts: impl Fn(&u8) -> bool) -> usize {
    part.iter().filter(|byte| accepts(byte)).count()
}

fn is_suffix(part: &[u8]) -> bool {
    let letters = count(part, u8::is_ascii_lowercase);
    let digits = count(part, u8::is_ascii_digit);
    letters + digits == part.len() && letters > 0 && (digits > 0 || part.iter().all(|&byte| is_safe(byte)))
}

fn is_hash(part: &[u8]) -> bool {
    let letters = count(part, u8::is_ascii_lowercase);
    let digits = count(part, u8::is_ascii_digit);
    let safe = part.iter().all(|&byte| is_safe(byte));
    match part.len() {
        6..=10 if safe => digits > 0,
        // Hashes of older servers, in decimal or hexadecimal.
        8..=10 => letters + digits == part.len() && digits >= 2,
        _ => false,
    }
}

/// A hash that nothing else looks like: whatever stands behind it is a pod's suffix.
fn is_hash_of_set(part: &[u8]) -> bool {
    (8..=10).contains(&part.len())
        && part.iter().all(|&byte| is_safe(byte))
        && count(part, u8::is_ascii_digit) >= 2
        && count(part, u8::is_ascii_lowercase) >= 2
}

fn is_plain(part: &[u8]) -> bool {
    part.iter().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
}

fn is_schedule(part: &[u8]) -> bool {
    part.len() == SCHEDULE_DIGITS && part.iter().all(u8::is_ascii_digit)
}

/// The pod named behind the word `pod` at `at`: `pod/x`, `pod="ns/x"`, `podName: x`, `pod x-7`.
fn keyed(text: &[u8], at: usize) -> Option<Range<usize>> {
    if is_word_byte(previous(text, at)) && previous(text, at) != b'_' {
        return None;
    }
    let mut key_end = at + b"pod".len();
    key_end += usize::from(byte(text, key_end) | 0x20 == b's');
    let sign = usize::from(matches!(byte(text, key_end), b'_' | b'.' | b'-'));
    let ends_in_name = stands_folded(text, key_end + sign, b"name");
    key_end += if ends_in_name { sign + b"name".len() } else { 0 };
    if byte(text, key_end) == b'/' {
        // `[pod/cart-0/app]`: kubectl puts pod and container before each line.
        let prefixed = previous(text, at) == b'[';
        let whole = if prefixed { run(text, key_end + 1, NAME_BYTES, is_label_byte) } else { text.len() };
        return named(text.get(..whole)?, key_end + 1, |_| true);
    }
    let mut value = run(text, key_end, SEPARATOR_BYTES, is_separator);
    // `a pod's lifetime`.
    let possessive = byte(text, key_end) == b'\'' && value == key_end + 1;
    if value == key_end || possessive {
        return None;
    }
    // `"kind":"Pod","name":"x"`.
    if byte(text, value) == b',' && previous(text, value) == b'"' {
        let name = run(text, value + 1, SEPARATOR_BYTES, is_separator);
        if !stands(text, name, b"name") {
            return None;
        }
        value = run(text, name + b"name".len(), SEPARATOR_BYTES, is_separator);
    }
    let quoted = matches!(previous(text, value), b'"' | b'\'' | b'=');
    let assigned = quoted || slice(text, key_end, value).contains(&b':');
    // `podName: x` can be nothing else.
    let quoted = quoted || (ends_in_name && byte(text, key_end) == b':');
    named(text, value, |name| {
        let last = name.rsplit(|&byte| byte == b'-').next().unwrap_or_default();
        let hyphened = last.len() < name.len();
        quoted || (hyphened && (assigned || last.iter().all(u8::is_ascii_digit) || is_suffix_of_pod(last)))
    })
}

/// The pods that follow one in a list: `pods=web-0,web-1`, `pods "web-0" and "web-1"`.
fn others(text: &[u8], first_end: usize, mut take: impl FnMut(Range<usize>)) {
    const SEPARATORS: &[&[u8]] = &[b", ", b",", b" and "];
    let quoting = |byte| matches!(byte, b'"' | b'\'' | b'\\');
    let mut end = first_end;
    for _ in 0..LISTED {
        let closed = run(text, end, QUOTE_BYTES, quoting);
        let Some(separator) = SEPARATORS.iter().find(|separator| stands(text, closed, separator)) else {
            return;
        };
        let at = closed + separator.len();
        let next = named(text, run(text, at, QUOTE_BYTES, quoting), |name| {
            let last = name.rsplit(|&byte| byte == b'-').next().unwrap_or_default();
            last.len() < name.len() && (last.iter().all(u8::is_ascii_digit) || is_suffix_of_pod(last))
        });
        let Some(pod) = next else { return };
        end = pod.end;
        take(pod);
    }
}

fn is_suffix_of_pod(part: &[u8]) -> bool {
    part.len() == SUFFIX_BYTES && is_suffix(part)
}

/// The name at `at`, behind its namespace if it has one.
fn named(text: &[u8], at: usize, accepts: impl Fn(&[u8]) -> bool) -> Option<Range<usize>> {
    let name_end = |start| run(text, start, NAME_BYTES, |byte| is_label_byte(byte) || byte == b'.');
    let mut start = at;
    let mut end = name_end(at);
    if end > at && byte(text, end) == b'/' {
        let behind = end + 1..name_end(end + 1);
        if !behind.is_empty() && !NOT_A_NAME.has(slice(text, behind.start, behind.end)) {
            (start, end) = (behind.start, behind.end);
        }
    }
    // A namespace before a marker of ours.
    if stands(text, end, b"/<") {
        return None;
    }
    while end > start && matches!(previous(text, end), b'.' | b'-') {
        end -= 1;
    }
    let name = slice(text, start, end);
    let sound = name.first().is_some_and(u8::is_ascii_alphanumeric)
        && name.iter().any(u8::is_ascii_lowercase)
        && !NOT_A_NAME.has(name)
        && !byte(text, end).is_ascii_uppercase();
    (sound && accepts(name)).then_some(start..end)
}

/// Pod and node behind the scheduler's word `assigned` at `at`: `assigned shop/cart-x2k4q to worker-3`.
///
/// # Source
/// The event `Scheduled` of kube-scheduler: `Successfully assigned %v/%v to %v`.
fn assigned(text: &[u8], at: usize) -> Option<(Range<usize>, Range<usize>)> {
    let namespace = at + b"assigned ".len();
    let slash = run(text, namespace, NAME_BYTES, is_label_byte);
    if !stands(text, at, b"assigned ") || slash == namespace || byte(text, slash) != b'/' {
        return None;
    }
    let pod_end = run(text, slash + 1, NAME_BYTES, |byte| is_label_byte(byte) || byte == b'.');
    if !stands(text, pod_end, b" to ") || pod_end == slash + 1 {
        return None;
    }
    let node = pod_end + b" to ".len();
    let node_end = run(text, node, NAME_BYTES, is_name_byte);
    let node_end = if previous(text, node_end) == b'.' { node_end - 1 } else { node_end };
    (node_end > node).then_some((slash + 1..pod_end, node..node_end))
}

/// The container's id that the word is: 64 or 12 hexadecimal digits near a word that says so.
fn container(text: &[u8], word: Range<usize>) -> Option<Range<usize>> {
    let hex = |byte: u8| byte.is_ascii_digit() || matches!(byte, b'a'..=b'f');
    // `docker-<id>.scope` and `cri-containerd-<id>`.
    let dot = slice(text, word.start, word.end).iter().take(NAME_BYTES).position(|&byte| byte == b'.');
    let end = dot.map_or(word.end, |dot| word.start + dot);
    let start = run_back(text, end, CONTAINER_ID_BYTES + 1, hex);
    let length = end - start.max(word.start);
    if !matches!(length, CONTAINER_ID_BYTES | SHORT_CONTAINER_ID_BYTES) || start < word.start {
        return None;
    }
    let window = slice(text, start.saturating_sub(CONTAINER_WINDOW_BYTES), start);
    let lead = window.rsplit(|&byte| byte == b'\n').next().unwrap_or_default();
    if lead.ends_with(b"sha256:") || lead.ends_with(b"@") {
        return None;
    }
    let says = |word: &[u8]| {
        lead.windows(word.len()).any(|window| {
            window.first().map(|first| first | 0x20) == word.first().map(|first| first | 0x20)
                && window.eq_ignore_ascii_case(word)
        })
    };
    let near = || says(b"container") || says(b"sandbox");
    let yes = if length == CONTAINER_ID_BYTES {
        near()
            || [&b"docker://"[..], b"cri-o://", b"/docker/", b"docker-", b"crio-", b"/kubepods"]
                .iter()
                .any(|lead_end| says(lead_end))
    } else {
        let id = slice(text, start, end);
        let mixed = id.iter().any(u8::is_ascii_digit) && id.iter().any(u8::is_ascii_lowercase);
        // A row of `docker ps`.
        mixed && (near() || (is_line_start(text, start) && stands(text, end, b"   ")))
    };
    yes.then_some(start..end)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(text: &str) -> Vec<&str> {
        let bytes = text.as_bytes();
        let mut found: Vec<Range<usize>> = Vec::new();
        let mut at = 0;
        while at < bytes.len() {
            if let Some((pod, node)) = assigned(bytes, at) {
                found.extend([pod, node]);
            }
            if stands_folded(bytes, at, b"pod") {
                found.extend(keyed(bytes, at));
            }
            if is_name_byte(bytes[at]) && !is_name_byte(previous(bytes, at)) {
                let end = run(bytes, at, usize::MAX, is_name_byte);
                found.extend(generated(bytes, at..end).or_else(|| container(bytes, at..end)));
            }
            at += 1;
        }
        found.sort_by_key(|range| range.start);
        found.dedup();
        found.into_iter().map(|range| &text[range]).collect()
    }

    #[test]
    fn generated_names_go_without_context() {
        for (text, pod) in [
            ("pod/checkout-7d9f8b6c5d-x2k4q Back-off", "checkout-7d9f8b6c5d-x2k4q"),
            ("pod \"billing-worker-5c6f7d8b9f-zq7lm_payments\"", "billing-worker-5c6f7d8b9f-zq7lm"),
            ("\"name\":\"etl-runner-28437120-9xw2p\"", "etl-runner-28437120-9xw2p"),
            ("catalogue-f7687cb4-zsngc.shop.svc", "catalogue-f7687cb4-zsngc"),
            ("ledger-6f5d9c7b8d-lm4ks   0/1", "ledger-6f5d9c7b8d-lm4ks"),
            ("web-5d4f8c7b9-abcde ok", "web-5d4f8c7b9-abcde"),
        ] {
            assert_eq!(all(text), [pod], "{text}");
        }
    }

    #[test]
    fn other_pods_and_containers_go_in_context() {
        let id = "ebfcc96804e8713e60e13da11930c821b492ec7b0cab85bc324b60a8a41e507e";
        for (text, names) in [
            ("Pod/java-api-checker-jzzdd   Pulling", vec!["java-api-checker-jzzdd"]),
            ("pod=\"kube-system/coredns-x\" x", vec!["coredns-x"]),
            ("{\"pod_name\":\"invoices-app\"}", vec!["invoices-app"]),
            ("podName=kafka-0 ", vec!["kafka-0"]),
            ("restarted pod kafka-0 twice", vec!["kafka-0"]),
            ("{\"kind\":\"Pod\",\"name\":\"etl\"}", vec!["etl"]),
            ("/api/v1/namespaces/shop/pods/cart-0/log", vec!["cart-0"]),
            ("assigned shop/cart-x2k4q to kind-worker.", vec!["cart-x2k4q", "kind-worker"]),
            (&format!("container {id} exited"), vec![id]),
            (&format!("containerd://{id}"), vec![id]),
            (&format!("/kubepods/docker-{id}.scope"), vec![id]),
            ("StopContainer for \"f3a91c07d2be\" with", vec!["f3a91c07d2be"]),
        ] {
            assert_eq!(all(text), names, "{text}");
        }
    }

    #[test]
    fn words_digests_and_ids_of_other_things_stay() {
        for text in [
            "Pulled image alpine@sha256:34f6fe8a3189761732a8b7e940b74d1202b0c722e11346231bf8da596117f292",
            "request_id=3f2b8c1e-7a90-4d5e-9c3b-1a2b3c4d5e6f",
            "traceparent: 00-e4cb8d74adc1c5d9c114467833b3f847-dbfbf0a22b3930ed-01",
            "pod is waiting, pods are ready, pod template hash, tripod stands, pods/exec denied",
            "user-profile-service started, backup-20260203-10112 done",
            "container image a1b2c3d, pod: <none>, pod=true",
            "podman-remote-static",
        ] {
            assert_eq!(all(text), [""; 0], "{text}");
        }
    }
}
