//! The reader of a stream: the client that opened or resumed it.
//!
//! Source: [2025-11-25, "Transports", Resumability and Redelivery](https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#resumability-and-redelivery).

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use bytes::Bytes;
use tokio::time::{Sleep, sleep};

use super::replay::Replay;
use super::session::HttpSession;
use super::stream::SessionStream;
use crate::http::sse::{EventId, encode, write_event};

/// One reader of a stream.
pub(crate) struct StreamReader {
    stream: Arc<SessionStream>,
    session: Arc<HttpSession>,
    replay: Arc<Replay>,
    number: u64,
    /// When it stops reading, so that its client reconnects.
    leaves: Option<Pin<Box<Sleep>>>,
}

impl StreamReader {
    /// Starts reading a new stream; returns what precedes its messages.
    pub(crate) fn first(
        stream: Arc<SessionStream>,
        session: Arc<HttpSession>,
        replay: Arc<Replay>,
    ) -> (Self, Vec<u8>) {
        let mut opening = Vec::new();
        if session.version.has_priming_events() {
            write_priming_event(&mut opening, EventId { stream: stream.id, number: 0 });
        }
        (Self { stream, session, replay, number: 0, leaves: None }, opening)
    }

    /// Takes a stream over from its current reader; returns what the client has missed.
    pub(crate) fn again(
        stream: Arc<SessionStream>,
        session: Arc<HttpSession>,
        replay: Arc<Replay>,
        last: EventId,
    ) -> (Self, Vec<u8>) {
        // The lock keeps others from reading, so that no event is missed in between.
        let mut reading = stream.reading.lock();
        reading.reader += 1;
        let number = reading.reader;
        let mut missed = Vec::new();
        // The response may end before there is another event to resume from.
        if session.version.has_priming_events() {
            write_priming_event(&mut missed, last);
        }
        let kept = replay.after(&session, last);
        for (id, message) in &kept {
            write_event(&mut missed, Some(*id), message);
        }
        let forgotten = (reading.events - last.number).saturating_sub(kept.len() as u64);
        if forgotten > 0 {
            tracing::warn!(forgotten, "a client missed events that are no longer stored");
        }
        let newest = kept.last().map_or(last.number, |(id, _)| id.number);
        if newest < reading.events {
            stream.write_loss(&mut missed, reading.events);
        }
        drop(reading);
        stream.outbox.hand_over();
        (Self { stream, session, replay, number, leaves: None }, missed)
    }

    /// Takes a stream over from its current reader, to store what it sends for a client that is
    /// connected to another replica.
    pub(crate) fn instead(
        stream: Arc<SessionStream>,
        session: Arc<HttpSession>,
        replay: Arc<Replay>,
    ) -> Self {
        let number = {
            let mut reading = stream.reading.lock();
            reading.reader += 1;
            reading.reader
        };
        stream.outbox.hand_over();
        Self { stream, session, replay, number, leaves: None }
    }

    /// Returns the same reader, which stops after a while if its client knows to reconnect.
    pub(crate) fn leaving_after(mut self, time: Option<Duration>) -> Self {
        let can_resume = self.session.version.has_priming_events();
        self.leaves = time.filter(|_| can_resume).map(|time| Box::pin(sleep(time)));
        self
    }

    /// Resolves when the client should reconnect; the stream continues meanwhile.
    pub(crate) fn poll_leave(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        let can_resume = self.session.version.has_priming_events();
        if can_resume && self.stream.outbox.should_reconnect() {
            return Poll::Ready(());
        }
        self.leaves.as_mut().map_or(Poll::Pending, |leaves| leaves.as_mut().poll(cx))
    }

    /// Takes the next events; `None` at the end, or after a later reader has taken the stream over.
    pub(crate) fn poll_take(
        &self,
        cx: &mut Context<'_>,
        taken: &mut Vec<u8>,
    ) -> Poll<Option<Bytes>> {
        let mut reading = self.stream.reading.lock();
        if reading.reader != self.number {
            return Poll::Ready(None);
        }
        ready!(self.stream.outbox.poll_take(cx, taken));
        let shared = self.session.shared.as_ref().filter(|_| !self.stream.is_mirror);
        let events = encode(taken, |message| {
            reading.events += 1;
            let id = EventId { stream: self.stream.id, number: reading.events };
            if !self.stream.is_mirror {
                self.session.while_open(|| self.replay.append(&self.session, id, message));
            }
            if let Some(shared) = shared {
                shared.append(id, message);
            }
            Some(id)
        });
        if let (None, Some(shared), false) = (&events, shared, reading.is_end_told) {
            reading.is_end_told = true;
            shared.append(EventId { stream: self.stream.id, number: reading.events + 1 }, "");
        }
        Poll::Ready(events)
    }
}

impl Drop for StreamReader {
    fn drop(&mut self) {
        self.session.touch();
    }
}

/// Appends the event that gives a client an id to resume from, and how soon it may reconnect.
///
/// Source: [2025-11-25, "Transports", Sending Messages to the Server, 6](https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#sending-messages-to-the-server).
fn write_priming_event(out: &mut Vec<u8>, id: EventId) {
    out.extend_from_slice(format!("id: {id}\nretry: 1000\ndata: \n\n").as_bytes());
}
