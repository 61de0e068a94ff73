//! Standard input and output as descriptors that the server owns.
//!
//! Descriptor 1 is redirected to standard error and 0 to the null device, so that neither a
//! `println!`, a C library nor a child process can touch the transport. Descriptors that can be
//! polled need no thread; the others get one.

use std::fs::{File, Metadata};
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::fs::{FileTypeExt as _, MetadataExt as _};
use std::pin::Pin;
use std::task::{Context, Poll};

use rustix::io::fcntl_dupfd_cloexec;
use rustix::stdio::{dup2_stdin, dup2_stdout, stderr, stdin, stdout};
use tokio::io::{AsyncRead, AsyncWrite, DuplexStream, ReadBuf};
use tokio::net::UnixStream;
use tokio::net::unix::pipe;

use super::reader::read_in_thread;

/// Takes the standard descriptors away from the rest of the process.
pub(super) fn take() -> io::Result<(impl AsyncRead + Unpin, impl AsyncWrite + Unpin)> {
    // Close-on-exec: a child process must not keep the transport open.
    let input = fcntl_dupfd_cloexec(stdin(), 3)?;
    let output = fcntl_dupfd_cloexec(stdout(), 3)?;
    let shared = same_file(&output, stderr())?;
    let opened = File::options().read(true).write(true).open("/dev/null");
    let null =
        opened.map_err(|error| io::Error::new(error.kind(), format!("/dev/null: {error}")))?;
    dup2_stdin(&null)?;
    dup2_stdout(stderr()).or_else(|_| dup2_stdout(&null))?;
    // Non-blocking mode is a property of the open file, and other processes do not expect it of
    // their stderr.
    Ok((Input::new(input)?, if shared { Output::file(output) } else { Output::new(output)? }))
}

/// The original descriptor 0, polled in the way that its kind allows.
enum Input {
    Pipe(pipe::Receiver),
    Socket(UnixStream),
    /// A file or a terminal, read by a thread.
    Thread(DuplexStream),
}

impl Input {
    fn new(fd: OwnedFd) -> io::Result<Self> {
        let file_type = metadata(&fd)?.file_type();
        if file_type.is_fifo() {
            Ok(Self::Pipe(pipe::Receiver::from_owned_fd(fd)?))
        } else if file_type.is_socket() {
            Ok(Self::Socket(socket(fd)?))
        } else {
            Ok(Self::Thread(read_in_thread(File::from(fd))?))
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

/// The original descriptor 1, polled in the way that its kind allows.
enum Output {
    Pipe(pipe::Sender),
    Socket(UnixStream),
    /// A file or a terminal, written by the blocking pool.
    File(tokio::fs::File),
}

impl Output {
    fn new(fd: OwnedFd) -> io::Result<Self> {
        let file_type = metadata(&fd)?.file_type();
        if file_type.is_fifo() {
            Ok(Self::Pipe(pipe::Sender::from_owned_fd(fd)?))
        } else if file_type.is_socket() {
            Ok(Self::Socket(socket(fd)?))
        } else {
            Ok(Self::file(fd))
        }
    }

    fn file(fd: OwnedFd) -> Self {
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

fn metadata(fd: impl AsFd) -> io::Result<Metadata> {
    File::from(fd.as_fd().try_clone_to_owned()?).metadata()
}

fn socket(fd: OwnedFd) -> io::Result<UnixStream> {
    let socket = std::os::unix::net::UnixStream::from(fd);
    socket.set_nonblocking(true)?;
    UnixStream::from_std(socket)
}

fn same_file(one: impl AsFd, other: impl AsFd) -> io::Result<bool> {
    let one = metadata(one)?;
    Ok(metadata(other).is_ok_and(|other| (one.dev(), one.ino()) == (other.dev(), other.ino())))
}
