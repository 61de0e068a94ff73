//! Standard input and output with the standard library alone: a thread reads, others write, and the
//! rest of the process still reaches both.

use std::io::{self, Write as _};
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use tokio::io::{AsyncRead, AsyncWrite};
use tokio::task::{JoinHandle, spawn_blocking};

use super::reader::read_in_thread;

/// How much is written at a time.
const PIECE: usize = 64 * 1024;

/// The input and the output of the process, which nothing else should use.
pub(super) fn take() -> io::Result<(impl AsyncRead + Unpin, impl AsyncWrite + Unpin)> {
    Ok((read_in_thread(io::stdin())?, Output::default()))
}

/// The standard output. Unlike tokio's own, which accepts more than the reader has taken, it says
/// what was written, and finds that nobody reads any more.
#[derive(Default)]
struct Output {
    /// What is being written: the beginning of what the caller has, who asks again until it is.
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
