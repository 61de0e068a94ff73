//! The writing half of a connection.

use std::future::poll_fn;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use tokio::io::{AsyncWrite, AsyncWriteExt as _};

use super::Outbox;

/// Takes what the outbox holds and writes it in one piece.
pub(crate) struct OutboxWriter<W> {
    writer: W,
    outbox: Arc<Outbox>,
    buffer: Vec<u8>,
    written: usize,
}

impl<W: AsyncWrite + Unpin> OutboxWriter<W> {
    pub(crate) fn new(writer: W, outbox: Arc<Outbox>) -> Self {
        Self { writer, outbox, buffer: Vec::new(), written: 0 }
    }

    /// Waits until there is something to write and writes some of it.
    ///
    /// Safe to be dropped while it waits: what was written has been counted.
    pub(crate) async fn write(&mut self) -> io::Result<()> {
        poll_fn(|cx| self.poll_write(cx)).await
    }

    /// Writes what can be written at once, without waiting for the next turn of the loop.
    pub(crate) async fn write_now(&mut self) -> io::Result<()> {
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

    /// Writes all that is left.
    pub(crate) async fn flush(&mut self) -> io::Result<()> {
        while self.written < self.buffer.len() || !self.outbox.is_empty() {
            self.write().await?;
        }
        self.writer.flush().await
    }

    /// Lets the other side know that nothing more comes.
    #[allow(dead_code, reason = "only a client ends by ending its output")]
    pub(crate) async fn shutdown(&mut self) -> io::Result<()> {
        self.writer.shutdown().await
    }
}
