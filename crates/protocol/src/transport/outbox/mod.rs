//! The queue of outgoing messages, a bounded buffer that calls share, and its writer.
mod http;

use std::future::{Future, poll_fn};
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker, ready};

use tokio::io::{AsyncWrite, AsyncWriteExt as _};

use super::Closing;
use crate::debug::short_debug;
use crate::jsonrpc::Peer;
use crate::quota::Share;
use crate::sync::Mutex;

/// The initial buffer size, enough for the most common messages.
const MESSAGE: usize = 512;

/// Messages, one per line, in the order in which they are sent.
pub struct Outbox {
    state: Mutex<OutboxState>,
    /// When this many bytes are queued, senders wait.
    limit: usize,
    closing: Arc<Closing>,
}

#[derive(Default)]
struct OutboxState {
    bytes: Vec<u8>,
    writer: Option<Waker>,
    senders: Vec<Waker>,
    has_notifications: bool,
    /// Whether the reader should stop, and its client reconnect.
    should_reconnect: bool,
    has_ended: bool,
    /// It has no reader, and will not have one.
    is_unread: bool,
    /// The quota reserved for the queued bytes, if there are many.
    share: Option<Share>,
}

impl Outbox {
    pub fn new(limit: usize, closing: Arc<Closing>) -> Self {
        Self { state: Mutex::default(), limit, closing }
    }

    /// Appends one message.
    pub fn push(&self, write: impl FnOnce(&mut Vec<u8>)) {
        self.state.lock().push(write);
    }

    /// Appends one message once there is room for it.
    pub fn poll_push(&self, cx: &mut Context<'_>, write: impl FnOnce(&mut Vec<u8>)) -> Poll<()> {
        let mut state = self.state.lock();
        ready!(state.poll_ready(cx, self.limit));
        state.push(write);
        Poll::Ready(())
    }

    /// Takes all queued bytes by swapping in an empty buffer; once it has ended, that may be none.
    #[inline]
    pub fn poll_take(&self, cx: &mut Context<'_>, into: &mut Vec<u8>) -> Poll<()> {
        let mut state = self.state.lock();
        if state.bytes.is_empty() && !state.has_ended {
            state.writer = Some(cx.waker().clone());
            return Poll::Pending;
        }
        std::mem::swap(&mut state.bytes, into);
        state.wake_senders();
        Poll::Ready(())
    }

    /// Marks the writer as awake: until it waits again, a push does not wake it.
    #[inline]
    pub fn mark_writer_awake(&self) {
        self.state.lock().writer = None;
    }

    #[inline]
    pub fn is_empty(&self) -> bool {
        self.state.lock().bytes.is_empty()
    }

    #[inline]
    pub fn is_full(&self) -> bool {
        self.state.lock().bytes.len() >= self.limit
    }

    /// Discards all queued messages.
    pub fn clear(&self) {
        let mut state = self.state.lock();
        state.drop_bytes();
        state.wake_senders();
    }

    /// The number of queued bytes.
    #[inline]
    pub fn len(&self) -> usize {
        self.state.lock().bytes.len()
    }
}

impl OutboxState {
    fn push(&mut self, write: impl FnOnce(&mut Vec<u8>)) {
        // Without this, a new buffer would be reallocated several times for every short message.
        self.bytes.reserve(MESSAGE);
        let start = self.bytes.len();
        write(&mut self.bytes);
        one_line(&mut self.bytes[start..]);
        self.bytes.push(b'\n');
        if self.is_unread {
            self.drop_bytes();
        }
        self.wake_writer();
    }

    fn drop_bytes(&mut self) {
        self.bytes.clear();
        self.bytes.shrink_to(MESSAGE);
    }

    fn wake_senders(&mut self) {
        for sender in self.senders.drain(..) {
            sender.wake();
        }
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

/// Replaces line ends: JSON from elsewhere may span several lines, and between tokens a line end is
/// the same as a space.
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

    fn request_reconnect(&self) {
        let mut state = self.state.lock();
        state.should_reconnect = true;
        state.wake_writer();
    }
}

short_debug!(Outbox { limit });

/// Writes the content of the outbox in one piece.
pub struct OutboxWriter<W> {
    writer: W,
    outbox: Arc<Outbox>,
    buffer: Vec<u8>,
    written: usize,
}

short_debug!(OutboxWriter<W> { written });

impl<W: AsyncWrite + Unpin> OutboxWriter<W> {
    pub fn new(writer: W, outbox: Arc<Outbox>) -> Self {
        Self { writer, outbox, buffer: Vec::new(), written: 0 }
    }

    /// Waits for data and writes some of it.
    ///
    /// Cancel safe: what was written has been counted.
    pub async fn write(&mut self) -> io::Result<()> {
        poll_fn(|cx| self.poll_write(cx)).await
    }

    /// Writes what the other side accepts at once; the rest is left to the next turn of the loop.
    pub async fn write_now(&mut self) -> io::Result<()> {
        poll_fn(|cx| match self.poll_write(cx) {
            Poll::Ready(written) => Poll::Ready(written),
            Poll::Pending => Poll::Ready(Ok(())),
        })
        .await
    }

    fn poll_write(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        if self.written == self.buffer.len() {
            self.buffer.clear();
            self.written = 0;
            ready!(self.outbox.poll_take(cx, &mut self.buffer));
        }
        let rest = &self.buffer[self.written..];
        let count = ready!(Pin::new(&mut self.writer).poll_write(cx, rest))?;
        self.written += count;
        Poll::Ready(if count > 0 { Ok(()) } else { Err(io::ErrorKind::WriteZero.into()) })
    }

    /// Writes all remaining data.
    pub async fn flush(&mut self) -> io::Result<()> {
        while self.written < self.buffer.len() || !self.outbox.is_empty() {
            self.write().await?;
        }
        self.writer.flush().await
    }

    /// Signals the end of the output to the other side.
    pub async fn shutdown(&mut self) -> io::Result<()> {
        self.writer.shutdown().await
    }
}
