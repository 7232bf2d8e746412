//! The tool boundary: its rules, its record stores and legacy sources, and what it promises when things break.

#![allow(clippy::expect_used, clippy::panic, clippy::indexing_slicing, clippy::unwrap_used, reason = "tests may")]

mod rag_log_projections;
mod rules;
mod sources;
mod stores;
mod support;
