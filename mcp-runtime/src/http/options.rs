//! Options for serving HTTP, and their defaults.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use super::host_and_origin::HostOriginPolicy;
use super::limits::LimitValues;
use super::peer::BoxIo;
use super::proxies::TrustedProxies;

/// What is done with the addresses of a server that listens.
type TellAddresses = dyn Fn(&[SocketAddr]) + Send + Sync;

#[derive(Clone)]
pub(crate) struct HttpSettings {
    pub(crate) host_and_origin: HostOriginPolicy,
    /// What pages may send beside the headers of MCP, in lower case.
    pub(crate) allowed_headers: Vec<String>,
    pub(crate) proxies: TrustedProxies,
    pub(crate) is_stateless: bool,
    pub(crate) limits: LimitValues,
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
            limits: LimitValues::default(),
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
