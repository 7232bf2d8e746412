//! How a call in the sandbox may fail: one code to send, one message to log, never anything of the payload.

use std::fmt;

use gobo_contract::{ErrorCode, Violation};
use wasmtime::Trap;

use super::Usage;
use super::limiter::Limiter;

/// A call that ended without a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// What the agent is told.
    pub code: ErrorCode,
    /// What the operator is told.
    pub cause: Cause,
    /// What the call had used until then.
    pub usage: Usage,
}

impl Failure {
    /// The projector's own error, as the code that it answered with; none if it is one that no projector may raise.
    pub(super) fn answered(code: Option<ErrorCode>, usage: Usage) -> Self {
        match code {
            Some(code) => Self { code, cause: Cause::Answered, usage },
            None => Self::untrue(Cause::FalseCode, usage),
        }
    }

    /// An answer that is not to be believed.
    pub(super) fn untrue(cause: Cause, usage: Usage) -> Self {
        Self { code: ErrorCode::ProjectionFailed, cause, usage }
    }
}

/// Why a call failed, for the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The host refused the request, the payload or the bounds before any guest ran.
    Refused,
    /// No instance came free in time.
    NoInstance,
    /// The projector itself answered with the code.
    Answered,
    /// The projector answered with a code that only a host may raise.
    FalseCode,
    /// The result breaks the contract.
    Violation(Violation),
    /// The guest used up its fuel.
    Fuel,
    /// The guest asked for more memory than it may have.
    Memory,
    /// The guest did not end by its deadline.
    Deadline,
    /// The guest recursed too deeply.
    Stack,
    /// The guest trapped: a panic, or another trap.
    Trap(Option<Trap>),
    /// The guest returned more than the host copies, text that is not UTF-8, or a malformed value.
    Returned,
}

impl fmt::Display for Failure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}: ", self.code.form().code)?;
        match self.cause {
            Cause::Refused => formatter.write_str("refused before the projector ran"),
            Cause::NoInstance => formatter.write_str("no instance came free before the deadline"),
            Cause::Answered => formatter.write_str("the projector's own answer"),
            Cause::FalseCode => {
                formatter.write_str("the projector answered with a code that only a host may raise")
            }
            Cause::Violation(violation) => write!(formatter, "the result breaks the contract: {violation}"),
            Cause::Fuel => formatter.write_str("out of fuel"),
            Cause::Memory => formatter.write_str("asked for more memory than the budget gives"),
            Cause::Deadline => formatter.write_str("not finished by the deadline"),
            Cause::Stack => formatter.write_str("call stack exhausted"),
            Cause::Trap(Some(trap)) => write!(formatter, "trapped: {trap}"),
            Cause::Trap(None) => formatter.write_str("could not be instantiated or called"),
            Cause::Returned => formatter.write_str("returned a value that cannot be read within the limits"),
        }
    }
}

impl std::error::Error for Failure {}

/// What ended a guest. A refused `memory.grow` shows only in the limiter: the guest itself ends as if it had panicked.
pub(super) fn cause(error: &wasmtime::Error, limiter: &Limiter) -> (ErrorCode, Cause) {
    match error.downcast_ref::<Trap>() {
        Some(Trap::OutOfFuel) => (ErrorCode::ProjectionFuelExceeded, Cause::Fuel),
        _ if limiter.refused() => (ErrorCode::ProjectionMemoryExceeded, Cause::Memory),
        Some(Trap::StackOverflow) => (ErrorCode::ProjectionFailed, Cause::Stack),
        Some(trap) => (ErrorCode::ProjectionFailed, Cause::Trap(Some(*trap))),
        // Everything that is no trap comes from lifting what the guest returned.
        None => (ErrorCode::ProjectionFailed, Cause::Returned),
    }
}
