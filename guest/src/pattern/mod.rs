//! Log template mining.
