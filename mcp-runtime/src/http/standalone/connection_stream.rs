//! The stream of a connection, as hyper writes to it.
//!
//! * Writes do not wait indefinitely for the client to read: otherwise unread data stays in memory,
//!   and the connection keeps its descriptor.
//! * A request that hyper itself refuses is answered with an error. A head that is too long or is
//!   not valid HTTP does not reach the service, and hyper answers it with a bare status. The
//!   specification requires an error in the body, above all for headers with invalid characters.
//!   Nothing that the service responds is taken for such a status, whatever it looks like.
//! * [`Activity`] learns when the client does not read, and when all is written.
//! * A connection that ends before the body of a request is read is closed in stages. What arrives at
//!   a closed socket makes the system discard what was sent, and the client, which may send its
//!   whole body before it reads, would see a broken connection instead of the refusal.
//!
//! Source: [2026-07-28, "Transports", "Server Validation"](https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#server-validation).

use std::io::{self, IoSlice};
use std::mem::MaybeUninit;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Sleep, sleep};

use crate::http::activity::Activity;
use crate::jsonrpc::{ErrorCode, ErrorObject, write_error};

/// The maximum size of a request head in bytes; hyper accepts at most 100 headers.
pub(crate) const HEAD_BYTES: usize = 64 * 1024;

/// How many bytes of an unread body are received before a connection is closed. Until when they are
/// awaited is limited as the time for a head is.
const MAX_UNREAD_BYTES: usize = 64 * 1024 * 1024;

/// The start of the status line of a refusal.
const REFUSED: &[u8] = b"HTTP/1.1 4";

/// How hyper marks an empty body.
const EMPTY: &str = "content-length: 0\r\n";

/// A stream that limits how long writes wait, and adds a body to refusals that have none.
pub(crate) struct ConnectionStream<S> {
    stream: S,
    /// How long the other side may accept nothing.
    write_time: Duration,
    /// Runs while the other side accepts nothing.
    stalled: Option<Pin<Box<Sleep>>>,
    activity: Arc<Activity>,
    /// The replacement for a refusal, and how much of it has been written.
    refusal: Vec<u8>,
    refusal_written: usize,
    /// How many bytes of an unread body were received.
    unread: usize,
}

impl<S: AsyncWrite + Unpin> ConnectionStream<S> {
    pub(crate) fn new(stream: S, write_time: Duration, activity: Arc<Activity>) -> Self {
        let stalled = None;
        let refusal = Vec::new();
        let refusal_written = 0;
        Self { stream, write_time, stalled, activity, refusal, refusal_written, unread: 0 }
    }

    /// Writes a refusal with a body instead of `bytes`, if they are a bare one of hyper's.
    #[cold]
    fn poll_explain(&mut self, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<bool>> {
        if self.refusal.is_empty() {
            let Some(refusal) = explain(bytes) else { return Poll::Ready(Ok(false)) };
            (self.refusal, self.refusal_written) = (refusal, 0);
        }
        while let rest @ [_, ..] = &self.refusal[self.refusal_written..] {
            let written = Pin::new(&mut self.stream).poll_write(cx, rest);
            match ready!(self.limit(cx, written))? {
                0 => return Poll::Ready(Err(io::ErrorKind::WriteZero.into())),
                count => self.refusal_written += count,
            }
        }
        self.refusal.clear();
        self.refusal_written = 0;
        Poll::Ready(Ok(true))
    }

    /// Fails a pending write that has waited too long.
    #[inline]
    fn limit<T>(
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
            Box::pin(sleep(self.write_time))
        });
        ready!(stalled.as_mut().poll(cx));
        Poll::Ready(Err(io::Error::new(io::ErrorKind::TimedOut, "the client does not read")))
    }
}

impl<S: AsyncRead + Unpin> ConnectionStream<S> {
    /// Receives the rest of an unread body, until the client has sent it and closes its side.
    #[cold]
    fn poll_unread(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let mut piece = [MaybeUninit::uninit(); 16 * 1024];
        while self.unread < MAX_UNREAD_BYTES {
            let mut buffer = ReadBuf::uninit(&mut piece);
            ready!(Pin::new(&mut self.stream).poll_read(cx, &mut buffer))?;
            match buffer.filled().len() {
                0 => break,
                received => self.unread += received,
            }
        }
        Poll::Ready(Ok(()))
    }
}

/// Returns the refusal with a body, if it has none.
fn explain(bytes: &[u8]) -> Option<Vec<u8>> {
    // A connection of HTTP/2 has begun no request yet.
    if !bytes.ends_with(b"\r\n\r\n") {
        return None;
    }
    let head = std::str::from_utf8(bytes).ok()?;
    let error = match head.as_bytes().get(REFUSED.len() - 1..)?.first_chunk()? {
        b"400" => ErrorObject::new(
            ErrorCode::HEADER_MISMATCH,
            "Header mismatch: the head of the request is not valid HTTP",
        ),
        b"414" => ErrorObject::invalid_request("the request target is too long"),
        b"431" => ErrorObject::invalid_request(format!(
            "the head of the request exceeds {HEAD_BYTES} bytes or 100 headers"
        )),
        _ => return None,
    };
    let mut body = Vec::new();
    write_error(&mut body, None, false, &error);
    let length = format!("content-type: application/json\r\ncontent-length: {}\r\n", body.len());
    let (before, after) = head.split_once(EMPTY)?;
    Some([before.as_bytes(), length.as_bytes(), after.as_bytes(), &body].concat())
}

impl<S: AsyncRead + Unpin> AsyncRead for ConnectionStream<S> {
    fn poll_read(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        let before = buffer.filled().len();
        let polled = Pin::new(&mut this.stream).poll_read(cx, buffer);
        if buffer.filled().len() > before {
            this.activity.set_receiving();
        }
        polled
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncWrite for ConnectionStream<S> {
    fn poll_write(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        let may_be_refusal = bytes.starts_with(REFUSED) && !this.activity.is_responding();
        if may_be_refusal && ready!(this.poll_explain(cx, bytes))? {
            return Poll::Ready(Ok(bytes.len()));
        }
        let written = Pin::new(&mut this.stream).poll_write(cx, bytes);
        this.limit(cx, written)
    }

    /// Only HTTP/2 is written in this way.
    fn poll_write_vectored(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        pieces: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        let written = Pin::new(&mut this.stream).poll_write_vectored(cx, pieces);
        this.limit(cx, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    /// hyper calls this once all that it has buffered is written: the rest of a body may follow.
    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        ready!(Pin::new(&mut this.stream).poll_flush(cx))?;
        if this.activity.end_flush() {
            cx.waker().wake_by_ref();
        }
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        ready!(Pin::new(&mut this.stream).poll_shutdown(cx))?;
        if this.activity.is_body_unread() { this.poll_unread(cx) } else { Poll::Ready(Ok(())) }
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
        let mut patient = ConnectionStream::new(ours, Duration::from_secs(30), Arc::default());
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
