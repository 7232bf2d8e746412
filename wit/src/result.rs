//! What an agent reads: the frozen JSON, exactly these keys in exactly this order.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;

use crate::json_cell::is_readable;
use crate::request::serialize_raw;
use crate::{Call, ErrorCode, ErrorForm, LogTopic, Request, ToolCallId};

/// What the agent reads of a call's outcome. Never to be mixed with [`InvocationStatus`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum EvidenceStatus {
    /// The query ran and matched something.
    EvidenceFound,
    /// The query ran and matched nothing in its recorded scope. Neither a failure nor a healthy system.
    NoEvidence,
    /// Schema, authorization, execution or projection failed.
    Error,
}

/// Where a call stands in its life. Belongs to the invocation record, never to a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum InvocationStatus {
    /// The legacy tool or the projector may be running.
    Projecting,
    /// A result was frozen.
    Ready,
    /// The call ended without a result.
    Error,
}

/// One document that speaks to the query.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DocumentEvidence {
    /// The document's id; `""` when it has none.
    pub document_id: String,
    /// Where the document is from; `""` when unknown.
    pub source: String,
    /// The document's title; `""` when it has none.
    pub title: String,
    /// The way to the place in the document; `""` when unknown.
    pub breadcrumb: String,
    /// A verbatim, contiguous piece of the document that holds no credential.
    pub excerpt: String,
}

/// The result of `lookup_knowledge`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KnowledgeResult {
    /// `EVIDENCE_FOUND` or `NO_EVIDENCE`.
    pub evidence_status: EvidenceStatus,
    /// The framework's id.
    pub tool_call_id: String,
    /// The query, exactly as sent.
    pub query: String,
    /// The documents, in the order of the source.
    pub evidence: Vec<DocumentEvidence>,
    /// How many documents the result carries.
    pub returned_count: u32,
    /// Whether a bound removed or cut anything, or a credential was left out of an excerpt.
    pub truncated: bool,
}

/// Where log evidence comes from. The enum leaves room for reviewed additions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum SourceKind {
    /// The mock log source.
    Mock,
}

/// What a log query covered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LogScope {
    /// The logical topic.
    pub topic: LogTopic,
    /// The query, exactly as sent.
    pub query: String,
    /// The window's length.
    pub lookback_minutes: u32,
    /// RFC 3339, UTC.
    pub window_start: String,
    /// RFC 3339, UTC: the host's clock at the call.
    pub window_end: String,
}

/// What many log lines have in common.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LogPattern {
    /// The redacted message with `<*>` for what varies.
    pub pattern: String,
    /// The level as delivered; the most severe one when several occur.
    pub level: String,
    /// The service; `""` when unknown or mixed.
    pub service: String,
    /// How many of the delivered lines match.
    pub count: u64,
    /// Timestamp of the first, as delivered.
    pub first_seen: String,
    /// Timestamp of the last, as delivered.
    pub last_seen: String,
}

/// One log line.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LogEvent {
    /// As delivered; `""` when absent.
    pub timestamp: String,
    /// As delivered; `""` when absent.
    pub level: String,
    /// As delivered; `""` when absent.
    pub service: String,
    /// The redacted message.
    pub message: String,
}

/// The result of `query_logs`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LogsResult {
    /// `EVIDENCE_FOUND` or `NO_EVIDENCE`.
    pub evidence_status: EvidenceStatus,
    /// The framework's id.
    pub tool_call_id: String,
    /// Where the lines come from.
    pub source_kind: SourceKind,
    /// What the query covered.
    pub scope: LogScope,
    /// How many lines the source matched.
    pub match_count: u64,
    /// How many timeline events the result carries.
    pub returned_count: u32,
    /// What the lines have in common: most severe first, then most frequent.
    pub patterns: Vec<LogPattern>,
    /// Single lines in chronological order.
    pub timeline: Vec<LogEvent>,
    /// Whether a bound removed or cut anything, or fewer are returned than matched.
    pub truncated: bool,
}

/// One value of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cell {
    /// `NULL`.
    Null,
    /// A boolean.
    Bool(bool),
    /// A number with exactly the digits that were delivered.
    Number(String),
    /// Text.
    Text(String),
    /// A JSON array or object of a JSON column, as compact JSON text.
    Json(String),
}

impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Null => serializer.serialize_unit(),
            Self::Bool(value) => serializer.serialize_bool(*value),
            Self::Number(json) | Self::Json(json) => serialize_raw(json, serializer),
            Self::Text(text) => serializer.serialize_str(text),
        }
    }
}

impl<'de> Deserialize<'de> for Cell {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let raw = Box::<RawValue>::deserialize(deserializer)?;
        let json = raw.get();
        Ok(match json.as_bytes().first() {
            Some(b'n') => Self::Null,
            Some(b't' | b'f') => Self::Bool(json == "true"),
            Some(b'"') => Self::Text(serde_json::from_str(json).map_err(D::Error::custom)?),
            Some(b'[' | b'{') if is_readable(json) => Self::Json(json.to_owned()),
            Some(b'[' | b'{') => {
                return Err(D::Error::custom("nested too deeply, or a string that is no text"));
            }
            _ => Self::Number(json.to_owned()),
        })
    }
}

/// The result of `query_mysql`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MysqlResult {
    /// `EVIDENCE_FOUND` or `NO_EVIDENCE`.
    pub evidence_status: EvidenceStatus,
    /// The framework's id.
    pub tool_call_id: String,
    /// The columns' names in the query's order; a name may occur twice.
    pub columns: Vec<String>,
    /// The rows, each aligned with `columns`.
    pub rows: Vec<Vec<Cell>>,
    /// How many rows the result carries.
    pub returned_count: u32,
    /// Whether a bound removed or cut anything, or fewer are returned than matched.
    pub truncated: bool,
}

/// A result with evidence, or without any to be found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum ToolResult {
    /// Of `lookup_knowledge`.
    Knowledge(KnowledgeResult),
    /// Of `query_logs`.
    Logs(LogsResult),
    /// Of `query_mysql`.
    Mysql(MysqlResult),
}

impl ToolResult {
    /// The result that says: nothing was found.
    #[must_use]
    pub fn empty(call: &Call, request: &Request) -> Self {
        let evidence_status = EvidenceStatus::NoEvidence;
        let tool_call_id = call.tool_call_id.as_str().to_owned();
        match request {
            Request::Knowledge(request) => Self::Knowledge(KnowledgeResult {
                evidence_status,
                tool_call_id,
                query: request.query.clone(),
                evidence: Vec::new(),
                returned_count: 0,
                truncated: false,
            }),
            Request::Logs(request) => {
                let window = call.window(request.lookback_minutes());
                Self::Logs(LogsResult {
                    evidence_status,
                    tool_call_id,
                    source_kind: SourceKind::Mock,
                    scope: LogScope {
                        topic: request.topic,
                        query: request.query.clone(),
                        lookback_minutes: request.lookback_minutes(),
                        window_start: window.start,
                        window_end: window.end,
                    },
                    match_count: 0,
                    returned_count: 0,
                    patterns: Vec::new(),
                    timeline: Vec::new(),
                    truncated: false,
                })
            }
            Request::Mysql(_) => Self::Mysql(MysqlResult {
                evidence_status,
                tool_call_id,
                columns: Vec::new(),
                rows: Vec::new(),
                returned_count: 0,
                truncated: false,
            }),
        }
    }

    /// The frozen JSON: compact, keys in their frozen order.
    #[must_use]
    pub fn to_json(&self) -> String {
        // Only a number or JSON cell that is not JSON cannot be written; `verify` refuses such a result before.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// The result's evidence status.
    #[must_use]
    pub fn evidence_status(&self) -> EvidenceStatus {
        match self {
            Self::Knowledge(result) => result.evidence_status,
            Self::Logs(result) => result.evidence_status,
            Self::Mysql(result) => result.evidence_status,
        }
    }
}

/// What the agent reads when a call fails. It carries nothing of the payload, the request or the legacy tool.
///
/// # Example
/// ```
/// use gobo_contract::{ErrorCode, ErrorResult};
/// let json = ErrorResult::new(None, ErrorCode::Busy).to_json();
/// assert_eq!(
///     json,
///     r#"{"evidence_status":"ERROR","error":{"code":"BUSY","message":"Too many calls are running; try again.","retryable":true}}"#
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ErrorResult {
    /// Always `ERROR`.
    pub evidence_status: EvidenceStatus,
    /// The framework's id, when it handed over a valid one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tool_call_id: Option<String>,
    /// What went wrong.
    pub error: ErrorBody,
}

/// A frozen code with its frozen message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ErrorBody {
    /// The code.
    pub code: ErrorCode,
    /// Its fixed message.
    pub message: String,
    /// Whether the same call may succeed later.
    pub retryable: bool,
}

impl ErrorResult {
    /// The result for that code, referencable only with a valid id.
    #[must_use]
    pub fn new(tool_call_id: Option<&ToolCallId>, code: ErrorCode) -> Self {
        let ErrorForm { message, retryable, .. } = code.form();
        Self {
            evidence_status: EvidenceStatus::Error,
            tool_call_id: tool_call_id.map(|id| id.as_str().to_owned()),
            error: ErrorBody { code, message: message.to_owned(), retryable },
        }
    }

    /// The frozen JSON.
    #[must_use]
    pub fn to_json(&self) -> String {
        // Strings, a boolean and unit variants: nothing that cannot be written.
        serde_json::to_string(self).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limit;

    #[test]
    fn cells_keep_the_exact_digits_delivered() {
        let json =
            r#"[null,true,12345678901234567890.0123456789,18446744073709551615,1e400,-0.0,"7",{"a":[1.0]}]"#;
        let cells: Vec<Cell> = serde_json::from_str(json).expect("JSON");
        assert_eq!(cells[2], Cell::Number("12345678901234567890.0123456789".into()));
        assert_eq!(cells[7], Cell::Json(r#"{"a":[1.0]}"#.into()));
        assert_eq!(serde_json::to_string(&cells).expect("plain"), json);
    }

    #[test]
    fn the_longest_error_result_is_within_its_bound() {
        let id = ToolCallId::new("\"".repeat(limit::TOOL_CALL_ID_BYTES)).expect("valid");
        for code in ErrorCode::ALL {
            assert!(ErrorResult::new(Some(&id), *code).to_json().len() <= limit::ERROR_RESULT_BYTES);
        }
    }
}
