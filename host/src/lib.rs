//! Gobo: what a language-model agent is allowed to see of the tools behind it.
//!
//! A legacy tool returns a payload: big, full of credentials and noise. [`Sandbox`] runs a projector component on it, in a
//! fresh instance that can do nothing else, and verifies whatever comes back; the agent reads the frozen JSON that the
//! host writes. [`registry`] loads projectors. This crate must never know how a payload is parsed or redacted: that is
//! the projector's.

// They panic when their reader has gone away.
#![warn(clippy::print_stdout, clippy::print_stderr)]

pub mod boundary;
#[doc(hidden)]
pub mod cli;
pub mod config;
mod engine;
pub mod registry;
pub mod sandbox;
pub mod source;
pub mod store;

pub use gobo_contract as contract;

pub use engine::EngineError;
pub use registry::{Imports, LoadError, Projector};
pub use sandbox::{Budget, BudgetError, Cause, Failure, Job, Projected, Sandbox, Usage};
