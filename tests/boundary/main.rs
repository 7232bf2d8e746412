//! The tool boundary: its rules, its record stores and legacy sources, and what it promises when things break.

#![allow(
    clippy::cast_precision_loss,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unnecessary_wraps,
    clippy::unwrap_used,
    reason = "tests may"
)]

mod crash;
mod observability;
mod races;
mod rag_log_projections;
mod rules;
mod sources;
mod store_failures;
mod stores;
mod support;
mod throughput;
