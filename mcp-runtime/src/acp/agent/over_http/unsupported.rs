//! MCP servers of a session over HTTP, without the HTTP client.

use tokio::task::JoinHandle;

use crate::acp::protocol::Variable;
use crate::client::{Client, ClientBuilder};
use crate::error::{Error, Result};

/// Whether agents support them.
#[allow(dead_code, reason = "only without `http-client`")]
pub(in crate::acp::agent) const IS_SUPPORTED: bool = false;

#[allow(dead_code, reason = "only without `http-client`")]
pub(in crate::acp::agent) fn connect(
    _: ClientBuilder,
    _: String,
    _: Vec<Variable>,
) -> JoinHandle<Result<Client>> {
    tokio::spawn(async { Err(Error::other("this needs the feature `http-client`")) })
}
