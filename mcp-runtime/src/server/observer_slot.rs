//! A slot for what an observer stores with a handler.

use std::any::Any;
use std::sync::{Arc, OnceLock};

use crate::debug::short_debug;

/// A slot in which an observer stores data with a handler, so that it need not look it up by the
/// handler's name in every request. The first observer that stores something owns the slot.
#[derive(Default)]
pub(crate) struct ObserverSlot(OnceLock<Arc<dyn Any + Send + Sync>>);

short_debug!(ObserverSlot {});

#[allow(dead_code, reason = "only counts for Prometheus are kept")]
impl ObserverSlot {
    /// The stored value, if it has this type.
    pub(crate) fn get<T: Any>(&self) -> Option<&T> {
        self.0.get()?.downcast_ref()
    }

    /// Stores a value, unless one is already stored.
    pub(crate) fn keep(&self, value: impl Any + Send + Sync) {
        self.0.get_or_init(|| Arc::new(value));
    }
}
