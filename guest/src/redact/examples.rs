//! The examples of every rule, run as tests, plain and wrapped.

use gobo_contract::{Kind, Kinds, RedactionOptions, UserRule};

use super::{Redactor, Rule, Scope, rules};

pub(super) fn redact(text: &str) -> String {
    let options = RedactionOptions { kinds: Kinds::of(&Kind::ALL), ..RedactionOptions::default() };
    redact_in(Scope::Logs, &options, text)
}

fn redact_in(scope: Scope, options: &RedactionOptions, text: &str) -> String {
    let mut redactor = Redactor::new(options, scope).expect("rules that compile");
    redactor.redact(text).into_owned()
}

/// Redacts where the rule applies: connection details go in rows only.
fn redact_for(rule: &Rule, text: &str) -> String {
    if rule.id.starts_with("connection-") {
        redact_in(Scope::Rows, &RedactionOptions::default(), text)
    } else {
        redact(text)
    }
}

fn each_hit(check: impl Fn(&Rule, &str, &str)) {
    for rule in rules() {
        for (text, output) in rule.hits {
            check(rule, text, output);
        }
    }
}

fn json_string(text: &str) -> String {
    serde_json::to_string(text).expect("a string")
}

#[test]
fn every_rule_has_two_hits_and_two_misses_and_says_where_it_comes_from() {
    let mut ids = std::collections::BTreeSet::new();
    for rule in rules() {
        assert!(rule.hits.len() >= 2 && rule.misses.len() >= 2, "{}", rule.id);
        assert!(!rule.source.is_empty() && rule.max_bytes > 0, "{}", rule.id);
        assert!(ids.insert(rule.id), "{} is there twice", rule.id);
    }
}

#[test]
fn every_hit_has_its_exact_output() {
    each_hit(|rule, text, output| assert_eq!(redact_for(rule, text), *output, "{}", rule.id));
}

#[test]
fn every_miss_stays() {
    for rule in rules() {
        for (text, why) in rule.misses {
            assert_eq!(redact_for(rule, text), *text, "{}: {why}", rule.id);
        }
    }
}

#[test]
fn every_output_stays_when_it_is_redacted_again() {
    each_hit(|rule, _, output| assert_eq!(redact_for(rule, output), *output, "{}", rule.id));
}

#[test]
fn every_hit_is_found_inside_a_json_string() {
    each_hit(|rule, text, output| {
        let document = format!("{{\"a\":1,\"log\":{},\"b\":[true]}}", json_string(text));
        let redacted: serde_json::Value =
            serde_json::from_str(&redact_for(rule, &document)).expect("still JSON");
        assert_eq!(redacted["log"], *output, "{}", rule.id);
    });
}

#[test]
fn every_hit_is_found_inside_json_inside_a_json_string() {
    each_hit(|rule, text, output| {
        let inner = format!("{{\"log\":{}}}", json_string(text));
        let document = format!("[{}]", json_string(&inner));
        let redacted: Vec<String> = serde_json::from_str(&redact_for(rule, &document)).expect("still JSON");
        let inner: serde_json::Value = serde_json::from_str(&redacted[0]).expect("still JSON inside");
        assert_eq!(inner["log"], *output, "{}", rule.id);
    });
}

#[test]
fn every_hit_is_found_in_an_object_key() {
    each_hit(|rule, text, output| {
        let document = format!("{{{}:0}}", json_string(text));
        let redacted: serde_json::Value =
            serde_json::from_str(&redact_for(rule, &document)).expect("still JSON");
        let key = redacted.as_object().and_then(|object| object.keys().next());
        assert_eq!(key, Some(&output.to_owned()), "{}", rule.id);
    });
}

#[test]
fn every_hit_is_found_after_another_line() {
    each_hit(|rule, text, output| {
        assert_eq!(redact_for(rule, &format!("ready\n{text}")), format!("ready\n{output}"), "{}", rule.id);
    });
}

/// What a family goes over is read all the same.
#[test]
fn a_secret_at_any_blank_of_an_example_goes() {
    let secret = concat!("gh", "p_Zr7WqB4nXs9KdL2mVf6TjHc8PyGa3E");
    let examples =
        |rule: &'static Rule| rule.hits.iter().chain(rule.misses).map(move |(text, _)| (rule, *text));
    let mut left = Vec::new();
    for (rule, text) in rules().flat_map(examples) {
        for (at, _) in text.char_indices().filter(|(_, sign)| matches!(sign, ' ' | '\n' | '\t')) {
            let (before, behind) = text.split_at(at);
            let planted = format!("{before} {secret}{behind}");
            let redacted = redact_for(rule, &planted);
            if redacted.contains(&secret[8..]) {
                left.push(format!("{}: {planted:?} -> {redacted:?}", rule.id));
            }
        }
    }
    assert!(left.is_empty(), "{} left:\n{}", left.len(), left.join("\n"));
}

#[test]
fn control_characters_between_words_keep_them_apart() {
    for (text, redacted) in [
        ("a\0b\u{c}c\u{b}d\u{1f}e", "a b c d e"),
        ("a\0\0\0b \0c\0", "a b c"),
        ("pid\u{c}4242\u{c}10.0.0.1\u{c}10.0.0.2", "pid <PID> <IP:1> <IP:2>"),
        ("pass\0word: Kq83nfaPz1", "pass word: <REDACTED:PASSWORD>"),
        ("p\0a\0s\0s\0w\0o\0r\0d\0=\0K\0q\0z\x003\0n\0f\0", "password=<REDACTED:PASSWORD>"),
        ("{\"log\":\"pid\\u00004242\\fend\"}", "{\"log\":\"pid <PID> end\"}"),
    ] {
        assert_eq!(redact(text), redacted, "{text:?}");
        assert_eq!(redact(redacted), redacted, "{text:?}");
    }
}

#[test]
fn the_operators_rules_are_on_whatever_the_kinds_say() {
    let rule = UserRule { name: "TICKET".into(), pattern: "T-[0-9]+".into() };
    for kinds in [Kinds::NONE, Kinds::of(&[Kind::Ip]), Kinds::DEFAULT] {
        for scope in [Scope::Logs, Scope::Documents, Scope::Rows] {
            let options = RedactionOptions { kinds, rules: vec![rule.clone()], allow: vec!["T-1".into()] };
            assert_eq!(redact_in(scope, &options, "T-42, T-1"), "<REDACTED:TICKET>, T-1");
        }
    }
}
