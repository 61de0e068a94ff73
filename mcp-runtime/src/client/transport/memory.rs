//! A server in the same process, through the codec that serves real clients.

use tokio::io::{DuplexStream, ReadHalf, WriteHalf};

use super::{Inbox, Link, lines};

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
    lines::open(inbox, input, output, async move { drop(server.await) })
}
