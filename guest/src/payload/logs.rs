//! What log search delivers.
