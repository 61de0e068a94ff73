//! Events in memory: the most recent ones of each session, within limits.

use std::collections::{HashMap, VecDeque};

use crate::caller::Caller;
use crate::http::sse::EventId;
use crate::sync::Mutex;

/// How much one session may store, in bytes.
const SESSION: usize = 256 * 1024;

/// How much the sessions of one caller may store, in bytes.
const CALLER: usize = 16 * 1024 * 1024;

/// How much all sessions together may store, in bytes.
const TOTAL: usize = 32 * 1024 * 1024;

/// The overhead of an event in addition to its text.
const EVENT: usize = 64;

/// Stores events; when there is no room for another one, the callers and sessions that hold the
/// most lose their oldest.
#[derive(Default)]
pub(crate) struct MemoryEvents(Mutex<StoredEvents>);

#[derive(Default)]
struct StoredEvents {
    callers: HashMap<Caller, OfCaller>,
    bytes: usize,
}

#[derive(Default)]
struct OfCaller {
    sessions: HashMap<Box<str>, SessionEvents>,
    bytes: usize,
}

#[derive(Default)]
struct SessionEvents {
    events: VecDeque<(EventId, Box<str>)>,
    bytes: usize,
}

impl MemoryEvents {
    pub(super) fn append(&self, caller: &Caller, session: &str, id: EventId, message: &str) {
        let mut guard = self.0.lock();
        let kept = &mut *guard;
        let of_caller = kept.callers.entry(caller.clone()).or_default();
        let own = of_caller.sessions.entry(session.into()).or_default();
        own.events.push_back((id, message.into()));
        let grown = message.len() + EVENT;
        own.bytes += grown;
        of_caller.bytes += grown;
        kept.bytes += grown;
        let mut freed = own.trim(SESSION);
        of_caller.bytes -= freed;
        if of_caller.bytes > CALLER {
            freed += of_caller.trim(some_less(CALLER));
        }
        kept.bytes -= freed;
        if kept.bytes > TOTAL {
            kept.trim(some_less(TOTAL));
        }
    }

    pub(super) fn after(
        &self,
        caller: &Caller,
        session: &str,
        last: EventId,
    ) -> Vec<(EventId, String)> {
        let kept = self.0.lock();
        let own = kept.callers.get(caller).and_then(|kept| kept.sessions.get(session));
        let events = own.into_iter().flat_map(|own| &own.events);
        let missed = events.filter(|(id, _)| id.stream == last.stream && *id > last);
        missed.map(|(id, message)| (*id, message.to_string())).collect()
    }

    pub(super) fn forget(&self, caller: &Caller, session: &str) {
        let mut kept = self.0.lock();
        let Some(of_caller) = kept.callers.get_mut(caller) else { return };
        let Some(own) = of_caller.sessions.remove(session) else { return };
        of_caller.bytes -= own.bytes;
        if of_caller.sessions.is_empty() {
            kept.callers.remove(caller);
        }
        kept.bytes -= own.bytes;
    }
}

impl StoredEvents {
    /// Drops the oldest events of the callers that hold the most, until at most `room` bytes are
    /// held.
    fn trim(&mut self, room: usize) {
        let level = level(self.callers.values().map(|kept| kept.bytes).collect(), room);
        let freed = self.callers.values_mut().map(|kept| kept.trim(level));
        self.bytes -= freed.sum::<usize>();
    }
}

impl OfCaller {
    /// Drops the oldest events of the sessions that hold the most; returns how many bytes were
    /// freed.
    fn trim(&mut self, room: usize) -> usize {
        if self.bytes <= room {
            return 0;
        }
        let level = level(self.sessions.values().map(|events| events.bytes).collect(), room);
        let freed = self.sessions.values_mut().map(|events| events.trim(level)).sum();
        self.bytes -= freed;
        freed
    }
}

impl SessionEvents {
    /// Drops the oldest events; returns how many bytes were freed.
    fn trim(&mut self, room: usize) -> usize {
        let before = self.bytes;
        while self.bytes > room
            && let Some((_, oldest)) = self.events.pop_front()
        {
            self.bytes -= oldest.len() + EVENT;
        }
        before - self.bytes
    }
}

/// Frees more than necessary at once, since each search takes time.
fn some_less(room: usize) -> usize {
    room / 16 * 15
}

/// How much each may hold so that all fit in `room`; those that hold less keep everything.
fn level(mut sizes: Vec<usize>, room: usize) -> usize {
    sizes.sort_unstable();
    let mut left = room;
    let mut others = sizes.len();
    for size in sizes {
        if size > left / others {
            return left / others;
        }
        left -= size;
        others -= 1;
    }
    usize::MAX
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(number: u64) -> EventId {
        EventId { stream: 1, number }
    }

    #[test]
    fn who_holds_little_keeps_it() {
        for (sizes, room, expected) in [
            (vec![], 10, usize::MAX),
            (vec![4, 6], 10, usize::MAX),
            (vec![10, 1, 10], 11, 5),
            (vec![3, 3, 3], 6, 2),
        ] {
            assert_eq!(level(sizes.clone(), room), expected, "{sizes:?} in {room}");
        }
    }

    #[test]
    fn the_biggest_holders_forget_their_oldest_events() {
        let events = MemoryEvents::default();
        let small = Caller::Connection(0);
        let message = "x".repeat(10_000);
        events.append(&small, "small", id(1), "kept");
        // For one caller with many sessions, and for many callers.
        for session in 0..300 {
            for number in 1..=20 {
                let session = session.to_string();
                events.append(&Caller::Connection(1), &session, id(number), &message);
                events.append(&Caller::Connection(2 + number), &session, id(number), &message);
            }
        }
        assert_eq!(events.after(&small, "small", id(0)).len(), 1);
        let kept = events.0.lock();
        assert!(kept.bytes <= TOTAL && kept.bytes > TOTAL / 2, "{}", kept.bytes);
        let counted = |events: &SessionEvents| {
            events.events.iter().map(|(_, text)| text.len() + EVENT).sum::<usize>()
        };
        for of_caller in kept.callers.values() {
            assert!(of_caller.bytes <= CALLER);
            let sessions = of_caller.sessions.values();
            assert_eq!(sessions.map(counted).sum::<usize>(), of_caller.bytes);
        }
        assert_eq!(kept.callers.values().map(|kept| kept.bytes).sum::<usize>(), kept.bytes);
        drop(kept);
        let newest = events.after(&Caller::Connection(1), "299", id(0)).last().cloned();
        assert_eq!(newest.map(|(id, _)| id.number), Some(20), "the newest are kept");
    }

    #[test]
    fn nothing_is_left_of_a_session_that_is_forgotten() {
        let events = MemoryEvents::default();
        events.append(&Caller::Anonymous, "one", id(1), "x");
        events.append(&Caller::Anonymous, "two", id(1), &"x".repeat(SESSION));
        events.forget(&Caller::Anonymous, "one");
        events.forget(&Caller::Anonymous, "two");
        events.forget(&Caller::Anonymous, "three");
        let kept = events.0.lock();
        assert_eq!((kept.callers.len(), kept.bytes), (0, 0));
    }
}
