//! JSON Schemas of requests and results.

use serde_json::{Value, json};

use crate::{ErrorCode, LogTopic, Tool, limit};

/// The JSON Schema (2020-12) of the tool's request.
///
/// Lengths are in bytes in the contract and in characters in JSON Schema; the schema's `maxLength` is therefore
/// necessary, not sufficient.
#[must_use]
pub fn request_schema(tool: Tool) -> Value {
    let topics = LogTopic::ALL.map(LogTopic::name);
    match tool {
        Tool::LookupKnowledge => object(
            &json!({ "query": {
                "type": "string", "minLength": 1, "maxLength": limit::QUERY_BYTES,
                "description": "What to look up, in words.",
            } }),
            &["query"],
        ),
        Tool::QueryLogs => object(
            &json!({
                "topic": { "type": "string", "enum": topics, "description": "Which logs to search." },
                "query": {
                    "type": "string", "maxLength": limit::QUERY_BYTES,
                    "description": "What to search for.",
                },
                "lookback_minutes": {
                    "type": "integer", "minimum": 1, "maximum": limit::LOOKBACK_MINUTES,
                    "default": limit::DEFAULT_LOOKBACK_MINUTES,
                    "description": "How far back to search, in minutes.",
                },
            }),
            &["topic", "query"],
        ),
        Tool::QueryMysql => object(
            &json!({
                "data_source": {
                    "type": "string", "minLength": 1, "maxLength": limit::DATA_SOURCE_BYTES,
                    "description": "The logical name of the database.",
                },
                "sql": {
                    "type": "string", "minLength": 1, "maxLength": limit::SQL_BYTES,
                    "description": "One read-only statement with ? placeholders.",
                },
                "params": {
                    "type": "array", "maxItems": limit::PARAMS,
                    "items": { "type": ["string", "number", "boolean", "null"] },
                    "description": "One value for each placeholder, in order.",
                },
            }),
            &["data_source", "sql", "params"],
        ),
    }
}

/// The JSON Schema (2020-12) of everything that the tool may answer, `ERROR` included.
#[must_use]
pub fn result_schema(tool: Tool) -> Value {
    let id = json!({ "type": "string", "minLength": 1, "maxLength": limit::TOOL_CALL_ID_BYTES });
    let status = json!({ "type": "string", "enum": ["EVIDENCE_FOUND", "NO_EVIDENCE"] });
    let text = json!({ "type": "string" });
    let count = json!({ "type": "integer", "minimum": 0 });
    let flag = json!({ "type": "boolean" });
    let success = match tool {
        Tool::LookupKnowledge => {
            let keys = ["document_id", "source", "title", "breadcrumb", "excerpt"];
            let document = all_required(&keys.map(|key| (key, text.clone())));
            all_required(&[
                ("evidence_status", status),
                ("tool_call_id", id.clone()),
                ("query", text),
                ("evidence", array(&document)),
                ("returned_count", count),
                ("truncated", flag),
            ])
        }
        Tool::QueryLogs => all_required(&[
            ("evidence_status", status),
            ("tool_call_id", id.clone()),
            ("source_kind", json!({ "type": "string", "enum": ["MOCK"] })),
            ("scope", scope_schema()),
            ("match_count", count.clone()),
            ("returned_count", count.clone()),
            (
                "patterns",
                array(&all_required(&[
                    ("pattern", text.clone()),
                    ("level", text.clone()),
                    ("service", text.clone()),
                    ("count", count),
                    ("first_seen", text.clone()),
                    ("last_seen", text.clone()),
                ])),
            ),
            (
                "timeline",
                array(&all_required(
                    &["timestamp", "level", "service", "message"].map(|key| (key, text.clone())),
                )),
            ),
            ("truncated", flag),
        ]),
        Tool::QueryMysql => all_required(&[
            ("evidence_status", status),
            ("tool_call_id", id.clone()),
            ("columns", array(&text)),
            ("rows", array(&array(&json!({})))),
            ("returned_count", count),
            ("truncated", flag),
        ]),
    };
    json!({ "type": "object", "oneOf": [success, error_schema(&id)] })
}

fn scope_schema() -> Value {
    let time = json!({ "type": "string", "format": "date-time" });
    all_required(&[
        ("topic", json!({ "type": "string", "enum": LogTopic::ALL.map(LogTopic::name) })),
        ("query", json!({ "type": "string" })),
        ("lookback_minutes", json!({ "type": "integer", "minimum": 1, "maximum": limit::LOOKBACK_MINUTES })),
        ("window_start", time.clone()),
        ("window_end", time),
    ])
}

fn error_schema(id: &Value) -> Value {
    let codes: Vec<_> = ErrorCode::ALL.iter().map(|code| code.form().code).collect();
    let body = all_required(&[
        ("code", json!({ "type": "string", "enum": codes })),
        ("message", json!({ "type": "string" })),
        ("retryable", json!({ "type": "boolean" })),
    ]);
    object(
        &json!({ "evidence_status": { "const": "ERROR" }, "tool_call_id": id, "error": body }),
        &["evidence_status", "error"],
    )
}

fn object(properties: &Value, required: &[&str]) -> Value {
    json!({ "type": "object", "properties": properties, "required": required, "additionalProperties": false })
}

fn all_required(properties: &[(&str, Value)]) -> Value {
    let required: Vec<_> = properties.iter().map(|(key, _)| *key).collect();
    let properties: serde_json::Map<_, _> =
        properties.iter().map(|(key, schema)| ((*key).to_owned(), schema.clone())).collect();
    object(&Value::Object(properties), &required)
}

fn array(items: &Value) -> Value {
    json!({ "type": "array", "items": items })
}
