//! The tools of a session's MCP servers.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde_json::Value;
use tokio::time::{Instant, timeout_at};

use super::over_http;
use crate::protocol::{HttpServer, McpPlace, McpServer, StdioServer, UnavailableServer};
use mcp_runtime_client::{Change, Client, Stdio};
use mcp_runtime_protocol::sync::Mutex;
use mcp_runtime_protocol::tool_names::{may_be_of, name_for_models};
use mcp_runtime_protocol::{CallToolResult, Implementation, Tool};
use mcp_runtime_protocol::{Error, Result};

/// How long a server may take to start, and to answer the first request.
const STARTUP: Duration = Duration::from_secs(30);

/// The servers of a session; they are stopped with it.
#[derive(Default)]
pub(super) struct Toolbox {
    servers: Vec<Server>,
    unavailable: Vec<UnavailableServer>,
}

struct Server {
    name: String,
    client: Client,
    /// Its tools, as last listed.
    listed: Mutex<Option<Arc<ToolTable>>>,
    /// Whether the list may have changed.
    has_changed: Arc<AtomicBool>,
}

/// The tools of a server under the names by which models call them, in the order of the server.
#[derive(Default)]
struct ToolTable {
    tools: Vec<Tool>,
    /// The position of each, and the name that the server gave it.
    by_name: HashMap<String, (usize, String)>,
}

impl ToolTable {
    fn new(server: &str, listed: Vec<Tool>) -> Self {
        let mut table = Self::default();
        for mut tool in listed {
            let name = name_for_models(server, &tool.name);
            let own = std::mem::replace(&mut tool.name, name);
            // Of two tools with one name, the first stays.
            if let Entry::Vacant(entry) = table.by_name.entry(tool.name.clone()) {
                tool.title.get_or_insert_with(|| format!("{server}: {own}"));
                entry.insert((table.tools.len(), own));
                table.tools.push(tool);
            }
        }
        table
    }

    fn get(&self, name: &str) -> Option<(&Tool, &str)> {
        let (position, own) = self.by_name.get(name)?;
        Some((self.tools.get(*position)?, own))
    }
}

impl Toolbox {
    /// Starts all servers concurrently. Those that cannot be started, or take too long, are
    /// [unavailable](Self::unavailable): the session works without them.
    pub(super) async fn connect(
        servers: Vec<McpServer>,
        cwd: &Path,
        agent: &Implementation,
    ) -> Self {
        let end = Instant::now() + STARTUP;
        let mut starting = Vec::new();
        for McpServer { name, place } in servers {
            let has_changed = Arc::<AtomicBool>::default();
            let changed = Arc::clone(&has_changed);
            let client = Client::builder(&agent.name, &agent.version).on_change(move |change| {
                if *change == Change::Tools {
                    changed.store(true, Ordering::Release);
                }
            });
            let started = match place {
                McpPlace::Process(StdioServer { command, args, env }) => {
                    let base = Stdio::spawn(&command).args(&args).current_dir(cwd);
                    let start =
                        env.iter().fold(base, |start, set| start.env(&set.name, &set.value));
                    tokio::spawn(client.connect(start))
                }
                McpPlace::Address(HttpServer { url, headers }) => match over_http::connector() {
                    Some(connect) => connect(client, url, headers),
                    None => tokio::spawn(async {
                        let needed = "servers over HTTP need the feature `http` of mcp-runtime-acp";
                        Err(Error::other(needed))
                    }),
                },
            };
            starting.push((name, started, has_changed));
        }
        let mut toolbox = Self::default();
        for (name, mut client, has_changed) in starting {
            let client = match timeout_at(end, &mut client).await {
                Ok(connected) => connected.map_err(Error::other).and_then(|connected| connected),
                Err(_) => {
                    client.abort();
                    Err(Error::other(format!("it did not start within {} s", STARTUP.as_secs())))
                }
            };
            match client {
                Ok(client) => {
                    let listed = Mutex::default();
                    toolbox.servers.push(Server { name, client, listed, has_changed });
                }
                Err(error) => {
                    tracing::warn!(server = %name, %error, "could not use an MCP server");
                    let reason = error.to_string();
                    toolbox.unavailable.push(UnavailableServer { name, reason });
                }
            }
        }
        toolbox
    }

    /// The servers that cannot be used.
    pub(super) fn unavailable(&self) -> &[UnavailableServer] {
        &self.unavailable
    }

    /// All tools, named for models. A server that does not respond contributes none.
    pub(super) async fn tools(&self) -> Vec<Tool> {
        let mut tools = Vec::new();
        for server in &self.servers {
            match server.tools().await {
                Ok(listed) => tools.extend(listed.tools.iter().cloned()),
                Err(error) => {
                    tracing::warn!(server = %server.name, %error, "the tools cannot be listed");
                }
            }
        }
        tools
    }

    /// A tool, by the name under which it is listed here.
    pub(super) async fn tool(&self, name: &str) -> Option<LentTool<'_>> {
        // One that does not respond does not hold up the others.
        for server in self.servers.iter().filter(|server| may_be_of(&server.name, name)) {
            // A server that does not respond has no tools.
            let Ok(listed) = server.tools().await else { continue };
            if let Some((tool, own_name)) = listed.get(name) {
                let tool = tool.clone();
                let own_name = own_name.to_owned();
                return Some(LentTool { client: &server.client, tool, own_name });
            }
        }
        None
    }
}

/// A tool of one of the servers.
pub(super) struct LentTool<'a> {
    client: &'a Client,
    /// As it is listed here.
    pub(super) tool: Tool,
    own_name: String,
}

impl LentTool<'_> {
    /// # Errors
    ///
    /// When the server does not return a result.
    pub(super) async fn call(&self, arguments: Value) -> Result<CallToolResult> {
        self.client.call_tool(&self.own_name, arguments).await
    }
}

impl Server {
    /// Returns its tools, which are listed again only after the server reports a change.
    async fn tools(&self) -> Result<Arc<ToolTable>> {
        // Changes from now on invalidate the new list.
        if self.has_changed.swap(false, Ordering::AcqRel) {
            *self.listed.lock() = None;
        }
        let listed = self.listed.lock().clone();
        if let Some(listed) = listed {
            return Ok(listed);
        }
        let tools = Arc::new(ToolTable::new(&self.name, self.client.list_tools().await?));
        *self.listed.lock() = Some(Arc::clone(&tools));
        Ok(tools)
    }
}
