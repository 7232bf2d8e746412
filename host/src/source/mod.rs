//! Legacy tools that need no code: built-in samples, a program, an HTTP service, a `MySQL` database. Each fetches
//! payloads and decides nothing; every call has passed the boundary's preflight.

mod command;
mod http;
pub mod mock;
mod mysql;

use gobo_contract::Window;
use serde::Serialize;
use serde_json::value::RawValue;

pub use command::CommandTool;
pub use http::HttpTool;
pub use mock::MockTool;
pub use mysql::{DataSource, MysqlTool};

use crate::boundary::LegacyCall;

/// What programs and HTTP services are sent: `{"tool":…,"request":{…},"window":{"start":…,"end":…}}`, the window for logs
/// only.
#[derive(Serialize)]
struct Question<'c> {
    tool: &'static str,
    request: &'c RawValue,
    #[serde(skip_serializing_if = "Option::is_none")]
    window: Option<&'c Window>,
}

fn question_json(call: &LegacyCall) -> String {
    let request = call.request.json();
    // A checked request is JSON, and the rest is text: nothing that cannot be written.
    serde_json::from_str(&request)
        .and_then(|request| {
            let tool = call.request.tool().name();
            serde_json::to_string(&Question { tool, request, window: call.window.as_ref() })
        })
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use gobo_contract::{Call, Request, Tool, ToolCallId};

    use super::*;

    #[test]
    fn a_question_holds_tool_request_and_window_and_no_id() {
        let json = r#"{"topic":"APPLICATION","query":"x"}"#;
        let id = ToolCallId::new("call_1").expect("valid");
        let call = Call::new(id, "2026-01-01T01:00:00Z").expect("a time");
        let call = LegacyCall {
            request: Request::from_json(Tool::QueryLogs, json).expect("valid"),
            window: Some(call.window(60)),
            payload_bytes: 1,
        };
        let expected = r#"{"tool":"query_logs","request":{"topic":"APPLICATION","query":"x"},"window":{"start":"2026-01-01T00:00:00Z","end":"2026-01-01T01:00:00Z"}}"#;
        assert_eq!(question_json(&call), expected);
    }
}
