//! Resumable streams of a session.
//!
//! Source: [2025-11-25, "Transports", Resumability and Redelivery](https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#resumability-and-redelivery).

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Notify;
use tokio::time::Instant;

use crate::http::sse::{EventId, write_event};
use crate::jsonrpc::{ErrorObject, RequestId, write_error};
use crate::sync::Mutex;
use crate::transport::outbox::Outbox;

/// A stream, shared by all its readers.
pub(crate) struct SessionStream {
    pub(crate) id: u64,
    pub(crate) outbox: Arc<Outbox>,
    /// The requests that it answers at its end; `None` if it belongs to no call.
    requests: Option<Vec<RequestId>>,
    pub(super) reading: Mutex<ReadPosition>,
    /// Whether it mirrors a stream of another replica.
    pub(crate) is_mirror: bool,
    /// What another replica reports about it.
    pub(crate) elsewhere: Elsewhere,
}

/// What another replica reports about a stream: that its client is connected there, or that it
/// continues.
#[derive(Default)]
pub(crate) struct Elsewhere {
    /// The replica that reported last, and when.
    announced: Mutex<Option<(Arc<str>, Instant)>>,
    pub(crate) changed: Notify,
}

impl Elsewhere {
    /// Records a report of a replica; returns whether it is the first one.
    pub(crate) fn say(&self, replica: &Arc<str>) -> bool {
        let before = self.announced.lock().replace((Arc::clone(replica), Instant::now()));
        self.changed.notify_one();
        before.is_none()
    }

    /// The replica that reported within this time, if any.
    pub(crate) fn announced_within(&self, time: Duration) -> Option<Arc<str>> {
        let mut announced = self.announced.lock();
        announced.take_if(|(_, when)| when.elapsed() > time);
        announced.as_ref().map(|(replica, _)| Arc::clone(replica))
    }
}

pub(super) struct ReadPosition {
    /// The number of events so far.
    pub(super) events: u64,
    /// The current reader of the stream: the most recent one.
    pub(super) reader: u64,
    /// Whether other replicas know that it has ended.
    pub(super) is_end_told: bool,
}

impl SessionStream {
    pub(crate) fn new(id: u64, outbox: Arc<Outbox>, requests: Option<Vec<RequestId>>) -> Self {
        Self {
            id,
            outbox,
            requests,
            reading: Mutex::new(ReadPosition { events: 0, reader: 0, is_end_told: false }),
            is_mirror: false,
            elsewhere: Elsewhere::default(),
        }
    }

    /// Creates a mirror of a stream that another replica has opened, after its first `events`
    /// events.
    pub(crate) fn mirror(id: u64, outbox: Arc<Outbox>, events: u64) -> Self {
        let stream = Self::new(id, outbox, Some(Vec::new()));
        stream.reading.lock().events = events;
        Self { is_mirror: true, ..stream }
    }

    /// Whether it belongs to no call.
    pub(crate) fn is_standalone(&self) -> bool {
        self.requests.is_none()
    }

    /// Whether nothing new will be sent unless a client reconnects.
    pub(crate) fn is_over(self: &Arc<Self>) -> bool {
        self.outbox.has_ended() || (self.is_standalone() && Arc::strong_count(self) == 1)
    }

    /// Whether it has had an event of this number, where 0 stands for the start of the stream.
    pub(crate) fn has_had(&self, number: u64) -> bool {
        number <= self.reading.lock().events
    }

    /// Appends an error for a client whose response is no longer stored: it has to send the request
    /// again.
    ///
    /// The response is the last event of a stream.
    pub(super) fn write_loss(&self, out: &mut Vec<u8>, last: u64) {
        if !self.outbox.has_ended() || !self.outbox.is_empty() {
            return;
        }
        let error = ErrorObject::internal(
            "the response was sent and is no longer stored; send the request again",
        );
        for id in self.requests.iter().flatten() {
            let mut message = Vec::new();
            write_error(&mut message, Some(id), false, &error);
            let id = EventId { stream: self.id, number: last };
            write_event(out, Some(id), &String::from_utf8_lossy(&message));
        }
    }

    /// Ends the stream and its reader.
    pub(crate) fn end(&self) {
        self.reading.lock().reader += 1;
        self.outbox.end();
    }
}
