//! Serving: over any transport, over standard input and output, or as a program.

#[cfg(feature = "stdio")]
mod as_program;
#[cfg(all(feature = "stdio", not(feature = "cli")))]
#[path = "without_cli.rs"]
mod program;
#[cfg(feature = "cli")]
mod program;
#[cfg(feature = "signal")]
mod runtime;

use crate::error::Result;
use crate::server::Server;
#[cfg(feature = "stdio")]
use crate::transport::served::serve_other;
#[cfg(feature = "stdio")]
use crate::transport::stdio::stdio;
use crate::transport::{ServedProtocol, Transport};

impl Server {
    /// Serves one connection over a [transport](Transport), such as [`stdio`](crate::stdio), until its input ends.
    ///
    /// # Errors
    ///
    /// When reading fails.
    pub async fn serve(self, transport: impl Transport) -> Result<()> {
        transport.carry(self, ServedProtocol::Mcp).await
    }
}

/// Serves standard input and output in the protocol of a program that is started without a command:
/// MCP, unless nothing of it is served.
#[cfg(feature = "stdio")]
async fn serve_stdio(server: Server) -> Result<()> {
    if server.speaks_only_other() {
        serve_other(server, stdio()).await
    } else {
        server.serve(stdio()).await
    }
}
