//! The Gobo evidence contract, used by both sides of the sandbox.
//!
//! What an agent may see of a legacy tool is written down here once: the requests it may send, the results it may
//! read, how large they may be, how they may fail, and the verifier that a host runs on whatever a projector returns.
//! This crate must never know how a payload is parsed (that is `gobo-projector`) nor where it comes from (`gobo`).
//!
//! # Example
//! ```
//! use gobo_contract::{KnowledgeRequest, Request, Tool};
//! let request = Request::from_json(Tool::LookupKnowledge, r#"{"query":"pool exhausted"}"#)?;
//! assert_eq!(request, Request::Knowledge(KnowledgeRequest { query: "pool exhausted".into() }));
//! // Nothing beside the frozen fields is accepted:
//! assert!(Request::from_json(Tool::LookupKnowledge, r#"{"query":"x","top_k":50}"#).is_err());
//! # Ok::<(), gobo_contract::ErrorCode>(())
//! ```

mod bounds;
mod call;
mod error;
mod json_cell;
mod object;
mod redaction;
mod request;
mod result;
mod schema;
mod tool;
mod verify;
mod wire;

pub use bounds::{Bound, Bounds, BoundsError, limit};
pub use call::{Call, ToolCallId, Window};
pub use error::{ErrorCode, ErrorForm, Fault, Stage};
pub use object::JsonObject;
pub use redaction::{Kind, Kinds, Numbered, RedactionOptions, Report, UserRule};
pub use request::{KnowledgeRequest, LogTopic, LogsRequest, MysqlRequest, Request, Scalar};
pub use result::{
    Cell, DocumentEvidence, ErrorBody, ErrorResult, EvidenceStatus, InvocationStatus, KnowledgeResult,
    LogEvent, LogPattern, LogScope, LogsResult, MysqlResult, SourceKind, ToolResult,
};
pub use schema::{request_schema, result_schema};
pub use tool::{Tool, ToolForm, tool_definitions};
pub use verify::{Violation, verify};
pub use wire::{Payload, PayloadFormat, WireCall};

/// The contract's version: the WIT package is `gobo:evidence@1.0.0`.
pub const CONTRACT_VERSION: &str = "1.0.0";
