//! Writing to whatever descriptor 1 was.

use std::fs::File;
use std::io;
use std::os::fd::OwnedFd;
use std::pin::Pin;
use std::task::{Context, Poll};

use rustix::fs::FileType;
use tokio::io::AsyncWrite;
use tokio::net::UnixStream;
use tokio::net::unix::pipe;

/// An output, waited for in the way that its kind allows.
pub(super) enum Output {
    Pipe(pipe::Sender),
    Socket(UnixStream),
    /// A file or a terminal, which the blocking pool writes.
    File(tokio::fs::File),
}

impl Output {
    pub(super) fn new(fd: OwnedFd) -> io::Result<Self> {
        match super::file_type(&fd)? {
            FileType::Fifo => Ok(Self::Pipe(pipe::Sender::from_owned_fd(fd)?)),
            FileType::Socket => Ok(Self::Socket(super::socket(fd)?)),
            _ => Ok(Self::file(fd)),
        }
    }

    pub(super) fn file(fd: OwnedFd) -> Self {
        Self::File(tokio::fs::File::from_std(File::from(fd)))
    }

    fn inner(self: Pin<&mut Self>) -> Pin<&mut (dyn AsyncWrite + Unpin)> {
        match self.get_mut() {
            Self::Pipe(pipe) => Pin::new(pipe),
            Self::Socket(socket) => Pin::new(socket),
            Self::File(file) => Pin::new(file),
        }
    }
}

impl AsyncWrite for Output {
    fn poll_write(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.inner().poll_write(cx, buffer)
    }

    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.inner().poll_flush(cx)
    }

    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.inner().poll_shutdown(cx)
    }
}
