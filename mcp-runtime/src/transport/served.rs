//! What a server can serve one connection over.

use std::future::pending;

use tokio::io::{AsyncRead, AsyncWrite};

use super::{Opener, ServedProtocol, serve};
use crate::error::{Error, Result};
use crate::server::Server;

/// What carries the messages of one connection: [`stdio`](crate::stdio), a reader and a writer, or a
/// stream that an HTTP request was [upgraded](crate::http::Upgraded) to.
///
/// ```
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> mcp_runtime::Result<()> {
/// let (input, output) = (tokio::io::empty(), tokio::io::sink());
/// mcp_runtime::server!().build()?.serve((input, output)).await
/// # }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a transport",
    note = "serve `stdio()`, or a reader and a writer: `serve((input, output))`"
)]
pub trait Transport {
    /// Serves a connection in a protocol, until its input ends.
    #[doc(hidden)]
    fn carry(self, server: Server, protocol: ServedProtocol) -> impl Future<Output = Result<()>>;
}

impl<R: AsyncRead + Unpin, W: AsyncWrite + Unpin> Transport for (R, W) {
    async fn carry(self, server: Server, protocol: ServedProtocol) -> Result<()> {
        let (input, output) = self;
        let opener = Opener { protocol, ..Opener::default() };
        serve(server, input, output, opener, pending()).await
    }
}

/// Serves one connection over a transport in the protocol that a server speaks besides MCP.
///
/// # Errors
///
/// When the server has no such protocol, or reading fails.
pub async fn serve_other(server: Server, transport: impl Transport) -> Result<()> {
    if server.other_protocol().is_none() {
        return Err(Error::other("the server speaks MCP, and no other protocol"));
    }
    transport.carry(server, ServedProtocol::Other).await
}
