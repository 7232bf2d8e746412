//! Business databases, read-only.
//!
//! The boundary's preflight has read the statement; this is the wall behind it: a prepared statement in a transaction
//! that is `READ ONLY`, with a time limit of the server's own, under the `sql_mode` that preflight's reader assumes. Give
//! it an account that can only read: some functions and statements are not a transaction's business.

mod cell;

use std::collections::BTreeMap;
use std::fmt::Write;
use std::time::Duration;

use async_trait::async_trait;
use gobo_contract::{ErrorCode, MysqlRequest, Request, Scalar};
use mysql_async::prelude::Queryable;
use mysql_async::{Conn, Opts, OptsBuilder, Params, QueryResult, Value};

use crate::boundary::{LegacyCall, LegacyPayload, LegacyTool};

/// Rows that are read of one answer. One more is asked for, to know that there are more: then the payload's `total` says
/// so. Twice the ceiling of the contract's `rows`.
const ROWS: usize = 1_000;

/// How preflight reads statements: double quotes are strings, backslashes escape, no other database's syntax. And what is
/// read is what is there: no zero for what does not fit.
const SQL_MODE: &str = "STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION,ERROR_FOR_DIVISION_BY_ZERO";

/// A database behind its logical name.
#[derive(Clone)]
pub struct DataSource {
    options: Opts,
}

impl DataSource {
    /// The database at `mysql://user:password@host:port/schema`, with `?require_ssl=true` for TLS.
    ///
    /// # Errors
    /// It is no such address.
    pub fn new(url: &str) -> Result<Self, &'static str> {
        let options = Opts::from_url(url).map_err(|_| "not a mysql:// address")?;
        // Local files and several statements stay off, as they are by default.
        Ok(Self { options: OptsBuilder::from_opts(options).prefer_socket(false).into() })
    }
}

/// Asks business databases.
pub struct MysqlTool {
    /// The databases by their logical names.
    pub data_sources: BTreeMap<String, DataSource>,
    /// How long the server may work on one statement.
    pub deadline: Duration,
}

#[async_trait]
impl LegacyTool for MysqlTool {
    fn is_read_only(&self) -> bool {
        true
    }

    async fn fetch(&self, call: LegacyCall) -> Result<LegacyPayload, ErrorCode> {
        let Request::Mysql(request) = &call.request else { return Err(ErrorCode::ToolFailed) };
        let source = self.data_sources.get(&request.data_source).ok_or(ErrorCode::ToolFailed)?;
        let asking = self.ask(source, request, call.payload_bytes);
        tokio::time::timeout(self.deadline + Duration::from_secs(1), asking)
            .await
            .map_err(|_| ErrorCode::ToolTimeout)?
    }
}

impl MysqlTool {
    async fn ask(
        &self,
        source: &DataSource,
        request: &MysqlRequest,
        payload_bytes: u64,
    ) -> Result<LegacyPayload, ErrorCode> {
        let mut connection = Conn::new(source.options.clone()).await.map_err(|error| code(&error))?;
        let answer = self.ask_over(&mut connection, request, payload_bytes).await;
        // A connection that may hold an answer's rest is not worth emptying.
        if answer.is_ok() {
            let _ = connection.disconnect().await;
        }
        answer
    }

    async fn ask_over(
        &self,
        connection: &mut Conn,
        request: &MysqlRequest,
        payload_bytes: u64,
    ) -> Result<LegacyPayload, ErrorCode> {
        self.set_up(connection).await.map_err(|error| code(&error))?;
        let params: Vec<Value> = request.params.iter().map(value).collect();
        let params = if params.is_empty() { Params::Empty } else { Params::Positional(params) };
        let answer =
            connection.exec_iter(request.sql.as_str(), params).await.map_err(|error| code(&error))?;
        let text = payload(answer, payload_bytes).await?;
        connection.query_drop("ROLLBACK").await.map_err(|error| code(&error))?;
        Ok(LegacyPayload::json(text))
    }

    async fn set_up(&self, connection: &mut Conn) -> mysql_async::Result<()> {
        let version: Option<String> = connection.query_first("SELECT VERSION()").await?;
        let deadline_ms = self.deadline.as_millis();
        let time_limit = if version.is_some_and(|version| version.contains("MariaDB")) {
            format!("max_statement_time = {}.{:03}", deadline_ms / 1_000, deadline_ms % 1_000)
        } else {
            format!("max_execution_time = {deadline_ms}")
        };
        let limit = ROWS + 1;
        connection
            .query_drop(format!(
                "SET SESSION sql_mode = '{SQL_MODE}', {time_limit}, sql_select_limit = {limit}, autocommit = 1"
            ))
            .await?;
        connection.query_drop("START TRANSACTION READ ONLY").await
    }
}

/// A parameter. A number that is no whole number goes as its digits, which lose nothing.
fn value(scalar: &Scalar) -> Value {
    match scalar {
        Scalar::Null => Value::NULL,
        Scalar::Bool(value) => Value::Int(i64::from(*value)),
        Scalar::Text(text) => Value::Bytes(text.as_bytes().to_vec()),
        Scalar::Number(digits) => digits
            .parse()
            .map(Value::Int)
            .or_else(|_| digits.parse().map(Value::UInt))
            .unwrap_or_else(|_| Value::Bytes(digits.as_bytes().to_vec())),
    }
}

/// The answer as a payload: `{"success":true,"columns":[{"name","type"}],"rows":[[…]],"total"?}`.
async fn payload<P: mysql_async::prelude::Protocol>(
    mut answer: QueryResult<'_, '_, P>,
    payload_bytes: u64,
) -> Result<String, ErrorCode> {
    let columns = answer.columns().ok_or(ErrorCode::ToolFailed)?;
    let mut text = String::from(r#"{"success":true,"columns":["#);
    for (at, column) in columns.iter().enumerate() {
        let separator = if at > 0 { "," } else { "" };
        let name = cell::string(&column.name_str());
        let kind = cell::string(&format!("{:?}", column.column_type()));
        let _ = write!(text, r#"{separator}{{"name":{name},"type":{kind}}}"#);
    }
    text.push_str(r#"],"rows":["#);
    let mut rows = 0_usize;
    while let Some(row) = answer.next().await.map_err(|error| code(&error))? {
        rows += 1;
        if rows > ROWS {
            break;
        }
        text.push_str(if rows > 1 { ",[" } else { "[" });
        for (at, (value, column)) in row.unwrap().iter().zip(columns.iter()).enumerate() {
            if at > 0 {
                text.push(',');
            }
            text.push_str(&cell::json(value, column));
        }
        text.push(']');
        if text.len() as u64 > payload_bytes {
            return Err(ErrorCode::PayloadTooLarge);
        }
    }
    text.push(']');
    if rows > ROWS {
        let _ = write!(text, r#","total":{rows}"#);
    }
    text.push('}');
    answer.drop_result().await.map_err(|error| code(&error))?;
    Ok(text)
}

/// Neither message nor number of the server goes any further: both can quote the statement.
fn code(error: &mysql_async::Error) -> ErrorCode {
    /// `ER_QUERY_TIMEOUT` of `MySQL`, `ER_STATEMENT_TIMEOUT` and `ER_QUERY_INTERRUPTED` of `MariaDB`.
    const TIMEOUTS: [u16; 3] = [3024, 1969, 1317];
    match error {
        mysql_async::Error::Server(server) if TIMEOUTS.contains(&server.code) => ErrorCode::ToolTimeout,
        mysql_async::Error::Server(server) => {
            tracing::warn!(code = server.code, "the database refused a statement");
            ErrorCode::ToolFailed
        }
        _ => {
            tracing::warn!("the database could not be reached, or broke off");
            ErrorCode::ToolFailed
        }
    }
}
