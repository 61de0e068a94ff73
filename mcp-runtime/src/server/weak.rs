//! A handle that does not keep its server.

use std::sync::{Arc, Weak};

use super::{Handle, Inner, Mount, MountedHandles, Server};
use crate::debug::short_debug;
use crate::session::SessionConfig;

/// A handle that does not keep its server, for a task that changes the server for as long as it is
/// there.
///
/// ```
/// use std::time::Duration;
///
/// use mcp_runtime::{Changes, server};
///
/// let changes = Changes::new().resource_updates().on_start(|server| {
///     let server = server.downgrade();
///     tokio::spawn(async move {
///         while let Some(server) = server.upgrade() {
///             server.resource_updated("test://clock");
///             drop(server);
///             tokio::time::sleep(Duration::from_secs(1)).await;
///         }
///     });
/// });
/// # let _ = server!().changes(changes);
/// ```
#[derive(Clone)]
pub struct WeakServer {
    inner: Weak<Inner>,
    mount: Weak<Mount>,
    session_config: Arc<SessionConfig>,
}

short_debug!(WeakServer {});

impl Server {
    /// Returns a handle that does not keep the server.
    #[inline]
    pub fn downgrade(&self) -> WeakServer {
        let Handle { inner, mount, session_config, .. } = &*self.0;
        WeakServer {
            inner: Arc::downgrade(inner),
            mount: Arc::downgrade(mount),
            session_config: Arc::clone(session_config),
        }
    }
}

impl WeakServer {
    /// Returns the server, unless it is gone.
    #[inline]
    pub fn upgrade(&self) -> Option<Server> {
        Some(Server(Arc::new(Handle {
            inner: self.inner.upgrade()?,
            mount: self.mount.upgrade()?,
            crossing: None,
            mounted: MountedHandles::new(),
            session_config: Arc::clone(&self.session_config),
            network: None,
        })))
    }
}
