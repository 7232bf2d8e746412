//! `gobo records`

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::bail;
use clap::{Args, Subcommand, ValueEnum};
use gobo_contract::{InvocationStatus, ToolCallId};
use serde::Serialize;
use serde_json::value::RawValue;

use super::block_on;
use super::config_file::ConfigFile;
use super::output::{print, tell};
use super::value::{tool_call_id, whole};
use crate::boundary::{Key, Record, RunContext};
use crate::config::StoreKind;
use crate::store::{Filter, RecordStore, Retention};

/// Records that are read at once.
const PAGE: u32 = 500;

/// Milliseconds of a day.
const DAY_MS: u64 = 24 * 3_600_000;

#[derive(Args)]
pub(super) struct Records {
    #[command(flatten)]
    config: ConfigFile,

    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    /// Lists records, newest first
    List {
        /// Only this run's
        #[arg(long = "run", value_name = "RUN")]
        run_id: Option<String>,
        /// Only those in this state
        #[arg(long, value_enum)]
        status: Option<StatusArg>,
        /// At most so many
        #[arg(long, default_value_t = 50, allow_negative_numbers = true, value_parser = whole(0..=u32::MAX))]
        count: u32,
        /// Prints JSON lines instead of a table
        #[arg(long)]
        json: bool,
    },
    /// Shows one record as JSON
    Show {
        /// The run
        #[arg(long = "run", value_name = "RUN")]
        run_id: String,
        /// The turn within the run
        #[arg(long, allow_negative_numbers = true, value_parser = whole(0..=u32::MAX))]
        turn: Option<u32>,
        /// The agent framework's id of the call
        #[arg(long, value_name = "ID", value_parser = tool_call_id)]
        call_id: ToolCallId,
    },
    /// Deletes ended records that are too old or too many
    Prune {
        /// Keeps those of the last days [default: the configuration's]
        #[arg(long, allow_negative_numbers = true, value_parser = whole(0..=u32::MAX))]
        days: Option<u32>,
        /// Keeps so many [default: the configuration's]
        #[arg(long, allow_negative_numbers = true, value_parser = whole(0..=u64::MAX))]
        count: Option<u64>,
    },
    /// Prints all records as JSON lines, newest first
    Export,
}

#[derive(Clone, Copy, ValueEnum)]
enum StatusArg {
    Projecting,
    Ready,
    Error,
}

impl From<StatusArg> for InvocationStatus {
    fn from(status: StatusArg) -> Self {
        match status {
            StatusArg::Projecting => Self::Projecting,
            StatusArg::Ready => Self::Ready,
            StatusArg::Error => Self::Error,
        }
    }
}

impl Records {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let Self { config, action } = self;
        let config = config.read()?;
        if config.store.kind == StoreKind::Memory {
            tell("gobo: the configured store is memory, whose records end with their process");
        }
        let store = config.open_store()?;
        let store = store.as_ref();
        block_on(async move {
            match action {
                Action::List { run_id, status, count, json } => {
                    let filter = Filter { run_id, status: status.map(Into::into), count, before: None };
                    let records = store.list(&filter).await?;
                    if json { print_lines(&records) } else { print_table(&records) }
                }
                Action::Show { run_id, turn, call_id } => show(store, run_id, turn, call_id).await,
                Action::Prune { days, count } => {
                    let kept_ms = u64::from(days.unwrap_or(config.store.retention_days)) * DAY_MS;
                    let retention = Retention {
                        finished_before_ms: now_ms().saturating_sub(kept_ms),
                        count: count.unwrap_or(config.store.retention_records),
                    };
                    let records = store.prune(retention).await?;
                    Ok(print(&format!("{records} records deleted"))?)
                }
                Action::Export => export(store).await,
            }
        })?;
        Ok(ExitCode::SUCCESS)
    }
}

async fn show(
    store: &dyn RecordStore,
    run_id: String,
    turn: Option<u32>,
    call_id: ToolCallId,
) -> anyhow::Result<()> {
    let run = RunContext { caller: String::new(), run_id, turn };
    let Some(record) = store.get(&Key::new(&run, &call_id)).await? else {
        bail!("there is no such record");
    };
    print_lines(&[record])
}

async fn export(store: &dyn RecordStore) -> anyhow::Result<()> {
    let mut filter = Filter { count: PAGE, ..Filter::default() };
    loop {
        let records = store.list(&filter).await?;
        let Some(last) = records.last() else { return Ok(()) };
        filter.before = Some((last.claim.started_at_ms, last.claim.key));
        print_lines(&records)?;
    }
}

/// A record as one line of JSON.
#[derive(Serialize)]
struct Line<'r> {
    key: String,
    run_id: &'r str,
    turn: Option<u32>,
    tool_call_id: &'r str,
    caller: &'r str,
    tool: &'static str,
    status: InvocationStatus,
    error: Option<&'static str>,
    request_digest: String,
    generation: u64,
    started_at_ms: u64,
    finished_at_ms: Option<u64>,
    payload_bytes: Option<u64>,
    payload_digest: Option<String>,
    fuel_used: Option<u64>,
    peak_memory_bytes: Option<u64>,
    redactions: Option<&'r BTreeMap<String, u64>>,
    dropped_items: Option<u64>,
    cut_texts: Option<u64>,
    result: Option<&'r RawValue>,
}

impl<'r> Line<'r> {
    fn new(record: &'r Record) -> Self {
        let Record { claim, outcome } = record;
        let outcome = outcome.as_ref();
        let payload = outcome.and_then(|outcome| outcome.payload);
        let work = outcome.and_then(|outcome| outcome.work.as_ref());
        let end = outcome.map(|outcome| &outcome.end);
        Self {
            key: claim.key.0.to_string(),
            run_id: &claim.run_id,
            turn: claim.turn,
            tool_call_id: &claim.tool_call_id,
            caller: &claim.caller,
            tool: claim.tool.name(),
            status: record.status(),
            error: end.and_then(|end| end.as_ref().err()).map(|code| code.form().code),
            request_digest: claim.request_digest.to_string(),
            generation: claim.generation,
            started_at_ms: claim.started_at_ms,
            finished_at_ms: outcome.map(|outcome| outcome.finished_at_ms),
            payload_bytes: payload.map(|payload| payload.payload_bytes),
            payload_digest: payload.map(|payload| payload.payload_digest.to_string()),
            fuel_used: work.map(|work| work.fuel_used),
            peak_memory_bytes: work.map(|work| work.peak_memory_bytes),
            redactions: work.map(|work| &work.report.redactions),
            dropped_items: work.map(|work| work.report.dropped_items),
            cut_texts: work.map(|work| work.report.cut_texts),
            result: end.and_then(|end| end.as_ref().ok()).and_then(|json| serde_json::from_str(json).ok()),
        }
    }
}

fn print_lines(records: &[Record]) -> anyhow::Result<()> {
    for record in records {
        print(&serde_json::to_string(&Line::new(record))?)?;
    }
    Ok(())
}

fn print_table(records: &[Record]) -> anyhow::Result<()> {
    let mut stdout = io::stdout().lock();
    writeln!(
        stdout,
        "{:<10} {:<16} {:<26} {:>9} {:>10} {:>12} {:>10} {:<20} CALL",
        "STATUS", "TOOL", "ERROR", "MS", "PAYLOAD", "FUEL", "REDACTIONS", "RUN"
    )?;
    for record in records {
        let line = Line::new(record);
        let ms = line.finished_at_ms.map(|end| end.saturating_sub(line.started_at_ms));
        let redactions = line.redactions.map(|redactions| redactions.values().sum::<u64>());
        let number = |number: Option<u64>| number.map_or_else(|| "-".to_owned(), |number| number.to_string());
        writeln!(
            stdout,
            "{:<10} {:<16} {:<26} {:>9} {:>10} {:>12} {:>10} {:<20} {}",
            crate::store::status_name(line.status),
            line.tool,
            line.error.unwrap_or("-"),
            number(ms),
            number(line.payload_bytes),
            number(line.fuel_used),
            number(redactions),
            line.run_id,
            line.tool_call_id
        )?;
    }
    Ok(stdout.flush()?)
}

fn now_ms() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}
