//! What a caller of the boundary gets.

use gobo_contract::{ErrorCode, ErrorResult, EvidenceStatus, ToolCallId};

use super::record::Record;

/// The answer to one invocation: always frozen JSON that an agent may read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The frozen JSON, `ERROR` included.
    pub json: String,
    /// The result's evidence status.
    pub evidence_status: EvidenceStatus,
    /// Why there is no evidence.
    pub error: Option<ErrorCode>,
}

impl Answer {
    /// A failure, referencable only with a valid id.
    #[must_use]
    pub fn failed(tool_call_id: Option<&ToolCallId>, code: ErrorCode) -> Self {
        Self {
            json: ErrorResult::new(tool_call_id, code).to_json(),
            evidence_status: EvidenceStatus::Error,
            error: Some(code),
        }
    }

    /// The frozen JSON of a call that ended well.
    pub(super) fn ready(json: String) -> Self {
        // The frozen JSON begins with its status.
        let is_empty = json.starts_with(r#"{"evidence_status":"NO_EVIDENCE""#);
        let evidence_status =
            if is_empty { EvidenceStatus::NoEvidence } else { EvidenceStatus::EvidenceFound };
        Self { json, evidence_status, error: None }
    }

    /// What the call's first caller got.
    pub(super) fn replay(record: &Record, tool_call_id: &ToolCallId) -> Self {
        match record.outcome.as_ref().map(|outcome| &outcome.end) {
            Some(Ok(json)) => Self::ready(json.clone()),
            Some(Err(code)) => Self::failed(Some(tool_call_id), *code),
            None => Self::failed(Some(tool_call_id), ErrorCode::CallInProgress),
        }
    }
}
