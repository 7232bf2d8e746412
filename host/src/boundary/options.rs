//! How a boundary behaves.

use std::time::Duration;

use gobo_contract::Bounds;

use super::RunBudget;
use crate::sandbox;

/// How a boundary behaves. The defaults are safe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The most that a result may carry.
    pub bounds: Bounds,
    /// The most that a run may use.
    pub run_budget: RunBudget,
    /// Answers a repeated call with its frozen bytes instead of `DUPLICATE_CALL`, for frameworks whose retries repeat
    /// the id. The legacy tool does not run again either way.
    pub replay: bool,
    /// Refuses the ids `null` and `undefined`.
    pub strict_ids: bool,
    /// Calls on their way at the same time; one more is `BUSY`. 256: each may hold a payload in memory.
    pub calls: u32,
    /// Projections at the same time; one more waits. As many as the sandbox has instances.
    pub projections: u32,
    /// How long a call waits for a free projection, in milliseconds; then it is `BUSY`.
    pub projection_wait_ms: u64,
    /// How long a legacy tool may take, in milliseconds; then it is `TOOL_TIMEOUT`.
    pub tool_deadline_ms: u64,
    /// How long a call tries to write its end when the store fails, in milliseconds; then its caller gets `INTERNAL`,
    /// and the record becomes `ERROR` as soon as the store is back.
    pub finish_ms: u64,
    /// How often abandoned records are looked for, in milliseconds.
    pub recovery_ms: u64,
    /// How often old records are deleted, in milliseconds. One hour: it reads as many records as are kept.
    pub pruning_ms: u64,
    /// How long ended records are kept, in milliseconds. 30 days.
    pub retention_ms: u64,
    /// How many ended records are kept. A million: some gigabytes.
    pub retention_records: u64,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            bounds: Bounds::default(),
            run_budget: RunBudget::default(),
            replay: false,
            strict_ids: false,
            calls: 256,
            projections: sandbox::limit::INSTANCES,
            projection_wait_ms: sandbox::limit::DEADLINE_MS,
            tool_deadline_ms: 30_000,
            finish_ms: 10_000,
            recovery_ms: 10_000,
            pruning_ms: 3_600_000,
            retention_ms: 30 * 24 * 3_600_000,
            retention_records: 1_000_000,
        }
    }
}

impl Options {
    pub(super) fn projection_wait(&self) -> Duration {
        Duration::from_millis(self.projection_wait_ms)
    }

    pub(super) fn tool_deadline(&self) -> Duration {
        Duration::from_millis(self.tool_deadline_ms)
    }
}
