//! MCP servers of a session over HTTP, with or without the HTTP client.

#[cfg(feature = "http")]
mod connect;

use tokio::task::JoinHandle;

use crate::protocol::Variable;
use mcp_runtime_client::{Client, ClientBuilder};
use mcp_runtime_protocol::Result;

/// Connects a client to a server at a URL, with these headers.
type ConnectOverHttp = fn(ClientBuilder, String, Vec<Variable>) -> JoinHandle<Result<Client>>;

/// How to connect, if the feature is on.
const WAYS: &[ConnectOverHttp] = &[
    #[cfg(feature = "http")]
    connect::connect,
];

/// Whether agents support them.
pub(super) const IS_SUPPORTED: bool = !WAYS.is_empty();

/// How to connect, if that is supported.
pub(super) fn connector() -> Option<ConnectOverHttp> {
    WAYS.first().copied()
}
