//! A server in the same process, through the codec that serves real clients.

use tokio::io::{DuplexStream, ReadHalf, WriteHalf};

use super::{Inbox, Link, lines};
use crate::error::Error;

/// How much may be under way in each direction.
const ROOM: usize = 64 * 1024;

/// Connects to what `serve` makes of the other end of a pair of streams.
pub(crate) fn serve_in_memory<F>(
    inbox: Inbox,
    serve: impl FnOnce(ReadHalf<DuplexStream>, WriteHalf<DuplexStream>) -> F,
) -> Link
where
    F: Future<Output = ()> + Send + 'static,
{
    let (ours, theirs) = tokio::io::duplex(ROOM);
    let (input, output) = tokio::io::split(theirs);
    let server = tokio::spawn(serve(input, output));
    let (input, output) = tokio::io::split(ours);
    // A server that panicked has ended as well.
    let end = async move { server.await.err().map(|error| Error::ended(error.to_string())) };
    lines::open(inbox, input, output, end)
}
