//! The calls that this process is running.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::record::{Digest, Key};

/// Keys with their requests' digests.
#[derive(Debug, Default)]
pub(super) struct InFlight(Mutex<HashMap<Key, Digest>>);

/// Takes the key out again when it is dropped.
#[derive(Debug)]
pub(super) struct Flight {
    calls: Arc<InFlight>,
    key: Key,
}

impl InFlight {
    fn calls(&self) -> MutexGuard<'_, HashMap<Key, Digest>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Enters a call.
    ///
    /// # Errors
    /// The digest of the request with which the key is running already.
    pub(super) fn enter(self: &Arc<Self>, key: Key, request: Digest) -> Result<Flight, Digest> {
        match self.calls().entry(key) {
            Entry::Occupied(running) => Err(*running.get()),
            Entry::Vacant(free) => {
                free.insert(request);
                Ok(Flight { calls: Arc::clone(self), key })
            }
        }
    }
}

impl Flight {
    pub(super) fn key(&self) -> &Key {
        &self.key
    }
}

impl Drop for Flight {
    fn drop(&mut self) {
        self.calls.calls().remove(&self.key);
    }
}
