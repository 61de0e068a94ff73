//! Events that were sent, for clients that come back for what they missed.

use std::collections::{HashMap, VecDeque};
use std::fmt;
use std::str::FromStr;
use std::sync::{Mutex, MutexGuard, PoisonError};

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
/// that comes back later than the store remembers misses what was forgotten.
pub trait EventStore: Send + Sync {
    /// Keeps an event. It must not block; a store elsewhere queues.
    fn append(&self, session: &str, id: EventId, message: &str);

    /// The events of the same stream after `last`, in their order.
    fn after(&self, session: &str, last: EventId) -> Vec<(EventId, String)>;

    /// The session has ended.
    fn forget(&self, session: &str);
}

/// Keeps events in memory: the newest of each session, within bounds.
pub(crate) struct MemoryEvents(Mutex<Kept>);

/// What one session may keep, in bytes.
const SESSION: usize = 256 * 1024;

/// What all sessions together may keep, in bytes.
const TOTAL: usize = 64 * 1024 * 1024;

#[derive(Default)]
struct Kept {
    sessions: HashMap<Box<str>, Events>,
    bytes: usize,
}

#[derive(Default)]
struct Events {
    events: VecDeque<(EventId, Box<str>)>,
    bytes: usize,
}

impl MemoryEvents {
    pub(crate) fn new() -> Self {
        Self(Mutex::default())
    }

    fn lock(&self) -> MutexGuard<'_, Kept> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl EventStore for MemoryEvents {
    fn append(&self, session: &str, id: EventId, message: &str) {
        let mut kept = self.lock();
        let kept = &mut *kept;
        let own = kept.sessions.entry(session.into()).or_default();
        own.events.push_back((id, message.into()));
        own.bytes += message.len();
        kept.bytes += message.len();
        while own.bytes > SESSION || kept.bytes > TOTAL {
            let Some((_, oldest)) = own.events.pop_front() else { break };
            own.bytes -= oldest.len();
            kept.bytes -= oldest.len();
        }
    }

    fn after(&self, session: &str, last: EventId) -> Vec<(EventId, String)> {
        let kept = self.lock();
        let events = kept.sessions.get(session).into_iter().flat_map(|own| &own.events);
        let missed = events.filter(|(id, _)| id.stream == last.stream && *id > last);
        missed.map(|(id, message)| (*id, message.to_string())).collect()
    }

    fn forget(&self, session: &str) {
        let mut kept = self.lock();
        if let Some(own) = kept.sessions.remove(session) {
            kept.bytes -= own.bytes;
        }
    }
}
