//! The three tools and their frozen definitions.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::{ErrorCode, request_schema, result_schema};

/// One of the three evidence tools.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Tool {
    /// Passages of the knowledge base.
    LookupKnowledge,
    /// Patterns and a timeline of logs.
    QueryLogs,
    /// Rows of a business database.
    QueryMysql,
}

impl Tool {
    /// All tools, in the order of their definitions.
    pub const ALL: [Self; 3] = [Self::LookupKnowledge, Self::QueryLogs, Self::QueryMysql];

    /// The tool's frozen name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::LookupKnowledge => "lookup_knowledge",
            Self::QueryLogs => "query_logs",
            Self::QueryMysql => "query_mysql",
        }
    }

    /// The tool's frozen description: when to call it, its minimal input, what it cannot query.
    #[must_use]
    pub const fn description(self) -> &'static str {
        match self {
            Self::LookupKnowledge => {
                "Call this when you need what is written about a symptom, a component or a procedure in runbooks and \
                 internal documentation. Minimal input: query, a short question or key phrase. Cannot query live \
                 systems, logs, metrics or databases."
            }
            Self::QueryLogs => {
                "Call this when you need to know what happened: recurring messages and a timeline of log events in a \
                 recent time window. Minimal input: topic (APPLICATION, DATABASE_SLOW_QUERY or SYSTEM_EVENTS) and \
                 query; lookback_minutes is optional. Cannot query metrics, documents, database rows or anything \
                 older than seven days."
            }
            Self::QueryMysql => {
                "Call this when you need rows of a business database to confirm or refute a hypothesis. Minimal \
                 input: data_source (a logical name), sql (one read-only statement with ? placeholders) and params \
                 (one value for each placeholder). Cannot change data, run several statements or query logs, metrics \
                 or documents."
            }
        }
    }

    /// The tool of that name.
    ///
    /// # Errors
    /// [`ErrorCode::InvalidRequest`].
    pub fn from_name(name: &str) -> Result<Self, ErrorCode> {
        Self::ALL.into_iter().find(|tool| tool.name() == name).ok_or(ErrorCode::InvalidRequest)
    }
}

/// Whose shape tool definitions are written in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ToolForm {
    /// Model Context Protocol: `tools/list`, with an output schema and annotations.
    #[default]
    Mcp,
    /// `OpenAI` function calling.
    OpenAi,
    /// `Anthropic` tool use.
    Anthropic,
}

/// The definitions of the three tools for an agent framework.
///
/// # Source
/// The Model Context Protocol specification 2025-06-18, "Tools"; the function calling guides of `OpenAI` and
/// `Anthropic`.
#[must_use]
pub fn tool_definitions(form: ToolForm) -> Value {
    let definitions: Vec<Value> = Tool::ALL.into_iter().map(|tool| definition(tool, form)).collect();
    match form {
        ToolForm::Mcp => json!({ "tools": definitions }),
        ToolForm::OpenAi | ToolForm::Anthropic => Value::Array(definitions),
    }
}

fn definition(tool: Tool, form: ToolForm) -> Value {
    let (name, description, schema) = (tool.name(), tool.description(), request_schema(tool));
    match form {
        ToolForm::Mcp => json!({
            "name": name,
            "description": description,
            "inputSchema": schema,
            "outputSchema": result_schema(tool),
            "annotations": { "readOnlyHint": true, "openWorldHint": false },
        }),
        ToolForm::OpenAi => json!({
            "type": "function",
            "function": { "name": name, "description": description, "parameters": schema },
        }),
        ToolForm::Anthropic => json!({ "name": name, "description": description, "input_schema": schema }),
    }
}
