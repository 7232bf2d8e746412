//! A record as a row: what both databases have in common.

use gobo_contract::{ErrorCode, InvocationStatus, Report, Tool};

use super::StoreError;
use crate::boundary::{Claim, Digest, Key, Outcome, PayloadFacts, Record, Work};

/// The columns of a record, in the order of [`Row`].
pub(super) const COLUMNS: &str = "key, caller, run_id, turn, tool_call_id, tool, request_digest, generation, \
    started_at_ms, finished_at_ms, payload_bytes, payload_digest, fuel_used, peak_memory_bytes, report, result_json, \
    error_code";

/// The columns' values. Databases have signed numbers only; nothing here comes near their end.
#[derive(Clone, Debug, Default)]
pub(super) struct Row {
    pub(super) key: Vec<u8>,
    pub(super) caller: String,
    pub(super) run_id: String,
    pub(super) turn: Option<i64>,
    pub(super) tool_call_id: String,
    pub(super) tool: String,
    pub(super) request_digest: Vec<u8>,
    pub(super) generation: i64,
    pub(super) started_at_ms: i64,
    pub(super) finished_at_ms: Option<i64>,
    pub(super) payload_bytes: Option<i64>,
    pub(super) payload_digest: Option<Vec<u8>>,
    pub(super) fuel_used: Option<i64>,
    pub(super) peak_memory_bytes: Option<i64>,
    pub(super) report: Option<String>,
    pub(super) result_json: Option<String>,
    pub(super) error_code: Option<String>,
}

/// A number as databases keep it.
pub(super) fn signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

fn unsigned(number: i64) -> u64 {
    u64::try_from(number).unwrap_or(0)
}

/// The state's name in the database.
pub(crate) fn status_name(status: InvocationStatus) -> &'static str {
    match status {
        InvocationStatus::Projecting => "PROJECTING",
        InvocationStatus::Ready => "READY",
        InvocationStatus::Error => "ERROR",
    }
}

impl Row {
    pub(super) fn of_claim(claim: &Claim) -> Self {
        Self {
            key: claim.key.0.as_bytes().to_vec(),
            caller: claim.caller.clone(),
            run_id: claim.run_id.clone(),
            turn: claim.turn.map(i64::from),
            tool_call_id: claim.tool_call_id.clone(),
            tool: claim.tool.name().to_owned(),
            request_digest: claim.request_digest.as_bytes().to_vec(),
            generation: signed(claim.generation),
            started_at_ms: signed(claim.started_at_ms),
            ..Self::default()
        }
    }

    pub(super) fn of_outcome(outcome: &Outcome) -> Self {
        let Outcome { finished_at_ms, payload, work, end } = outcome;
        Self {
            finished_at_ms: Some(signed(*finished_at_ms)),
            payload_bytes: payload.map(|payload| signed(payload.payload_bytes)),
            payload_digest: payload.map(|payload| payload.payload_digest.as_bytes().to_vec()),
            fuel_used: work.as_ref().map(|work| signed(work.fuel_used)),
            peak_memory_bytes: work.as_ref().map(|work| signed(work.peak_memory_bytes)),
            // Names and numbers: nothing that cannot be written.
            report: work.as_ref().map(|work| serde_json::to_string(&work.report).unwrap_or_default()),
            result_json: end.as_ref().ok().cloned(),
            error_code: end.as_ref().err().map(|code| code.form().code.to_owned()),
            ..Self::default()
        }
    }

    /// The state that the outcome columns stand for.
    pub(super) fn status(&self) -> InvocationStatus {
        match (&self.result_json, &self.error_code) {
            (Some(_), None) => InvocationStatus::Ready,
            (None, None) => InvocationStatus::Projecting,
            (_, Some(_)) => InvocationStatus::Error,
        }
    }

    /// The record that the row stands for.
    ///
    /// # Errors
    /// [`StoreError::Unknown`] for what this version does not write.
    pub(super) fn into_record(self) -> Result<Record, StoreError> {
        let digest = |bytes: &[u8]| Digest::from_bytes(bytes).map_err(|_| StoreError::Unknown("digest"));
        let outcome = self.outcome()?;
        let claim = Claim {
            key: Key(digest(&self.key)?),
            caller: self.caller,
            run_id: self.run_id,
            turn: self.turn.and_then(|turn| u32::try_from(turn).ok()),
            tool_call_id: self.tool_call_id,
            tool: Tool::from_name(&self.tool).map_err(|_| StoreError::Unknown("tool"))?,
            request_digest: digest(&self.request_digest)?,
            generation: unsigned(self.generation),
            started_at_ms: unsigned(self.started_at_ms),
        };
        Ok(Record { claim, outcome })
    }

    fn outcome(&self) -> Result<Option<Outcome>, StoreError> {
        let end = match (&self.result_json, &self.error_code) {
            (None, None) => return Ok(None),
            (Some(json), None) => Ok(json.clone()),
            (_, Some(code)) => Err(ErrorCode::from_code(code).ok_or(StoreError::Unknown("error code"))?),
        };
        let payload = match (self.payload_bytes, &self.payload_digest) {
            (Some(bytes), Some(digest)) => Some(PayloadFacts {
                payload_bytes: unsigned(bytes),
                payload_digest: Digest::from_bytes(digest).map_err(|_| StoreError::Unknown("digest"))?,
            }),
            _ => None,
        };
        let work = match (self.fuel_used, self.peak_memory_bytes, &self.report) {
            (Some(fuel), Some(memory), Some(report)) => Some(Work {
                fuel_used: unsigned(fuel),
                peak_memory_bytes: unsigned(memory),
                report: serde_json::from_str::<Report>(report).map_err(|_| StoreError::Unknown("report"))?,
            }),
            _ => None,
        };
        Ok(Some(Outcome { finished_at_ms: self.finished_at_ms.map_or(0, unsigned), payload, work, end }))
    }
}
