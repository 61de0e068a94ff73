//! The MCP servers of a session.
//!
//! Source: [ACP, "Session Setup", MCP Servers](https://agentclientprotocol.com/protocol/session-setup#mcp-servers).

use serde::Deserialize;
use serde_json::Value;

use super::session::default_on_null;
use crate::jsonrpc::{ErrorObject, truncate_for_display};

/// How many servers a session may have.
pub(crate) const MAX_SERVERS: usize = 64;

/// A server that is started as a process.
#[derive(Debug, Deserialize)]
pub(crate) struct McpServer {
    pub(crate) name: String,
    pub(crate) command: String,
    #[serde(default, deserialize_with = "default_on_null")]
    pub(crate) args: Vec<String>,
    #[serde(default, deserialize_with = "default_on_null")]
    pub(crate) env: Vec<Variable>,
}

/// A variable of the environment.
#[derive(Debug, Deserialize)]
pub(crate) struct Variable {
    pub(crate) name: String,
    pub(crate) value: String,
}

/// Reads the servers of a session.
///
/// # Errors
///
/// When one is of a kind that the agent did not advertise, two have one name, or there are too many.
pub(crate) fn read_servers(servers: Vec<Value>) -> Result<Vec<McpServer>, ErrorObject> {
    if servers.len() > MAX_SERVERS {
        let message = format!("`mcpServers` may name {MAX_SERVERS} servers, not {}", servers.len());
        return Err(ErrorObject::invalid_params(message));
    }
    let mut read: Vec<McpServer> = Vec::new();
    for server in servers {
        if let Some(kind) = server["type"].as_str().filter(|kind| *kind != "stdio") {
            let kind = truncate_for_display(kind);
            let message = format!("`mcpServers`: this agent does not connect by `{kind}`");
            return Err(ErrorObject::invalid_params(message));
        }
        let server: McpServer = serde_json::from_value(server)
            .map_err(|error| ErrorObject::invalid_params(format!("`mcpServers`: {error}")))?;
        if read.iter().any(|other| other.name == server.name) {
            let name = truncate_for_display(&server.name);
            let message = format!("`mcpServers`: two servers are called `{name}`");
            return Err(ErrorObject::invalid_params(message));
        }
        read.push(server);
    }
    Ok(read)
}
