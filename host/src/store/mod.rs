//! Record stores: memory, `SQLite` for one machine, `PostgreSQL` for several hosts.
//!
//! A store knows nothing of tools, budgets or projections. It keeps one record for each key, lets exactly one claimant
//! have a key, and knows which records a dead process has left behind.

mod memory;
mod postgres;
mod row;
mod sqlite;

use std::collections::BTreeMap;
use std::hash::{BuildHasher, Hasher, RandomState};

use async_trait::async_trait;
use gobo_contract::{ErrorCode, InvocationStatus, Tool};
use thiserror::Error;

pub use memory::MemoryStore;
pub use postgres::PostgresStore;
pub(crate) use row::status_name;
pub use sqlite::SqliteStore;

use crate::boundary::{Claim, Key, Outcome, Record};

/// Why a store could not do what it was asked to. Holds nothing of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum StoreError {
    /// Somebody else holds the store for longer than its deadline.
    #[error("the record store is locked")]
    Locked,
    /// There is no room for another record.
    #[error("the record store is full")]
    Full,
    /// The store cannot be reached, or was lost on the way. What was asked for may or may not have been done.
    #[error("the record store is lost")]
    Lost,
    /// The record does not belong to this attempt (any more): another host took the attempt for dead.
    #[error("the record belongs to another attempt")]
    NotOwned,
    /// What the store holds is not what this version writes.
    #[error("the record store holds something unknown: {0}")]
    Unknown(&'static str),
}

impl StoreError {
    /// What the agent reads.
    #[must_use]
    pub fn code(self) -> ErrorCode {
        if self == Self::Locked { ErrorCode::Busy } else { ErrorCode::Internal }
    }
}

/// One try to run one call. Only the attempt that claimed a record may finish it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Attempt(i64);

impl Attempt {
    /// A number that no other attempt has.
    #[must_use]
    pub fn new() -> Self {
        Self(random_number())
    }

    /// The number, for a store.
    #[must_use]
    pub fn number(self) -> i64 {
        self.0
    }
}

impl Default for Attempt {
    fn default() -> Self {
        Self::new()
    }
}

/// A positive number that differs between processes and calls. Not a secret.
fn random_number() -> i64 {
    let bits = RandomState::new().build_hasher().finish();
    i64::try_from(bits >> 1).unwrap_or(i64::MAX)
}

/// What a claim came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claimed {
    /// The key is this attempt's; the legacy tool may run.
    New,
    /// The key was claimed before. The legacy tool must not run.
    Before(Box<Record>),
}

/// What a run has used up so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// Who made the run's first call.
    pub caller: Option<String>,
    /// When, in milliseconds since 1970.
    pub started_at_ms: Option<u64>,
    /// Calls of each tool that passed preflight.
    pub calls: BTreeMap<Tool, u64>,
    /// Payload that its legacy tools delivered.
    pub payload_bytes: u64,
    /// Frozen JSON that its agent got.
    pub result_bytes: u64,
}

/// Which records to list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// Only this run's.
    pub run_id: Option<String>,
    /// Only those in this state.
    pub status: Option<InvocationStatus>,
    /// Only those started before this time and key: where the page before ended.
    pub before: Option<(u64, Key)>,
    /// At most so many.
    pub count: u32,
}

/// How long records are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Retention {
    /// Records that ended before this time go, in milliseconds since 1970.
    pub finished_before_ms: u64,
    /// The most recent ended records that stay.
    pub count: u64,
}

/// Keeps invocation records.
#[async_trait]
pub trait RecordStore: Send + Sync {
    /// Takes the key for this attempt, or tells who has it. Of any number of claimants, one gets it.
    ///
    /// # Errors
    /// [`StoreError`]; after [`StoreError::Lost`] the key may be taken nonetheless.
    async fn claim(&self, attempt: Attempt, claim: &Claim) -> Result<Claimed, StoreError>;

    /// Writes how the attempt ended. The same again changes nothing.
    ///
    /// # Errors
    /// [`StoreError::NotOwned`] if the record is not this attempt's, or another [`StoreError`].
    async fn finish(&self, attempt: Attempt, key: &Key, outcome: &Outcome) -> Result<(), StoreError>;

    /// The record of that key.
    ///
    /// # Errors
    /// [`StoreError`].
    async fn get(&self, key: &Key) -> Result<Option<Record>, StoreError>;

    /// Records, newest first.
    ///
    /// # Errors
    /// [`StoreError`].
    async fn list(&self, filter: &Filter) -> Result<Vec<Record>, StoreError>;

    /// What a run has used up.
    ///
    /// # Errors
    /// [`StoreError`].
    async fn usage(&self, run_id: &str) -> Result<Usage, StoreError>;

    /// Turns `PROJECTING` records whose process is dead into `ERROR`, and tells how many. Records of living processes,
    /// on this host or another one, stay.
    ///
    /// # Errors
    /// [`StoreError`].
    async fn recover(&self, now_ms: u64) -> Result<u64, StoreError>;

    /// Deletes ended records beyond the retention, and tells how many. Records that are `PROJECTING` stay.
    ///
    /// # Errors
    /// [`StoreError`].
    async fn prune(&self, retention: Retention) -> Result<u64, StoreError>;
}
