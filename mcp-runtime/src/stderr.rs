//! Standard error, for what is written while calls are served: they do not wait for somebody who does
//! not read it. What nobody reads is left out, and counted.

#[cfg(unix)]
use std::time::Duration;

use crate::sync::Mutex;

/// How long a line waits for a reader, before the first one is left out.
#[cfg(unix)]
const READER_TIMEOUT: Duration = Duration::from_millis(50);

/// How many bytes a pipe that is ready takes without waiting, as POSIX promises.
#[cfg(unix)]
const PIECE: usize = 512;

/// What has not been written.
static LEFT_OUT: Mutex<OmittedLines> = Mutex::new(OmittedLines { lines: 0, is_torn: false });

struct OmittedLines {
    lines: u64,
    /// Whether only the start of the last line was written.
    is_torn: bool,
}

/// Writes a line, or leaves it out if nobody reads.
pub(crate) fn write_line(line: &str) {
    let mut left_out = LEFT_OUT.lock();
    let mut text = String::new();
    if left_out.is_torn {
        text.push('\n');
    }
    if left_out.lines > 0 {
        text += &format!(
            "{} lines were dropped here, because nobody read standard error\n",
            left_out.lines
        );
    }
    text = text + line + "\n";
    let written = write(text.as_bytes(), left_out.lines == 0);
    if written == text.len() {
        *left_out = OmittedLines { lines: 0, is_torn: false };
        return;
    }
    left_out.lines += 1;
    if let Some(last) = written.checked_sub(1) {
        left_out.is_torn = text.as_bytes().get(last) != Some(&b'\n');
    }
}

/// Writes as much as is read, and returns how much that is.
#[cfg(unix)]
fn write(text: &[u8], waits: bool) -> usize {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use rustix::io::Errno;

    // Not by the standard library: a handler that prints may be waiting there.
    let stderr = rustix::stdio::stderr();
    let timeout = if waits { READER_TIMEOUT } else { Duration::ZERO };
    let wait = Timespec::try_from(timeout).ok();
    let mut written = 0;
    while let Some(rest) = text.get(written..).filter(|rest| !rest.is_empty()) {
        let mut ready = [PollFd::new(&stderr, PollFlags::OUT)];
        match poll(&mut ready, wait.as_ref()) {
            Ok(0) => return written,
            Err(Errno::INTR) => continue,
            _ => {}
        }
        match rustix::io::write(stderr, &rest[..rest.len().min(PIECE)]) {
            Ok(bytes) => written += bytes,
            Err(Errno::INTR) => {}
            Err(Errno::AGAIN) => return written,
            // There is nobody to tell.
            Err(_) => return text.len(),
        }
    }
    written
}

#[cfg(not(unix))]
fn write(text: &[u8], _: bool) -> usize {
    let _ = std::io::Write::write_all(&mut std::io::stderr(), text);
    text.len()
}
