//! Standard output as a descriptor that the command owns.

use std::fs::File;
use std::io;
use std::os::fd::AsFd;

use rustix::io::fcntl_dupfd_cloexec;
use rustix::stdio::{dup2_stdout, stderr, stdout};
use rustix::termios::tcgetwinsize;

/// The real standard output.
pub(super) type Output = File;

/// Takes standard output away from the rest of the process, as serving does: what a handler prints
/// goes to standard error, and the result can be read by a program.
pub(super) fn take() -> io::Result<Output> {
    let taken = fcntl_dupfd_cloexec(stdout(), 3)?;
    dup2_stdout(stderr())?;
    Ok(File::from(taken))
}

/// The number of columns of a terminal.
pub(super) fn columns(output: impl AsFd) -> Option<usize> {
    let size = tcgetwinsize(output).ok()?;
    Some(usize::from(size.ws_col)).filter(|columns| *columns > 0)
}
