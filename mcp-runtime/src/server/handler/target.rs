//! What a call needs to know about its handler.

use std::any::Any;
use std::sync::{Arc, OnceLock};

use super::{CallDef, Resume};
use crate::debug::short_debug;
use crate::schema::InputSchema;
use crate::server::handler_kind::HandlerKind;

/// What a call needs to know about its handler.
pub(crate) struct Target {
    pub(crate) kind: HandlerKind,
    pub(crate) spec: InputSpec,
    pub(crate) call: CallDef,
    /// The structured result is not an object; see [`CallToolResult::wrap`](crate::protocol::CallToolResult::wrap).
    pub(crate) wrap: bool,
    /// Continues a call that asked its client for input, if it can ask.
    pub(crate) resume: Option<Resume>,
    /// Whether it is only for clients that show pages.
    pub(crate) app_only: bool,
    /// Whether some callers may not see it: derived once, since every call asks.
    pub(crate) is_restricted: bool,
    /// Whether it can read the transport's request.
    pub(crate) reads_request: bool,
    /// Whether it can read `_meta`.
    pub(crate) reads_meta: bool,
    /// What an observer of its calls stores with it.
    pub(crate) observed: ObserverSlot,
}

/// The parameters of a handler as a call needs them.
pub(crate) struct InputSpec {
    /// One per parameter: the index of the argument that it takes, if any.
    pub(crate) slots: Vec<Option<usize>>,
    pub(crate) schema: InputSchema,
}

/// A slot in which an observer stores data with a handler, so that it need not look it up by the
/// handler's name in every request. The first observer that stores something owns the slot.
#[derive(Default)]
pub(crate) struct ObserverSlot(OnceLock<Arc<dyn Any + Send + Sync>>);

short_debug!(ObserverSlot {});

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
