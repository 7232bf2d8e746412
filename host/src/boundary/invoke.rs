//! The life of one call: preflight, claim, legacy tool, projection, record.

use std::sync::Arc;
use std::time::{Duration, Instant};

use gobo_contract::{ErrorCode, Report, Tool, ToolCallId};
use tokio::sync::OwnedSemaphorePermit;
use tracing::Instrument;

use super::in_flight::Flight;
use super::legacy_tool::{LegacyCall, LegacyPayload};
use super::preflight::Admitted;
use super::record::{Claim, Digest, Outcome, PayloadFacts, Record, RunContext, Work};
use super::{Answer, Boundary, PublishedProjector, now_ms};
use crate::sandbox::Job;
use crate::store::{Attempt, Claimed, StoreError};

/// The first pause before a failed store is tried again, in milliseconds; each one is twice the one before, up to two
/// seconds.
const FIRST_PAUSE_MS: u64 = 20;
const LONGEST_PAUSE_MS: u64 = 2_000;

/// A call whose key is this attempt's.
struct Claimant {
    attempt: Attempt,
    admitted: Admitted,
    projector: Arc<dyn PublishedProjector>,
    run_id: String,
    flight: Flight,
    _permit: OwnedSemaphorePermit,
}

/// What came of a legacy tool and a projector.
struct Fetched {
    payload: Option<PayloadFacts>,
    work: Option<Work>,
    end: Result<String, ErrorCode>,
}

impl Fetched {
    fn failed(code: ErrorCode) -> Self {
        Self { payload: None, work: None, end: Err(code) }
    }
}

impl Boundary {
    /// Answers one tool call of an agent. `tool_call_id` is what the framework handed over, byte for byte.
    ///
    /// The call goes on when this future is dropped: its record ends as it would have.
    ///
    /// # Panics
    /// Outside of a tokio runtime.
    pub async fn invoke(
        self: &Arc<Self>,
        run: RunContext,
        tool_call_id: Option<&str>,
        tool: Tool,
        request_json: &str,
    ) -> Answer {
        let started = Instant::now();
        let id = match self.tool_call_id(tool_call_id) {
            Ok(id) => id,
            Err(code) => {
                self.metrics.count(tool, Some(code), 0, started.elapsed());
                return Answer::failed(None, code);
            }
        };
        let span = tracing::info_span!(
            "invocation",
            tool = tool.name(),
            run = Digest::of(&run.run_id).short(),
            call = Digest::of(id.as_str()).short()
        );
        let (boundary, request_json, own_id) = (Arc::clone(self), request_json.to_owned(), id.clone());
        let life = async move {
            let (answer, generation) = boundary.live(run, own_id, tool, &request_json).await;
            let code = answer.error.map(|code| code.form().code);
            tracing::info!(code, generation, elapsed_us = started.elapsed().as_micros(), "answered");
            boundary.metrics.count(tool, answer.error, generation, started.elapsed());
            answer
        };
        let life = tokio::spawn(life.instrument(span));
        // Only a panic of the boundary itself ends a life without an answer; its record is ended by the next recovery.
        life.await.unwrap_or_else(|_| Answer::failed(Some(&id), ErrorCode::Internal))
    }

    async fn live(
        self: &Arc<Self>,
        run: RunContext,
        id: ToolCallId,
        tool: Tool,
        request_json: &str,
    ) -> (Answer, u64) {
        let Ok(permit) = Arc::clone(&self.permits).try_acquire_owned() else {
            return (Answer::failed(Some(&id), ErrorCode::Busy), 0);
        };
        let admission =
            self.admit(&run, &id, tool, request_json).instrument(tracing::info_span!("preflight"));
        let admitted = match admission.await {
            Ok(admitted) => admitted,
            Err(code) => return (Answer::failed(Some(&id), code), 0),
        };
        let claiming = self.claim(&run, admitted, permit).instrument(tracing::info_span!("claim"));
        match claiming.await {
            Ok(claimant) => {
                let generation = claimant.projector.generation();
                (self.run(claimant).await, generation)
            }
            Err(answer) => (*answer, 0),
        }
    }

    /// Duplicate, then budget, then the claim, which decides between whoever came this far with the same key.
    async fn claim(
        self: &Arc<Self>,
        run: &RunContext,
        admitted: Admitted,
        permit: OwnedSemaphorePermit,
    ) -> Result<Claimant, Box<Answer>> {
        let id = &admitted.call.tool_call_id;
        let failed = |code| Box::new(Answer::failed(Some(id), code));
        let flight = self.in_flight.enter(admitted.key, admitted.request_digest).map_err(|running| {
            let is_same = running == admitted.request_digest;
            failed(if is_same { ErrorCode::CallInProgress } else { ErrorCode::DuplicateCall })
        })?;
        let tool = admitted.request.tool();
        let reserved =
            self.ledger.reserve(&run.run_id, &run.caller, tool, &self.options.run_budget, now_ms());
        if let Err(code) = reserved {
            // A call that was made before is told so, whatever is left of the budget.
            let before =
                self.store.get(&admitted.key).await.map_err(|error| failed(self.store_failed(error)))?;
            let Some(before) = before else { return Err(failed(code)) };
            return Err(Box::new(self.answer_again(&admitted, before).await));
        }
        let release = || self.ledger.release(&run.run_id, tool);
        let projector = self.projectors.current().map_err(|code| {
            release();
            failed(code)
        })?;
        let attempt = Attempt::new();
        let claim = Claim {
            key: admitted.key,
            caller: run.caller.clone(),
            run_id: run.run_id.clone(),
            turn: run.turn,
            tool_call_id: id.as_str().to_owned(),
            tool,
            request_digest: admitted.request_digest,
            generation: projector.generation(),
            started_at_ms: now_ms(),
        };
        match self.store.claim(attempt, &claim).await {
            Ok(Claimed::New) => {
                let run_id = run.run_id.clone();
                Ok(Claimant { attempt, admitted, projector, run_id, flight, _permit: permit })
            }
            Ok(Claimed::Before(record)) => {
                release();
                Err(Box::new(self.answer_again(&admitted, *record).await))
            }
            Err(error) => {
                release();
                let answer = failed(self.store_failed(error));
                if error == StoreError::Lost {
                    // It may have been claimed nonetheless, for a call that does not run.
                    self.end_later(attempt, flight);
                }
                Err(answer)
            }
        }
    }

    /// The answer to a call that was made before.
    async fn answer_again(&self, admitted: &Admitted, mut record: Record) -> Answer {
        let id = &admitted.call.tool_call_id;
        if record.claim.request_digest != admitted.request_digest {
            return Answer::failed(Some(id), ErrorCode::DuplicateCall);
        }
        if record.outcome.is_none() {
            // Perhaps whoever ran it is dead.
            let recovered = self.store.recover(now_ms()).await;
            if recovered.is_ok_and(|records| records > 0)
                && let Ok(Some(again)) = self.store.get(&admitted.key).await
            {
                record = again;
            }
        }
        match record.outcome {
            Some(_) if self.options.replay => Answer::replay(&record, id),
            Some(_) => Answer::failed(Some(id), ErrorCode::DuplicateCall),
            None => Answer::failed(Some(id), ErrorCode::CallInProgress),
        }
    }

    /// Runs a claimed call to its recorded end.
    async fn run(self: &Arc<Self>, claimant: Claimant) -> Answer {
        let mut stopped = self.stop.subscribe();
        let fetched = tokio::select! {
            fetched = self.fetch_and_project(&claimant) => fetched,
            _ = stopped.wait_for(|stopped| *stopped) => Fetched::failed(ErrorCode::Internal),
        };
        let Fetched { payload, work, end } = fetched;
        let payload_bytes = payload.map_or(0, |payload| payload.payload_bytes);
        let result_bytes = end.as_ref().map_or(0, |json| json.len() as u64);
        self.ledger.settle(&claimant.run_id, payload_bytes, result_bytes);
        let outcome = Outcome { finished_at_ms: now_ms(), payload, work, end };
        let Claimant { attempt, admitted, flight, .. } = claimant;
        let finishing = self.finish(attempt, &admitted, &outcome).instrument(tracing::info_span!("finish"));
        match (finishing.await, outcome.end) {
            (Ok(()), Ok(json)) => Answer::ready(json),
            (Ok(()), Err(code)) => Answer::failed(Some(&admitted.call.tool_call_id), code),
            (Err(error), _) => {
                let answer = Answer::failed(Some(&admitted.call.tool_call_id), ErrorCode::Internal);
                if error != StoreError::NotOwned {
                    self.end_later(attempt, flight);
                }
                answer
            }
        }
    }

    async fn fetch_and_project(&self, claimant: &Claimant) -> Fetched {
        let fetching = self.fetch(claimant).instrument(tracing::info_span!("legacy_tool"));
        let payload = match fetching.await {
            Ok(payload) => payload,
            Err(code) => return Fetched::failed(code),
        };
        let facts = PayloadFacts {
            payload_bytes: payload.text.len() as u64,
            payload_digest: Digest::of(&payload.text),
        };
        if facts.payload_bytes > u64::from(self.options.bounds.payload_bytes) {
            return Fetched { payload: Some(facts), work: None, end: Err(ErrorCode::PayloadTooLarge) };
        }
        let projecting = self.project(claimant, payload).instrument(tracing::info_span!("projection"));
        let (work, end) = projecting.await;
        Fetched { payload: Some(facts), work, end }
    }

    async fn fetch(&self, claimant: &Claimant) -> Result<LegacyPayload, ErrorCode> {
        let Admitted { call, request, tool, .. } = &claimant.admitted;
        let window = match request {
            gobo_contract::Request::Logs(request) => Some(call.window(request.lookback_minutes())),
            _ => None,
        };
        let payload_bytes = u64::from(self.options.bounds.payload_bytes);
        let legacy_call = LegacyCall { request: request.clone(), window, payload_bytes };
        let tool = Arc::clone(tool);
        // A task of its own, so that a panic in it is the tool's failure; dropped with the set, so that it ends with us.
        let mut task = tokio::task::JoinSet::new();
        task.spawn(async move { tool.fetch(legacy_call).await }.in_current_span());
        match tokio::time::timeout(self.options.tool_deadline(), task.join_next()).await {
            Ok(Some(Ok(fetched))) => fetched,
            Ok(_) => Err(ErrorCode::ToolFailed),
            Err(_) => Err(ErrorCode::ToolTimeout),
        }
    }

    async fn project(
        &self,
        claimant: &Claimant,
        payload: LegacyPayload,
    ) -> (Option<Work>, Result<String, ErrorCode>) {
        let waiting = Arc::clone(&self.projections).acquire_owned();
        let Ok(Ok(permit)) = tokio::time::timeout(self.options.projection_wait(), waiting).await else {
            return (None, Err(ErrorCode::Busy));
        };
        let (projector, bounds) = (Arc::clone(&claimant.projector), self.options.bounds.clone());
        let (call, request) = (claimant.admitted.call.clone(), claimant.admitted.request.clone());
        let span = tracing::Span::current();
        let projection = tokio::task::spawn_blocking(move || {
            let _entered = span.entered();
            let job = Job { call: &call, request: &request, payload: payload.borrowed(), bounds: &bounds };
            let projection = projector.project(job);
            drop(permit);
            projection
        });
        let Ok(projection) = projection.await else { return (None, Err(ErrorCode::ProjectionFailed)) };
        let (usage, report, end) = match projection {
            Ok(projected) => (projected.usage, projected.report, Ok(projected.json)),
            Err(failure) => {
                tracing::warn!(%failure, "no projection");
                (failure.usage, Report::default(), Err(failure.code))
            }
        };
        let peak_memory_bytes = usage.peak_memory_bytes as u64;
        (Some(Work { fuel_used: usage.fuel, peak_memory_bytes, report }), end)
    }

    /// Writes the end of a call, again and again for a while when the store fails.
    async fn finish(
        &self,
        attempt: Attempt,
        admitted: &Admitted,
        outcome: &Outcome,
    ) -> Result<(), StoreError> {
        let deadline = Instant::now() + Duration::from_millis(self.options.finish_ms);
        let mut pause_ms = FIRST_PAUSE_MS;
        loop {
            let finished = self.store.finish(attempt, &admitted.key, outcome).await;
            let Err(error) = finished else { return Ok(()) };
            self.store_failed(error);
            if error == StoreError::NotOwned || Instant::now() >= deadline {
                return Err(error);
            }
            tokio::time::sleep(Duration::from_millis(pause_ms)).await;
            pause_ms = (2 * pause_ms).min(LONGEST_PAUSE_MS);
        }
    }

    /// Turns a record whose end could not be written into `ERROR`, which is what its caller was told, as soon as the
    /// store is back. Until then the key stays taken.
    fn end_later(self: &Arc<Self>, attempt: Attempt, flight: Flight) {
        let boundary = Arc::clone(self);
        tokio::spawn(async move {
            let outcome = Outcome::failed(ErrorCode::Internal, now_ms());
            let mut pause_ms = FIRST_PAUSE_MS;
            while let Err(error) = boundary.store.finish(attempt, flight.key(), &outcome).await {
                if error == StoreError::NotOwned {
                    return;
                }
                tokio::time::sleep(Duration::from_millis(pause_ms)).await;
                pause_ms = (2 * pause_ms).min(LONGEST_PAUSE_MS);
            }
        });
    }

    /// Tells the operator, and the code for the agent.
    pub(super) fn store_failed(&self, error: StoreError) -> ErrorCode {
        tracing::error!(%error, "the record store failed");
        self.metrics.count_store_failure();
        error.code()
    }
}
