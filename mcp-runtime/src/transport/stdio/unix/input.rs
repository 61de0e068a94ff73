//! Reading from whatever descriptor 0 was.

use std::fs::File;
use std::io;
use std::os::fd::OwnedFd;
use std::pin::Pin;
use std::task::{Context, Poll};

use rustix::fs::FileType;
use tokio::io::{AsyncRead, DuplexStream, ReadBuf};
use tokio::net::UnixStream;
use tokio::net::unix::pipe;

use crate::transport::stdio::reader::read_in_thread;

/// An input, waited for in the way that its kind allows.
pub(super) enum Input {
    Pipe(pipe::Receiver),
    Socket(UnixStream),
    /// A file or a terminal, which a thread reads.
    Thread(DuplexStream),
}

impl Input {
    pub(super) fn new(fd: OwnedFd) -> io::Result<Self> {
        match super::file_type(&fd)? {
            FileType::Fifo => Ok(Self::Pipe(pipe::Receiver::from_owned_fd(fd)?)),
            FileType::Socket => Ok(Self::Socket(super::socket(fd)?)),
            _ => Ok(Self::Thread(read_in_thread(File::from(fd))?)),
        }
    }
}

impl AsyncRead for Input {
    fn poll_read(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        match self.get_mut() {
            Self::Pipe(pipe) => Pin::new(pipe).poll_read(cx, buffer),
            Self::Socket(socket) => Pin::new(socket).poll_read(cx, buffer),
            Self::Thread(stream) => Pin::new(stream).poll_read(cx, buffer),
        }
    }
}
