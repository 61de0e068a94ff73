//! A server in the same process, through the same codec that serves other clients.

use std::future::pending;

use tokio::io::{DuplexStream, ReadHalf, WriteHalf};
use tokio::task::JoinHandle;

use super::lines::{RunningServer, Streams};
use super::{Connect, Inbox, lines};
use crate::client::link::Link;
use crate::error::{Error, Result};
use crate::server::{Server, ServerBuilder};
use crate::transport;

/// The buffer size in each direction, in bytes.
const BUFFER_BYTES: usize = 64 * 1024;

impl Connect for Server {
    fn open(self, inbox: Inbox) -> Result<Link> {
        Ok(serve_in_memory(inbox, |input, output| async move {
            if let Err(error) = transport::serve(self, input, output, pending()).await {
                tracing::warn!(%error, "the server in memory failed");
            }
        }))
    }
}

impl Connect for ServerBuilder {
    fn open(self, inbox: Inbox) -> Result<Link> {
        self.build()?.open(inbox)
    }
}

/// Connects to what `serve` runs on the other end of a pair of streams.
pub(crate) fn serve_in_memory<F>(
    inbox: Inbox,
    serve: impl FnOnce(ReadHalf<DuplexStream>, WriteHalf<DuplexStream>) -> F,
) -> Link
where
    F: Future<Output = ()> + Send + 'static,
{
    let (ours, theirs) = tokio::io::duplex(BUFFER_BYTES);
    let (input, output) = tokio::io::split(theirs);
    let server = tokio::spawn(serve(input, output));
    let (input, output) = tokio::io::split(ours);
    lines::open(inbox, Streams { server: ServerTask(server), input, output }, None)
}

/// A server that runs as a task.
struct ServerTask(JoinHandle<()>);

impl RunningServer for ServerTask {
    /// A server that has panicked has ended as well.
    async fn end(self) -> Option<Error> {
        self.0.await.err().map(|error| Error::ended(error.to_string()))
    }
}
