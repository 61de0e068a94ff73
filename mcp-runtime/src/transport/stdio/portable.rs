//! Standard input and output with only the standard library: one thread reads, others write, and
//! the rest of the process can still access both.

use std::io::{self, Write as _};
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use tokio::io::{AsyncRead, AsyncWrite};
use tokio::task::{JoinHandle, spawn_blocking};

use super::reader::read_in_thread;

/// The maximum size of a write.
const PIECE: usize = 64 * 1024;

/// Returns the standard input and output, which nothing else in the process should use.
pub(super) fn take() -> io::Result<(impl AsyncRead + Unpin, impl AsyncWrite + Unpin)> {
    Ok((read_in_thread(io::stdin())?, Output::default()))
}

/// The standard output. Unlike tokio's own, which accepts data before the reader has taken it, it
/// reports what was actually written, and detects when the reader is gone.
#[derive(Default)]
struct Output {
    /// The write in progress: the start of the caller's data; the caller polls until it completes.
    writing: Option<JoinHandle<io::Result<usize>>>,
}

impl AsyncWrite for Output {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &[u8],
    ) -> Poll<io::Result<usize>> {
        let writing = self.writing.get_or_insert_with(|| {
            let piece = buffer[..buffer.len().min(PIECE)].to_vec();
            spawn_blocking(move || {
                let mut output = io::stdout().lock();
                output.write_all(&piece)?;
                output.flush()?;
                Ok(piece.len())
            })
        });
        let written = ready!(Pin::new(writing).poll(cx));
        self.writing = None;
        Poll::Ready(written.map_err(io::Error::other).and_then(|written| written))
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}
