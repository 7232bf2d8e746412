//! Records in memory: gone with the process. For tests and for embedding without persistence.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Mutex, MutexGuard, PoisonError};

use async_trait::async_trait;

use super::{Attempt, Claimed, Filter, RecordStore, Retention, StoreError, Usage};
use crate::boundary::{Claim, Key, Outcome, Record};

/// Keeps records in memory.
#[derive(Debug, Default)]
pub struct MemoryStore(Mutex<HashMap<Key, (Attempt, Record)>>);

impl MemoryStore {
    /// An empty store.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    fn records(&self) -> MutexGuard<'_, HashMap<Key, (Attempt, Record)>> {
        // Every change is one insertion or one assignment: a panic elsewhere leaves nothing half done.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[async_trait]
impl RecordStore for MemoryStore {
    async fn claim(&self, attempt: Attempt, claim: &Claim) -> Result<Claimed, StoreError> {
        Ok(match self.records().entry(claim.key) {
            Entry::Occupied(entry) => Claimed::Before(Box::new(entry.get().1.clone())),
            Entry::Vacant(entry) => {
                entry.insert((attempt, Record { claim: claim.clone(), outcome: None }));
                Claimed::New
            }
        })
    }

    async fn finish(&self, attempt: Attempt, key: &Key, outcome: &Outcome) -> Result<(), StoreError> {
        match self.records().get_mut(key) {
            Some((owner, record)) if *owner == attempt => {
                record.outcome = Some(outcome.clone());
                Ok(())
            }
            _ => Err(StoreError::NotOwned),
        }
    }

    async fn get(&self, key: &Key) -> Result<Option<Record>, StoreError> {
        Ok(self.records().get(key).map(|(_, record)| record.clone()))
    }

    async fn list(&self, filter: &Filter) -> Result<Vec<Record>, StoreError> {
        let place = |record: &Record| (record.claim.started_at_ms, record.claim.key);
        let records = self.records();
        let mut found: Vec<&Record> = records
            .values()
            .map(|(_, record)| record)
            .filter(|record| filter.run_id.as_ref().is_none_or(|run_id| *run_id == record.claim.run_id))
            .filter(|record| filter.status.is_none_or(|status| status == record.status()))
            .filter(|record| filter.before.is_none_or(|before| place(record) < before))
            .collect();
        found.sort_by_key(|record| std::cmp::Reverse(place(record)));
        Ok(found.into_iter().take(filter.count as usize).cloned().collect())
    }

    async fn usage(&self, run_id: &str) -> Result<Usage, StoreError> {
        let records = self.records();
        let of_run =
            records.values().map(|(_, record)| record).filter(|record| record.claim.run_id == run_id);
        let mut usage = Usage::default();
        for Record { claim, outcome } in of_run {
            *usage.calls.entry(claim.tool).or_default() += 1;
            if usage.started_at_ms.is_none_or(|first| claim.started_at_ms < first) {
                usage.started_at_ms = Some(claim.started_at_ms);
                usage.caller = Some(claim.caller.clone());
            }
            if let Some(outcome) = outcome {
                usage.payload_bytes += outcome.payload.map_or(0, |payload| payload.payload_bytes);
                usage.result_bytes += outcome.end.as_ref().map_or(0, |json| json.len() as u64);
            }
        }
        Ok(usage)
    }

    async fn recover(&self, _now_ms: u64) -> Result<u64, StoreError> {
        // What a dead process left behind is gone with its memory.
        Ok(0)
    }

    async fn prune(&self, retention: Retention) -> Result<u64, StoreError> {
        let mut records = self.records();
        let mut ended: Vec<(u64, Key)> = records
            .iter()
            .filter_map(|(key, (_, record))| {
                record.outcome.as_ref().map(|outcome| (outcome.finished_at_ms, *key))
            })
            .collect();
        ended.sort_unstable_by_key(|(finished_at_ms, key)| std::cmp::Reverse((*finished_at_ms, *key)));
        let kept = usize::try_from(retention.count).unwrap_or(usize::MAX);
        let gone = ended.iter().enumerate().filter(|(at, (finished_at_ms, _))| {
            *at >= kept || *finished_at_ms < retention.finished_before_ms
        });
        let before = records.len();
        gone.for_each(|(_, (_, key))| {
            records.remove(key);
        });
        Ok((before - records.len()) as u64)
    }
}
