//! What one projection works on.

use gobo_contract::{Bounds, Call, ErrorCode, Payload, Request, WireCall};

/// What one projection works on: all that a projector is handed for one call, borrowed.
#[derive(Clone, Copy, Debug)]
pub struct Job<'a> {
    /// The framework's id, and the clock.
    pub call: &'a Call,
    /// What the agent asked.
    pub request: &'a Request,
    /// What the legacy tool returned.
    pub payload: Payload<'a>,
    /// The most that the result may carry.
    pub bounds: &'a Bounds,
}

impl Job<'_> {
    /// What the host can refuse by itself, before any guest runs.
    pub(super) fn check(&self) -> Result<(), ErrorCode> {
        let Self { call, request, payload, bounds } = *self;
        bounds.check().map_err(|_| ErrorCode::Internal)?;
        request.check()?;
        request.check_fits(call, bounds)?;
        let fits = payload.text.len() <= bounds.payload_bytes as usize;
        if fits { Ok(()) } else { Err(ErrorCode::PayloadTooLarge) }
    }

    /// The job as `wire.project` takes it.
    pub(super) fn wire(&self) -> String {
        WireCall::json(self.call, self.request, self.payload, self.bounds)
    }
}
