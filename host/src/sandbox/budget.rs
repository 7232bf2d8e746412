//! What one call may use.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::limit;

/// What one call may use: work, memory, time. Fuel is the deterministic part; the deadline bounds it on a slow machine.
///
/// # Example
/// ```
/// use gobo::Budget;
/// let budget = Budget { deadline_ms: 100, ..Budget::default() }.check()?;
/// assert_eq!(budget.fuel(1_000), 50_000_000 + 8_000 * 1_000);
/// # Ok::<(), gobo::BudgetError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Budget {
    /// Fuel of a call without its payload's share.
    pub fuel_base: u64,
    /// Fuel for each byte of payload.
    pub fuel_per_payload_byte: u64,
    /// Bytes of all memories of an instance together.
    pub memory_bytes: usize,
    /// Milliseconds from the call to its end, waiting included.
    pub deadline_ms: u64,
}

impl Default for Budget {
    fn default() -> Self {
        Self {
            fuel_base: limit::FUEL_BASE,
            fuel_per_payload_byte: limit::FUEL_PER_PAYLOAD_BYTE,
            memory_bytes: limit::MEMORY_BYTES,
            deadline_ms: limit::DEADLINE_MS,
        }
    }
}

/// Why a [`Budget`] is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{name} = {value} is outside of {least} to {most}")]
pub struct BudgetError {
    name: &'static str,
    value: u64,
    least: u64,
    most: u64,
}

impl Budget {
    /// What `fuel_base` may be.
    pub const FUEL_BASE: RangeInclusive<u64> = 1..=limit::FUEL_CEILING;
    /// What `fuel_per_payload_byte` may be.
    pub const FUEL_PER_PAYLOAD_BYTE: RangeInclusive<u64> = 0..=1_000_000;
    /// What `memory_bytes` may be: one page of WebAssembly at least.
    pub const MEMORY_BYTES: RangeInclusive<usize> = 65_536..=limit::MEMORY_BYTES_CEILING;
    /// What `deadline_ms` may be.
    pub const DEADLINE_MS: RangeInclusive<u64> = 1..=limit::DEADLINE_MS_CEILING;

    /// The budget, if each of its numbers is within its limits.
    ///
    /// # Errors
    /// The first number that is not, with its limits.
    pub fn check(self) -> Result<Self, BudgetError> {
        within("fuel_base", self.fuel_base, &Self::FUEL_BASE)?;
        within("fuel_per_payload_byte", self.fuel_per_payload_byte, &Self::FUEL_PER_PAYLOAD_BYTE)?;
        let (least, most) = (*Self::MEMORY_BYTES.start() as u64, *Self::MEMORY_BYTES.end() as u64);
        within("memory_bytes", self.memory_bytes as u64, &(least..=most))?;
        within("deadline_ms", self.deadline_ms, &Self::DEADLINE_MS)?;
        Ok(self)
    }

    /// The fuel of a call with a payload of that size.
    #[must_use]
    pub fn fuel(&self, payload_bytes: usize) -> u64 {
        let share = self.fuel_per_payload_byte.saturating_mul(payload_bytes as u64);
        self.fuel_base.saturating_add(share).min(limit::FUEL_CEILING)
    }
}

fn within(name: &'static str, value: u64, limits: &RangeInclusive<u64>) -> Result<(), BudgetError> {
    if limits.contains(&value) {
        return Ok(());
    }
    Err(BudgetError { name, value, least: *limits.start(), most: *limits.end() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_number_is_kept_at_its_limits_and_refused_beyond() {
        let default = Budget::default();
        assert!(default.check().is_ok());
        assert!(Budget { memory_bytes: limit::MEMORY_BYTES_CEILING, ..default }.check().is_ok());
        let refused = Budget { memory_bytes: limit::MEMORY_BYTES_CEILING + 1, ..default }.check();
        assert_eq!(
            refused.map_err(|error| error.to_string()),
            Err("memory_bytes = 268435457 is outside of 65536 to 268435456".to_owned())
        );
        assert!(Budget { deadline_ms: 0, ..default }.check().is_err());
        assert!(Budget { fuel_base: 0, ..default }.check().is_err());
        assert!(Budget { deadline_ms: limit::DEADLINE_MS_CEILING + 1, ..default }.check().is_err());
    }

    #[test]
    fn fuel_grows_with_the_payload_up_to_its_ceiling() {
        let budget = Budget { fuel_per_payload_byte: 1_000_000, ..Budget::default() };
        assert_eq!(budget.fuel(0), limit::FUEL_BASE);
        assert_eq!(budget.fuel(usize::MAX), limit::FUEL_CEILING);
    }
}
