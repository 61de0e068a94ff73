//! MCP servers of a session over HTTP.

use tokio::task::JoinHandle;

use crate::acp::protocol::Variable;
use crate::client::{Client, ClientBuilder, HttpTransport};
use crate::error::Result;

/// Whether agents support them.
pub(in crate::acp::agent) const IS_SUPPORTED: bool = true;

pub(in crate::acp::agent) fn connect(
    client: ClientBuilder,
    url: String,
    headers: Vec<Variable>,
) -> JoinHandle<Result<Client>> {
    let server = HttpTransport::new(url);
    let server = headers.into_iter().fold(server, |server, of| server.header(of.name, of.value));
    tokio::spawn(client.connect(server))
}
