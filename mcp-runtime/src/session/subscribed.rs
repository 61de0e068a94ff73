//! The resources of which a client wants to hear.

use std::collections::BTreeSet;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// How many one client may name.
const MOST: usize = 1000;

/// The URIs that a client has subscribed to.
#[derive(Default)]
pub(crate) struct Subscribed(Mutex<BTreeSet<Box<str>>>);

impl Subscribed {
    pub(crate) fn of(uris: impl IntoIterator<Item = String>) -> Self {
        Self(Mutex::new(uris.into_iter().take(MOST).map(String::into_boxed_str).collect()))
    }

    /// Adds a URI; `false` if there are as many as there may be.
    pub(crate) fn add(&self, uri: &str) -> bool {
        let mut uris = self.lock();
        let has_room = uris.len() < MOST || uris.contains(uri);
        if has_room {
            uris.insert(uri.into());
        }
        has_room
    }

    pub(crate) fn remove(&self, uri: &str) {
        self.lock().remove(uri);
    }

    pub(crate) fn contains(&self, uri: &str) -> bool {
        self.lock().contains(uri)
    }

    pub(crate) fn all(&self) -> Vec<Box<str>> {
        self.lock().iter().cloned().collect()
    }

    fn lock(&self) -> MutexGuard<'_, BTreeSet<Box<str>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
