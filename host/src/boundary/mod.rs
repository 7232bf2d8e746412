//! The `ToolBoundary`: one entry for every surface.
//!
//! [`Boundary::invoke`] takes what an agent framework hands over and answers with frozen JSON. On the way a call passes
//! preflight, claims its key in the record store, asks the legacy tool, is projected, and gets its end recorded: exactly
//! one canonical record for each call, and never a second run for one key. This module must never know where payloads
//! come from, how records are kept, or how a projection works.

mod access;
mod answer;
mod budget;
mod in_flight;
mod invoke;
mod legacy_tool;
mod metrics;
mod options;
mod preflight;
mod projector;
pub mod read_only;
mod record;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use gobo_contract::Tool;
use time::OffsetDateTime;
use tokio::sync::{Semaphore, watch};

pub use access::{Access, Grant, Grants};
pub use answer::Answer;
pub use budget::RunBudget;
pub use legacy_tool::{LegacyCall, LegacyPayload, LegacyTool};
pub use metrics::Metrics;
pub use options::Options;
pub use projector::{FixedProjector, ProjectorSource, PublishedProjector, SandboxedProjector};
pub use record::{Claim, Digest, Key, Outcome, PayloadFacts, Record, RunContext, Work};

use crate::store::{RecordStore, Retention, StoreError};
use budget::Ledger;
use in_flight::InFlight;

/// What a boundary stands on.
pub struct Parts {
    /// Keeps the records.
    pub store: Arc<dyn RecordStore>,
    /// Has the projector.
    pub projectors: Arc<dyn ProjectorSource>,
    /// Fetch the payloads. A tool that is missing here is nobody's.
    pub tools: BTreeMap<Tool, Arc<dyn LegacyTool>>,
    /// Decides who may do what.
    pub access: Arc<dyn Access>,
    /// How it behaves.
    pub options: Options,
}

/// The one entry for every surface.
pub struct Boundary {
    store: Arc<dyn RecordStore>,
    projectors: Arc<dyn ProjectorSource>,
    tools: BTreeMap<Tool, Arc<dyn LegacyTool>>,
    access: Arc<dyn Access>,
    options: Options,
    ledger: Arc<Ledger>,
    in_flight: Arc<InFlight>,
    metrics: Metrics,
    /// One for each call on its way.
    permits: Arc<Semaphore>,
    /// One for each projection that runs.
    projections: Arc<Semaphore>,
    /// Turns true when the calls on their way shall end.
    stop: watch::Sender<bool>,
}

impl Boundary {
    /// Starts a boundary: ends what dead processes left `PROJECTING`, and goes on looking for such records and for old
    /// ones as long as the boundary lives.
    ///
    /// # Errors
    /// The store cannot be used.
    ///
    /// # Panics
    /// Outside of a tokio runtime.
    pub async fn start(parts: Parts) -> Result<Arc<Self>, StoreError> {
        let Parts { store, projectors, tools, access, options } = parts;
        store.recover(now_ms()).await?;
        let boundary = Arc::new(Self {
            store,
            projectors,
            tools,
            access,
            ledger: Arc::default(),
            in_flight: Arc::default(),
            metrics: Metrics::default(),
            permits: Arc::new(Semaphore::new(options.calls as usize)),
            projections: Arc::new(Semaphore::new(options.projections as usize)),
            stop: watch::Sender::new(false),
            options,
        });
        let pause = Duration::from_millis(boundary.options.recovery_ms.max(1));
        let weak = Arc::downgrade(&boundary);
        tokio::spawn(async move {
            let mut pruned_at_ms = 0;
            loop {
                tokio::time::sleep(pause).await;
                let Some(boundary) = weak.upgrade() else { return };
                boundary.look_after_store(&mut pruned_at_ms).await;
            }
        });
        Ok(boundary)
    }

    /// Counts and latencies since the start.
    #[must_use]
    pub fn metrics(&self) -> &Metrics {
        &self.metrics
    }

    /// Ends the boundary: refuses new calls with `BUSY`, lets those on their way end within `grace`, and then ends them
    /// as `ERROR`. When this returns, no call of this process is left `PROJECTING` unless the store is lost.
    pub async fn shut_down(&self, grace: Duration) {
        // Waiting for all permits lets nobody else have one.
        let all = self.permits.acquire_many(self.options.calls);
        tokio::pin!(all);
        if tokio::time::timeout(grace, &mut all).await.is_err() {
            self.stop.send_replace(true);
            let ending = Duration::from_millis(self.options.finish_ms);
            let _ = tokio::time::timeout(ending, all).await;
        }
        self.permits.close();
    }

    async fn look_after_store(&self, pruned_at_ms: &mut u64) {
        let Options { pruning_ms, retention_ms, retention_records, .. } = self.options;
        let now_ms = now_ms();
        if let Err(error) = self.store.recover(now_ms).await {
            self.store_failed(error);
        }
        if now_ms.saturating_sub(*pruned_at_ms) < pruning_ms {
            return;
        }
        *pruned_at_ms = now_ms;
        let finished_before_ms = now_ms.saturating_sub(retention_ms);
        let retention = Retention { finished_before_ms, count: retention_records };
        if let Err(error) = self.store.prune(retention).await {
            self.store_failed(error);
        }
    }
}

fn now() -> OffsetDateTime {
    OffsetDateTime::now_utc()
}

/// Milliseconds since 1970.
fn now_ms() -> u64 {
    u64::try_from(now().unix_timestamp_nanos() / 1_000_000).unwrap_or(0)
}
