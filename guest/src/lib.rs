//! The Gobo projector: a legacy payload in, a small, redacted, typed piece of evidence out.
//!
//! Pure: no clock, no randomness, no I/O, nothing imported. The way of a payload is the same for each tool and stands
//! on one screen in [`mod@project`]: decode ([`payload`]), select, redact ([`redact`]), then bound ([`bound`]), never in
//! another order. `component` and `abi` only translate; they hold no logic. This crate must never know which host,
//! legacy tool or agent framework it works for.
//!
//! # Example
//! ```
//! use gobo_contract::{Bounds, Call, Payload, PayloadFormat, Request, Tool, ToolCallId};
//! let call = Call::new(ToolCallId::new("call_1")?, "2026-02-03T10:11:12Z")?;
//! let request = Request::from_json(Tool::LookupKnowledge, r#"{"query":"pool"}"#)?;
//! let text = r#"{"success":true,"evidence_blocks":[{"document_id":"d1","content":"Raise the pool size."}]}"#;
//! let payload = Payload { format: PayloadFormat::Json, text };
//! let projection = gobo_projector::project(&call, &request, payload, &Bounds::default())?;
//! assert!(projection.result.to_json().contains("Raise the pool size."));
//! # Ok::<(), gobo_contract::ErrorCode>(())
//! ```

#[cfg(target_arch = "wasm32")]
mod abi;
pub mod bound;
#[cfg(target_arch = "wasm32")]
mod component;
#[cfg(target_arch = "wasm32")]
mod heap;
mod order;
pub mod pattern;
pub mod payload;
pub mod project;
pub mod redact;
mod run;

pub use project::{Projection, project, project_wire};

/// The projector's name, as `about` tells it.
pub const NAME: &str = env!("CARGO_PKG_NAME");

/// The projector's version, as `about` tells it.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
