//! Log template mining on lines whose templates are known, and on lines made to be expensive.
// Clippy knows `#[test]` functions as tests, but not the functions that they share.
#![allow(clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::collections::BTreeMap;

use gobo_projector::pattern::{Miner, Pattern, Tally};
use proptest::prelude::*;

/// The indices of a pattern's lines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Lines(Vec<usize>);

impl Tally for Lines {
    fn absorb(&mut self, other: Self) {
        self.0.extend(other.0);
        self.0.sort_unstable();
    }
}

fn mine<'l>(lines: impl IntoIterator<Item = &'l str>) -> Vec<Pattern<Lines>> {
    let mut miner = Miner::<Lines>::default();
    for (at, line) in lines.into_iter().enumerate() {
        miner.add(line, |seen| seen.0.push(at));
    }
    miner.patterns()
}

fn texts(lines: &[&str]) -> Vec<String> {
    mine(lines.iter().copied()).into_iter().map(|pattern| pattern.text).collect()
}

/// Templates of our own, in the manner of many sources. `{…}` is replaced by values of that kind.
const TEMPLATES: &[&str] = &[
    "HikariPool-{n} - Connection is not available, request timed out after {n}ms.",
    "HikariPool-{n} - Pool stats (total={n}, active={n}, idle={n}, waiting={n})",
    "Accepted publickey for {user} from {ip} port {n} ssh2: RSA SHA256:{hex}",
    "Failed password for {user} from {ip} port {n} ssh2",
    "Failed password for invalid user {user} from {ip} port {n} ssh2",
    "pam_unix(sshd:session): session opened for user {user} by (uid={n})",
    "pam_unix(sshd:session): session closed for user {user}",
    "Out of memory: Killed process {n} (java) total-vm:{n}kB, anon-rss:{n}kB, file-rss:0kB",
    "oom-kill:constraint=CONSTRAINT_MEMCG,task=java,pid={n},uid={n}",
    "EXT4-fs error (device sda{n}): ext4_find_entry:{n}: inode #{n}: comm nginx: reading directory lblock {n}",
    "write {path}: no space left on device",
    "open {path}: permission denied",
    "Readiness probe failed: HTTP probe failed with statuscode: {n}",
    "Liveness probe failed: Get \"http://{ip}:{n}/healthz\": context deadline exceeded",
    "Back-off restarting failed container {word} in pod {word}-{hex}",
    "Started container {word}",
    "Created container {word}",
    "Pulling image \"registry.example.com/{word}:{n}\"",
    "Received block blk_{n} of size {n} from {ip}",
    "Deleting block blk_{n} file {path}",
    "Finished task {n}.0 in stage {n}.0 (TID {n}) in {n} ms on {host} ({n}/{n})",
    "Starting task {n}.0 in stage {n}.0 (TID {n}, {host}, partition {n})",
    "Lock wait timeout exceeded; try restarting transaction [trx={n}]",
    "Deadlock found when trying to get lock; transaction {n} rolled back",
    "Aborted connection {n} to db: 'shop' user: '{user}' host: '{ip}' (Got an error reading communication packets)",
    "certificate for {host} expires in {n} days",
    "x509: certificate has expired or is not yet valid: current time {time} is after {time}",
    "lookup {host} on {ip}:53: no such host",
    "lookup {host} on {ip}:53: read udp {ip}:{n}->{ip}:53: i/o timeout",
    "consumer group {word} lag on topic orders partition {n} is {n}",
    "rolled out revision {n} of deployment {word} with image {word}:{n}",
    "GET {path} took {n}ms",
    "POST {path} took {n}ms",
    "cache miss for key session:{hex}",
    "cache hit for key session:{hex}",
    "state changed from UP to DOWN",
    "state changed from DOWN to UP",
    "connection established to {ip}:{n}",
    "connection refused by {ip}:{n}",
    "connection reset by {ip}:{n}",
];

/// Values of one kind: some of letters only, some with digits, some that repeat.
fn value(kind: &str, seed: u64) -> String {
    let pick = |values: &[&str]| values[usize::try_from(seed).expect("small") % values.len()].to_owned();
    match kind {
        "n" => (seed * 37 % 9_973).to_string(),
        "hex" => format!("{:012x}", seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 16),
        "ip" => format!("10.{}.{}.{}", seed % 7, seed % 251, seed % 13),
        "time" => format!("2026-02-{:02}T10:{:02}:12Z", 1 + seed % 28, seed % 60),
        "user" => pick(&["root", "deploy", "alice", "bob", "www-data", "user17", "postgres", "carol"]),
        "host" => pick(&["db-1.internal", "api.example.com", "node17", "cache.prod.example.com", "mq-2"]),
        "word" => pick(&["checkout", "payments", "cart", "frontend", "worker2", "search", "mailer"]),
        "path" => {
            let paths =
                ["/var/log/app.log", "/data/7/blk", "/api/orders/31", "/srv/www/index.html", "/tmp/a1"];
            pick(&paths)
        }
        other => panic!("no kind {other}"),
    }
}

fn fill(template: &str, mut seed: u64) -> String {
    let mut line = String::new();
    for piece in template.split('{') {
        match piece.split_once('}') {
            Some((kind, rest)) => {
                line.push_str(&value(kind, seed));
                line.push_str(rest);
                seed = seed * 31 % 65_521 + 7;
            }
            None => line.push_str(piece),
        }
    }
    line
}

#[test]
fn lines_are_grouped_by_the_template_that_wrote_them() {
    let lines: Vec<(usize, String)> = (0..4_000_u64)
        .map(|seed| {
            // The squares make some templates frequent and some rare.
            let template = usize::try_from(seed * seed % 1_601 % 40).expect("small");
            (template, fill(TEMPLATES[template], seed))
        })
        .collect();
    let mut truth: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (at, (template, _)) in lines.iter().enumerate() {
        truth.entry(*template).or_default().push(at);
    }
    let patterns = mine(lines.iter().map(|(_, line)| line.as_str()));
    let right: usize = patterns
        .iter()
        .filter(|pattern| truth[&lines[pattern.tally.0[0]].0] == pattern.tally.0)
        .map(|pattern| pattern.tally.0.len())
        .sum();
    let wrong: Vec<_> = patterns
        .iter()
        .filter(|pattern| truth[&lines[pattern.tally.0[0]].0] != pattern.tally.0)
        .map(|pattern| &pattern.text)
        .collect();
    assert!(right * 100 >= lines.len() * 97, "{right} of {}: {wrong:#?}", lines.len());
}

#[test]
fn values_that_never_vary_are_shown() {
    let lines = ["pool 3 timed out after 30000ms", "pool 7 timed out after 30000ms"];
    assert_eq!(texts(&lines), ["pool <*> timed out after 30000ms"]);
    assert_eq!(texts(&lines[..1]), [lines[0]]);
}

#[test]
fn redaction_markers_stay_and_lose_their_number_where_it_varies() {
    let lines = [
        "login of <REDACTED:TOKEN> from <IP:3> as <*>",
        "login of <REDACTED:TOKEN> from <IP:7> as <*>",
        "sshd[<PID>] on <HOST:1>",
        "sshd[<PID>] on <HOST:1>",
    ];
    assert_eq!(texts(&lines), ["login of <REDACTED:TOKEN> from <IP> as <*>", "sshd[<PID>] on <HOST:1>"]);
}

#[test]
fn the_numbers_of_several_calls_mean_nothing() {
    let mut miner = Miner::<Lines>::across_calls();
    miner.add("refused by <IP:1> in <REDACTED:TOKEN>", |_| ());
    assert_eq!(miner.patterns()[0].text, "refused by <IP> in <REDACTED:TOKEN>");
}

#[test]
fn markers_of_different_kinds_at_one_place_are_one_value() {
    assert_eq!(texts(&["refused by <IP:1>", "refused by <HOST:2>"]), ["refused by <*>"]);
}

#[test]
fn states_and_verbs_stay_apart() {
    let lines = [
        "breaker orders OPEN",
        "breaker orders CLOSED",
        "breaker orders HALF_OPEN",
        "Starting engine",
        "Stopping engine",
    ];
    assert_eq!(texts(&lines), lines);
}

#[test]
fn names_of_letters_only_vary_where_one_with_digits_stood() {
    let lines = ["Invalid user admin from <IP:1>", "Invalid user test1 from <IP:2>"];
    assert_eq!(texts(&lines), ["Invalid user <*> from <IP>"]);
}

#[test]
fn words_that_vary_together_are_told_from_states_that_come_again() {
    let letters = |n: u32| {
        ["a", "e", "i", "o", "u", "y"]
            .map(|vowel| format!("{vowel}{}", char::from_u32(103 + n % 19).expect("a letter")))
            .concat()
    };
    let names: Vec<String> =
        (0..19).map(|n| format!("moved {} to {} for good", letters(n), letters(n + 7))).collect();
    assert_eq!(mine(names.iter().map(String::as_str)).len(), 1);
    let states = ["NEW", "READY", "RUNNING", "DONE", "FAILED", "KILLED"];
    let pairs = states
        .iter()
        .flat_map(|from| states.iter().map(move |to| format!("task moved from {from} to {to} now")));
    let again: Vec<String> = pairs.flat_map(|line| [line.clone(), line.clone(), line]).collect();
    assert!(mine(again.iter().map(String::as_str)).len() > 1);
}

#[test]
fn patterns_come_in_the_order_of_their_first_lines() {
    assert_eq!(texts(&["b 1", "a 1", "b 2", "c", "a 2"]), ["b <*>", "a <*>", "c"]);
}

#[test]
fn many_distinct_messages_stay_within_the_memory_for_patterns() {
    let word = |mut number: usize| {
        let mut word = String::new();
        for _ in 0..5 {
            word.push(char::from(b'g' + u8::try_from(number % 17).expect("small")));
            number /= 17;
        }
        word
    };
    let lines: Vec<String> =
        (0..20_000).map(|n| format!("{} {} {}", word(n), word(n * 7 + 1), word(n * 13 + 5))).collect();
    let patterns = mine(lines.iter().map(String::as_str));
    assert!(patterns.len() <= 4_096, "{}", patterns.len());
    assert_eq!(patterns.iter().map(|pattern| pattern.tally.0.len()).sum::<usize>(), lines.len());
}

#[test]
fn one_message_of_a_mebibyte_has_a_pattern_of_a_few_kibibytes() {
    for piece in ["a1 ", "x", "=", "\"", "<IP:1>", "é", "((", "1.1.1.", "a-a-", "blk_1 "] {
        let line = piece.repeat((1 << 20) / piece.len());
        let patterns = mine([line.as_str(), line.as_str()]);
        assert_eq!(patterns.len(), 1, "{piece}");
        assert!(patterns[0].text.len() < 8_192, "{piece}: {}", patterns[0].text.len());
    }
}

#[test]
fn each_line_knows_its_pattern() {
    let mut miner = Miner::<Lines>::default();
    let lines = ["a 1", "user bob in", "b", "a 2", "user alice in", "user u2 in"];
    let groups: Vec<_> = lines.iter().map(|line| miner.add(line, |_| ())).collect();
    let (patterns, numbers) = miner.numbered();
    let texts: Vec<_> = groups.iter().map(|group| patterns[numbers.pattern(*group)].text.as_str()).collect();
    assert_eq!(texts, ["a <*>", "user <*> in", "b", "a <*>", "user <*> in", "user <*> in"]);
}

const REPLACEMENT: char = char::REPLACEMENT_CHARACTER;

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_line_is_in_one_pattern_whatever_its_text(lines in prop::collection::vec("(\\PC|[ \t=<>\"'(){}\\[\\]:.,0-9a-f_/@-]|<IP:[0-9]>|null){0,40}", 0..60)) {
        let patterns = mine(lines.iter().map(String::as_str));
        let mut seen: Vec<usize> = patterns.iter().flat_map(|pattern| pattern.tally.0.clone()).collect();
        seen.sort_unstable();
        prop_assert_eq!(seen, (0..lines.len()).collect::<Vec<_>>());
        prop_assert_eq!(&patterns, &mine(lines.iter().map(String::as_str)));
        for pattern in &patterns {
            let (broken, delivered) = (pattern.text.contains(REPLACEMENT), lines.concat().contains(REPLACEMENT));
            prop_assert!(!broken || delivered);
        }
    }
}
