//! A connection that explains why a request was refused, even if hyper refused it.
//!
//! A head that is too long or is not valid HTTP does not reach the service: hyper answers it with a
//! bare status. The specification requires an error in the body, above all for headers with invalid
//! characters.
//!
//! Source: [2026-07-28, "Transports", "Server Validation"](https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#server-validation).

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

use crate::jsonrpc::{ErrorCode, ErrorObject, write_error};

/// The maximum size of a request head in bytes; hyper accepts at most 100 headers.
pub(crate) const HEAD_BYTES: usize = 64 * 1024;

/// The start of the status line of a refusal.
const REFUSED: &[u8] = b"HTTP/1.1 4";

/// How hyper marks an empty body, which none of our own refusals has.
const EMPTY: &str = "content-length: 0\r\n";

/// A stream that adds a body to refusals that have none.
pub(crate) struct RefusalBodies<S> {
    stream: S,
    /// The replacement for a refusal, and how much of it has been written.
    refusal: Vec<u8>,
    written: usize,
}

impl<S: AsyncWrite + Unpin> RefusalBodies<S> {
    pub(crate) fn new(stream: S) -> Self {
        Self { stream, refusal: Vec::new(), written: 0 }
    }

    /// Writes another refusal instead of `bytes`, if they are one.
    fn poll_explain(&mut self, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<bool>> {
        if !bytes.starts_with(REFUSED) {
            return Poll::Ready(Ok(false));
        }
        if self.refusal.is_empty() {
            let Some(refusal) = explain(bytes) else { return Poll::Ready(Ok(false)) };
            (self.refusal, self.written) = (refusal, 0);
        }
        while let rest @ [_, ..] = &self.refusal[self.written..] {
            match ready!(Pin::new(&mut self.stream).poll_write(cx, rest))? {
                0 => return Poll::Ready(Err(io::ErrorKind::WriteZero.into())),
                count => self.written += count,
            }
        }
        self.refusal.clear();
        self.written = 0;
        Poll::Ready(Ok(true))
    }
}

/// Returns the refusal with a body, if it has none.
fn explain(bytes: &[u8]) -> Option<Vec<u8>> {
    let head = std::str::from_utf8(bytes).ok().filter(|head| head.ends_with("\r\n\r\n"))?;
    let error = match head.as_bytes().get(REFUSED.len() - 1..)?.first_chunk()? {
        b"400" => ErrorObject::new(
            ErrorCode::HEADER_MISMATCH,
            "Header mismatch: the head of the request is not valid HTTP",
        ),
        b"414" => ErrorObject::invalid_request("the target of the request is too long"),
        b"431" => ErrorObject::invalid_request(format!(
            "the head of the request has more than {HEAD_BYTES} bytes or 100 headers"
        )),
        _ => return None,
    };
    let mut body = Vec::new();
    write_error(&mut body, None, false, &error);
    let length = format!("content-type: application/json\r\ncontent-length: {}\r\n", body.len());
    let (before, after) = head.split_once(EMPTY)?;
    Some([before.as_bytes(), length.as_bytes(), after.as_bytes(), &body].concat())
}

impl<S: AsyncRead + Unpin> AsyncRead for RefusalBodies<S> {
    fn poll_read(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_read(cx, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for RefusalBodies<S> {
    fn poll_write(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        if ready!(this.poll_explain(cx, bytes))? {
            return Poll::Ready(Ok(bytes.len()));
        }
        Pin::new(&mut this.stream).poll_write(cx, bytes)
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        pieces: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        if let Some(first) = pieces.first()
            && ready!(this.poll_explain(cx, first))?
        {
            return Poll::Ready(Ok(first.len()));
        }
        Pin::new(&mut this.stream).poll_write_vectored(cx, pieces)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_flush(cx)
    }

    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_shutdown(cx)
    }
}
