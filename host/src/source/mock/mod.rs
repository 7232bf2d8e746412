//! Sample payloads of the three tools, as a legacy system would deliver them: large, with credentials and noise.

use gobo_contract::Tool;

/// A request of the tool and the payload that answers it.
#[must_use]
pub fn sample(tool: Tool) -> (&'static str, &'static str) {
    match tool {
        Tool::LookupKnowledge => {
            (r#"{"query":"checkout connection pool exhausted"}"#, include_str!("knowledge.json"))
        }
        Tool::QueryLogs => (
            r#"{"topic":"APPLICATION","query":"checkout timeout","lookback_minutes":30}"#,
            include_str!("logs.json"),
        ),
        Tool::QueryMysql => (
            r#"{"data_source":"orders","sql":"SELECT * FROM payment_attempts WHERE state = ? LIMIT 5","params":["FAILED"]}"#,
            include_str!("mysql.json"),
        ),
    }
}
