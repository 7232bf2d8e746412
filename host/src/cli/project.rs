//! `gobo project`

use std::io::Read;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use clap::{Args, Subcommand, ValueEnum};
use gobo_contract::{
    Bounds, Call, ErrorCode, ErrorResult, LogTopic, Payload, PayloadFormat, Request, Tool, ToolCallId, limit,
};
use serde::Serialize;
use serde_json::{Value, json};
use time::OffsetDateTime;

use super::explain::explain;
use super::input;
use super::output::{print, tell};
use super::sandboxed::Sandboxed;
use super::value::{one_of, text, time, whole};
use crate::Job;

#[derive(Args)]
pub(super) struct Project {
    #[command(subcommand)]
    tool: ToolArgs,
}

#[derive(Subcommand)]
enum ToolArgs {
    /// Projects a payload of log search: patterns and a timeline
    Logs(LogsArgs),
    /// Projects a payload of document retrieval: exact excerpts
    Rag(RagArgs),
    /// Projects a payload of a database: rows
    Mysql(MysqlArgs),
}

#[derive(Args)]
struct LogsArgs {
    /// Which logs
    #[arg(long, value_parser = one_of(LogTopic::ALL, LogTopic::name))]
    topic: LogTopic,

    /// What the agent searched for
    #[arg(long)]
    query: String,

    /// How far back, in minutes: 1 to 10080 [default: 60]
    #[arg(
        long,
        value_name = "MINUTES",
        allow_negative_numbers = true,
        value_parser = whole(1..=limit::LOOKBACK_MINUTES)
    )]
    lookback_minutes: Option<u32>,

    /// How the payload is to be read
    #[arg(long, value_enum, default_value_t = Format::Json)]
    format: Format,

    #[command(flatten)]
    call: CallArgs,
}

#[derive(Args)]
struct RagArgs {
    /// What the agent looked up
    #[arg(long, value_parser = text)]
    query: String,

    #[command(flatten)]
    call: CallArgs,
}

#[derive(Args)]
struct MysqlArgs {
    /// The logical name of the database
    #[arg(long, value_parser = text)]
    data_source: String,

    /// The statement, with `?` placeholders
    #[arg(long, value_parser = text)]
    sql: String,

    /// A value for each placeholder, in order: a JSON scalar; anything else is taken as text
    #[arg(long = "param", value_name = "VALUE", allow_hyphen_values = true)]
    params: Vec<String>,

    #[command(flatten)]
    call: CallArgs,
}

#[derive(Args)]
struct CallArgs {
    /// The framework's tool call id
    #[arg(long, value_name = "ID")]
    call_id: String,

    /// The payload that the legacy tool returned; `-` is stdin
    #[arg(long, value_name = "FILE")]
    payload: PathBuf,

    /// The time of the call, RFC 3339 [default: the clock]
    #[arg(long, value_name = "RFC3339", value_parser = time)]
    now: Option<OffsetDateTime>,

    /// Prints the result with line breaks, for reading; the frozen JSON has none
    #[arg(long)]
    pretty: bool,

    /// Explains on stderr what was dropped, cut and redacted, and what it cost
    #[arg(long)]
    explain: bool,

    /// Calls the projector through `wire.project` instead of its typed exports
    #[arg(long)]
    wire: bool,

    #[command(flatten)]
    sandboxed: Sandboxed,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    /// One JSON document
    Json,
    /// One JSON document a line
    Ndjson,
    /// One message a line
    Lines,
}

impl From<Format> for PayloadFormat {
    fn from(format: Format) -> Self {
        match format {
            Format::Json => Self::Json,
            Format::Ndjson => Self::Ndjson,
            Format::Lines => Self::Lines,
        }
    }
}

impl Project {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        match self.tool {
            ToolArgs::Logs(LogsArgs { topic, query, lookback_minutes, format, call }) => {
                let mut request = json!({ "topic": topic.name(), "query": query });
                if let (Some(minutes), Some(fields)) = (lookback_minutes, request.as_object_mut()) {
                    fields.insert("lookback_minutes".to_owned(), minutes.into());
                }
                call.run(Tool::QueryLogs, &request.to_string(), format.into())
            }
            ToolArgs::Rag(RagArgs { query, call }) => {
                call.run(Tool::LookupKnowledge, &json!({ "query": query }).to_string(), PayloadFormat::Json)
            }
            ToolArgs::Mysql(MysqlArgs { data_source, sql, params, call }) => {
                let params: Vec<_> = params.iter().map(|param| scalar(param)).collect();
                // Written as text, since a JSON value of ours would not keep a number's digits.
                let request = format!(
                    r#"{{"data_source":{},"sql":{},"params":[{}]}}"#,
                    Value::from(data_source),
                    Value::from(sql),
                    params.join(",")
                );
                call.run(Tool::QueryMysql, &request, PayloadFormat::Json)
            }
        }
    }
}

/// A parameter as JSON text: itself if it is a JSON scalar, else a JSON string.
fn scalar(param: &str) -> String {
    match serde_json::from_str::<gobo_contract::Scalar>(param) {
        Ok(_) => param.trim().to_owned(),
        Err(_) => Value::from(param).to_string(),
    }
}

impl CallArgs {
    fn run(self, tool: Tool, request: &str, format: PayloadFormat) -> anyhow::Result<ExitCode> {
        let (bounds, budget) = (self.sandboxed.bounds(), self.sandboxed.budget());
        let id = match ToolCallId::new(self.call_id.clone()) {
            Ok(id) => id,
            Err(code) => {
                return self.refuse(
                    None,
                    code,
                    "an id has 1 to 4096 bytes, is not blank, and has no control characters",
                );
            }
        };
        let request = match Request::from_json(tool, request) {
            Ok(request) => request,
            Err(code) => return self.refuse(Some(&id), code, "a flag holds more than a request may"),
        };
        let payload_bytes = self.read_payload(&bounds)?;
        if payload_bytes.len() > bounds.payload_bytes as usize {
            let reason = format!("the payload has more than {} bytes", bounds.payload_bytes);
            return self.refuse(Some(&id), ErrorCode::PayloadTooLarge, &reason);
        }
        let Ok(text) = str::from_utf8(&payload_bytes) else {
            return self.refuse(Some(&id), ErrorCode::PayloadMalformed, "the payload is no UTF-8");
        };
        let (sandbox, projector) = self.sandboxed.load()?;
        let call = Call::at(id, self.now.unwrap_or_else(OffsetDateTime::now_utc));
        let job = Job { call: &call, request: &request, payload: Payload { format, text }, bounds: &bounds };
        let outcome = if self.wire {
            sandbox.project_wire(&projector, job, &budget)
        } else {
            sandbox.project(&projector, job, &budget)
        };
        if self.explain {
            explain(&projector, job, &budget, &outcome);
        }
        match outcome {
            Ok(projected) => {
                self.print(&projected.result)?;
                Ok(ExitCode::SUCCESS)
            }
            Err(failure) => self.print_error(Some(&call.tool_call_id), failure.code),
        }
    }

    /// The payload, or one byte more than its bound.
    fn read_payload(&self, bounds: &Bounds) -> anyhow::Result<Vec<u8>> {
        let most = u64::from(bounds.payload_bytes) + 1;
        let mut bytes = Vec::new();
        let payload = input::open(&self.payload)?;
        payload.take(most).read_to_end(&mut bytes).with_context(|| input::shown(&self.payload))?;
        Ok(bytes)
    }

    /// Ends a call that no projector sees.
    fn refuse(&self, id: Option<&ToolCallId>, code: ErrorCode, reason: &str) -> anyhow::Result<ExitCode> {
        if self.explain {
            tell(&format!("failed     {}: {reason}", code.form().code));
        }
        self.print_error(id, code)
    }

    fn print_error(&self, id: Option<&ToolCallId>, code: ErrorCode) -> anyhow::Result<ExitCode> {
        self.print(&ErrorResult::new(id, code))?;
        Ok(ExitCode::from(code.form().exit_status))
    }

    fn print(&self, result: &impl Serialize) -> anyhow::Result<()> {
        let json =
            if self.pretty { serde_json::to_string_pretty(result) } else { serde_json::to_string(result) };
        Ok(print(&json?)?)
    }
}
