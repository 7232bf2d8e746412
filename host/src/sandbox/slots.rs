//! A bounded number of instances at the same time.

use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Instant;

/// Free places for instances.
pub(super) struct Slots {
    free: Mutex<u32>,
    freed: Condvar,
}

/// One place, given back when dropped.
pub(super) struct Slot<'a>(&'a Slots);

impl Slots {
    pub(super) fn new(instances: u32) -> Self {
        Self { free: Mutex::new(instances), freed: Condvar::new() }
    }

    /// Waits for a free place, at most until `deadline`.
    pub(super) fn take(&self, deadline: Instant) -> Option<Slot<'_>> {
        let mut free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
        while *free == 0 {
            let left = deadline.checked_duration_since(Instant::now()).filter(|left| !left.is_zero())?;
            free = self.freed.wait_timeout(free, left).unwrap_or_else(PoisonError::into_inner).0;
        }
        *free -= 1;
        Some(Slot(self))
    }
}

impl Drop for Slot<'_> {
    fn drop(&mut self) {
        *self.0.free.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        self.0.freed.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_call_waits_for_a_free_place_only_until_its_deadline() {
        let slots = Slots::new(1);
        let soon = || Instant::now() + Duration::from_millis(20);
        let held = slots.take(soon());
        assert!(held.is_some());
        let asked = Instant::now();
        assert!(slots.take(soon()).is_none());
        assert!(asked.elapsed() >= Duration::from_millis(20));
        drop(held);
        assert!(slots.take(soon()).is_some());
    }

    #[test]
    fn a_place_that_is_given_back_wakes_the_one_who_waits() {
        let slots = Slots::new(1);
        let held = slots.take(Instant::now());
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| slots.take(Instant::now() + Duration::from_secs(20)).is_some());
            std::thread::sleep(Duration::from_millis(20));
            drop(held);
            assert!(waiting.join().expect("no panic"));
        });
    }
}
