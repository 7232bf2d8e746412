//! The deadline of a call. The guest comes back to the host after each slice of its fuel, and the host looks at the clock.

use std::future::Future;
use std::pin::pin;
use std::task::{Context, Poll, Waker};
use std::time::Instant;

/// What the guest's work comes to, or nothing if it is not done by the deadline. Work that is given up is unwound.
pub(super) fn by<T>(deadline: Instant, work: impl Future<Output = T>) -> Option<T> {
    let mut work = pin!(work);
    // A guest waits for nothing: where it yields, only a slice of its fuel is used up.
    let mut context = Context::from_waker(Waker::noop());
    loop {
        if let Poll::Ready(done) = work.as_mut().poll(&mut context) {
            return Some(done);
        }
        if Instant::now() >= deadline {
            return None;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::future::{pending, poll_fn};
    use std::time::Duration;

    use super::*;

    #[test]
    fn work_that_yields_goes_on() {
        let mut slices = 0;
        let work = poll_fn(|_| {
            slices += 1;
            if slices == 3 { Poll::Ready("done") } else { Poll::Pending }
        });
        assert_eq!(by(Instant::now() + Duration::from_secs(10), work), Some("done"));
    }

    #[test]
    fn work_that_is_done_in_its_first_slice_has_no_deadline() {
        assert_eq!(by(Instant::now(), async { 7 }), Some(7));
    }

    #[test]
    fn work_that_does_not_end_is_given_up() {
        let deadline = Instant::now() + Duration::from_millis(5);
        assert_eq!(by(deadline, pending::<()>()), None);
        assert!(Instant::now() >= deadline);
    }
}
