//! Clients whose requests have no head, because there is no HTTP.

use tokio::io::{AsyncRead, AsyncWrite};

use mcp_runtime::Server;
use mcp_runtime_protocol::Result;

/// What is known of a client before it sends anything: nothing.
#[derive(Clone, Debug, Default)]
pub(super) struct Head {}

impl Head {
    /// Serves one connection to the client.
    pub(super) async fn serve<R, W>(self, server: Server, input: R, output: W) -> Result<()>
    where
        R: AsyncRead + Unpin,
        W: AsyncWrite + Unpin,
    {
        server.serve((input, output)).await
    }
}
