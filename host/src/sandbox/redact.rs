//! The redaction engine alone, in the same sandbox: text in, text out.

use std::collections::BTreeMap;

use gobo_contract::RedactionOptions;

use super::bindings::exports::gobo::evidence::redactor;
use super::{Budget, Cause, Failure, Sandbox, SeenValue, Usage, limit, typed};
use crate::registry::Projector;

/// Some texts of a stream.
#[derive(Clone, Copy, Debug)]
pub struct Chunk<'a> {
    /// The texts, each on its own.
    pub texts: &'a [&'a str],
    /// More text follows the last one: a block that may still be open at its end is held back.
    pub more_follows: bool,
    /// What earlier chunks numbered, in that order.
    pub seen: &'a [SeenValue],
}

/// The same texts with markers.
#[derive(Clone, Debug)]
pub struct Redacted {
    /// As many as were given, in their order.
    pub texts: Vec<String>,
    /// Bytes at the end of the last text that were held back, to be given again with what follows.
    pub held_bytes: usize,
    /// How often each marker was set.
    pub redactions: BTreeMap<String, u64>,
    /// What this chunk numbered anew.
    pub newly_seen: Vec<SeenValue>,
    /// What the call has used.
    pub usage: Usage,
}

impl Sandbox {
    /// Redacts some texts of a stream in a fresh instance.
    ///
    /// # Errors
    /// As [`Sandbox::project`].
    pub fn redact(
        &self,
        projector: &Projector,
        chunk: Chunk<'_>,
        options: &RedactionOptions,
        budget: &Budget,
    ) -> Result<Redacted, Failure> {
        let bytes: usize = chunk.texts.iter().map(|text| text.len()).sum();
        let (allow, rules) = (typed::allow(options), typed::rules(options));
        let seen: Vec<_> = chunk.seen.iter().map(|seen| seen.0).collect();
        let request = redactor::RedactionRequest {
            texts: chunk.texts,
            more_follows: chunk.more_follows,
            options: typed::options(options, &allow, &rules),
            seen: &seen,
        };
        let fuel = budget.fuel(bytes + seen.len() * limit::SEEN_VALUE_BYTES);
        let (answer, usage) =
            self.enter(projector, budget, fuel, limit::REDACT_RETURNED_BYTES, async |store, pre| {
                let instance = pre.instantiate_async(&mut *store).await?;
                instance.gobo_evidence_redactor().call_redact(&mut *store, request).await
            })?;
        let redaction = answer.map_err(|error| Failure::answered(typed::error_code(error.code), usage))?;
        let held_bytes = redaction.held_bytes as usize;
        // A guest that holds back what it was not given, or loses a text, would corrupt the stream.
        let last_bytes = chunk.texts.last().map_or(0, |text| text.len());
        let holds = held_bytes <= last_bytes && (chunk.more_follows || held_bytes == 0);
        if !holds || redaction.texts.len() != chunk.texts.len() {
            return Err(Failure::untrue(Cause::Returned, usage));
        }
        Ok(Redacted {
            texts: redaction.texts,
            held_bytes,
            redactions: typed::counts(redaction.redactions),
            newly_seen: redaction.newly_seen.into_iter().map(SeenValue).collect(),
            usage,
        })
    }
}
