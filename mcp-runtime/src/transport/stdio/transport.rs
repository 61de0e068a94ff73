//! Standard input and output, as what [`Server::serve`](crate::Server::serve) is given.

use super::serve;
use crate::error::Result;
use crate::server::Server;
use crate::transport::{ServedProtocol, Transport};

/// The standard input and output of the process, as a transport.
///
/// It is served until the input ends or the process is asked to end. From then on nothing else in
/// the process reaches the real standard output: printed text goes to standard error. On systems
/// other than Unix, handlers must not print: the client would read it as a message.
///
/// ```no_run
/// use mcp_runtime::{Result, server, stdio};
///
/// #[tokio::main(flavor = "current_thread")]
/// async fn main() -> Result<()> {
///     server!().build()?.serve(stdio()).await
/// }
/// ```
#[must_use]
pub fn stdio() -> StdioTransport {
    StdioTransport(())
}

/// The transport that [`stdio`] returns.
#[derive(Debug)]
pub struct StdioTransport(());

impl Transport for StdioTransport {
    fn carry(self, server: Server, protocol: ServedProtocol) -> impl Future<Output = Result<()>> {
        serve(server, protocol)
    }
}
