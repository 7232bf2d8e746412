//! Proves that results are valid JSON and within their bounds for every bound from the smallest envelope upward, and that
//! `truncated` says exactly whether something is missing.
//!
//! A new kind of content is one more branch of a strategy.

use gobo::Job;
use gobo_contract::{
    Bounds, Cell, ErrorCode, KnowledgeResult, LogsResult, MysqlResult, Payload, PayloadFormat, Tool,
    ToolResult, verify,
};
use gobo_tests::json;
use proptest::prelude::*;
use proptest::test_runner::Config;
use serde_json::{Value, json};

use crate::sandboxed::{Path, code_of, project};

/// Text of one to four bytes a character, with everything that JSON escapes. No digits, so that nothing is redacted.
fn text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("pool "),
        Just("é"),
        Just("工具"),
        Just("🚀"),
        Just("\""),
        Just("\\"),
        Just("\n"),
        Just("\t"),
        Just(" "),
        Just("\u{2028}"),
        Just("<"),
        Just("ok, "),
        Just("/"),
    ];
    prop::collection::vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

fn knowledge_payload() -> impl Strategy<Value = String> {
    let block = (text(), text(), text(), prop::collection::vec(text(), 0..3), text()).prop_map(
        |(id, source, title, breadcrumb, excerpt)| {
            json!({ "document_id": id, "source": source, "title": title, "breadcrumb": breadcrumb, "excerpt": excerpt })
        },
    );
    prop::collection::vec(block, 0..8).prop_map(|blocks| {
        json!({ "success": true, "context_pack": { "evidence_blocks": blocks } }).to_string()
    })
}

fn logs_payload() -> impl Strategy<Value = String> {
    let level = prop::sample::select(vec!["INFO", "WARN", "ERROR", "", "é"]);
    let entry = (level, text(), text(), 0..60_u32).prop_map(|(level, service, message, second)| {
        let timestamp = format!("2026-02-03T10:00:{second:02}Z");
        json!({ "timestamp": timestamp, "level": level, "service": service, "message": message })
    });
    prop::collection::vec(entry, 0..12)
        .prop_map(|entries| json!({ "success": true, "logs": entries }).to_string())
}

fn cell() -> impl Strategy<Value = Value> {
    let scalar = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        text().prop_map(Value::from),
    ];
    scalar.prop_recursive(4, 8, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..3).prop_map(Value::from),
            prop::collection::btree_map(text(), inner, 0..3).prop_map(Value::from_iter),
        ]
    })
}

fn mysql_payload() -> impl Strategy<Value = String> {
    (0..5_usize).prop_flat_map(|width| {
        let columns = prop::collection::vec(text(), width);
        let rows = prop::collection::vec(prop::collection::vec(cell(), width), 0..6);
        (columns, rows).prop_map(|(columns, rows)| {
            json!({ "success": true, "columns": columns, "rows": rows }).to_string()
        })
    })
}

/// Bounds of which any may be as small as it can be.
fn bounds() -> impl Strategy<Value = Bounds> {
    let texts = || prop_oneof![1..12_u32, 12..80_u32, Just(256_u32)];
    let items = || prop_oneof![0..3_u32, 3..16_u32, Just(32_u32)];
    let result_bytes = prop_oneof![100..700_u32, 700..4_000_u32, Just(32_768_u32)];
    (
        result_bytes,
        [items(), items(), items(), items(), items()],
        [texts(), texts(), texts(), texts(), texts(), texts()],
    )
        .prop_map(|(result_bytes, items, texts)| Bounds {
            result_bytes,
            evidence_items: items[0],
            patterns: items[1],
            timeline_events: items[2],
            rows: items[3],
            columns: items[4],
            excerpt_bytes: texts[0],
            document_field_bytes: texts[1],
            pattern_bytes: texts[2],
            message_bytes: texts[3],
            log_field_bytes: texts[4],
            cell_bytes: texts[5],
            ..Bounds::default()
        })
}

/// Every bound at its ceiling.
fn ceilings() -> Bounds {
    let table = Bounds::TABLE.iter().map(|bound| (bound.name.to_owned(), Value::from(bound.ceiling)));
    serde_json::from_value(Value::Object(table.collect())).expect("known fields")
}

/// The JSON without its flag.
fn but_for_the_flag(result: &ToolResult) -> String {
    let mut result = result.clone();
    match &mut result {
        ToolResult::Knowledge(KnowledgeResult { truncated, .. })
        | ToolResult::Logs(LogsResult { truncated, .. })
        | ToolResult::Mysql(MysqlResult { truncated, .. }) => *truncated = false,
    }
    result.to_json()
}

fn truncated(result: &ToolResult) -> bool {
    match result {
        ToolResult::Knowledge(result) => result.truncated,
        ToolResult::Logs(result) => result.truncated,
        ToolResult::Mysql(result) => result.truncated,
    }
}

fn check(tool: Tool, payload: &str, bounds: &Bounds) -> Result<(), TestCaseError> {
    let whole = code_of(tool, json(payload), &ceilings()).expect("the ceilings hold everything");
    prop_assume!(!truncated(&whole.result));
    let bounded = match code_of(tool, json(payload), bounds) {
        Ok(bounded) => bounded,
        Err(code) => {
            prop_assert_eq!(code, ErrorCode::RequestTooLarge);
            let (call, request) = (gobo_tests::call("call_1"), gobo_tests::request(tool));
            prop_assert_eq!(request.check_fits(&call, bounds), Err(code));
            return Ok(());
        }
    };
    let (call, request) = (gobo_tests::call("call_1"), gobo_tests::request(tool));
    prop_assert_eq!(verify(&bounded.result, &call, &request, bounds), Ok(()));
    prop_assert!(bounded.json.len() <= bounds.result_bytes as usize);
    prop_assert!(serde_json::from_str::<Value>(&bounded.json).is_ok());
    prop_assert_eq!(bounded.result.evidence_status(), whole.result.evidence_status());
    let changed = but_for_the_flag(&bounded.result) != but_for_the_flag(&whole.result);
    prop_assert_eq!(truncated(&bounded.result), changed, "{} of {}", bounded.json, whole.json);
    Ok(())
}

proptest! {
    #![proptest_config(Config { cases: 400, failure_persistence: None, ..Config::default() })]

    #[test]
    fn documents_are_within_every_bound(payload in knowledge_payload(), bounds in bounds()) {
        check(Tool::LookupKnowledge, &payload, &bounds)?;
    }

    #[test]
    fn logs_are_within_every_bound(payload in logs_payload(), bounds in bounds()) {
        check(Tool::QueryLogs, &payload, &bounds)?;
    }

    #[test]
    fn rows_are_within_every_bound(payload in mysql_payload(), bounds in bounds()) {
        check(Tool::QueryMysql, &payload, &bounds)?;
    }

    /// Numbers and digits are redacted and patterned here, so nothing is compared with the whole; the bounds hold.
    #[test]
    fn any_text_is_within_every_bound(lines in prop::collection::vec("\\PC{0,60}", 0..20), bounds in bounds()) {
        let text = lines.join("\n");
        let payload = Payload { format: PayloadFormat::Lines, text: &text };
        match code_of(Tool::QueryLogs, payload, &bounds) {
            Ok(bounded) => prop_assert!(bounded.json.len() <= bounds.result_bytes as usize),
            Err(code) => prop_assert_eq!(code, ErrorCode::RequestTooLarge),
        }
    }
}

/// Every `result_bytes` from 1 upward: too small for an empty result is told before anything runs, and from there on each
/// byte more is a valid result, never with less evidence bytes than a whole item less would have.
#[test]
fn result_bytes_from_1_upward() {
    for tool in Tool::ALL {
        let (_, sample) = gobo::source::mock::sample(tool);
        let (call, request) = (gobo_tests::call("call_1"), gobo_tests::request(tool));
        let mut smallest = None;
        for result_bytes in 1..1_500 {
            let bounds = Bounds { result_bytes, ..Bounds::default() };
            match project(
                Path::Typed,
                Job { call: &call, request: &request, payload: json(sample), bounds: &bounds },
            ) {
                Ok(projected) => {
                    smallest.get_or_insert(result_bytes);
                    assert!(projected.json.len() <= result_bytes as usize);
                    assert!(serde_json::from_str::<Value>(&projected.json).is_ok());
                    assert!(truncated(&projected.result), "the sample is larger than that");
                }
                Err(failure) => {
                    assert_eq!(failure.code, ErrorCode::RequestTooLarge, "{tool:?} {result_bytes}");
                    assert_eq!(
                        smallest, None,
                        "{tool:?}: a larger bound is refused after a smaller one was kept"
                    );
                    assert_eq!(failure.usage.fuel, 0, "refused before the projector ran");
                }
            }
        }
        let smallest = smallest.expect("1,500 bytes hold an envelope");
        assert!(smallest < 400, "{tool:?}: an empty result needs {smallest} bytes");
    }
}

/// One bound at a time from its smallest value upward, at the default of all others.
#[test]
fn each_bound_alone_from_its_smallest_value_upward() {
    for bound in Bounds::TABLE.iter().filter(|bound| !["result_bytes", "payload_bytes"].contains(&bound.name))
    {
        let least = u32::from(bound.unit == "bytes");
        for value in (least..bound.ceiling.min(40)).chain([bound.default, bound.ceiling]) {
            let mut fields = serde_json::Map::new();
            fields.insert(bound.name.to_owned(), value.into());
            let bounds: Bounds = serde_json::from_value(fields.into()).expect("a known field");
            for tool in Tool::ALL {
                let (_, sample) = gobo::source::mock::sample(tool);
                let projected = code_of(tool, json(sample), &bounds);
                assert!(projected.is_ok(), "{} = {value}, {tool:?}: {:?}", bound.name, projected.err());
            }
        }
    }
}

#[test]
fn a_deep_json_cell_is_kept_whole_or_becomes_text() {
    let deep = |depth: usize| format!("{}1{}", "[".repeat(depth), "]".repeat(depth));
    let rows = |cell: &str| format!(r#"{{"success":true,"columns":["c"],"rows":[[{cell}]]}}"#);
    for depth in [1, 64, 127] {
        let cell = deep(depth);
        let projected = code_of(Tool::QueryMysql, json(&rows(&cell)), &Bounds::default()).expect("a result");
        let ToolResult::Mysql(result) = projected.result else { panic!("another tool's result") };
        assert_eq!(result.rows, [[Cell::Json(cell)]]);
    }
    for depth in [128, 1_000, 100_000] {
        let refused = code_of(Tool::QueryMysql, json(&rows(&deep(depth))), &Bounds::default());
        assert_eq!(refused.map(|projected| projected.json), Err(ErrorCode::PayloadMalformed), "{depth}");
    }
}
