//! The labelled set: what must go is gone, what must stay has stayed, kind by kind.
#![allow(clippy::expect_used)]

use std::collections::BTreeMap;

use gobo_contract::{Kinds, RedactionOptions};
use gobo_projector::redact::{Redactor, Scope};
use serde::Deserialize;

/// One labelled text. A four-dot mark stands in every secret of the file, so that no scanner takes it for one.
#[derive(Deserialize)]
struct Case {
    id: String,
    kind: String,
    text: String,
    must_not_contain: Vec<String>,
    must_contain: Vec<String>,
}

/// How much of what was asked was done.
#[derive(Clone, Copy, Default)]
struct Score {
    gone: [usize; 2],
    kept: [usize; 2],
    right: [usize; 2],
}

impl Score {
    fn add(&mut self, gone: [usize; 2], kept: [usize; 2]) {
        let right = gone[0] == gone[1] && kept[0] == kept[1];
        for (sum, [done, asked]) in
            [(&mut self.gone, gone), (&mut self.kept, kept), (&mut self.right, [usize::from(right), 1])]
        {
            sum[0] += done;
            sum[1] += asked;
        }
    }
}

fn percent([done, asked]: [usize; 2]) -> f64 {
    #[allow(clippy::cast_precision_loss)] // a few hundred
    if asked == 0 { 100.0 } else { 100.0 * done as f64 / asked as f64 }
}

fn cases() -> Vec<Case> {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/corpus/redaction-dev.jsonl");
    let lines = std::fs::read_to_string(file).expect("the labelled set");
    lines
        .lines()
        .map(|line| serde_json::from_str(&line.replace('\u{205e}', "")).expect("a labelled text"))
        .collect()
}

fn redact(text: &str, kinds: Kinds) -> String {
    let options = RedactionOptions { kinds, ..RedactionOptions::default() };
    let mut redactor = Redactor::new(&options, Scope::Logs).expect("no user rules");
    redactor.redact(text).into_owned()
}

fn group(kind: &str) -> &'static str {
    match kind {
        "ipv4" | "ipv6" | "host" | "pod" | "pid" | "correlate" => "identifiers",
        "sql" | "sql_error" => "SQL",
        "stack" => "stack",
        "pii_optional" => "personal",
        _ if kind.starts_with("benign") => "benign",
        _ => "secrets",
    }
}

#[test]
fn the_labelled_set_is_redacted_within_its_bars() {
    let mut groups: BTreeMap<&str, Score> = BTreeMap::new();
    let mut kinds: BTreeMap<String, Score> = BTreeMap::new();
    let mut core = Score::default();
    let mut wrong = Vec::new();
    for case in cases() {
        let on = if case.kind == "pii_optional" { Kinds::DEFAULT.or(Kinds::PII) } else { Kinds::DEFAULT };
        let text = redact(&case.text, on);
        let gone = case.must_not_contain.iter().filter(|secret| !text.contains(*secret)).count();
        let kept = case.must_contain.iter().filter(|piece| text.contains(*piece)).count();
        let (gone, kept) = ([gone, case.must_not_contain.len()], [kept, case.must_contain.len()]);
        if gone[0] < gone[1] || kept[0] < kept[1] {
            wrong.push(format!("{} {}: {text:.200}", case.id, case.kind));
        }
        let group = group(&case.kind);
        groups.entry(group).or_default().add(gone, kept);
        if group != "personal" {
            core.add(gone, kept);
        }
        kinds.entry(case.kind).or_default().add(gone, kept);
    }
    println!("{:20} {:>6} {:>6} {:>9}", "kind", "gone", "kept", "right");
    let rows =
        kinds.iter().map(|(kind, score)| (kind.as_str(), score)).chain(groups.iter().map(|(g, s)| (*g, s)));
    for (name, score) in rows {
        let [right, all] = score.right;
        println!("{name:20} {:6.1} {:6.1} {right:4}/{all}", percent(score.gone), percent(score.kept));
    }
    println!("{}", wrong.join("\n"));
    for (name, bar) in [("secrets", 98.0), ("identifiers", 97.0), ("SQL", 99.0), ("stack", 97.0)] {
        assert!(percent(groups[name].gone) >= bar, "{name} gone");
    }
    assert!(percent(core.kept) >= 99.0, "kept");
    assert!(percent(core.right) >= 95.0, "lines fully right");
    assert_eq!(groups["benign"].right, [94, 94], "benign lines intact");
}

#[test]
fn json_of_the_labelled_set_is_json_afterwards() {
    for case in cases() {
        if serde_json::from_str::<serde_json::Value>(&case.text).is_ok() {
            let text = redact(&case.text, Kinds::DEFAULT.or(Kinds::PII));
            assert!(serde_json::from_str::<serde_json::Value>(&text).is_ok(), "{}: {text}", case.id);
        }
    }
}

#[test]
fn the_labelled_set_redacted_twice_is_the_same() {
    for case in cases() {
        let once = redact(&case.text, Kinds::DEFAULT.or(Kinds::PII));
        assert_eq!(redact(&once, Kinds::DEFAULT.or(Kinds::PII)), once, "{}", case.id);
    }
}

#[test]
fn the_labelled_set_in_one_text_leaks_no_more_than_line_by_line() {
    let cases = cases();
    let text = cases.iter().map(|case| case.text.as_str()).collect::<Vec<_>>().join("\n\n");
    let redacted = redact(&text, Kinds::DEFAULT);
    let core = cases.iter().filter(|case| case.kind != "pii_optional");
    let leaks: Vec<_> = core
        .flat_map(|case| case.must_not_contain.iter().map(move |secret| (&case.id, secret)))
        .filter(|(_, secret)| secret.len() > 7 && redacted.contains(*secret))
        .collect();
    assert!(leaks.len() <= 2, "{leaks:?}");
}
