//! A server of rmcp at the other end of a connection in memory.

use std::fmt;

use mcp_runtime::Result;
use mcp_runtime::protocol::{Connect, Opened};
use mcp_runtime_protocol::jsonrpc::truncate_for_display;
use rmcp::service::ServerInitializeError;
use rmcp::transport::IntoTransport;
use rmcp::{RoleServer, Service, ServiceExt as _};

use crate::contained::Contained;

/// A server of rmcp, which a client or a host connects to in memory.
///
/// ```
/// use mcp_runtime_client::Client;
/// use mcp_runtime_rmcp::RmcpServer;
///
/// struct OldServer;
///
/// impl rmcp::ServerHandler for OldServer {}
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> mcp_runtime::Result<()> {
/// let client = Client::builder("agent", "1.0").connect(RmcpServer::new(OldServer)).await?;
/// client.close().await;
/// # Ok(())
/// # }
/// ```
///
/// `Backend::new(|| RmcpServer::new(OldServer))` of [`mcp_runtime_relay`] has settings that
/// [`mount_rmcp`](crate::MountRmcp::mount_rmcp) does not have.
pub struct RmcpServer<S>(S);

impl<S> fmt::Debug for RmcpServer<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RmcpServer").finish_non_exhaustive()
    }
}

impl<S: Service<RoleServer>> RmcpServer<S> {
    /// Takes a handler, or whatever else rmcp can serve.
    pub fn new(server: S) -> Self {
        Self(server)
    }
}

impl<S: Service<RoleServer>> Connect for RmcpServer<S> {
    fn open(self) -> Result<Opened> {
        Ok(Opened::in_memory(|input, output| serve(self.0, (input, output))))
    }
}

/// Serves a connection until it ends.
async fn serve<S, T, E, A>(server: S, transport: T)
where
    S: Service<RoleServer>,
    T: IntoTransport<RoleServer, E, A>,
    E: std::error::Error + Send + Sync + 'static,
{
    match Contained(server).serve(transport).await {
        Ok(running) => {
            if let Err(error) = running.waiting().await {
                tracing::warn!(%error, "an rmcp server stopped unexpectedly");
            }
        }
        // The client has given up, and knows why.
        Err(ServerInitializeError::ConnectionClosed(_)) => {}
        Err(error) => {
            let error = truncate_for_display(&error.to_string());
            tracing::warn!(error, "an rmcp server failed to initialize");
        }
    }
}
