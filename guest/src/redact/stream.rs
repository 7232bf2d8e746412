//! Text in, text out, over as many calls as the text needs: what the WIT interface `redactor` exports.

use std::collections::BTreeMap;

use gobo_contract::{ErrorCode, Kind, RedactionOptions};

use super::{Redactor, Scope};

/// A value that an earlier call has numbered, so that a stream of calls keeps its numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeenValue {
    /// What the value is.
    pub kind: Kind,
    /// Its digest.
    pub digest: u64,
}

/// Some texts of a stream.
#[derive(Clone, Debug, Default)]
pub struct RedactionRequest {
    /// The texts, each on its own.
    pub texts: Vec<String>,
    /// More text follows the last one: a block that may still be open at its end is held back.
    pub more_follows: bool,
    /// What is redacted.
    pub options: RedactionOptions,
    /// What earlier calls numbered, in that order.
    pub seen: Vec<SeenValue>,
}

/// The same texts with markers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Redaction {
    /// As many as were given, in their order.
    pub texts: Vec<String>,
    /// How many bytes at the end of the last text were held back, to be given again with what follows.
    pub held_bytes: u32,
    /// How often each marker was set.
    pub redactions: BTreeMap<String, u64>,
    /// What this call numbered anew.
    pub newly_seen: Vec<SeenValue>,
}

/// Redacts the texts of one call.
///
/// # Errors
/// [`ErrorCode::ProjectionFailed`] if a user rule does not compile.
pub fn redact(request: &RedactionRequest) -> Result<Redaction, ErrorCode> {
    let mut redactor = Redactor::new(&request.options, Scope::Logs)?;
    let texts = request.texts.iter().map(|text| redactor.redact(text).into_owned()).collect();
    Ok(Redaction { texts, redactions: redactor.counts(), ..Redaction::default() })
}
