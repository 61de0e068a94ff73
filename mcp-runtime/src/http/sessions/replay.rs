//! Sent events, for clients that reconnect to get what they missed.

use super::memory::MemoryEvents;
use super::session::HttpSession;
use crate::http::sse::EventId;

/// Stores the events of resumable streams.
///
/// Pass your own to [`Http::event_store`](crate::http::Http::event_store). A store may drop events:
/// a client that reconnects too late misses those, and is notified if the response to its call is
/// among them.
pub trait EventStore: Send + Sync {
    /// Stores an event. It must not block; a remote store should queue.
    fn append(&self, session: &str, id: EventId, message: &str);

    /// Returns the events of the same stream after `last`, in order.
    fn after(&self, session: &str, last: EventId) -> Vec<(EventId, String)>;

    /// Drops the events of a session that has ended.
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
