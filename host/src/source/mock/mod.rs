//! Sample payloads of the three tools, as a legacy system would deliver them: large, with credentials and noise.

use async_trait::async_trait;
use gobo_contract::{ErrorCode, Request, Tool};

use crate::boundary::{LegacyCall, LegacyPayload, LegacyTool};

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

/// Answers from the samples. A request that names nothing of what they hold gets a payload with nothing in it.
#[derive(Clone, Copy, Debug, Default)]
pub struct MockTool;

#[async_trait]
impl LegacyTool for MockTool {
    fn is_read_only(&self) -> bool {
        true
    }

    async fn fetch(&self, call: LegacyCall) -> Result<LegacyPayload, ErrorCode> {
        let (_, payload) = sample(call.request.tool());
        Ok(LegacyPayload::json(if is_held(&call.request, payload) { payload } else { empty(&call.request) }))
    }
}

/// Whether the samples have what is asked for: a word of the query, or the table.
fn is_held(request: &Request, payload: &str) -> bool {
    let any_word = |query: &str| {
        let payload = payload.to_lowercase();
        let mut words = query.split_whitespace().peekable();
        words.peek().is_none() || words.any(|word| payload.contains(&word.to_lowercase()))
    };
    match request {
        Request::Knowledge(request) => any_word(&request.query),
        Request::Logs(request) => any_word(&request.query),
        Request::Mysql(request) => request.sql.contains("payment_attempts"),
    }
}

fn empty(request: &Request) -> &'static str {
    match request {
        Request::Knowledge(_) => r#"{"success":true,"context_pack":{"evidence_blocks":[]}}"#,
        Request::Logs(_) => r#"{"success":true,"logs":[],"total":0}"#,
        Request::Mysql(_) => r#"{"success":true,"columns":[],"rows":[]}"#,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_samples_do_not_hold_is_not_found() {
        for tool in Tool::ALL {
            let (request, payload) = sample(tool);
            assert!(is_held(&Request::from_json(tool, request).expect("valid"), payload));
        }
        for (tool, request) in [
            (Tool::LookupKnowledge, r#"{"query":"zebra"}"#),
            (Tool::QueryLogs, r#"{"topic":"APPLICATION","query":"zebra"}"#),
            (Tool::QueryMysql, r#"{"data_source":"d","sql":"SELECT 1","params":[]}"#),
        ] {
            assert!(!is_held(&Request::from_json(tool, request).expect("valid"), sample(tool).1));
        }
    }
}
