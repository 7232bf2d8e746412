//! What a run may use up, and the ledger of what it has.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use gobo_contract::{ErrorCode, Tool};

use crate::store::Usage;

/// The most that one run may use. At the limit the next call is refused with `BUDGET_EXHAUSTED`; calls that run already
/// end as they would.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunBudget {
    /// Calls that pass preflight. 200: several times what a long diagnosis makes, and an end for an agent in a loop.
    pub calls: u64,
    /// Calls of one tool, for the tools that are named here.
    pub calls_per_tool: BTreeMap<Tool, u64>,
    /// Payload that legacy tools deliver. 256 MiB: 200 calls of a large payload.
    pub payload_bytes: u64,
    /// Frozen JSON that the agent reads. 2 MiB: 200 results of the default bound, and more than a model's context.
    pub result_bytes: u64,
    /// From the run's first call on, in milliseconds. One hour.
    pub wall_ms: u64,
}

impl Default for RunBudget {
    fn default() -> Self {
        Self {
            calls: 200,
            calls_per_tool: BTreeMap::new(),
            payload_bytes: 256 * 1024 * 1024,
            result_bytes: 2 * 1024 * 1024,
            wall_ms: 3_600_000,
        }
    }
}

/// Runs that the ledger remembers. The store knows the others; beyond this number those without a call on its way
/// are forgotten and asked for again.
const RUNS: usize = 10_000;

/// What each run has used, as far as this process knows. It starts with what the store says.
#[derive(Debug, Default)]
pub(super) struct Ledger(Mutex<HashMap<String, Entry>>);

#[derive(Debug)]
struct Entry {
    usage: Usage,
    /// Calls that must not see the entry forgotten.
    holders: u64,
}

/// Keeps a run in the ledger as long as a call is on its way.
#[derive(Debug)]
pub(super) struct Held {
    ledger: Arc<Ledger>,
    run_id: String,
}

impl Drop for Held {
    fn drop(&mut self) {
        if let Some(entry) = self.ledger.runs().get_mut(&self.run_id) {
            entry.holders = entry.holders.saturating_sub(1);
        }
    }
}

impl Ledger {
    fn runs(&self) -> MutexGuard<'_, HashMap<String, Entry>> {
        // Sums only: a panic elsewhere leaves none of them half done.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Holds a run that the ledger knows.
    pub(super) fn hold(self: &Arc<Self>, run_id: &str) -> Option<Held> {
        self.runs().get_mut(run_id)?.holders += 1;
        Some(Held { ledger: Arc::clone(self), run_id: run_id.to_owned() })
    }

    /// Begins a run with what the store says, unless it is known by now, and holds it.
    pub(super) fn learn(self: &Arc<Self>, run_id: &str, usage: Usage) -> Held {
        let mut runs = self.runs();
        if runs.len() >= RUNS {
            runs.retain(|_, entry| entry.holders > 0);
        }
        runs.entry(run_id.to_owned()).or_insert(Entry { usage, holders: 0 }).holders += 1;
        Held { ledger: Arc::clone(self), run_id: run_id.to_owned() }
    }

    /// Whether nobody but the caller has begun the run.
    pub(super) fn is_free_for(&self, run_id: &str, caller: &str) -> bool {
        let runs = self.runs();
        let owner = runs.get(run_id).and_then(|entry| entry.usage.caller.as_deref());
        owner.is_none_or(|owner| owner == caller)
    }

    /// Counts a call in, if the budget has room for it.
    ///
    /// # Errors
    /// [`ErrorCode::BudgetExhausted`]; [`ErrorCode::RunNotOwned`] if another caller began the run just now.
    pub(super) fn reserve(
        &self,
        run_id: &str,
        caller: &str,
        tool: Tool,
        budget: &RunBudget,
        now_ms: u64,
    ) -> Result<(), ErrorCode> {
        let mut runs = self.runs();
        let entry = runs.get_mut(run_id).ok_or(ErrorCode::Internal)?;
        let Usage { caller: owner, started_at_ms, calls, payload_bytes, result_bytes } = &mut entry.usage;
        if owner.as_deref().is_some_and(|owner| owner != caller) {
            return Err(ErrorCode::RunNotOwned);
        }
        let of_tool = calls.get(&tool).copied().unwrap_or_default();
        let tool_limit = budget.calls_per_tool.get(&tool).copied().unwrap_or(u64::MAX);
        let started_at = started_at_ms.unwrap_or(now_ms);
        let is_exhausted = calls.values().sum::<u64>() >= budget.calls
            || of_tool >= tool_limit
            || *payload_bytes >= budget.payload_bytes
            || *result_bytes >= budget.result_bytes
            || now_ms.saturating_sub(started_at) >= budget.wall_ms;
        if is_exhausted {
            return Err(ErrorCode::BudgetExhausted);
        }
        *owner = Some(caller.to_owned());
        *started_at_ms = Some(started_at);
        *calls.entry(tool).or_default() += 1;
        Ok(())
    }

    /// Takes back a call that was counted in but did not run: its key was taken.
    pub(super) fn release(&self, run_id: &str, tool: Tool) {
        let mut runs = self.runs();
        if let Some(calls) = runs.get_mut(run_id).and_then(|entry| entry.usage.calls.get_mut(&tool)) {
            *calls = calls.saturating_sub(1);
        }
    }

    /// Adds up what a call has used.
    pub(super) fn settle(&self, run_id: &str, payload_bytes: u64, result_bytes: u64) {
        if let Some(entry) = self.runs().get_mut(run_id) {
            entry.usage.payload_bytes += payload_bytes;
            entry.usage.result_bytes += result_bytes;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn budget() -> RunBudget {
        RunBudget {
            calls: 3,
            calls_per_tool: BTreeMap::from([(Tool::QueryMysql, 1)]),
            payload_bytes: 100,
            result_bytes: 100,
            wall_ms: 1_000,
        }
    }

    fn ledger() -> Arc<Ledger> {
        let ledger = Arc::new(Ledger::default());
        drop(ledger.learn("r", Usage::default()));
        ledger
    }

    fn reserve(ledger: &Ledger, tool: Tool, now_ms: u64) -> Result<(), ErrorCode> {
        ledger.reserve("r", "c", tool, &budget(), now_ms)
    }

    #[test]
    fn the_last_call_of_a_budget_is_made_and_the_next_is_refused() {
        let ledger = ledger();
        for _ in 0..3 {
            assert_eq!(reserve(&ledger, Tool::QueryLogs, 0), Ok(()));
        }
        assert_eq!(reserve(&ledger, Tool::QueryLogs, 0), Err(ErrorCode::BudgetExhausted));
        ledger.release("r", Tool::QueryLogs);
        assert_eq!(reserve(&ledger, Tool::QueryLogs, 0), Ok(()));
    }

    #[test]
    fn each_limit_ends_the_run_by_itself() {
        let per_tool = ledger();
        assert_eq!(reserve(&per_tool, Tool::QueryMysql, 0), Ok(()));
        assert_eq!(reserve(&per_tool, Tool::QueryMysql, 0), Err(ErrorCode::BudgetExhausted));
        assert_eq!(reserve(&per_tool, Tool::QueryLogs, 0), Ok(()));
        for (payload, result) in [(100, 0), (0, 100)] {
            let ledger = ledger();
            assert_eq!(reserve(&ledger, Tool::QueryLogs, 0), Ok(()));
            ledger.settle("r", payload - payload.min(1), result - result.min(1));
            assert_eq!(reserve(&ledger, Tool::QueryLogs, 0), Ok(()));
            ledger.settle("r", payload.min(1), result.min(1));
            assert_eq!(reserve(&ledger, Tool::QueryLogs, 0), Err(ErrorCode::BudgetExhausted));
        }
        let wall = ledger();
        assert_eq!(reserve(&wall, Tool::QueryLogs, 5_000), Ok(()));
        assert_eq!(reserve(&wall, Tool::QueryLogs, 5_999), Ok(()));
        assert_eq!(reserve(&wall, Tool::QueryLogs, 6_000), Err(ErrorCode::BudgetExhausted));
    }

    #[test]
    fn a_run_belongs_to_whoever_made_its_first_call() {
        let ledger = ledger();
        assert!(ledger.is_free_for("r", "c") && ledger.is_free_for("r", "d"));
        assert_eq!(reserve(&ledger, Tool::QueryLogs, 0), Ok(()));
        assert!(ledger.is_free_for("r", "c") && !ledger.is_free_for("r", "d"));
        let other = ledger.reserve("r", "d", Tool::QueryLogs, &budget(), 0);
        assert_eq!(other, Err(ErrorCode::RunNotOwned));
    }

    #[test]
    fn a_run_with_a_call_on_its_way_is_not_forgotten() {
        let ledger = ledger();
        let held = ledger.hold("r").expect("known");
        for run in 0..RUNS {
            drop(ledger.learn(&run.to_string(), Usage::default()));
        }
        assert!(ledger.hold("r").is_some() && ledger.hold("0").is_none());
        drop(held);
    }
}
