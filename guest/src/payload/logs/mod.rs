//! What log search delivers: one JSON document, one JSON object a line, or plain lines.
//!
//! Entries are handed over one by one, so that a payload of a million of them needs no list of a million.

mod head;
mod json;
mod level;
mod lines;
mod ndjson;
mod slow_query;
mod timestamp;

use std::borrow::Cow;

use gobo_contract::{ErrorCode, Payload, PayloadFormat};

pub use level::Severity;
pub use timestamp::Clock;

/// One log entry, as delivered; what is absent is `""`. Instance and metrics are not even read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entry<'t> {
    /// When, in whatever form.
    pub timestamp: Cow<'t, str>,
    /// How severe, in whatever form.
    pub level: Cow<'t, str>,
    /// Who says so.
    pub service: Cow<'t, str>,
    /// What happened; of several lines when a stack trace follows.
    pub message: Cow<'t, str>,
}

/// Hands each entry of a log payload to `take`, in the payload's order, and answers how many the source matched: its
/// `total` when that is an integer of at least the entries delivered, else these.
///
/// # Errors
/// [`ErrorCode::PayloadMalformed`] or [`ErrorCode::LegacyFailure`]; what `take` got until then is not to be used.
pub fn each_entry<'t>(payload: Payload<'t>, mut take: impl FnMut(Entry<'t>)) -> Result<u64, ErrorCode> {
    match payload.format {
        PayloadFormat::Json => json::document(payload.text, &mut take),
        PayloadFormat::Ndjson => ndjson::each(payload.text, &mut take),
        PayloadFormat::Lines => Ok(lines::each(payload.text, &mut take)),
    }
}
