//! Standard input and output as descriptors that the server owns.
//!
//! Descriptor 1 becomes standard error and 0 the null device, so that neither a `println!`, a C
//! library nor a child process touches the wire. What can be waited for is used without a thread;
//! the rest gets one.

mod input;
mod output;

use std::fs::File;
use std::io;
use std::os::fd::{AsFd, OwnedFd};

use rustix::fs::{FileType, fstat};
use rustix::io::fcntl_dupfd_cloexec;
use rustix::stdio::{dup2_stdin, dup2_stdout, stderr, stdin, stdout};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::UnixStream;

use input::Input;
use output::Output;

/// Takes the wire away from the rest of the process.
pub(super) fn take() -> io::Result<(impl AsyncRead + Unpin, impl AsyncWrite + Unpin)> {
    // Close-on-exec: a child process must not hold the wire open.
    let input = fcntl_dupfd_cloexec(stdin(), 3)?;
    let output = fcntl_dupfd_cloexec(stdout(), 3)?;
    let shared = same_file(&output, stderr())?;
    let null = File::options().read(true).write(true).open("/dev/null");
    let null = null.map_err(|error| io::Error::new(error.kind(), format!("/dev/null: {error}")))?;
    dup2_stdin(&null)?;
    dup2_stdout(stderr()).or_else(|_| dup2_stdout(&null))?;
    // Non-blocking is a property of the open file, and nobody else expects it of their stderr.
    Ok((Input::new(input)?, if shared { Output::file(output) } else { Output::new(output)? }))
}

fn file_type(fd: &OwnedFd) -> io::Result<FileType> {
    Ok(FileType::from_raw_mode(fstat(fd)?.st_mode))
}

fn socket(fd: OwnedFd) -> io::Result<UnixStream> {
    let socket = std::os::unix::net::UnixStream::from(fd);
    socket.set_nonblocking(true)?;
    UnixStream::from_std(socket)
}

fn same_file(one: impl AsFd, other: impl AsFd) -> io::Result<bool> {
    let one = fstat(one)?;
    Ok(fstat(other).is_ok_and(|other| (one.st_dev, one.st_ino) == (other.st_dev, other.st_ino)))
}
