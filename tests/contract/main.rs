//! Proves the frozen contract through the real sandbox: what an agent may send, what it reads, and nothing else.
//!
//! A new case of a requirement goes into the module of that name; a new exact result is a folder under `tests/golden`
//! (see `golden.rs`); a new way to break a payload is a row of a table in `bad_input.rs`.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "tests")]

mod aci_evidence_tool_contracts;
mod bad_input;
mod bounds;
mod crowds;
mod determinism;
mod frozen_json;
mod golden;
mod rag_log_projections;
mod sandboxed;
mod schemas;
