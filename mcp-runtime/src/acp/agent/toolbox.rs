//! The tools of a session's MCP servers.

use std::path::Path;

use serde_json::Value;

use crate::acp::protocol::McpServer;
use crate::client::{Client, Stdio};
use crate::error::{Error, Result};
use crate::jsonrpc::ErrorObject;
use crate::protocol::{CallToolResult, Implementation, Tool};

/// What stands between the name of a server and that of its tool.
const SEPARATOR: &str = "__";

/// The servers of a session; they end with it.
#[derive(Default)]
pub(super) struct Toolbox(Vec<Server>);

struct Server {
    name: String,
    client: Client,
}

impl Toolbox {
    /// Starts the servers, all at once.
    ///
    /// # Errors
    ///
    /// Which server cannot be started, and why.
    pub(super) async fn connect(
        servers: Vec<McpServer>,
        cwd: &Path,
        agent: &Implementation,
    ) -> Result<Self, ErrorObject> {
        let mut starting = Vec::new();
        for server in servers {
            let variables = server.env.iter();
            let start = Stdio::spawn(&server.command).args(&server.args).current_dir(cwd);
            let start = variables.fold(start, |start, set| start.env(&set.name, &set.value));
            let client = Client::builder(&agent.name, &agent.version);
            starting.push((server.name, tokio::spawn(client.connect(start))));
        }
        let mut started = Vec::new();
        for (name, client) in starting {
            let client = client.await.map_err(Error::other).and_then(|connected| connected);
            let client = client.map_err(|error| {
                ErrorObject::internal(format!("the MCP server `{name}` cannot be used: {error}"))
            })?;
            started.push(Server { name, client });
        }
        Ok(Self(started))
    }

    /// All tools, each by the names of its server and its own. A server that does not answer has none.
    pub(super) async fn tools(&self) -> Vec<Tool> {
        let mut tools = Vec::new();
        for Server { name, client } in &self.0 {
            match client.list_tools().await {
                Ok(listed) => tools.extend(listed.into_iter().map(|tool| {
                    let name = format!("{name}{SEPARATOR}{}", tool.name);
                    Tool { name, ..tool }
                })),
                Err(error) => tracing::warn!(server = %name, %error, "the tools cannot be listed"),
            }
        }
        tools
    }

    /// Calls a tool by the name under which it is listed.
    ///
    /// # Errors
    ///
    /// When the server does not answer with a result.
    pub(super) async fn call(&self, name: &str, arguments: Value) -> Result<CallToolResult> {
        let (server, tool) = self
            .0
            .iter()
            .find_map(|server| {
                let tool = name.strip_prefix(&server.name)?.strip_prefix(SEPARATOR)?;
                Some((server, tool))
            })
            .ok_or_else(|| Error::other(format!("there is no tool {name:?}")))?;
        server.client.call_tool(tool, arguments).await
    }
}
