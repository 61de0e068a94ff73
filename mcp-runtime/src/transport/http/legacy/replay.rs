//! Events that were sent, for clients that come back for what they missed.

use std::fmt;
use std::str::FromStr;

use super::HttpSession;
use super::memory::MemoryEvents;
use crate::error::Error;

/// Names an event within its session: the stream, and its number in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EventId {
    /// Which stream of the session.
    pub stream: u64,
    /// Which event of the stream; they count up from 1.
    pub number: u64,
}

impl fmt::Display for EventId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.stream, self.number)
    }
}

impl FromStr for EventId {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let wrong = || Error::other(format!("an id of an event is like `1-2`, not {text:?}"));
        let (stream, number) = text.split_once('-').ok_or_else(wrong)?;
        let parse = |text: &str| text.parse().map_err(|_| wrong());
        Ok(Self { stream: parse(stream)?, number: parse(number)? })
    }
}

/// Keeps the events of resumable streams.
///
/// Give your own to [`Http::event_store`](crate::http::Http::event_store). A store may forget: a client
/// that comes back later than the store remembers misses what was forgotten, and is told so if the
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
