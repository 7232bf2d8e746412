//! What several categories of tests need: calls, requests and payloads of the three tools.

use gobo_contract::{Call, Payload, PayloadFormat, Request, Tool, ToolCallId};

/// The time of every call in tests.
pub const NOW: &str = "2026-02-03T10:15:00Z";

/// A call with that id.
///
/// # Panics
/// If the id is not valid.
#[must_use]
#[allow(clippy::unwrap_used, reason = "a test's own input")]
pub fn call(id: &str) -> Call {
    Call::new(ToolCallId::new(id).unwrap(), NOW).unwrap()
}

/// The plainest request of the tool.
///
/// # Panics
/// Never: the requests are valid.
#[must_use]
#[allow(clippy::unwrap_used, reason = "a test's own input")]
pub fn request(tool: Tool) -> Request {
    let json = match tool {
        Tool::LookupKnowledge => r#"{"query":"pool exhausted"}"#,
        Tool::QueryLogs => r#"{"topic":"APPLICATION","query":"timeout","lookback_minutes":30}"#,
        Tool::QueryMysql => r#"{"data_source":"orders","sql":"SELECT * FROM t WHERE id = ?","params":[7]}"#,
    };
    Request::from_json(tool, json).unwrap()
}

/// A payload of one JSON document.
#[must_use]
pub fn json(text: &str) -> Payload<'_> {
    Payload { format: PayloadFormat::Json, text }
}
