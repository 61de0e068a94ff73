//! MCP servers of a session over HTTP.

use tokio::task::JoinHandle;

use crate::protocol::Variable;
use mcp_runtime_client::{Client, ClientBuilder, HttpTransport};
use mcp_runtime_protocol::Result;

pub(super) fn connect(
    client: ClientBuilder,
    url: String,
    headers: Vec<Variable>,
) -> JoinHandle<Result<Client>> {
    let base = HttpTransport::new(url);
    let server = headers.into_iter().fold(base, |server, of| server.header(of.name, of.value));
    tokio::spawn(client.connect(server))
}
