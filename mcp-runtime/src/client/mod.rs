//! A client: asks servers of every revision, over every transport, and answers what they ask.
//!
//! ```
//! use mcp_runtime::client::Client;
//! use mcp_runtime::json;
//! use mcp_runtime::{server, tool};
//!
//! /// Adds two numbers.
//! #[tool]
//! fn add(a: i64, b: i64) -> i64 {
//!     a + b
//! }
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> mcp_runtime::Result<()> {
//! // A server in the same process; `Stdio::spawn("program")` starts one, `Http::new(url)` asks one.
//! let client = Client::builder("agent", "1.0").connect(server!().tool::<add>()).await?;
//! let tools = client.list_tools().await?;
//! assert_eq!(tools[0].name, "add");
//! let sum: i64 = client.call("add", json!({ "a": 1, "b": 2 })).await?;
//! assert_eq!(sum, 3);
//! client.close().await;
//! # Ok(())
//! # }
//! ```

mod answer;
mod builder;
mod cache;
mod call;
mod completion;
mod connect;
mod connection;
mod elicitation;
mod handlers;
mod incoming;
mod limits;
mod listed;
mod listeners;
mod lists;
mod logging;
mod members;
mod progress;
mod prompts;
mod questions;
mod request;
mod resources;
mod roots;
mod rounds;
mod session;
mod settle;
mod subscriptions;
mod tools;
mod transport;
mod waiting;
mod walk;
mod weight;

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use serde::Serialize;
use serde_json::Value;

use crate::error::{Error, Result};
use crate::protocol::{Implementation, Method, ProtocolVersion, ServerCapabilities};
use call::Call;
use connection::Connection;
use request::{Request as Sent, complete};

pub use crate::jsonrpc::printable;
pub use builder::ClientBuilder;
pub use cache::CacheUse;
pub use lists::Items;
pub use request::{Reply, Request};
pub use roots::RootList;
pub use subscriptions::{Change, Subscription};
#[cfg(feature = "http-client")]
pub use transport::Http;
#[cfg(feature = "testing")]
pub(crate) use transport::serve_in_memory;
pub use transport::{Connect, Inbox, Link, Stdio};

/// A connection to a server; a clone is the same connection.
///
/// Requests run at the same time, and each is cancelled when it is dropped. The connection ends
/// with the last clone.
#[derive(Clone)]
pub struct Client(Arc<Handle>);

/// Ends the connection when nobody holds it any more.
struct Handle(Arc<Connection>);

impl Drop for Handle {
    fn drop(&mut self) {
        if let Some(transport) = self.0.transport() {
            transport.close();
        }
    }
}

impl Client {
    /// Starts a client with its name and version.
    pub fn builder(name: impl Into<String>, version: impl Into<String>) -> ClientBuilder {
        ClientBuilder::new(name, version)
    }

    /// The revision that is spoken.
    #[must_use]
    pub fn version(&self) -> ProtocolVersion {
        self.0.0.version().unwrap_or(ProtocolVersion::LATEST)
    }

    /// Name and version of the server, as far as it says them.
    #[must_use]
    pub fn server_info(&self) -> &Implementation {
        self.0.0.known().info()
    }

    /// What the server can do, as it said when it was connected.
    #[must_use]
    pub fn server_capabilities(&self) -> &ServerCapabilities {
        self.0.0.known().capabilities()
    }

    /// What the server says of its use, for the model.
    #[must_use]
    pub fn instructions(&self) -> Option<&str> {
        self.0.0.known().instructions()
    }

    /// Sends any request, and answers what the server asks meanwhile.
    ///
    /// # Errors
    ///
    /// The error that the server answered, in [`Error::rpc`](crate::Error::rpc).
    pub fn request(
        &self,
        method: impl Into<Cow<'static, str>>,
        params: impl Serialize,
    ) -> Request<Value> {
        Sent::new(self, Call::raw(method, &params), complete)
    }

    /// Sends any notification.
    pub fn notify(&self, method: &str, params: impl Serialize) {
        self.0.0.notify(method, &params);
    }

    /// Asks whether the server is there. From 2026-07-28 there is no `ping`; `server/discover` asks
    /// the same.
    ///
    /// # Errors
    ///
    /// The error that the server answered, or that it did not.
    pub async fn ping(&self) -> Result<()> {
        let method = if self.version().is_modern() { Method::Discover } else { Method::Ping };
        self.0.0.fetch(&Call::new(method.name())).await.map(drop)
    }

    /// Waits until the connection has ended, and says why.
    pub async fn closed(&self) -> Error {
        if let Some(transport) = self.0.0.transport() {
            transport.closed().await;
        }
        self.0.0.incoming.why_ended()
    }

    /// Ends the connection, and waits until it has ended: a process that was started is gone then.
    pub async fn close(self) {
        if let Some(transport) = self.0.0.transport() {
            transport.close();
            transport.closed().await;
        }
    }

    fn connection(&self) -> &Arc<Connection> {
        &self.0.0
    }
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let server = self.server_info();
        f.debug_struct("Client")
            .field("version", &self.version())
            .field("server_name", &server.name)
            .field("server_version", &server.version)
            .finish_non_exhaustive()
    }
}
