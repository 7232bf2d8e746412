//! Memory of one instance, all its memories together.

use wasmtime::{ResourceLimiter, Result};

use super::limit;

/// Sums the memories of an instance, which wasmtime bounds one by one, and remembers a refusal: to the guest it looks
/// like any other trap.
#[derive(Debug)]
pub(super) struct Limiter {
    most_bytes: usize,
    used_bytes: usize,
    refused: bool,
}

impl Limiter {
    pub(super) fn new(most_bytes: usize) -> Self {
        Self { most_bytes, used_bytes: 0, refused: false }
    }

    /// Whether memory was asked for that the budget does not give.
    pub(super) fn refused(&self) -> bool {
        self.refused
    }

    /// The most memory that was in use. Memories never shrink.
    pub(super) fn peak_bytes(&self) -> usize {
        self.used_bytes
    }
}

impl ResourceLimiter for Limiter {
    fn memory_growing(&mut self, current: usize, desired: usize, maximum: Option<usize>) -> Result<bool> {
        let grown = self.used_bytes.saturating_add(desired.saturating_sub(current));
        let fits = grown <= self.most_bytes && maximum.is_none_or(|maximum| desired <= maximum);
        if fits {
            self.used_bytes = grown;
        } else {
            self.refused = true;
        }
        Ok(fits)
    }

    fn table_growing(&mut self, _current: usize, desired: usize, maximum: Option<usize>) -> Result<bool> {
        Ok(desired <= limit::TABLE_ELEMENTS && maximum.is_none_or(|maximum| desired <= maximum))
    }

    fn instances(&self) -> usize {
        limit::CORE_INSTANCES as usize
    }

    fn tables(&self) -> usize {
        limit::TABLES as usize
    }

    fn memories(&self) -> usize {
        limit::MEMORIES as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: usize = 65_536;

    #[test]
    fn memories_are_summed_and_a_refusal_is_remembered() {
        let mut limiter = Limiter::new(3 * PAGE);
        assert!(limiter.memory_growing(0, 2 * PAGE, None).expect("no error"));
        assert!(limiter.memory_growing(0, PAGE, None).expect("no error"), "a second memory");
        assert!(!limiter.refused());
        assert!(!limiter.memory_growing(PAGE, 2 * PAGE, None).expect("no error"));
        assert!(limiter.refused());
        assert_eq!(limiter.peak_bytes(), 3 * PAGE);
    }
}
