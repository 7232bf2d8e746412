//! Proves that a million tiny items end in a valid result within the default bounds. An item of a few bytes costs more
//! fuel and memory than its share of the default budget, which ends such a call with the budget's own code.

use gobo::{Budget, Job};
use gobo_contract::{Bounds, ErrorCode, Payload, PayloadFormat, Tool, ToolResult};

use crate::sandboxed::{Path, project_within};

const MILLION: usize = 1_000_000;

fn crowd(tool: Tool, payload: Payload<'_>) -> ToolResult {
    let (call, request) = (gobo_tests::call("call_1"), gobo_tests::request(tool));
    let run = |budget: &Budget| {
        project_within(
            budget,
            Path::Typed,
            Job { call: &call, request: &request, payload, bounds: &Bounds::default() },
        )
    };
    // A machine under load is no fault of the projection.
    let default = Budget { deadline_ms: 30_000, ..Budget::default() };
    match run(&default) {
        Ok(projected) => assert!(projected.json.len() <= 8_192),
        Err(failure) => assert!(
            [ErrorCode::ProjectionFuelExceeded, ErrorCode::ProjectionMemoryExceeded].contains(&failure.code),
            "{tool:?}: {failure}"
        ),
    }
    let raised = Budget { fuel_per_payload_byte: 10_000, memory_bytes: 256 * 1024 * 1024, ..default };
    let projected = run(&raised).unwrap_or_else(|failure| panic!("{tool:?}: {failure} {:?}", failure.usage));
    assert!(projected.json.len() <= 8_192);
    projected.result
}

/// `before`, a million times `item` with commas between, `after`.
fn million(before: &str, item: &str, after: &str) -> String {
    let mut items = format!("{item},").repeat(MILLION);
    items.pop();
    format!("{before}{items}{after}")
}

#[test]
fn a_million_tiny_entries() {
    let text = million(r#"{"success":true,"logs":["#, "{}", "]}");
    let ToolResult::Logs(result) = crowd(Tool::QueryLogs, gobo_tests::json(&text)) else { unreachable!() };
    assert_eq!((result.match_count, result.returned_count, result.truncated), (1_000_000, 20, true));
}

#[test]
fn a_million_tiny_lines() {
    let text = "a\n".repeat(MILLION);
    let payload = Payload { format: PayloadFormat::Lines, text: &text };
    let ToolResult::Logs(result) = crowd(Tool::QueryLogs, payload) else { unreachable!() };
    assert_eq!((result.match_count, result.patterns[0].count), (1_000_000, 1_000_000));
}

#[test]
fn a_million_tiny_rows() {
    let text = million(r#"{"success":true,"columns":["a"],"rows":["#, "[1]", "]}");
    let ToolResult::Mysql(result) = crowd(Tool::QueryMysql, gobo_tests::json(&text)) else { unreachable!() };
    assert_eq!((result.returned_count, result.truncated), (50, true));
}

#[test]
fn a_million_tiny_blocks() {
    let text = million(r#"{"success":true,"evidence_blocks":["#, "{}", r#",{"excerpt":"a"}]}"#);
    let ToolResult::Knowledge(result) = crowd(Tool::LookupKnowledge, gobo_tests::json(&text)) else {
        unreachable!()
    };
    assert_eq!((result.returned_count, result.truncated), (1, false));
}
