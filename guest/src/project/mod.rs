//! One file per tool: decode, select, redact, bound.

mod knowledge;
mod logs;
mod mysql;

use std::collections::BTreeMap;

use gobo_contract::{Bounds, Call, ErrorCode, ErrorResult, Payload, Report, Request, ToolResult, WireCall};

pub use knowledge::lookup_knowledge;
pub use logs::query_logs;
pub use mysql::query_mysql;

use crate::bound::Bounding;

/// A result and what was done to get there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Projection<R> {
    /// What the agent may see.
    pub result: R,
    /// Counts of what it may not.
    pub report: Report,
}

impl<R> Projection<R> {
    fn new(result: R, redactions: BTreeMap<String, u64>, bounding: Bounding) -> Self {
        let Bounding { dropped_items, cut_texts } = bounding;
        Self { result, report: Report { redactions, dropped_items, cut_texts } }
    }

    fn map<T>(self, wrap: impl FnOnce(R) -> T) -> Projection<T> {
        Projection { result: wrap(self.result), report: self.report }
    }
}

/// Projects a payload of any of the three tools.
///
/// # Errors
/// [`ErrorCode::PayloadMalformed`], [`ErrorCode::LegacyFailure`] or [`ErrorCode::PayloadTooLarge`] for the payload,
/// [`ErrorCode::InvalidRequest`] or [`ErrorCode::RequestTooLarge`] for a request that the host should have refused,
/// [`ErrorCode::ProjectionFailed`] when a user rule does not compile.
pub fn project(
    call: &Call,
    request: &Request,
    payload: Payload<'_>,
    bounds: &Bounds,
) -> Result<Projection<ToolResult>, ErrorCode> {
    request.check()?;
    request.check_fits(call, bounds)?;
    if payload.text.len() > bounds.payload_bytes as usize {
        return Err(ErrorCode::PayloadTooLarge);
    }
    match request {
        Request::Knowledge(request) => lookup_knowledge(call, request, payload, bounds)
            .map(|projection| projection.map(ToolResult::Knowledge)),
        Request::Logs(request) => {
            query_logs(call, request, payload, bounds).map(|projection| projection.map(ToolResult::Logs))
        }
        Request::Mysql(request) => {
            query_mysql(call, request, payload, bounds).map(|projection| projection.map(ToolResult::Mysql))
        }
    }
}

/// Projects a call in its JSON form and answers with the frozen JSON, `ERROR` included.
#[must_use]
pub fn project_wire(json: &str) -> String {
    let wire = match WireCall::from_json(json) {
        Ok(wire) => wire,
        Err((id, code)) => return ErrorResult::new(id.as_ref(), code).to_json(),
    };
    let payload = Payload { format: wire.payload_format, text: &wire.payload_text };
    match project(&wire.call, &wire.request, payload, &wire.bounds) {
        Ok(projection) => projection.result.to_json(),
        Err(code) => ErrorResult::new(Some(&wire.call.tool_call_id), code).to_json(),
    }
}
