//! A server over HTTP.
//!
//! Source: 2026-07-28 and [2025-11-25, "Transports", Streamable HTTP](https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#streamable-http).

mod authorize;
mod body;
mod current_session;
mod endpoint;
mod events;
mod follow;
mod http_sse;
mod link;
mod post;
mod refused_request;
mod replaced;
mod server_card;
mod session;
mod session_lifecycle;
mod spawned;

use std::fmt;
use std::sync::Arc;

use reqwest::Url;

use super::{Inbox, OpenTransport};
use crate::error::Result;
use crate::link::Link;
use crate::protocol::{Connect, Opened};
use endpoint::{Endpoint, shown};
use mcp_runtime_https::Network;

pub use authorize::{Authorize, AuthorizeFuture, HttpRefusal, OutgoingRequest};
pub use server_card::{CardRemote, ServerCard};

/// A server over Streamable HTTP, in all its revisions.
///
/// Requests go to the URL and, if the server redirects them, elsewhere within the same origin.
/// Interrupted sessions and streams are reopened. A server that only supports the HTTP+SSE of
/// 2024-11-05 is detected, too.
///
/// ```no_run
/// use mcp_runtime_client::{Client, HttpTransport};
///
/// # async fn run() -> mcp_runtime::Result<()> {
/// let server = HttpTransport::new("https://example.com/mcp").header("Authorization", "Bearer secret");
/// let client = Client::builder("agent", "1.0").connect(server).await?;
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
#[must_use = "nothing is sent to the server until a client connects to it"]
pub struct HttpTransport {
    url: String,
    headers: Vec<(String, String)>,
    authorize: Option<Arc<dyn Authorize>>,
    allows_plain: bool,
    network: Network,
}

impl HttpTransport {
    /// The server at an https URL; http is only allowed for the loopback interface.
    pub fn new(url: impl Into<String>) -> Self {
        Self {
            url: url.into(),
            headers: Vec::new(),
            authorize: None,
            allows_plain: false,
            network: Network::new(),
        }
    }

    /// Adds a header to every request.
    pub fn header(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.headers.push((name.into(), value.into()));
        self
    }

    /// Authorizes every request.
    pub fn authorize(self, authorize: impl Authorize + 'static) -> Self {
        Self { authorize: Some(Arc::new(authorize)), ..self }
    }

    /// Sets the network configuration: trusted certificates, the client's identity, and a proxy.
    pub fn network(self, network: Network) -> Self {
        Self { network, ..self }
    }

    /// Allows http to any host: anyone on the network path can read and change the messages.
    pub fn allow_plain_http(self) -> Self {
        Self { allows_plain: true, ..self }
    }
}

/// The values of headers may be secret, and so may the URL except for its origin.
impl fmt::Debug for HttpTransport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let url = Url::parse(&self.url).map(|url| shown(&url));
        let names: Vec<&str> = self.headers.iter().map(|(name, _)| &**name).collect();
        f.debug_struct("HttpTransport")
            .field("url", &url.unwrap_or_default())
            .field("headers", &names)
            .finish_non_exhaustive()
    }
}

impl Connect for HttpTransport {
    fn open(self) -> Result<Opened> {
        let transport: Box<dyn OpenTransport> = Box::new(self);
        Ok(Opened::transport(transport))
    }
}

impl OpenTransport for HttpTransport {
    fn open(self: Box<Self>, Inbox { connection, .. }: Inbox) -> Result<Link> {
        link::open(connection, Endpoint::open(&self)?)
    }
}
