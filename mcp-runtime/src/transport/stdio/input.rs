//! Reading from whatever descriptor 0 was.

use std::fs::File;
use std::io::{self, Read as _};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream as StdUnixStream;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::thread;

use rustix::fs::FileType;
use tokio::io::{AsyncRead, AsyncWriteExt as _, DuplexStream, ReadBuf, duplex};
use tokio::net::UnixStream;
use tokio::net::unix::pipe;
use tokio::runtime::Handle;

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
            FileType::Socket => {
                let socket = StdUnixStream::from(fd);
                socket.set_nonblocking(true)?;
                Ok(Self::Socket(UnixStream::from_std(socket)?))
            }
            _ => Ok(Self::Thread(read_in_thread(fd.into())?)),
        }
    }
}

/// The thread is never waited for: a read of a terminal cannot be interrupted.
fn read_in_thread(mut file: File) -> io::Result<DuplexStream> {
    const ROOM: usize = 64 * 1024;
    let (ours, mut theirs) = duplex(ROOM);
    let runtime = Handle::current();
    thread::Builder::new().name("stdin".to_owned()).spawn(move || {
        let mut buffer = vec![0; ROOM];
        while let Ok(count @ 1..) = file.read(&mut buffer) {
            if runtime.block_on(theirs.write_all(&buffer[..count])).is_err() {
                return;
            }
        }
    })?;
    Ok(ours)
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
