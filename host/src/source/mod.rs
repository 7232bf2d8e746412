//! Legacy tools.

pub mod mock;
