//! What is checked before anything runs, in this order: id, request, run ownership, authorization, read-only. (Duplicate
//! and budget follow with the claim.) A refusal touches neither legacy tool nor projector, and leaves no record.

use std::sync::Arc;

use gobo_contract::{Call, ErrorCode, Request, Tool, ToolCallId};

use super::budget::Held;
use super::record::{Digest, Key, RunContext};
use super::{Boundary, LegacyTool, read_only};

/// Bytes of a run's id or a caller's name. As with tool call ids, no framework comes near; at one more, or with a control
/// character, the run is not the caller's.
const RUN_ID_BYTES: usize = 4_096;

/// A call that may run if its key is free and its run has budget left.
pub(super) struct Admitted {
    pub(super) call: Call,
    pub(super) request: Request,
    pub(super) request_digest: Digest,
    pub(super) key: Key,
    pub(super) tool: Arc<dyn LegacyTool>,
    /// Keeps the run in the ledger.
    pub(super) _run: Held,
}

impl Boundary {
    /// The framework's id, if it is one.
    pub(super) fn tool_call_id(&self, id: Option<&str>) -> Result<ToolCallId, ErrorCode> {
        let id = id.ok_or(ErrorCode::InvalidToolCallId)?;
        if self.options.strict_ids { ToolCallId::new_strict(id) } else { ToolCallId::new(id) }
    }

    /// Everything that can be checked before the key is claimed.
    pub(super) async fn admit(
        &self,
        run: &RunContext,
        id: &ToolCallId,
        tool: Tool,
        request_json: &str,
    ) -> Result<Admitted, ErrorCode> {
        let call = Call::at(id.clone(), super::now());
        let request = Request::from_json(tool, request_json)?;
        request.check_fits(&call, &self.options.bounds)?;
        let held = self.check_run(run).await?;
        if !self.access.allows(&run.caller, &request) {
            return Err(ErrorCode::Unauthorized);
        }
        let legacy_tool = self.tools.get(&tool).ok_or(ErrorCode::Unauthorized)?;
        check_read_only(legacy_tool.as_ref(), &request)?;
        Ok(Admitted {
            request_digest: Digest::of(format!("{}\n{}", tool.name(), request.json())),
            key: Key::new(run, id),
            call,
            request,
            tool: Arc::clone(legacy_tool),
            _run: held,
        })
    }

    /// The run must be the caller's by grant, and by its first call.
    async fn check_run(&self, run: &RunContext) -> Result<Held, ErrorCode> {
        let is_name = |name: &str| {
            !name.trim().is_empty() && name.len() <= RUN_ID_BYTES && !name.chars().any(char::is_control)
        };
        if !is_name(&run.run_id) || !is_name(&run.caller) || !self.access.owns_run(&run.caller, &run.run_id) {
            return Err(ErrorCode::RunNotOwned);
        }
        let held = if let Some(held) = self.ledger.hold(&run.run_id) {
            held
        } else {
            let usage = self.store.usage(&run.run_id).await.map_err(|error| self.store_failed(error))?;
            self.ledger.learn(&run.run_id, usage)
        };
        if self.ledger.is_free_for(&run.run_id, &run.caller) { Ok(held) } else { Err(ErrorCode::RunNotOwned) }
    }
}

/// The tool says that it only reads, and what it is asked can do nothing else.
fn check_read_only(tool: &dyn LegacyTool, request: &Request) -> Result<(), ErrorCode> {
    if !tool.is_read_only() {
        return Err(ErrorCode::NotReadOnly);
    }
    let Request::Mysql(request) = request else { return Ok(()) };
    read_only::check(&request.sql, request.params.len()).map_err(|refusal| {
        tracing::info!(%refusal, "refused a statement");
        ErrorCode::NotReadOnly
    })
}
