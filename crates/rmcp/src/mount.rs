//! Mounts servers of rmcp.

use mcp_runtime::ServerBuilder;
use mcp_runtime_relay::{Backend, Relay as _};
use rmcp::{RoleServer, Service};

use crate::server::RmcpServer;

/// Mounts servers of rmcp, as methods of a [`ServerBuilder`].
pub trait MountRmcp: Sized {
    /// Offers what a server of rmcp has, under names that begin with this one.
    ///
    /// The function is called for each connection, like the factory of rmcp's
    /// `StreamableHttpService`. Each session up to 2025-11-25 has its own connection, in an older
    /// revision, because only those let a handler send requests through its peer. All callers on
    /// 2026-07-28 share one connection, and therefore one handler.
    ///
    /// ```
    /// use mcp_runtime::server;
    /// use mcp_runtime_rmcp::MountRmcp;
    ///
    /// struct OldServer;
    ///
    /// impl rmcp::ServerHandler for OldServer {}
    ///
    /// let server = server!().mount_rmcp("old", || OldServer);
    /// # let _ = server;
    /// ```
    ///
    /// The mounted server is started just before the outer one serves; if it refuses the connection,
    /// the outer server fails to start. Apart from that, it is a relayed server: see
    /// [`Relay::relay`](mcp_runtime_relay::Relay::relay).
    #[must_use]
    #[track_caller]
    fn mount_rmcp<S: Service<RoleServer>>(
        self,
        name: impl Into<String>,
        server: impl Fn() -> S + Send + Sync + 'static,
    ) -> Self;

    /// Offers what a server of rmcp has, as [`mount_rmcp`](Self::mount_rmcp) does, under its own
    /// names; the given one is for the log.
    ///
    /// Items of the outer server override mounted ones of the same name.
    #[must_use]
    #[track_caller]
    fn mount_rmcp_flat<S: Service<RoleServer>>(
        self,
        name: impl Into<String>,
        server: impl Fn() -> S + Send + Sync + 'static,
    ) -> Self;
}

impl MountRmcp for ServerBuilder {
    fn mount_rmcp<S: Service<RoleServer>>(
        self,
        name: impl Into<String>,
        server: impl Fn() -> S + Send + Sync + 'static,
    ) -> Self {
        self.relay(name, backend(server))
    }

    fn mount_rmcp_flat<S: Service<RoleServer>>(
        self,
        name: impl Into<String>,
        server: impl Fn() -> S + Send + Sync + 'static,
    ) -> Self {
        self.relay_flat(name, backend(server))
    }
}

/// A server of rmcp as one behind a relay. It is required: as it runs in this process, it will not
/// come later if it cannot be connected now.
fn backend<S: Service<RoleServer>>(server: impl Fn() -> S + Send + Sync + 'static) -> Backend {
    Backend::new(move || RmcpServer::new(server())).same_era().required()
}
