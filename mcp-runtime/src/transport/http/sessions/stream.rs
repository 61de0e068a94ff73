//! Streams of a session that a client can come back to.
//!
//! Source: [2025-11-25, "Transports", Resumability and Redelivery](https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#resumability-and-redelivery).

use std::sync::Arc;

use crate::jsonrpc::{ErrorObject, RequestId, write_error};
use crate::sync::Mutex;
use crate::transport::http::sse::{EventId, write_event};
use crate::transport::outbox::Outbox;

/// A stream, as all its readers share it.
pub(crate) struct SessionStream {
    pub(crate) id: u64,
    pub(crate) outbox: Arc<Outbox>,
    /// The requests that it answers at its end; `None` if it belongs to no call.
    requests: Option<Vec<RequestId>>,
    pub(super) reading: Mutex<ReadPosition>,
}

pub(super) struct ReadPosition {
    /// How many events there were.
    pub(super) events: u64,
    /// The reader that has the stream: the one that came last.
    pub(super) reader: u64,
}

impl SessionStream {
    pub(crate) fn new(id: u64, outbox: Arc<Outbox>, requests: Option<Vec<RequestId>>) -> Self {
        let reading = Mutex::new(ReadPosition { events: 0, reader: 0 });
        Self { id, outbox, requests, reading }
    }

    /// Whether it belongs to no call.
    pub(crate) fn is_standalone(&self) -> bool {
        self.requests.is_none()
    }

    /// Whether nothing new comes, unless a client comes back.
    pub(crate) fn is_over(self: &Arc<Self>) -> bool {
        self.outbox.has_ended() || (self.is_standalone() && Arc::strong_count(self) == 1)
    }

    /// Whether it has had an event of this number, 0 being what comes before the first.
    pub(crate) fn has_had(&self, number: u64) -> bool {
        number <= self.reading.lock().events
    }

    /// Appends what a client is told whose answer is not kept any more: that it has to ask again.
    ///
    /// The answer is what comes last in a stream.
    pub(super) fn write_loss(&self, out: &mut Vec<u8>, last: u64) {
        if !self.outbox.has_ended() || !self.outbox.is_empty() {
            return;
        }
        let error = ErrorObject::internal(
            "the answer was sent, and is not kept any more for clients that come back; ask again",
        );
        for id in self.requests.iter().flatten() {
            let mut message = Vec::new();
            write_error(&mut message, Some(id), false, &error);
            let id = EventId { stream: self.id, number: last };
            write_event(out, Some(id), &String::from_utf8_lossy(&message));
        }
    }

    /// Ends the stream, and whoever reads it.
    pub(crate) fn end(&self) {
        self.reading.lock().reader += 1;
        self.outbox.end();
    }
}
