//! One TOML file: what the boundary stands on and what it allows. Secrets are named by the environment variable that
//! holds them, never written down.
//!
//! ```toml
//! [store]
//! kind = "sqlite"
//! path = "gobo-records.db"
//!
//! [callers.agent]
//! tools = ["lookup_knowledge", "query_logs", "query_mysql"]
//! topics = ["APPLICATION"]
//! data_sources = ["orders"]
//!
//! [tools.lookup_knowledge]
//! source = "mock"
//!
//! [tools.query_logs]
//! source = "http"
//! url = "https://logs.internal/search"
//! headers_from = { Authorization = "GOBO_LOGS_AUTHORIZATION" }
//! read_only = true
//!
//! [tools.query_mysql]
//! source = "mysql"
//! data_sources_from = { orders = "GOBO_ORDERS_URL" }
//! ```

mod build;
mod check;
mod mistake;

use std::collections::BTreeMap;
use std::path::PathBuf;

use gobo_contract::{Bounds, LogTopic, PayloadFormat, Tool};
use serde::Deserialize;

pub use build::ConfigError;
pub(crate) use check::broken_rule;
pub use mistake::Mistake;

use crate::boundary::{Options, RunBudget};
use crate::sandbox::Budget;

/// The whole file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// Where records are kept.
    pub store: StoreSection,
    /// How the boundary behaves.
    pub boundary: BoundarySection,
    /// The most that a run may use.
    pub run_budget: RunBudgetSection,
    /// The most that a result may carry, and what is redacted.
    pub bounds: Bounds,
    /// What one projection may use.
    pub sandbox: Budget,
    /// Who may do what.
    pub callers: BTreeMap<String, CallerSection>,
    /// Where payloads come from.
    pub tools: BTreeMap<Tool, ToolSection>,
}

/// Which record store.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StoreKind {
    /// Gone with the process.
    Memory,
    /// One file, for one machine.
    #[default]
    Sqlite,
    /// A database, for several hosts.
    Postgres,
}

/// Where records are kept.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct StoreSection {
    /// Which record store.
    pub kind: StoreKind,
    /// The file of `sqlite`.
    pub path: PathBuf,
    /// The environment variable with the connection string of `postgres`.
    pub url_from: Option<String>,
    /// How long ended records are kept.
    pub retention_days: u32,
    /// How many ended records are kept.
    pub retention_records: u64,
}

/// Milliseconds of a day.
const DAY_MS: u64 = 24 * 3_600_000;

impl Default for StoreSection {
    fn default() -> Self {
        let options = Options::default();
        Self {
            kind: StoreKind::default(),
            path: "gobo-records.db".into(),
            url_from: None,
            retention_days: u32::try_from(options.retention_ms / DAY_MS).unwrap_or(u32::MAX),
            retention_records: options.retention_records,
        }
    }
}

/// How the boundary behaves.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct BoundarySection {
    /// Answers a repeated call with its frozen bytes.
    pub replay: bool,
    /// Refuses the ids `null` and `undefined`.
    pub strict_ids: bool,
    /// Calls on their way at the same time.
    pub calls: u32,
    /// How long a legacy tool may take.
    pub tool_deadline_ms: u64,
}

impl Default for BoundarySection {
    fn default() -> Self {
        let Options { replay, strict_ids, calls, tool_deadline_ms, .. } = Options::default();
        Self { replay, strict_ids, calls, tool_deadline_ms }
    }
}

/// The most that a run may use.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct RunBudgetSection {
    /// Calls that pass preflight.
    pub calls: u64,
    /// Calls of one tool.
    pub calls_per_tool: BTreeMap<Tool, u64>,
    /// Payload that legacy tools deliver.
    pub payload_bytes: u64,
    /// Frozen JSON that the agent reads.
    pub result_bytes: u64,
    /// From the run's first call on.
    pub wall_ms: u64,
}

impl Default for RunBudgetSection {
    fn default() -> Self {
        let RunBudget { calls, calls_per_tool, payload_bytes, result_bytes, wall_ms } = RunBudget::default();
        Self { calls, calls_per_tool, payload_bytes, result_bytes, wall_ms }
    }
}

/// What one caller may do. Nothing is allowed that is not named.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct CallerSection {
    /// The caller's runs start with this.
    pub run_prefix: String,
    /// The tools.
    pub tools: Vec<Tool>,
    /// The log topics.
    pub topics: Vec<LogTopic>,
    /// The databases, by their logical names.
    pub data_sources: Vec<String>,
}

/// Which legacy source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SourceName {
    /// Built-in samples.
    Mock,
    /// A program.
    Command,
    /// An HTTP service.
    Http,
    /// Databases.
    Mysql,
}

/// Where one tool's payloads come from. Each source has its own fields; those of another are a mistake.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ToolSection {
    /// Which source.
    pub source: SourceName,
    /// `command`: the program.
    pub program: Option<PathBuf>,
    /// `command`: its arguments.
    pub arguments: Option<Vec<String>>,
    /// `command`: its environment; each variable from one of ours.
    pub environment_from: Option<BTreeMap<String, String>>,
    /// `http`: the address.
    pub url: Option<String>,
    /// `http`: headers; each value from an environment variable.
    pub headers_from: Option<BTreeMap<String, String>>,
    /// `command` and `http`: how the payload is to be read.
    pub format: Option<PayloadFormat>,
    /// `command` and `http`: the operator's word that the tool only reads.
    pub read_only: Option<bool>,
    /// `mysql`: the databases by their logical names; each address from an environment variable.
    pub data_sources_from: Option<BTreeMap<String, String>>,
}
