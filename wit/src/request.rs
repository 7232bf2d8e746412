//! What an agent may send. Nothing beside these fields is accepted: no id, credential, coordinate or limit.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;

use crate::{Bounds, Call, ErrorCode, EvidenceStatus, JsonObject, Tool, ToolResult, limit};

/// Asks the knowledge base.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KnowledgeRequest {
    /// What to look up, in words. 1 to 2,048 bytes, not blank; the result repeats it exactly.
    pub query: String,
}

/// Which logs a query means. Where they are kept is the host's business.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum LogTopic {
    /// Logs of applications and services.
    Application,
    /// The slow query log of databases.
    DatabaseSlowQuery,
    /// Events of machines and the platform.
    SystemEvents,
}

impl LogTopic {
    /// Every topic.
    pub const ALL: [Self; 3] = [Self::Application, Self::DatabaseSlowQuery, Self::SystemEvents];

    /// The topic's frozen name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Application => "APPLICATION",
            Self::DatabaseSlowQuery => "DATABASE_SLOW_QUERY",
            Self::SystemEvents => "SYSTEM_EVENTS",
        }
    }
}

/// Asks for log evidence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LogsRequest {
    /// Which logs.
    pub topic: LogTopic,
    /// What to search for. 0 to 2,048 bytes; the result repeats it exactly.
    pub query: String,
    /// How far back, in minutes: 1 to 10,080. 60 when absent.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub lookback_minutes: Option<u32>,
}

/// An optional field may be left out, but not be null: a null is no number.
fn present<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u32>, D::Error> {
    u32::deserialize(deserializer).map(Some)
}

impl LogsRequest {
    /// The window's length, named or not.
    #[must_use]
    pub fn lookback_minutes(&self) -> u32 {
        self.lookback_minutes.unwrap_or(limit::DEFAULT_LOOKBACK_MINUTES)
    }
}

/// A JSON scalar. A number keeps the digits it was written with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Scalar {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number, as written.
    Number(String),
    /// A string.
    Text(String),
}

impl Serialize for Scalar {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Null => serializer.serialize_unit(),
            Self::Bool(value) => serializer.serialize_bool(*value),
            Self::Number(digits) => serialize_raw(digits, serializer),
            Self::Text(text) => serializer.serialize_str(text),
        }
    }
}

/// Writes JSON text as it stands.
pub(crate) fn serialize_raw<S: Serializer>(json: &str, serializer: S) -> Result<S::Ok, S::Error> {
    serde_json::from_str::<&RawValue>(json).map_err(serde::ser::Error::custom)?.serialize(serializer)
}

impl<'de> Deserialize<'de> for Scalar {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let raw = Box::<RawValue>::deserialize(deserializer)?;
        let json = raw.get();
        match json.as_bytes().first() {
            Some(b'n') => Ok(Self::Null),
            Some(b't' | b'f') => Ok(Self::Bool(json == "true")),
            Some(b'"') => serde_json::from_str(json).map(Self::Text).map_err(serde::de::Error::custom),
            Some(b'[' | b'{') => Err(serde::de::Error::custom("a parameter is a scalar")),
            _ => Ok(Self::Number(json.to_owned())),
        }
    }
}

/// Asks a business database, read-only.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MysqlRequest {
    /// The logical name of the database: 1 to 128 bytes, not blank.
    pub data_source: String,
    /// One SELECT with `?` placeholders: 1 to 16,384 bytes, not blank.
    pub sql: String,
    /// A value for each placeholder, at most 256.
    pub params: Vec<Scalar>,
}

/// A request of one of the three tools.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// Of `lookup_knowledge`.
    Knowledge(KnowledgeRequest),
    /// Of `query_logs`.
    Logs(LogsRequest),
    /// Of `query_mysql`.
    Mysql(MysqlRequest),
}

impl Request {
    /// Reads and checks what the agent sent for `tool`.
    ///
    /// # Errors
    /// [`ErrorCode::RequestTooLarge`] when it or a part of it is too large, [`ErrorCode::InvalidRequest`] when it is
    /// not the tool's request: other, missing or unknown fields, wrong types, values out of range.
    pub fn from_json(tool: Tool, json: &str) -> Result<Self, ErrorCode> {
        if json.len() > limit::REQUEST_BYTES {
            return Err(ErrorCode::RequestTooLarge);
        }
        let request = match tool {
            Tool::LookupKnowledge => serde_json::from_str(json).map(|JsonObject(r)| Self::Knowledge(r)),
            Tool::QueryLogs => serde_json::from_str(json).map(|JsonObject(r)| Self::Logs(r)),
            Tool::QueryMysql => serde_json::from_str(json).map(|JsonObject(r)| Self::Mysql(r)),
        };
        let request = request.map_err(|_| ErrorCode::InvalidRequest)?;
        request.check()?;
        Ok(request)
    }

    /// Checks the values of a request that did not come as JSON.
    ///
    /// # Errors
    /// As [`Request::from_json`].
    pub fn check(&self) -> Result<(), ErrorCode> {
        match self {
            Self::Knowledge(request) => {
                sized(&request.query, limit::QUERY_BYTES)?;
                not_blank(&request.query)
            }
            Self::Logs(request) => {
                sized(&request.query, limit::QUERY_BYTES)?;
                let in_range = (1..=limit::LOOKBACK_MINUTES).contains(&request.lookback_minutes());
                if in_range { Ok(()) } else { Err(ErrorCode::InvalidRequest) }
            }
            Self::Mysql(request) => {
                sized(&request.data_source, limit::DATA_SOURCE_BYTES)?;
                sized(&request.sql, limit::SQL_BYTES)?;
                if request.params.len() > limit::PARAMS || self.json().len() > limit::REQUEST_BYTES {
                    return Err(ErrorCode::RequestTooLarge);
                }
                not_blank(&request.data_source)?;
                not_blank(&request.sql)
            }
        }
    }

    /// Checks that a result without items, which echoes the id and the query, fits the result bound whatever its
    /// status and counts.
    ///
    /// # Errors
    /// [`ErrorCode::RequestTooLarge`].
    pub fn check_fits(&self, call: &Call, bounds: &Bounds) -> Result<(), ErrorCode> {
        let mut widest = ToolResult::empty(call, self);
        let (status, count) = match &mut widest {
            ToolResult::Knowledge(result) => (&mut result.evidence_status, &mut result.returned_count),
            ToolResult::Mysql(result) => (&mut result.evidence_status, &mut result.returned_count),
            ToolResult::Logs(result) => {
                result.match_count = u64::MAX;
                (&mut result.evidence_status, &mut result.returned_count)
            }
        };
        (*status, *count) = (EvidenceStatus::EvidenceFound, bounds.result_bytes);
        let fits = widest.to_json().len() <= bounds.result_bytes as usize;
        if fits { Ok(()) } else { Err(ErrorCode::RequestTooLarge) }
    }

    /// The tool that the request is for.
    #[must_use]
    pub fn tool(&self) -> Tool {
        match self {
            Self::Knowledge(_) => Tool::LookupKnowledge,
            Self::Logs(_) => Tool::QueryLogs,
            Self::Mysql(_) => Tool::QueryMysql,
        }
    }

    /// The request as JSON, with its fields in their frozen order.
    #[must_use]
    pub fn json(&self) -> String {
        let json = match self {
            Self::Knowledge(request) => serde_json::to_string(request),
            Self::Logs(request) => serde_json::to_string(request),
            Self::Mysql(request) => serde_json::to_string(request),
        };
        // Only a number that is no JSON number cannot be written, and `from_json` makes none.
        json.unwrap_or_default()
    }
}

fn sized(text: &str, most: usize) -> Result<(), ErrorCode> {
    if text.len() <= most { Ok(()) } else { Err(ErrorCode::RequestTooLarge) }
}

fn not_blank(text: &str) -> Result<(), ErrorCode> {
    if text.trim().is_empty() { Err(ErrorCode::InvalidRequest) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_fields_are_refused() {
        for (tool, json) in [
            (Tool::LookupKnowledge, r#"{"query":"x","tool_call_id":"c"}"#),
            (Tool::QueryLogs, r#"{"topic":"APPLICATION","query":"x","region":"ap"}"#),
            (Tool::QueryMysql, r#"{"data_source":"a","sql":"SELECT 1","params":[],"limit":9}"#),
        ] {
            assert_eq!(Request::from_json(tool, json), Err(ErrorCode::InvalidRequest), "{json}");
        }
    }

    #[test]
    fn missing_wrong_and_duplicate_fields_are_refused() {
        for (tool, json) in [
            (Tool::LookupKnowledge, "{}"),
            (Tool::LookupKnowledge, r#"{"query":7}"#),
            (Tool::LookupKnowledge, r#"{"query":" "}"#),
            (Tool::LookupKnowledge, r#"{"query":"a","query":"b"}"#),
            (Tool::LookupKnowledge, r#"["a"]"#),
            (Tool::LookupKnowledge, r#"{"query":"a"}x"#),
            (Tool::LookupKnowledge, "null"),
            (Tool::QueryLogs, r#"{"topic":"application","query":"x"}"#),
            (Tool::QueryLogs, r#"{"topic":"APPLICATION","query":"x","lookback_minutes":0}"#),
            (Tool::QueryLogs, r#"{"topic":"APPLICATION","query":"x","lookback_minutes":10081}"#),
            (Tool::QueryLogs, r#"{"topic":"APPLICATION","query":"x","lookback_minutes":1.5}"#),
            (Tool::QueryLogs, r#"{"topic":"APPLICATION","query":"x","lookback_minutes":null}"#),
            (Tool::QueryMysql, r#"{"data_source":"a","sql":"SELECT 1"}"#),
            (Tool::QueryMysql, r#"{"data_source":"a","sql":"SELECT ?","params":[[1]]}"#),
        ] {
            assert_eq!(Request::from_json(tool, json), Err(ErrorCode::InvalidRequest), "{json}");
        }
    }

    #[test]
    fn texts_are_kept_at_their_limit_and_refused_one_byte_later() {
        let knowledge =
            |bytes: usize| Request::Knowledge(KnowledgeRequest { query: "q".repeat(bytes) }).check();
        assert_eq!((knowledge(2_048), knowledge(2_049)), (Ok(()), Err(ErrorCode::RequestTooLarge)));
        let mysql = |source: usize, sql: usize, params: usize| {
            Request::Mysql(MysqlRequest {
                data_source: "d".repeat(source),
                sql: "s".repeat(sql),
                params: vec![Scalar::Null; params],
            })
            .check()
        };
        assert_eq!(mysql(128, 16_384, 256), Ok(()));
        for too_large in [mysql(129, 1, 0), mysql(1, 16_385, 0), mysql(1, 1, 257)] {
            assert_eq!(too_large, Err(ErrorCode::RequestTooLarge));
        }
    }

    #[test]
    fn numbers_keep_their_digits() {
        let json =
            r#"{"data_source":"a","sql":"SELECT ?","params":[18446744073709551617,1.10,"x",null,true]}"#;
        let request = Request::from_json(Tool::QueryMysql, json).expect("valid");
        assert_eq!(request.json(), json);
    }

    #[test]
    fn a_result_that_would_not_hold_the_echoes_is_refused_before_it_is_made() {
        let call =
            Call::new(crate::ToolCallId::new("\"".repeat(4_096)).expect("valid"), "2026-01-01T00:00:00Z");
        let request = Request::Knowledge(KnowledgeRequest { query: "q".into() });
        let fits = request.check_fits(&call.expect("a time"), &Bounds::default());
        assert_eq!(fits, Err(ErrorCode::RequestTooLarge));
    }
}
