//! What an observer keeps beside a handler.

use std::any::Any;
use std::sync::{Arc, OnceLock};

use crate::debug::short_debug;

/// Room beside a handler for what an observer knows of it, which then need not look it up by the handler's
/// name in every request. The first one who keeps something has it.
#[derive(Default)]
pub(crate) struct ObserverSlot(OnceLock<Arc<dyn Any + Send + Sync>>);

short_debug!(ObserverSlot {});

#[allow(dead_code, reason = "only counts for Prometheus are kept")]
impl ObserverSlot {
    /// What is kept, if it is one of these.
    pub(crate) fn get<T: Any>(&self) -> Option<&T> {
        self.0.get()?.downcast_ref()
    }

    /// Keeps something, unless something is kept.
    pub(crate) fn keep(&self, value: impl Any + Send + Sync) {
        self.0.get_or_init(|| Arc::new(value));
    }
}
