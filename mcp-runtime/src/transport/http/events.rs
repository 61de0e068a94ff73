//! Server-sent events: how messages look in a stream, with ids where it can be resumed.
//!
//! Source: 2025-11-25, "Transports", Resumability and Redelivery; HTML, "Server-sent events".

use std::fmt;
use std::pin::Pin;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use bytes::Bytes;
use tokio::time::{Instant, Sleep, sleep};

use super::exchange::Exchange;
use super::legacy::{EventStore, HttpSession};
use crate::transport::outbox::Outbox;

/// A stream that is silent for this long gets a comment, for the proxies on its way.
const KEEP_ALIVE: Duration = Duration::from_secs(15);

/// Names an event within its session: the stream, and its number in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
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
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let number = |text: &str| text.parse().map_err(drop);
        let (stream, event) = text.split_once('-').ok_or(())?;
        Ok(Self { stream: number(stream)?, number: number(event)? })
    }
}

/// A stream of a session, as all its readers share it.
pub(crate) struct Stream {
    pub(crate) id: u64,
    pub(crate) outbox: Arc<Outbox>,
    events: AtomicU64,
    readers: AtomicU64,
}

impl Stream {
    pub(crate) fn new(id: u64, outbox: Arc<Outbox>) -> Self {
        Self { id, outbox, events: AtomicU64::new(0), readers: AtomicU64::new(0) }
    }

    pub(crate) fn has_ended(&self) -> bool {
        self.outbox.has_ended()
    }

    /// Ends the stream, and whoever reads it.
    pub(crate) fn end(&self) {
        self.readers.fetch_add(1, Ordering::Release);
        self.outbox.end();
    }
}

/// One reader of a stream that a client can come back to.
pub(crate) struct Resumable {
    stream: Arc<Stream>,
    session: Arc<HttpSession>,
    store: Arc<dyn EventStore>,
    /// Which reader this is: the one that came last has the stream.
    reader: u64,
    /// What the reader is sent before anything else.
    pub(crate) opening: Vec<u8>,
}

impl Resumable {
    /// Takes a stream over from whoever reads it.
    pub(crate) fn new(
        stream: Arc<Stream>,
        session: Arc<HttpSession>,
        store: Arc<dyn EventStore>,
        opening: Vec<u8>,
    ) -> Self {
        let reader = stream.readers.fetch_add(1, Ordering::AcqRel) + 1;
        stream.outbox.wake();
        Self { stream, session, store, reader, opening }
    }

    fn is_lost(&self) -> bool {
        self.stream.readers.load(Ordering::Acquire) != self.reader
    }

    /// Gives a message its id and keeps it.
    fn record(&self, message: &str) -> EventId {
        let number = self.stream.events.fetch_add(1, Ordering::Relaxed) + 1;
        let id = EventId { stream: self.stream.id, number };
        self.store.append(&self.session.id, id, message);
        id
    }
}

impl Drop for Resumable {
    fn drop(&mut self) {
        self.session.touch();
    }
}

/// The events of one response.
pub(crate) struct Events {
    exchange: Exchange,
    /// What is sent before anything else.
    opening: Vec<u8>,
    resumable: Option<Resumable>,
    taken: Vec<u8>,
    keep_alive: Pin<Box<Sleep>>,
}

impl Events {
    pub(crate) fn new(exchange: Exchange, opening: Vec<u8>, resumable: Option<Resumable>) -> Self {
        let keep_alive = Box::pin(sleep(KEEP_ALIVE));
        Self { exchange, opening, resumable, taken: Vec::new(), keep_alive }
    }

    /// The next piece of the stream; `None` at its end.
    pub(crate) fn poll_next(&mut self, cx: &mut Context<'_>) -> Poll<Option<Bytes>> {
        self.exchange.poll_call(cx);
        if self.resumable.as_ref().is_some_and(Resumable::is_lost) {
            return Poll::Ready(None);
        }
        if !self.opening.is_empty() {
            return Poll::Ready(Some(std::mem::take(&mut self.opening).into()));
        }
        self.taken.clear();
        if self.exchange.outbox.poll_take(cx, &mut self.taken).is_ready() {
            self.keep_alive.as_mut().reset(Instant::now() + KEEP_ALIVE);
            return Poll::Ready(self.encode());
        }
        ready!(self.keep_alive.as_mut().poll(cx));
        self.keep_alive.as_mut().reset(Instant::now() + KEEP_ALIVE);
        Poll::Ready(Some(Bytes::from_static(b": keep-alive\n\n")))
    }

    /// The messages that were taken, one event each; none at the end of the stream.
    fn encode(&self) -> Option<Bytes> {
        // Messages are JSON that we wrote, so they are UTF-8.
        let messages = std::str::from_utf8(&self.taken).ok().filter(|text| !text.is_empty())?;
        let mut events = Vec::with_capacity(messages.len() + 64);
        for message in messages.lines() {
            let id = self.resumable.as_ref().map(|resumable| resumable.record(message));
            write_event(&mut events, id, message);
        }
        Some(events.into())
    }
}

/// Appends one event.
pub(crate) fn write_event(out: &mut Vec<u8>, id: Option<EventId>, message: &str) {
    if let Some(id) = id {
        out.extend_from_slice(format!("id: {id}\n").as_bytes());
    }
    out.extend_from_slice(b"data: ");
    out.extend_from_slice(message.as_bytes());
    out.extend_from_slice(b"\n\n");
}

/// Appends the event that gives a client an id to come back with before there is any message.
///
/// Source: 2025-11-25, "Transports", Sending Messages to the Server, 6.
pub(crate) fn write_priming_event(out: &mut Vec<u8>, stream: u64) {
    let id = EventId { stream, number: 0 };
    out.extend_from_slice(format!("id: {id}\nretry: 1000\ndata: \n\n").as_bytes());
}
