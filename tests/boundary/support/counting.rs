//! A legacy tool and a projector that count their calls.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use gobo::boundary::{
    Access, Boundary, FixedProjector, Grant, Grants, LegacyCall, LegacyPayload, LegacyTool, Options, Parts,
    PublishedProjector, RunContext,
};
use gobo::store::RecordStore;
use gobo::{Cause, Failure, Job, Projected, Usage};
use gobo_contract::{ErrorCode, LogTopic, Tool, verify};

/// Answers with one payload, after a while.
pub(crate) struct CountingTool {
    pub(crate) calls: AtomicU64,
    pub(crate) answer: Result<LegacyPayload, ErrorCode>,
    pub(crate) delay: Duration,
    pub(crate) is_read_only: bool,
}

impl CountingTool {
    pub(crate) fn new(payload: &str) -> Self {
        Self {
            calls: AtomicU64::new(0),
            answer: Ok(LegacyPayload::json(payload)),
            delay: Duration::ZERO,
            is_read_only: true,
        }
    }

    pub(crate) fn count(&self) -> u64 {
        self.calls.load(Ordering::SeqCst)
    }
}

#[async_trait]
impl LegacyTool for CountingTool {
    fn is_read_only(&self) -> bool {
        self.is_read_only
    }

    async fn fetch(&self, _call: LegacyCall) -> Result<LegacyPayload, ErrorCode> {
        self.calls.fetch_add(1, Ordering::SeqCst);
        if !self.delay.is_zero() {
            tokio::time::sleep(self.delay).await;
        }
        self.answer.clone()
    }
}

/// The real projection without its sandbox.
#[derive(Default)]
pub(crate) struct CountingProjector {
    pub(crate) calls: AtomicU64,
}

impl CountingProjector {
    pub(crate) fn count(&self) -> u64 {
        self.calls.load(Ordering::SeqCst)
    }
}

impl PublishedProjector for CountingProjector {
    fn generation(&self) -> u64 {
        1
    }

    fn project(&self, job: Job<'_>) -> Result<Projected, Failure> {
        let Job { call, request, payload, bounds } = job;
        self.calls.fetch_add(1, Ordering::SeqCst);
        let usage = Usage { fuel: 1_000, peak_memory_bytes: 65_536, elapsed_us: 1 };
        let projection = gobo_projector::project(call, request, payload, bounds).map_err(|code| Failure {
            code,
            cause: Cause::Answered,
            usage,
        })?;
        verify(&projection.result, call, request, bounds).expect("the projector keeps its contract");
        let json = projection.result.to_json();
        Ok(Projected { result: projection.result, json, report: projection.report, usage })
    }
}

pub(crate) fn grants() -> Grants {
    let grant = Grant {
        run_prefix: "run".into(),
        tools: Tool::ALL.to_vec(),
        topics: vec![LogTopic::Application],
        data_sources: vec!["orders".into()],
    };
    Grants(BTreeMap::from([("agent".to_owned(), grant.clone()), ("other".to_owned(), grant)]))
}

/// A boundary with one counting tool behind all three names.
pub(crate) struct Bench {
    pub(crate) boundary: Arc<Boundary>,
    pub(crate) tool: Arc<CountingTool>,
    pub(crate) projector: Arc<CountingProjector>,
    pub(crate) store: Arc<dyn RecordStore>,
}

impl Bench {
    pub(crate) async fn new(store: Arc<dyn RecordStore>, tool: CountingTool, options: Options) -> Self {
        let (tool, projector) = (Arc::new(tool), Arc::new(CountingProjector::default()));
        let boundary = start(&tool, &projector, Arc::clone(&store), options).await;
        Self { boundary, tool, projector, store }
    }

    /// A second boundary with the same tool and projector, as on another host.
    pub(crate) async fn second(&self, store: Arc<dyn RecordStore>, options: Options) -> Arc<Boundary> {
        start(&self.tool, &self.projector, store, options).await
    }

    pub(crate) fn counts(&self) -> (u64, u64) {
        (self.tool.count(), self.projector.count())
    }
}

async fn start(
    tool: &Arc<CountingTool>,
    projector: &Arc<CountingProjector>,
    store: Arc<dyn RecordStore>,
    options: Options,
) -> Arc<Boundary> {
    let tools = Tool::ALL.map(|name| (name, Arc::clone(tool) as Arc<dyn LegacyTool>));
    let parts = Parts {
        store,
        projectors: Arc::new(FixedProjector(Arc::clone(projector))),
        tools: BTreeMap::from(tools),
        access: Arc::new(grants()) as Arc<dyn Access>,
        options,
    };
    Boundary::start(parts).await.expect("a store")
}

pub(crate) fn run(run_id: &str) -> RunContext {
    RunContext { caller: "agent".into(), run_id: run_id.into(), turn: None }
}

pub(crate) const LOGS: &str = r#"{"topic":"APPLICATION","query":"timeout"}"#;
pub(crate) const KNOWLEDGE: &str = r#"{"query":"pool exhausted"}"#;
