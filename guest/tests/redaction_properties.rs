//! What holds for every text: no planted secret survives, JSON stays JSON.
#![allow(clippy::expect_used)]

use gobo_contract::{Kind, Kinds, RedactionOptions};
use gobo_projector::redact::{Redactor, Scope};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use serde_json::Value;

fn redact(text: &str) -> String {
    let options = RedactionOptions { kinds: Kinds::of(&Kind::ALL), ..RedactionOptions::default() };
    let mut redactor = Redactor::new(&options, Scope::Logs).expect("no user rules");
    redactor.redact(text).into_owned()
}

type Form = fn(&str) -> String;

/// A secret in twelve notations.
const NOTATIONS: [Form; 12] = [
    |secret| format!("password={secret}"),
    |secret| format!("db_password: {secret}"),
    |secret| format!("\"apiKey\": \"{secret}\""),
    |secret| format!("'client_secret' => '{secret}'"),
    |secret| format!("export API_TOKEN={secret}"),
    |secret| format!("login --password {secret} --verbose"),
    |secret| format!("postgres://app:{secret}@db:5432/orders"),
    |secret| format!("GET /cb?access_token={secret}&page=2"),
    |secret| format!("Authorization: Bearer {secret}"),
    |secret| format!("<password>{secret}</password>"),
    |secret| format!("Server=db;User Id=app;Password={secret};Pooling=true"),
    |secret| format!("the admin password is {secret}, rotate it"),
];

/// A text in eight wrappings.
const WRAPPINGS: [Form; 8] = [
    |text| text.to_owned(),
    |text| format!("2026-02-03T10:11:12Z ERROR app: failed: {text}"),
    |text| serde_json::json!({ "log": text, "level": "error" }).to_string(),
    |text| serde_json::json!({ "a": [{ "b": serde_json::json!({ "log": text }).to_string() }] }).to_string(),
    |text| format!("payload=\"{}\" rejected", text.replace('\\', "\\\\").replace('"', "\\\"")),
    |text| format!("first line\n{text}\nlast line"),
    |text| format!("({text})"),
    |text| format!("\u{1b}[31m重试 {text}\u{1b}[0m"),
];

fn json() -> impl Strategy<Value = Value> {
    let word = prop_oneof![
        "[ -~]{0,24}",
        "\\PC{0,12}",
        "[a-z]{1,8}",
        Just("10.0.0.1".to_owned()),
        Just("password=Kq83nfaPz1".to_owned()),
        Just("SELECT * FROM t WHERE a = 'x".to_owned()),
        Just("\tat a.b.C.d(E.java:1)\n\tat sun.x.Y.z(Y.java:2)\n".to_owned()),
        Just("{\"token\":\"Kq83nfaPz1\"}".to_owned()),
    ];
    let key = prop_oneof![
        "[a-z]{1,8}",
        Just("password".to_owned()),
        Just("pid".to_owned()),
        Just("host".to_owned()),
        word.clone()
    ];
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        word.prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 32, 6, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            prop::collection::vec((key.clone(), inner), 0..5)
                .prop_map(|members| members.into_iter().collect()),
        ]
    })
}

/// JSON but for a number alone, which is text: `4006130134102912` may be a card.
fn document() -> impl Strategy<Value = Value> {
    json().prop_filter("a number alone is text", |value| !value.is_number())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, rng_seed: RngSeed::Fixed(7), ..ProptestConfig::default() })]

    #[test]
    fn no_planted_secret_survives(secret in "[a-z][0-9][A-Z][a-zA-Z0-9]{9,20}") {
        for (notation, noted) in NOTATIONS.iter().enumerate() {
            for (wrapping, wrapped) in WRAPPINGS.iter().enumerate() {
                let text = wrapped(&noted(&secret));
                let redacted = redact(&text);
                prop_assert!(!redacted.contains(&secret), "notation {notation}, wrapping {wrapping}: {text} -> {redacted}");
            }
        }
    }

    #[test]
    fn json_stays_json(value in document(), pretty in any::<bool>()) {
        let text = if pretty { serde_json::to_string_pretty(&value) } else { serde_json::to_string(&value) };
        let text = text.expect("a value");
        let redacted = redact(&text);
        prop_assert!(serde_json::from_str::<Value>(&redacted).is_ok(), "{text} -> {redacted}");
        let options = RedactionOptions::default();
        let compact = Redactor::new(&options, Scope::Rows).expect("no user rules").redact_json(&text);
        prop_assert!(serde_json::from_str::<Value>(&compact).is_ok(), "{text} -> {compact}");
    }

    #[test]
    fn any_text_is_redacted_without_a_trap(text in "\\PC{0,200}", bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = redact(&text);
        let _ = redact(&String::from_utf8_lossy(&bytes));
    }
}
