//! What a standalone server accepts connections from: sockets of TCP and of Unix.

use std::future::poll_fn;
use std::io::{self, IoSlice};
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
#[cfg(unix)]
use tokio::net::UnixListener;
use tokio::net::{TcpListener, TcpStream};

use crate::caller::Caller;
use crate::debug::short_debug;
use crate::http::peer::{BoxIo, Peer};

/// The sockets on which a server listens: see [`Http::serve_on`](super::super::Http::serve_on).
///
/// It is made of a [`TcpListener`], a `UnixListener` of tokio, or several of both.
#[derive(Debug)]
pub struct Listener {
    sockets: Vec<Socket>,
    /// From which of them a connection is accepted first: each has its turn.
    next: usize,
}

#[derive(Debug)]
enum Socket {
    Tcp(TcpListener),
    /// With the caller that all its connections are, since a proxy may stand in front.
    #[cfg(unix)]
    Unix(UnixListener, Caller),
}

/// The stream of a connection: that of TCP needs no indirect calls.
pub(super) enum Stream {
    Tcp(TcpStream),
    Other(BoxIo),
}

short_debug!(Stream {});

impl From<TcpListener> for Listener {
    fn from(listener: TcpListener) -> Self {
        Self { sockets: vec![Socket::Tcp(listener)], next: 0 }
    }
}

#[cfg(unix)]
impl From<UnixListener> for Listener {
    fn from(listener: UnixListener) -> Self {
        Self { sockets: vec![Socket::Unix(listener, nth_connection())], next: 0 }
    }
}

impl FromIterator<Self> for Listener {
    fn from_iter<I: IntoIterator<Item = Self>>(listeners: I) -> Self {
        let sockets = listeners.into_iter().flat_map(|listener| listener.sockets).collect();
        Self { sockets, next: 0 }
    }
}

impl Listener {
    /// The addresses that clients connect to, without those of Unix sockets.
    pub fn addresses(&self) -> impl Iterator<Item = SocketAddr> {
        self.sockets.iter().filter_map(|socket| match socket {
            Socket::Tcp(listener) => listener.local_addr().ok(),
            #[cfg(unix)]
            Socket::Unix(..) => None,
        })
    }

    /// The next connection, with who is at its other end and how its caller is known.
    pub(super) async fn accept(&mut self) -> io::Result<(Stream, Peer, Caller)> {
        let accepted = poll_fn(|cx| {
            let count = self.sockets.len();
            for place in (self.next..self.next + count).map(|place| place % count) {
                if let Poll::Ready(accepted) = self.sockets[place].poll_accept(cx) {
                    self.next = place + 1;
                    return Poll::Ready(accepted);
                }
            }
            Poll::Pending
        });
        accepted.await
    }
}

impl Socket {
    fn poll_accept(&self, cx: &mut Context<'_>) -> Poll<io::Result<(Stream, Peer, Caller)>> {
        match self {
            Self::Tcp(listener) => listener.poll_accept(cx).map_ok(|(stream, address)| {
                // Nagle's algorithm and delayed acknowledgements would hold the last part of a
                // response back for 40 ms.
                let _ = stream.set_nodelay(true);
                // Behind a proxy on this machine, the address does not distinguish callers;
                // connections may.
                let caller = Caller::at(address.ip()).unwrap_or_else(nth_connection);
                (Stream::Tcp(stream), Peer::Address(address.ip()), caller)
            }),
            #[cfg(unix)]
            Self::Unix(listener, caller) => listener.poll_accept(cx).map_ok(|(stream, _)| {
                let user = stream.peer_cred().ok().map(|credentials| credentials.uid());
                (Stream::Other(Box::new(stream)), Peer::Process(user), caller.clone())
            }),
        }
    }
}

/// A caller that is known by its connection, or by the socket that it comes through.
fn nth_connection() -> Caller {
    static CONNECTIONS: AtomicU64 = AtomicU64::new(0);
    Caller::Connection(CONNECTIONS.fetch_add(1, Ordering::Relaxed))
}

impl Stream {
    /// Boxes the stream, of whatever kind.
    pub(super) fn boxed(self) -> BoxIo {
        match self {
            Self::Tcp(stream) => Box::new(stream),
            Self::Other(stream) => stream,
        }
    }
}

impl AsyncRead for Stream {
    fn poll_read(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        match self.get_mut() {
            Self::Tcp(stream) => Pin::new(stream).poll_read(cx, buffer),
            Self::Other(stream) => Pin::new(stream).poll_read(cx, buffer),
        }
    }
}

impl AsyncWrite for Stream {
    fn poll_write(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        match self.get_mut() {
            Self::Tcp(stream) => Pin::new(stream).poll_write(cx, bytes),
            Self::Other(stream) => Pin::new(stream).poll_write(cx, bytes),
        }
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        pieces: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        match self.get_mut() {
            Self::Tcp(stream) => Pin::new(stream).poll_write_vectored(cx, pieces),
            Self::Other(stream) => Pin::new(stream).poll_write_vectored(cx, pieces),
        }
    }

    fn is_write_vectored(&self) -> bool {
        match self {
            Self::Tcp(stream) => stream.is_write_vectored(),
            Self::Other(stream) => stream.is_write_vectored(),
        }
    }

    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        match self.get_mut() {
            Self::Tcp(stream) => Pin::new(stream).poll_flush(cx),
            Self::Other(stream) => Pin::new(stream).poll_flush(cx),
        }
    }

    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        match self.get_mut() {
            Self::Tcp(stream) => Pin::new(stream).poll_shutdown(cx),
            Self::Other(stream) => Pin::new(stream).poll_shutdown(cx),
        }
    }
}
