//! Events that were sent, for clients that come back for what they missed.

use super::memory::MemoryEvents;
use super::session::HttpSession;
use crate::transport::http::sse::EventId;

/// Keeps the events of resumable streams.
///
/// Give your own to [`Http::event_store`](crate::http::Http::event_store). A store may forget: a client
/// that comes back later than the store remembers misses what was forgotten, and learns so if the
/// answer to its call is among it.
pub trait EventStore: Send + Sync {
    /// Keeps an event. It must not block; a store elsewhere queues.
    fn append(&self, session: &str, id: EventId, message: &str);

    /// The events of the same stream after `last`, in their order.
    fn after(&self, session: &str, last: EventId) -> Vec<(EventId, String)>;

    /// The session has ended.
    fn forget(&self, session: &str);
}

/// Where the events of sessions are kept.
pub(crate) enum Replay {
    InMemory(MemoryEvents),
    Elsewhere(Box<dyn EventStore>),
}

impl Replay {
    pub(crate) fn append(&self, session: &HttpSession, id: EventId, message: &str) {
        match self {
            Self::InMemory(events) => events.append(&session.caller, &session.id, id, message),
            Self::Elsewhere(store) => store.append(&session.id, id, message),
        }
    }

    pub(crate) fn after(&self, session: &HttpSession, last: EventId) -> Vec<(EventId, String)> {
        match self {
            Self::InMemory(events) => events.after(&session.caller, &session.id, last),
            Self::Elsewhere(store) => store.after(&session.id, last),
        }
    }

    pub(crate) fn forget(&self, session: &HttpSession) {
        match self {
            Self::InMemory(events) => events.forget(&session.caller, &session.id),
            Self::Elsewhere(store) => store.forget(&session.id),
        }
    }
}
