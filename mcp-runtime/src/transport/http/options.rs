//! Options for serving HTTP, and their defaults.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use super::host_and_origin::HostOriginPolicy;
use super::peer::BoxIo;
use super::proxies::TrustedProxies;
use super::quotas::UNREAD_BYTES;

/// What is done with the addresses of a server that listens.
type TellAddresses = dyn Fn(&[SocketAddr]) + Send + Sync;

#[derive(Clone)]
pub(crate) struct HttpSettings {
    pub(crate) host_and_origin: HostOriginPolicy,
    /// What pages may send beside the headers of MCP, in lower case.
    pub(crate) allowed_headers: Vec<String>,
    pub(crate) proxies: TrustedProxies,
    pub(crate) is_stateless: bool,
    pub(crate) max_body: usize,
    pub(crate) body_time: Duration,
    pub(crate) write_time: Duration,
    pub(crate) idle_time: Duration,
    pub(crate) max_unread: usize,
    pub(crate) max_connections: usize,
    pub(crate) max_connections_per_caller: usize,
    pub(crate) max_sessions: usize,
    pub(crate) max_sessions_per_caller: usize,
    pub(crate) session_idle: Duration,
    pub(crate) poll_after: Option<Duration>,
    pub(crate) path: String,
    pub(crate) health: Option<String>,
    pub(crate) ready: Option<String>,
    pub(crate) drain_delay: Duration,
    pub(crate) http_sse: Option<String>,
    pub(crate) is_open: bool,
    /// The mode of a Unix socket.
    pub(crate) socket_mode: u32,
    pub(crate) encrypt: Option<Arc<dyn Fn(BoxIo) -> BoxIo + Send + Sync>>,
    /// Whom to tell that the server listens, and at which addresses.
    pub(crate) on_listening: Vec<Arc<TellAddresses>>,
    /// What clients have to send: names and values.
    pub(crate) client_headers: Vec<(String, String)>,
}

impl Default for HttpSettings {
    fn default() -> Self {
        Self {
            host_and_origin: HostOriginPolicy::default(),
            allowed_headers: Vec::new(),
            proxies: TrustedProxies::default(),
            is_stateless: false,
            max_body: 4 * 1024 * 1024,
            body_time: Duration::from_secs(30),
            write_time: Duration::from_secs(30),
            idle_time: Duration::from_secs(90),
            max_unread: UNREAD_BYTES,
            max_connections: 10_000,
            max_connections_per_caller: 1_000,
            max_sessions: 20_000,
            max_sessions_per_caller: 1_000,
            session_idle: Duration::from_secs(60 * 60),
            poll_after: None,
            path: "/mcp".to_owned(),
            health: None,
            ready: None,
            drain_delay: Duration::from_secs(5),
            http_sse: None,
            is_open: false,
            socket_mode: 0o600,
            encrypt: None,
            on_listening: Vec::new(),
            client_headers: Vec::new(),
        }
    }
}
