//! One call, one fresh instance: fuel, memory, deadline, and a verifier for whatever comes back.

mod bindings;
mod budget;
mod deadline;
mod failure;
mod job;
pub mod limit;
mod limiter;
mod redact;
mod slots;
mod typed;

use std::time::{Duration, Instant};

use gobo_contract::{ErrorCode, ErrorResult, Report, Request, ToolResult, verify};
use serde::{Deserialize, Serialize};
use wasmtime::{Engine, Store};

pub use bindings::ProjectorPre;
use bindings::exports::gobo::evidence::types;
pub use budget::{Budget, BudgetError};
pub use failure::{Cause, Failure};
pub use job::Job;
use limiter::Limiter;
pub use redact::{Chunk, Redacted};
use slots::Slots;
pub use typed::SeenValue;

use crate::engine::EngineError;
use crate::registry::{Projector, Wasi};

/// What a store holds for the host. Dropped with its instance after every call.
pub struct Guest {
    limiter: Limiter,
    /// The empty WASI, for components that were built for it.
    pub(crate) wasi: Option<Wasi>,
}

/// Runs projectors: one engine, a bounded number of instances, a clock for deadlines.
///
/// # Example
/// ```
/// use gobo::{Budget, Job, Sandbox, contract::{Bounds, Call, Payload, PayloadFormat, Request, Tool, ToolCallId}};
/// let sandbox = Sandbox::new()?;
/// let projector = sandbox.load_embedded()?;
/// let call = Call::new(ToolCallId::new("call_1")?, "2026-02-03T10:11:12Z")?;
/// let request = Request::from_json(Tool::LookupKnowledge, r#"{"query":"pool"}"#)?;
/// let text = r#"{"success":true,"evidence_blocks":[{"title":"Pools","content":"Raise the pool size."}]}"#;
/// let payload = Payload { format: PayloadFormat::Json, text };
/// let job = Job { call: &call, request: &request, payload, bounds: &Bounds::default() };
/// let projected = sandbox.project(&projector, job, &Budget::default())?;
/// assert!(projected.json.starts_with(r#"{"evidence_status":"EVIDENCE_FOUND","tool_call_id":"call_1""#));
/// # Ok::<(), anyhow::Error>(())
/// ```
pub struct Sandbox {
    engine: Engine,
    slots: Slots,
}

/// What a call has used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Usage {
    /// Fuel. The same for the same call, component and bounds, on every machine.
    pub fuel: u64,
    /// Bytes of all memories of the instance at their largest.
    pub peak_memory_bytes: usize,
    /// Microseconds from the call to its end.
    pub elapsed_us: u64,
}

/// Who a projector says that it is. A guest's own words: not for decisions, and bounded before they are shown.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Identity {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// The contract version that it speaks.
    pub contract: String,
}

/// A verified result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Projected {
    /// The result as the contract's type.
    pub result: ToolResult,
    /// The frozen JSON, written by the host.
    pub json: String,
    /// What the projector says that it redacted, dropped and cut.
    pub report: Report,
    /// What the call has used.
    pub usage: Usage,
}

impl Sandbox {
    /// A sandbox with the default number of instances.
    ///
    /// # Errors
    /// If this machine cannot run the engine.
    pub fn new() -> Result<Self, EngineError> {
        Self::with_instances(limit::INSTANCES)
    }

    /// A sandbox that runs at most so many instances at the same time.
    ///
    /// # Errors
    /// If this machine cannot run the engine.
    pub fn with_instances(instances: u32) -> Result<Self, EngineError> {
        let engine = crate::engine::engine(instances)?;
        Ok(Self { engine, slots: Slots::new(instances) })
    }

    pub(crate) fn engine(&self) -> &Engine {
        &self.engine
    }

    /// Projects a payload through the typed contract, and verifies what comes back.
    ///
    /// # Errors
    /// A [`Failure`] with the code for the agent and the cause for the log.
    pub fn project(
        &self,
        projector: &Projector,
        job: Job<'_>,
        budget: &Budget,
    ) -> Result<Projected, Failure> {
        preflight(job)?;
        let fuel = budget.fuel(job.payload.text.len());
        let (answer, usage) =
            self.enter(projector, budget, fuel, limit::RETURNED_BYTES, async |store, pre| {
                typed_call(store, pre, job).await
            })?;
        let (result, report) =
            answer.map_err(|error| Failure::answered(typed::error_code(error.code), usage))?;
        verified(result, report, job, usage)
    }

    /// Projects a payload through `wire.project`, the way of hosts without typed calls, and verifies what comes back.
    ///
    /// # Errors
    /// As [`Sandbox::project`].
    pub fn project_wire(
        &self,
        projector: &Projector,
        job: Job<'_>,
        budget: &Budget,
    ) -> Result<Projected, Failure> {
        preflight(job)?;
        let wire = job.wire();
        let fuel = budget.fuel(wire.len());
        let (json, usage) =
            self.enter(projector, budget, fuel, limit::RETURNED_BYTES, async |store, pre| {
                let instance = pre.instantiate_async(&mut *store).await?;
                instance.gobo_evidence_wire().call_project(&mut *store, &wire).await
            })?;
        let result = read_wire(job.request, &json).map_err(|code| Failure::answered(code, usage))?;
        verified(result, Report::default(), job, usage)
    }

    /// Asks a projector who it is.
    pub(crate) fn identify(&self, projector: &Projector, budget: &Budget) -> Result<Identity, Failure> {
        let (about, _) =
            self.enter(projector, budget, budget.fuel(0), limit::RETURNED_BYTES, async |store, pre| {
                let instance = pre.instantiate_async(&mut *store).await?;
                instance.gobo_evidence_tools().call_about(&mut *store).await
            })?;
        let shown =
            |text: &str| text.chars().filter(|c| !c.is_control()).take(limit::IDENTITY_CHARACTERS).collect();
        Ok(Identity {
            name: shown(&about.name),
            version: shown(&about.version),
            contract: shown(&about.contract),
        })
    }

    /// Runs one call in a fresh instance within its budget. Whatever happens in it, the store is dropped.
    fn enter<T>(
        &self,
        projector: &Projector,
        budget: &Budget,
        fuel: u64,
        returned_bytes: usize,
        run: impl AsyncFnOnce(&mut Store<Guest>, &ProjectorPre<Guest>) -> wasmtime::Result<T>,
    ) -> Result<(T, Usage), Failure> {
        let started = Instant::now();
        let deadline = started + Duration::from_millis(budget.deadline_ms);
        let Some(_slot) = self.slots.take(deadline) else {
            let usage = Usage { elapsed_us: micros(started), ..Usage::default() };
            return Err(Failure { code: ErrorCode::Busy, cause: Cause::NoInstance, usage });
        };
        let guest = Guest { limiter: Limiter::new(budget.memory_bytes), wasi: projector.wasi() };
        let mut store = Store::new(&self.engine, guest);
        store.limiter(|guest| &mut guest.limiter);
        store.set_hostcall_fuel(returned_bytes);
        let outcome = deadline::by(deadline, async {
            store.set_fuel(fuel)?;
            store.fuel_async_yield_interval(Some(limit::SLICE_FUEL))?;
            run(&mut store, projector.pre()).await
        });
        let usage = Usage {
            fuel: fuel.saturating_sub(store.get_fuel().unwrap_or(0)),
            peak_memory_bytes: store.data().limiter.peak_bytes(),
            elapsed_us: micros(started),
        };
        let outcome = outcome.ok_or((ErrorCode::ProjectionDeadlineExceeded, Cause::Deadline));
        outcome
            .and_then(|ended| ended.map_err(|error| failure::cause(&error, &store.data().limiter)))
            .map(|value| (value, usage))
            .map_err(|(code, cause)| Failure { code, cause, usage })
    }
}

/// The result, if it is what was asked for and within its bounds. The host writes its JSON.
fn verified(result: ToolResult, report: Report, job: Job<'_>, usage: Usage) -> Result<Projected, Failure> {
    verify(&result, job.call, job.request, job.bounds)
        .map_err(|violation| Failure::untrue(Cause::Violation(violation), usage))?;
    Ok(Projected { json: result.to_json(), result, report, usage })
}

fn micros(since: Instant) -> u64 {
    u64::try_from(since.elapsed().as_micros()).unwrap_or(u64::MAX)
}

/// What the host can refuse by itself, before any guest runs.
fn preflight(job: Job<'_>) -> Result<(), Failure> {
    job.check().map_err(|code| Failure { code, cause: Cause::Refused, usage: Usage::default() })
}

type Answer = Result<(ToolResult, Report), types::ProjectionError>;

async fn typed_call(
    store: &mut Store<Guest>,
    pre: &ProjectorPre<Guest>,
    job: Job<'_>,
) -> wasmtime::Result<Answer> {
    let arguments = typed::Arguments::new(job);
    let (call, payload, bounds) = (arguments.call(), arguments.payload(), arguments.bounds());
    let instance = pre.instantiate_async(&mut *store).await?;
    let tools = instance.gobo_evidence_tools();
    Ok(match job.request {
        Request::Knowledge(request) => {
            let request = types::KnowledgeRequest { query: &request.query };
            tools.call_lookup_knowledge(&mut *store, call, request, payload, bounds).await?.map(|answer| {
                (ToolResult::Knowledge(typed::knowledge(answer.result)), typed::report(answer.report))
            })
        }
        Request::Logs(request) => {
            let request = types::LogsRequest {
                topic: typed::topic(request.topic),
                query: &request.query,
                lookback_minutes: request.lookback_minutes,
            };
            tools
                .call_query_logs(&mut *store, call, request, payload, bounds)
                .await?
                .map(|answer| (ToolResult::Logs(typed::logs(answer.result)), typed::report(answer.report)))
        }
        Request::Mysql(request) => {
            let params: Vec<_> = request.params.iter().map(typed::scalar).collect();
            let request =
                types::MysqlRequest { data_source: &request.data_source, sql: &request.sql, params: &params };
            tools
                .call_query_mysql(&mut *store, call, request, payload, bounds)
                .await?
                .map(|answer| (ToolResult::Mysql(typed::mysql(answer.result)), typed::report(answer.report)))
        }
    })
}

/// Reads a wire answer. An error is the projector's own code, or none if it is not one that a projector may raise.
fn read_wire(request: &Request, json: &str) -> Result<ToolResult, Option<ErrorCode>> {
    if let Ok(error) = serde_json::from_str::<ErrorResult>(json) {
        let code = error.error.code;
        let own = [ErrorCode::PayloadMalformed, ErrorCode::LegacyFailure, ErrorCode::ProjectionFailed];
        return Err(own.contains(&code).then_some(code));
    }
    let result = match request {
        Request::Knowledge(_) => serde_json::from_str(json).map(ToolResult::Knowledge),
        Request::Logs(_) => serde_json::from_str(json).map(ToolResult::Logs),
        Request::Mysql(_) => serde_json::from_str(json).map(ToolResult::Mysql),
    };
    result.map_err(|_| None)
}
