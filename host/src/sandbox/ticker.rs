//! The clock of deadlines: a thread that advances the engine's epoch while calls are running.

use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use wasmtime::Engine;

use super::limit;

struct State {
    running: u32,
    stopped: bool,
}

struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

/// Ticks while at least one call runs, and sleeps otherwise.
pub(super) struct Ticker {
    shared: Arc<Shared>,
}

/// A running call. Ticks go on until it is dropped.
pub(super) struct Running<'a>(&'a Shared);

impl Ticker {
    pub(super) fn start(engine: &Engine) -> std::io::Result<Self> {
        let state = State { running: 0, stopped: false };
        let shared = Arc::new(Shared { state: Mutex::new(state), changed: Condvar::new() });
        let (engine, of_thread) = (engine.clone(), Arc::clone(&shared));
        thread::Builder::new().name("gobo-epoch".to_owned()).spawn(move || tick(&engine, &of_thread))?;
        Ok(Self { shared })
    }

    pub(super) fn running(&self) -> Running<'_> {
        let mut state = self.shared.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.running += 1;
        if state.running == 1 {
            self.shared.changed.notify_one();
        }
        Running(&self.shared)
    }
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner).running -= 1;
    }
}

impl Drop for Ticker {
    fn drop(&mut self) {
        self.shared.state.lock().unwrap_or_else(PoisonError::into_inner).stopped = true;
        self.shared.changed.notify_one();
    }
}

fn tick(engine: &Engine, shared: &Shared) {
    loop {
        let mut state = shared.state.lock().unwrap_or_else(PoisonError::into_inner);
        while state.running == 0 && !state.stopped {
            state = shared.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        if state.stopped {
            return;
        }
        drop(state);
        thread::sleep(Duration::from_millis(limit::TICK_MS));
        engine.increment_epoch();
    }
}
