//! Proves the exact key order of the frozen JSON, and that every result reads back as what it was.

use gobo_contract::{
    Bounds, ErrorCode, ErrorResult, KnowledgeResult, LogsResult, MysqlResult, Tool, ToolCallId,
};
use serde_json::Value;
use serde_json::value::RawValue;

use crate::sandboxed::{answer_json, code_of};

/// The keys of a JSON object in the order in which they stand.
fn keys_in_order(json: &str) -> Vec<String> {
    struct Keys(Vec<String>);
    impl<'de> serde::Deserialize<'de> for Keys {
        fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            struct Visitor;
            impl<'de> serde::de::Visitor<'de> for Visitor {
                type Value = Keys;
                fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                    formatter.write_str("an object")
                }
                fn visit_map<A: serde::de::MapAccess<'de>>(self, mut map: A) -> Result<Keys, A::Error> {
                    let mut keys = Vec::new();
                    while let Some((key, _)) = map.next_entry::<String, Box<RawValue>>()? {
                        keys.push(key);
                    }
                    Ok(Keys(keys))
                }
            }
            deserializer.deserialize_map(Visitor)
        }
    }
    serde_json::from_str::<Keys>(json).expect("an object").0
}

/// The JSON text of the value under a path of keys and indexes.
fn raw<'j>(json: &'j str, path: &[&str]) -> &'j str {
    let Some((first, rest)) = path.split_first() else { return json };
    let next = if let Ok(index) = first.parse::<usize>() {
        serde_json::from_str::<Vec<&RawValue>>(json).expect("an array")[index]
    } else {
        serde_json::from_str::<std::collections::BTreeMap<String, &RawValue>>(json).expect("an object")
            [*first]
    };
    raw(next.get(), rest)
}

fn assert_keys(json: &str, path: &[&str], expected: &str) {
    let keys = keys_in_order(raw(json, path));
    assert_eq!(keys, expected.split_whitespace().collect::<Vec<_>>(), "{path:?} of {json}");
}

#[test]
fn lookup_knowledge() {
    let json = answer_json(Tool::LookupKnowledge, r#"{"success":true,"evidence_blocks":[{"excerpt":"a"}]}"#);
    assert_keys(&json, &[], "evidence_status tool_call_id query evidence returned_count truncated");
    assert_keys(&json, &["evidence", "0"], "document_id source title breadcrumb excerpt");
    let read: KnowledgeResult = serde_json::from_str(&json).expect("its own form");
    assert_eq!(serde_json::to_string(&read).expect("plain"), json);
}

#[test]
fn query_logs() {
    let json = answer_json(Tool::QueryLogs, r#"{"success":true,"logs":[{"message":"a"}]}"#);
    assert_keys(
        &json,
        &[],
        "evidence_status tool_call_id source_kind scope match_count returned_count patterns timeline truncated",
    );
    assert_keys(&json, &["scope"], "topic query lookback_minutes window_start window_end");
    assert_keys(&json, &["patterns", "0"], "pattern level service count first_seen last_seen");
    assert_keys(&json, &["timeline", "0"], "timestamp level service message");
    let read: LogsResult = serde_json::from_str(&json).expect("its own form");
    assert_eq!(serde_json::to_string(&read).expect("plain"), json);
}

#[test]
fn query_mysql() {
    let json =
        answer_json(Tool::QueryMysql, r#"{"success":true,"columns":["b","a"],"rows":[[1,{"z":1,"a":2}]]}"#);
    assert_keys(&json, &[], "evidence_status tool_call_id columns rows returned_count truncated");
    assert_keys(&json, &["rows", "0", "1"], "z a");
    let read: MysqlResult = serde_json::from_str(&json).expect("its own form");
    assert_eq!(serde_json::to_string(&read).expect("plain"), json);
}

#[test]
fn error() {
    let id = ToolCallId::new("call_1").expect("valid");
    for code in ErrorCode::ALL {
        let json = ErrorResult::new(Some(&id), *code).to_json();
        assert_keys(&json, &[], "evidence_status tool_call_id error");
        assert_keys(&json, &["error"], "code message retryable");
        assert_keys(&ErrorResult::new(None, *code).to_json(), &[], "evidence_status error");
        let read: ErrorResult = serde_json::from_str(&json).expect("its own form");
        assert_eq!(read.to_json(), json);
    }
}

/// Absent optional text is `""`; no key is ever dropped from a success result.
#[test]
fn no_key_is_ever_dropped() {
    for (tool, empty) in [
        (Tool::LookupKnowledge, r#"{"success":true,"evidence_blocks":[]}"#),
        (Tool::QueryLogs, r#"{"success":true,"logs":[]}"#),
        (Tool::QueryMysql, r#"{"success":true,"columns":[],"rows":[]}"#),
    ] {
        let projected = code_of(tool, gobo_tests::json(empty), &Bounds::default()).expect("a result");
        let value: Value = serde_json::from_str(&projected.json).expect("JSON");
        let expected = if tool == Tool::QueryLogs { 9 } else { 6 };
        assert_eq!(value.as_object().map(serde_json::Map::len), Some(expected), "{value}");
    }
    let json = answer_json(Tool::QueryLogs, r#"{"success":true,"logs":[{}]}"#);
    assert!(json.contains(r#"{"timestamp":"","level":"","service":"","message":""}"#), "{json}");
}
