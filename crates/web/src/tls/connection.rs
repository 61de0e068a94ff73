//! A connection that begins with a handshake.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use mcp_runtime::http::BoxIo;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio_rustls::server::TlsStream;
use tokio_rustls::{Accept, TlsAcceptor};

/// The stream of a connection; whoever uses it first awaits the handshake.
pub(super) struct TlsConnection(State);

enum State {
    Handshaking(Box<Accept<BoxIo>>),
    Open(Box<TlsStream<BoxIo>>),
    Failed,
}

impl TlsConnection {
    pub(super) fn new(acceptor: &TlsAcceptor, stream: BoxIo) -> Self {
        Self(State::Handshaking(Box::new(acceptor.accept(stream))))
    }

    /// The stream after the handshake.
    fn poll_open(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<Pin<&mut TlsStream<BoxIo>>>> {
        if let State::Handshaking(accept) = &mut self.0 {
            match ready!(Pin::new(&mut **accept).poll(cx)) {
                Ok(stream) => self.0 = State::Open(Box::new(stream)),
                Err(error) => {
                    tracing::debug!(%error, "a TLS handshake failed");
                    self.0 = State::Failed;
                    return Poll::Ready(Err(error));
                }
            }
        }
        Poll::Ready(match &mut self.0 {
            State::Open(stream) => Ok(Pin::new(&mut **stream)),
            State::Handshaking(_) | State::Failed => Err(io::ErrorKind::NotConnected.into()),
        })
    }

    /// The stream, if the handshake is over.
    fn open(&mut self) -> Option<Pin<&mut TlsStream<BoxIo>>> {
        match &mut self.0 {
            State::Open(stream) => Some(Pin::new(&mut **stream)),
            State::Handshaking(_) | State::Failed => None,
        }
    }
}

impl AsyncRead for TlsConnection {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        ready!(self.poll_open(cx))?.poll_read(cx, buffer)
    }
}

impl AsyncWrite for TlsConnection {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        ready!(self.poll_open(cx))?.poll_write(cx, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        pieces: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        ready!(self.poll_open(cx))?.poll_write_vectored(cx, pieces)
    }

    fn is_write_vectored(&self) -> bool {
        true
    }

    // Before the end of the handshake nothing was written that could be flushed.
    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.open().map_or(Poll::Ready(Ok(())), |stream| stream.poll_flush(cx))
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.open().map_or(Poll::Ready(Ok(())), |stream| stream.poll_shutdown(cx))
    }
}
