//! Proves the `gobo` command as its user runs it: the built binary, its stdout, its stderr, its exit status.
//!
//! A new flag gets its case in the file of its subcommand; every golden case of `tests/golden` also runs here.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "tests")]

mod command;
mod demo_and_tools;
mod inspect;
mod invoke_and_records;
mod outputs;
mod project;
mod redact;
mod redact_ndjson;
mod redact_stream;
mod rules;
mod usage;
