//! A connection that does not wait indefinitely for its client to read.
//!
//! Unread data stays in memory, and the connection keeps its descriptor.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Sleep, sleep};

use super::head_deadline::Activity;

/// A stream whose writes fail once the other side has accepted nothing for this long.
pub(crate) struct WriteTimeout<S> {
    stream: S,
    limit: Duration,
    activity: Arc<Activity>,
    /// Runs while the other side accepts nothing.
    stalled: Option<Pin<Box<Sleep>>>,
}

impl<S> WriteTimeout<S> {
    pub(crate) fn new(stream: S, limit: Duration, activity: Arc<Activity>) -> Self {
        Self { stream, limit, activity, stalled: None }
    }

    /// Fails a pending write that has waited too long.
    fn wait<T>(
        &mut self,
        cx: &mut Context<'_>,
        written: Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if written.is_ready() {
            if self.stalled.is_some() {
                self.stalled = None;
                self.activity.set_stalled(false);
            }
            return written;
        }
        let stalled = self.stalled.get_or_insert_with(|| {
            self.activity.set_stalled(true);
            Box::pin(sleep(self.limit))
        });
        ready!(stalled.as_mut().poll(cx));
        Poll::Ready(Err(io::Error::new(io::ErrorKind::TimedOut, "the client does not read")))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for WriteTimeout<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for WriteTimeout<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.wait(cx, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(cx, bytes);
        self.wait(cx, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, duplex};
    use tokio::time::Instant;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn fails_when_nothing_is_read_and_waits_for_who_reads_slowly() {
        let (ours, mut theirs) = duplex(4);
        let mut patient = WriteTimeout::new(ours, Duration::from_secs(30), Arc::default());
        let (sent, ()) = tokio::join!(patient.write_all(b"0123456789"), async {
            let mut piece = [0; 2];
            for _ in 0..3 {
                sleep(Duration::from_secs(20)).await;
                theirs.read_exact(&mut piece).await.unwrap();
            }
        });
        sent.unwrap();
        let start = Instant::now();
        let error = patient.write_all(b"more").await.unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
        assert_eq!(start.elapsed().as_secs(), 30);
    }
}
