//! The examples of every rule, run as tests, plain and wrapped.

use gobo_contract::{Kind, Kinds, RedactionOptions};

use super::{Redactor, Rule, Scope, rules};

fn redact(text: &str) -> String {
    let options = RedactionOptions { kinds: Kinds::of(&Kind::ALL), ..RedactionOptions::default() };
    let mut redactor = Redactor::new(&options, Scope::Logs).expect("no user rules");
    redactor.redact(text).into_owned()
}

fn each_hit(check: impl Fn(&Rule, &str, &str)) {
    for rule in rules() {
        for (text, output) in rule.hits {
            check(rule, text, output);
        }
    }
}

#[test]
fn every_rule_has_two_hits_and_two_misses_and_says_where_it_comes_from() {
    for rule in rules() {
        assert!(rule.hits.len() >= 2 && rule.misses.len() >= 2, "{}", rule.id);
        assert!(!rule.source.is_empty() && rule.max_bytes > 0, "{}", rule.id);
    }
}

#[test]
fn every_hit_has_its_exact_output() {
    each_hit(|rule, text, output| assert_eq!(redact(text), *output, "{}", rule.id));
}

#[test]
fn every_miss_stays() {
    for rule in rules() {
        for (text, why) in rule.misses {
            assert_eq!(redact(text), *text, "{}: {why}", rule.id);
        }
    }
}

#[test]
fn every_hit_is_found_once_only() {
    each_hit(|rule, _, output| assert_eq!(redact(output), *output, "{}", rule.id));
}
