//! The MCP servers of a session.
//!
//! Source: [ACP, "Session Setup", MCP Servers](https://agentclientprotocol.com/protocol/session-setup#mcp-servers).

use serde::{Deserialize, Serialize};
use serde_json::Value;

use mcp_runtime_protocol::base::or_default;
use mcp_runtime_protocol::jsonrpc::{ErrorObject, truncate_for_display};

/// How many servers a session may have.
pub(crate) const MAX_SERVERS: usize = 64;

/// A server of a session.
#[derive(Debug)]
pub(crate) struct McpServer {
    pub(crate) name: String,
    pub(crate) place: McpPlace,
}

/// How a server is reached.
#[derive(Debug)]
pub(crate) enum McpPlace {
    /// It is started as a process.
    Process(StdioServer),
    /// It is reached over HTTP.
    Address(HttpServer),
}

/// A server that is started as a process.
#[derive(Debug, Deserialize)]
pub(crate) struct StdioServer {
    pub(crate) command: String,
    #[serde(default, deserialize_with = "or_default")]
    pub(crate) args: Vec<String>,
    #[serde(default, deserialize_with = "or_default")]
    pub(crate) env: Vec<Variable>,
}

/// A server that is reached over HTTP.
#[derive(Debug, Deserialize)]
pub(crate) struct HttpServer {
    pub(crate) url: String,
    #[serde(default, deserialize_with = "or_default")]
    pub(crate) headers: Vec<Variable>,
}

/// An environment variable, or a header.
#[derive(Debug, Deserialize)]
pub(crate) struct Variable {
    pub(crate) name: String,
    pub(crate) value: String,
}

/// An MCP server of a session that cannot be used.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct UnavailableServer {
    /// Its name, for people.
    pub name: String,
    /// Why it cannot be used.
    pub reason: String,
}

/// Reads the servers of a session.
///
/// # Errors
///
/// When one is of a kind that the agent did not advertise, two have the same name, or there are too
/// many.
pub(crate) fn read_servers(
    servers: Vec<Value>,
    with_http: bool,
) -> Result<Vec<McpServer>, ErrorObject> {
    if servers.len() > MAX_SERVERS {
        let message = format!("`mcpServers` may name {MAX_SERVERS} servers, not {}", servers.len());
        return Err(ErrorObject::invalid_params(message));
    }
    let mut read: Vec<McpServer> = Vec::new();
    for server in servers {
        let server = read_server(server, with_http)?;
        if read.iter().any(|other| other.name == server.name) {
            let name = truncate_for_display(&server.name);
            let message = format!("`mcpServers`: two servers are called `{name}`");
            return Err(ErrorObject::invalid_params(message));
        }
        read.push(server);
    }
    Ok(read)
}

fn read_server(server: Value, with_http: bool) -> Result<McpServer, ErrorObject> {
    #[derive(Deserialize)]
    struct ServerHeader {
        name: String,
        #[serde(rename = "type")]
        kind: Option<String>,
    }
    let wrong =
        |error: serde_json::Error| ErrorObject::invalid_params(format!("`mcpServers`: {error}"));
    let ServerHeader { name, kind } = ServerHeader::deserialize(&server).map_err(wrong)?;
    let place = match kind.as_deref() {
        None | Some("stdio") => McpPlace::Process(serde_json::from_value(server).map_err(wrong)?),
        Some("http") if with_http => {
            McpPlace::Address(serde_json::from_value(server).map_err(wrong)?)
        }
        Some(kind) => {
            let kind = truncate_for_display(kind);
            let message =
                format!("`mcpServers`: this agent does not support the transport `{kind}`");
            return Err(ErrorObject::invalid_params(message));
        }
    };
    Ok(McpServer { name, place })
}
