//! A streaming response: what is sent to the client, and when.

use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use bytes::Bytes;
use tokio::time::{Instant, Sleep, sleep, sleep_until};

use super::exchange::Exchange;
use super::sessions::StreamReader;
use super::sse::encode;
use crate::quota::UNCHARGED_BYTES;

/// A stream that is idle for this long sends a comment, to keep proxies from closing it.
const KEEP_ALIVE: Duration = Duration::from_secs(15);

/// The events of one response.
pub(crate) struct EventStream {
    exchange: Exchange,
    /// What is sent before anything else.
    opening: Vec<u8>,
    /// The reader, if the client can resume the stream.
    reader: Option<StreamReader>,
    taken: Vec<u8>,
    keep_alive: Pin<Box<Sleep>>,
    /// When it ends regardless of its messages.
    end: Option<Pin<Box<Sleep>>>,
}

impl EventStream {
    pub(crate) fn new(exchange: Exchange, opening: Vec<u8>, reader: Option<StreamReader>) -> Self {
        // Some proxies pass on the head of a response only with the first bytes of its body.
        let first = if opening.is_empty() { Duration::ZERO } else { KEEP_ALIVE };
        let keep_alive = Box::pin(sleep(first));
        Self { exchange, opening, reader, taken: Vec::new(), keep_alive, end: None }
    }

    /// Ends the stream at this time at the latest.
    pub(crate) fn end_at(&mut self, time: Instant) {
        self.end = Some(Box::pin(sleep_until(time)));
    }

    /// Lets the call continue, while nothing can be sent.
    pub(crate) fn poll_call(&mut self, cx: &mut Context<'_>) {
        self.exchange.poll_call(cx);
    }

    /// Returns the next chunk of the stream; `None` at its end.
    pub(crate) fn poll_next(&mut self, cx: &mut Context<'_>) -> Poll<Option<Bytes>> {
        if self.end.as_mut().is_some_and(|end| end.as_mut().poll(cx).is_ready()) {
            return Poll::Ready(None);
        }
        self.exchange.poll_call(cx);
        if !self.opening.is_empty() {
            return Poll::Ready(Some(std::mem::take(&mut self.opening).into()));
        }
        self.taken.clear();
        let events = match &self.reader {
            Some(reader) => reader.poll_take(cx, &mut self.taken),
            None => {
                let taken = self.exchange.outbox.poll_take(cx, &mut self.taken);
                taken.map(|()| encode(&self.taken, |_| None))
            }
        };
        if events.is_pending() {
            if let Some(reader) = &mut self.reader
                && reader.poll_leave(cx).is_ready()
            {
                return Poll::Ready(None);
            }
            ready!(self.keep_alive.as_mut().poll(cx));
        }
        self.keep_alive.as_mut().reset(Instant::now() + KEEP_ALIVE);
        match events {
            Poll::Ready(Some(events)) if events.len() > UNCHARGED_BYTES => {
                Poll::Ready(self.charged(events))
            }
            Poll::Ready(events) => Poll::Ready(events),
            Poll::Pending => Poll::Ready(Some(Bytes::from_static(b": keep-alive\n\n"))),
        }
    }

    /// Charges long events to their caller; if the quota is exhausted, the stream breaks off, and
    /// clients reconnect or retry.
    #[cold]
    fn charged(&mut self, events: Bytes) -> Option<Bytes> {
        self.taken = Vec::new();
        let charged = self.exchange.charge(events);
        if charged.is_none() {
            tracing::warn!("closed a stream: its client was reading too slowly");
        }
        charged
    }
}
