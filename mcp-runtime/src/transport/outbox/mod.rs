//! What waits to be written: a bounded buffer that calls share.

#[cfg(feature = "http")]
mod end;
mod writer;

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker, ready};

use tokio::sync::watch;

use crate::jsonrpc::Peer;
use crate::quota::Share;
use crate::sync::Mutex;

pub(crate) use writer::OutboxWriter;

/// Room for the most common messages.
const MESSAGE: usize = 512;

/// Messages, one per line, in the order in which they go out.
pub(crate) struct Outbox {
    state: Mutex<OutboxState>,
    /// From this many waiting bytes on, senders wait.
    limit: usize,
    closing: Arc<Closing>,
}

/// Notifies all that listen that what they listen to is about to end.
#[derive(Clone)]
pub(crate) struct Closing(watch::Sender<bool>);

#[derive(Default)]
struct OutboxState {
    bytes: Vec<u8>,
    writer: Option<Waker>,
    senders: Vec<Waker>,
    has_notifications: bool,
    /// The reader is to leave and to come back.
    lets_go: bool,
    has_ended: bool,
    /// It is not read, and will not be.
    is_unread: bool,
    /// What is reserved for what waits, where it is much.
    #[allow(dead_code, reason = "only over HTTP is it charged")]
    share: Option<Share>,
}

impl Outbox {
    pub(crate) fn new(limit: usize, closing: Arc<Closing>) -> Self {
        Self { state: Mutex::default(), limit, closing }
    }

    /// Appends one message.
    pub(crate) fn push(&self, write: impl FnOnce(&mut Vec<u8>)) {
        self.state.lock().push(write);
    }

    /// Appends one message once there is room for it.
    #[allow(dead_code, reason = "only a client waits for room")]
    pub(crate) fn poll_push(
        &self,
        cx: &mut Context<'_>,
        write: impl FnOnce(&mut Vec<u8>),
    ) -> Poll<()> {
        let mut state = self.state.lock();
        ready!(state.poll_ready(cx, self.limit));
        state.push(write);
        Poll::Ready(())
    }

    /// Takes all that waits, by a swap with an empty buffer; nothing once it has ended.
    pub(crate) fn poll_take(&self, cx: &mut Context<'_>, into: &mut Vec<u8>) -> Poll<()> {
        let mut state = self.state.lock();
        if state.bytes.is_empty() && !state.has_ended {
            state.writer = Some(cx.waker().clone());
            return Poll::Pending;
        }
        std::mem::swap(&mut state.bytes, into);
        for sender in state.senders.drain(..) {
            sender.wake();
        }
        Poll::Ready(())
    }

    /// Says that the writer is up: until it waits again, a push does not wake it.
    pub(crate) fn writer_is_up(&self) {
        self.state.lock().writer = None;
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.state.lock().bytes.is_empty()
    }

    pub(crate) fn is_full(&self) -> bool {
        self.state.lock().bytes.len() >= self.limit
    }

    /// How many bytes wait.
    #[allow(dead_code, reason = "only a client asks how much waits")]
    pub(crate) fn len(&self) -> usize {
        self.state.lock().bytes.len()
    }
}

impl OutboxState {
    fn push(&mut self, write: impl FnOnce(&mut Vec<u8>)) {
        // Grown step by step, a buffer of its own would move every short message several times.
        self.bytes.reserve(MESSAGE);
        let start = self.bytes.len();
        write(&mut self.bytes);
        one_line(&mut self.bytes[start..]);
        self.bytes.push(b'\n');
        self.wake_writer();
    }

    fn poll_ready(&mut self, cx: &mut Context<'_>, limit: usize) -> Poll<()> {
        if self.bytes.len() < limit {
            return Poll::Ready(());
        }
        if !self.senders.iter().any(|waker| waker.will_wake(cx.waker())) {
            self.senders.push(cx.waker().clone());
        }
        Poll::Pending
    }

    fn wake_writer(&mut self) {
        if let Some(writer) = self.writer.take() {
            writer.wake();
        }
    }
}

/// JSON that others wrote may have several lines; between its tokens, a line end is a space.
fn one_line(mut message: &mut [u8]) {
    while let Some(at) = memchr::memchr2(b'\n', b'\r', message) {
        let (line, rest) = message.split_at_mut(at + 1);
        line[at] = b' ';
        message = rest;
    }
}

impl Peer for Outbox {
    fn poll_ready(&self, cx: &mut Context<'_>) -> Poll<()> {
        self.state.lock().poll_ready(cx, self.limit)
    }

    fn closing(&self) -> Pin<Box<dyn Future<Output = ()> + Send>> {
        Box::pin(self.closing.wait())
    }

    fn send(&self, message: &[u8]) {
        let mut state = self.state.lock();
        state.has_notifications = true;
        state.push(|bytes| bytes.extend_from_slice(message));
    }

    fn is_there(&self) -> bool {
        !self.state.lock().is_unread
    }

    fn let_go(&self) {
        let mut state = self.state.lock();
        state.lets_go = true;
        state.wake_writer();
    }
}

impl Closing {
    pub(crate) fn close(&self) {
        self.0.send_replace(true);
    }

    /// Resolves once it closes.
    pub(crate) fn wait(&self) -> impl Future<Output = ()> + Send + use<> {
        let mut closed = self.0.subscribe();
        async move {
            // The sender going away is an end, too.
            let _ = closed.wait_for(|closed| *closed).await;
        }
    }
}

impl Default for Closing {
    fn default() -> Self {
        Self(watch::Sender::new(false))
    }
}
