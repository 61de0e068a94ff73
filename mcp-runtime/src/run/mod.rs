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
use crate::transport::stdio::stdio;
use crate::transport::{ServedProtocol, Transport};

impl Server {
    /// Serves one connection over a [transport](Transport), such as [`stdio`](crate::stdio), until its
    /// input ends.
    ///
    /// # Errors
    ///
    /// When reading fails.
    // No future around that of the transport: each would be polled for each message.
    pub fn serve(self, transport: impl Transport) -> impl Future<Output = Result<()>> {
        transport.carry(self, ServedProtocol::Mcp)
    }
}

/// Serves standard input and output in the protocol of a program that is started without a command:
/// MCP, unless nothing of it is served.
#[cfg(feature = "stdio")]
fn serve_stdio(server: Server) -> impl Future<Output = Result<()>> {
    let protocol =
        if server.speaks_only_other() { ServedProtocol::Other } else { ServedProtocol::Mcp };
    stdio().carry(server, protocol)
}
