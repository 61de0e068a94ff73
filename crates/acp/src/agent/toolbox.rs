//! The tools of a session's MCP servers.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::Value;

use super::over_http;
use crate::protocol::{HttpServer, McpPlace, McpServer, StdioServer};
use mcp_runtime_client::{Change, Client, Stdio};
use mcp_runtime_protocol::jsonrpc::ErrorObject;
use mcp_runtime_protocol::sync::Mutex;
use mcp_runtime_protocol::{CallToolResult, Implementation, Tool};
use mcp_runtime_protocol::{Error, Result};

/// The separator between the names of a server and its tool.
const SEPARATOR: &str = "__";

/// The servers of a session; they are stopped with it.
#[derive(Default)]
pub(super) struct Toolbox(Vec<Server>);

struct Server {
    name: String,
    client: Client,
    /// Its tools, under the names that are used here, as last listed.
    listed: Mutex<Option<Arc<[Tool]>>>,
    /// Whether the list may have changed.
    has_changed: Arc<AtomicBool>,
}

impl Toolbox {
    /// Starts all servers concurrently.
    ///
    /// # Errors
    ///
    /// When a server cannot be started; the error names it and the reason.
    pub(super) async fn connect(
        servers: Vec<McpServer>,
        cwd: &Path,
        agent: &Implementation,
    ) -> Result<Self, ErrorObject> {
        let mut starting = Vec::new();
        for McpServer { name, place } in servers {
            let has_changed = Arc::<AtomicBool>::default();
            let changed = Arc::clone(&has_changed);
            let client = Client::builder(&agent.name, &agent.version);
            let client = client.on_change(move |change| {
                if *change == Change::Tools {
                    changed.store(true, Ordering::Release);
                }
            });
            let started = match place {
                McpPlace::Process(StdioServer { command, args, env }) => {
                    let start = Stdio::spawn(&command).args(&args).current_dir(cwd);
                    let start =
                        env.iter().fold(start, |start, set| start.env(&set.name, &set.value));
                    tokio::spawn(client.connect(start))
                }
                McpPlace::Address(HttpServer { url, headers }) => match over_http::connector() {
                    Some(connect) => connect(client, url, headers),
                    None => tokio::spawn(async {
                        let needed = "this needs the feature `http` of mcp-runtime-acp";
                        Err(Error::other(needed))
                    }),
                },
            };
            starting.push((name, started, has_changed));
        }
        let mut started = Vec::new();
        for (name, client, has_changed) in starting {
            let client = client.await.map_err(Error::other).and_then(|connected| connected);
            let client = client.map_err(|error| {
                ErrorObject::internal(format!("the MCP server `{name}` cannot be used: {error}"))
            })?;
            started.push(Server { name, client, listed: Mutex::default(), has_changed });
        }
        Ok(Self(started))
    }

    /// All tools, named after their server and themselves. A server that does not respond
    /// contributes none.
    pub(super) async fn tools(&self) -> Vec<Tool> {
        let mut tools = Vec::new();
        for server in &self.0 {
            match server.tools().await {
                Ok(listed) => tools.extend(listed.iter().cloned()),
                Err(error) => {
                    tracing::warn!(server = %server.name, %error, "the tools cannot be listed");
                }
            }
        }
        tools
    }

    /// A tool, by the name under which it is listed here.
    pub(super) async fn tool(&self, name: &str) -> Option<Tool> {
        let (server, _) = self.server(name)?;
        let tools = server.tools().await.ok()?;
        tools.iter().find(|tool| tool.name == name).cloned()
    }

    /// Calls a tool by the name under which it is listed here.
    ///
    /// # Errors
    ///
    /// When the server does not return a result.
    pub(super) async fn call(&self, name: &str, arguments: Value) -> Result<CallToolResult> {
        let server = self.server(name);
        let (server, tool) =
            server.ok_or_else(|| Error::other(format!("there is no tool {name:?}")))?;
        server.client.call_tool(tool, arguments).await
    }

    /// The server of a tool, and the tool's name on that server.
    fn server<'a>(&self, name: &'a str) -> Option<(&Server, &'a str)> {
        self.0.iter().find_map(|server| {
            let tool = name.strip_prefix(&server.name)?.strip_prefix(SEPARATOR)?;
            Some((server, tool))
        })
    }
}

impl Server {
    /// Returns its tools, which are listed again only after the server reports a change.
    async fn tools(&self) -> Result<Arc<[Tool]>> {
        // Changes from now on invalidate the new list.
        if self.has_changed.swap(false, Ordering::AcqRel) {
            *self.listed.lock() = None;
        }
        let listed = self.listed.lock().clone();
        if let Some(listed) = listed {
            return Ok(listed);
        }
        let tools = self.client.list_tools().await?.into_iter().map(|mut tool| {
            tool.name = format!("{}{SEPARATOR}{}", self.name, tool.name);
            tool
        });
        let tools: Arc<[Tool]> = tools.collect();
        *self.listed.lock() = Some(Arc::clone(&tools));
        Ok(tools)
    }
}
