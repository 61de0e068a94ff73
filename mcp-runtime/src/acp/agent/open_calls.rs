//! The calls of tools that the client was told of and that have not ended.

use std::collections::BTreeMap;

use crate::server::Cancelled;
use crate::sync::Mutex;

/// The open calls of a session by their ids, with what cancels each.
#[derive(Default)]
pub(super) struct OpenCalls(Mutex<BTreeMap<String, Cancelled>>);

impl OpenCalls {
    /// A call begins; what cancels it.
    pub(super) fn begin(&self, id: &str) -> Cancelled {
        let cancelled = Cancelled::default();
        self.0.lock().insert(id.to_owned(), cancelled.clone());
        cancelled
    }

    pub(super) fn end(&self, id: &str) {
        self.0.lock().remove(id);
    }

    /// Cancels a call; whether it was open.
    pub(super) fn cancel(&self, id: &str) -> bool {
        self.0.lock().get(id).inspect(|call| call.set()).is_some()
    }

    /// Takes out all that are open.
    pub(super) fn take(&self) -> impl Iterator<Item = String> {
        std::mem::take(&mut *self.0.lock()).into_keys()
    }
}
