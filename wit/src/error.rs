//! How a call may fail: a closed set of codes, by whose fault it is, with one table of every outward form.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Whose fault a failure is: who can do something about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fault {
    /// The agent, or the framework that speaks for it.
    Caller,
    /// The operator's policy says no.
    Policy,
    /// The legacy tool, or what it delivered.
    Tool,
    /// The projector component.
    Projector,
    /// The host that embeds Gobo.
    Host,
}

/// Where in a call's way a failure is raised.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stage {
    /// Before the legacy tool and the projector: neither has run.
    Preflight,
    /// In the legacy tool.
    LegacyTool,
    /// In the projection.
    Projection,
    /// In the host.
    Host,
}

/// Every outward form of one code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ErrorForm {
    /// The frozen code.
    pub code: &'static str,
    /// The frozen message: fixed text, never anything of a payload or a request.
    pub message: &'static str,
    /// Whether the same call may succeed later.
    pub retryable: bool,
    /// Where it is raised.
    pub stage: Stage,
    /// Whose fault it is.
    pub fault: Fault,
    /// Exit status of the `gobo` command.
    pub exit_status: u8,
    /// HTTP status of a server in front of the boundary.
    pub http_status: u16,
    /// JSON-RPC error code, for servers that report failures as protocol errors. MCP tool results carry the frozen
    /// JSON with `isError: true` instead.
    pub json_rpc_code: i32,
}

macro_rules! error_codes {
    ($($(#[doc = $doc:literal])+ $name:ident = $code:literal, $message:literal,
       $stage:ident, $fault:ident, retry $retryable:literal, exit $exit:literal, http $http:literal, rpc $rpc:literal;)+) => {
        /// Why a call has no evidence. The codes are frozen.
        ///
        /// # Example
        /// ```
        /// use gobo_contract::ErrorCode;
        /// let form = ErrorCode::PayloadMalformed.form();
        /// assert_eq!((form.code, form.retryable), ("PAYLOAD_MALFORMED", false));
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
        pub enum ErrorCode {
            $($(#[doc = $doc])+ #[serde(rename = $code)] $name,)+
        }

        impl ErrorCode {
            /// Every code.
            pub const ALL: &[Self] = &[$(Self::$name,)+];

            /// The code's row in the table of outward forms.
            #[must_use]
            pub const fn form(self) -> ErrorForm {
                match self {
                    $(Self::$name => ErrorForm {
                        code: $code,
                        message: $message,
                        retryable: $retryable,
                        stage: Stage::$stage,
                        fault: Fault::$fault,
                        exit_status: $exit,
                        http_status: $http,
                        json_rpc_code: $rpc,
                    },)+
                }
            }
        }
    };
}

error_codes! {
    /// The framework's id is missing, blank, too long or has control characters.
    InvalidToolCallId = "INVALID_TOOL_CALL_ID", "The framework's tool call ID is missing or invalid.",
        Preflight, Caller, retry false, exit 10, http 400, rpc -32602;
    /// The request does not match the tool's schema.
    InvalidRequest = "INVALID_REQUEST", "The request does not match the tool's schema.",
        Preflight, Caller, retry false, exit 11, http 400, rpc -32602;
    /// The request is too large, so that its echo would not fit the result.
    RequestTooLarge = "REQUEST_TOO_LARGE", "The request is too large.",
        Preflight, Caller, retry false, exit 12, http 413, rpc -32602;
    /// The run does not belong to the caller.
    RunNotOwned = "RUN_NOT_OWNED", "The run does not belong to the caller.",
        Preflight, Policy, retry false, exit 13, http 403, rpc -32001;
    /// The caller may not use this tool, topic or data source.
    Unauthorized = "UNAUTHORIZED", "The caller may not use this tool, topic or data source.",
        Preflight, Policy, retry false, exit 14, http 403, rpc -32001;
    /// The call is not provably read-only.
    NotReadOnly = "NOT_READ_ONLY", "Only a single read-only query is accepted.",
        Preflight, Policy, retry false, exit 15, http 403, rpc -32001;
    /// The tool call id was used before in this run.
    DuplicateCall = "DUPLICATE_CALL", "The tool call ID was already used in this run.",
        Preflight, Caller, retry false, exit 16, http 409, rpc -32002;
    /// The same call is still running.
    CallInProgress = "CALL_IN_PROGRESS", "The same call is still in progress.",
        Preflight, Caller, retry true, exit 17, http 409, rpc -32002;
    /// The run has used up its budget.
    BudgetExhausted = "BUDGET_EXHAUSTED", "The run has used up its budget for evidence calls.",
        Preflight, Policy, retry false, exit 18, http 429, rpc -32003;
    /// The legacy tool failed.
    ToolFailed = "TOOL_FAILED", "The tool failed.",
        LegacyTool, Tool, retry true, exit 20, http 502, rpc -32010;
    /// The legacy tool did not answer in time.
    ToolTimeout = "TOOL_TIMEOUT", "The tool did not answer in time.",
        LegacyTool, Tool, retry true, exit 21, http 504, rpc -32010;
    /// The legacy tool answered with more than the payload bound.
    PayloadTooLarge = "PAYLOAD_TOO_LARGE", "The tool answered with too much; narrow the query.",
        LegacyTool, Tool, retry false, exit 22, http 502, rpc -32010;
    /// The payload is not what the tool is known to deliver.
    PayloadMalformed = "PAYLOAD_MALFORMED", "The tool's answer could not be read.",
        Projection, Tool, retry false, exit 30, http 502, rpc -32011;
    /// The payload itself reports a failure.
    LegacyFailure = "LEGACY_FAILURE", "The tool reported a failure.",
        Projection, Tool, retry false, exit 31, http 502, rpc -32011;
    /// The projection used up its fuel.
    ProjectionFuelExceeded = "PROJECTION_FUEL_EXCEEDED", "The projection exceeded its work budget.",
        Projection, Projector, retry false, exit 32, http 500, rpc -32012;
    /// The projection used up its memory.
    ProjectionMemoryExceeded = "PROJECTION_MEMORY_EXCEEDED", "The projection exceeded its memory budget.",
        Projection, Projector, retry false, exit 33, http 500, rpc -32012;
    /// The projection did not end by its deadline.
    ProjectionDeadlineExceeded = "PROJECTION_DEADLINE_EXCEEDED", "The projection exceeded its time budget.",
        Projection, Projector, retry true, exit 34, http 500, rpc -32012;
    /// The projector trapped, or returned what the contract does not allow.
    ProjectionFailed = "PROJECTION_FAILED", "The projection failed.",
        Projection, Projector, retry false, exit 35, http 500, rpc -32012;
    /// No projector that fits the contract is loaded.
    ProjectorUnavailable = "PROJECTOR_UNAVAILABLE", "No projector is available.",
        Host, Host, retry true, exit 40, http 503, rpc -32020;
    /// No instance came free before the deadline.
    Busy = "BUSY", "Too many calls are running; try again.",
        Host, Host, retry true, exit 41, http 503, rpc -32020;
    /// The host failed.
    Internal = "INTERNAL", "The host failed.",
        Host, Host, retry false, exit 42, http 500, rpc -32603;
}

impl ErrorCode {
    /// The code of that name.
    #[must_use]
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|known| known.form().code == code)
    }
}

impl fmt::Display for ErrorCode {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ErrorForm { code, message, .. } = self.form();
        write!(formatter, "{code}: {message}")
    }
}

impl std::error::Error for ErrorCode {}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn codes_and_exit_statuses_are_unique_and_codes_are_their_serialised_form() {
        let codes: BTreeSet<_> = ErrorCode::ALL.iter().map(|code| code.form().code).collect();
        let statuses: BTreeSet<_> = ErrorCode::ALL.iter().map(|code| code.form().exit_status).collect();
        assert_eq!((codes.len(), statuses.len()), (ErrorCode::ALL.len(), ErrorCode::ALL.len()));
        for code in ErrorCode::ALL {
            let text = serde_json::to_string(code).expect("plain");
            assert_eq!(text, format!("\"{}\"", code.form().code));
            assert_eq!(ErrorCode::from_code(code.form().code), Some(*code));
        }
    }

    #[test]
    fn the_codes_are_the_frozen_ones() {
        let frozen = "INVALID_TOOL_CALL_ID INVALID_REQUEST REQUEST_TOO_LARGE RUN_NOT_OWNED UNAUTHORIZED NOT_READ_ONLY \
            DUPLICATE_CALL CALL_IN_PROGRESS BUDGET_EXHAUSTED TOOL_FAILED TOOL_TIMEOUT PAYLOAD_TOO_LARGE \
            PAYLOAD_MALFORMED LEGACY_FAILURE PROJECTION_FUEL_EXCEEDED PROJECTION_MEMORY_EXCEEDED \
            PROJECTION_DEADLINE_EXCEEDED PROJECTION_FAILED PROJECTOR_UNAVAILABLE BUSY INTERNAL";
        let codes: Vec<_> = ErrorCode::ALL.iter().map(|code| code.form().code).collect();
        assert_eq!(codes, frozen.split_whitespace().collect::<Vec<_>>());
    }
}
