//! Creates sessions, and reopens existing ones.
//!
//! Source: [ACP, "Session Setup"](https://agentclientprotocol.com/protocol/session-setup).

use std::fmt;
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::sync::Arc;

use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::handle::Client;
use super::inbox::{SessionInbox, SessionSnapshot};
use super::model::{Command, ConfigOption, McpServer, McpWay, Modes, Update};
use super::session::{Session, full};
use crate::protocol::{SystemPrompt, SystemPromptMode};
use mcp_runtime_protocol::{Error, Result};

/// A session that is about to be opened: await it once it is configured.
#[must_use = "the session is not opened until this is awaited"]
pub struct OpenSession<T> {
    client: Client,
    /// The session to reopen.
    id: Option<String>,
    cwd: PathBuf,
    directories: Vec<PathBuf>,
    servers: Vec<McpServer>,
    system_prompt: Option<SystemPrompt>,
    run: fn(Self) -> OpenFuture<T>,
}

type OpenFuture<T> = Pin<Box<dyn Future<Output = Result<T>> + Send>>;

/// What an agent reports about a session that it has opened.
#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct OpenedSession {
    session_id: Option<String>,
    modes: Option<Modes>,
    config_options: Option<Vec<ConfigOption>>,
    available_commands: Option<Vec<Command>>,
}

impl Client {
    /// Creates a session in a directory.
    ///
    /// ```no_run
    /// use mcp_runtime_acp::McpServer;
    ///
    /// # async fn run(client: mcp_runtime_acp::Client) -> mcp_runtime::Result<()> {
    /// let session = client
    ///     .new_session("/work/project")
    ///     .directory("/work/shared")
    ///     .mcp_server(McpServer::stdio("files", "/usr/bin/mcp-files"))
    ///     .await?;
    /// # Ok(())
    /// # }
    /// ```
    pub fn new_session(&self, cwd: impl AsRef<Path>) -> OpenSession<Session> {
        self.open(None, cwd.as_ref(), |new| Box::pin(new.make()))
    }

    /// Reopens a session, which the agent replays from its beginning: the replayed updates are
    /// returned with it.
    pub fn load_session(
        &self,
        id: impl Into<String>,
        cwd: impl AsRef<Path>,
    ) -> OpenSession<(Session, Vec<Update>)> {
        self.open(Some(id.into()), cwd.as_ref(), |old| Box::pin(old.load()))
    }

    /// Reopens a session without replaying its history.
    pub fn resume_session(
        &self,
        id: impl Into<String>,
        cwd: impl AsRef<Path>,
    ) -> OpenSession<Session> {
        self.open(Some(id.into()), cwd.as_ref(), |old| Box::pin(old.resume()))
    }

    fn open<T>(
        &self,
        id: Option<String>,
        cwd: &Path,
        run: fn(OpenSession<T>) -> OpenFuture<T>,
    ) -> OpenSession<T> {
        let directories = Vec::new();
        let servers = Vec::new();
        let client = self.clone();
        let cwd = cwd.to_owned();
        OpenSession { client, id, cwd, directories, servers, system_prompt: None, run }
    }
}

impl<T> OpenSession<T> {
    /// Adds a directory that belongs to the workspace.
    pub fn directory(mut self, directory: impl AsRef<Path>) -> Self {
        self.directories.push(directory.as_ref().to_owned());
        self
    }

    /// Adds an MCP server that the agent connects to.
    pub fn mcp_server(mut self, server: McpServer) -> Self {
        self.servers.push(server);
        self
    }

    /// Adds MCP servers that the agent connects to.
    pub fn mcp_servers(mut self, servers: impl IntoIterator<Item = McpServer>) -> Self {
        self.servers.extend(servers);
        self
    }

    /// Adds instructions for the model of the agent, which
    /// [some agents](super::AgentCapabilities::system_prompt) apply to the whole session. For a
    /// session that is reopened, they replace those that it had.
    pub fn system_prompt(mut self, prompt: SystemPrompt) -> Self {
        self.system_prompt = Some(prompt);
        self
    }

    /// # Errors
    ///
    /// When the agent does not support what is asked for, or a path is not Unicode.
    fn params(&self) -> Result<Map<String, Value>> {
        let can = self.client.capabilities();
        let is_http = |server: &McpServer| matches!(server.way, McpWay::Http { .. });
        let needs_http = self.servers.iter().any(is_http);
        let needs_stdio = self.servers.iter().any(|server| !is_http(server));
        self.client.require(can.mcp_stdio || !needs_stdio, "start MCP servers")?;
        self.client.require(can.mcp_http || !needs_http, "connect to MCP servers over HTTP")?;
        let mut params = Map::new();
        if let Some(id) = &self.id {
            params.insert("sessionId".to_owned(), json!(id));
        }
        params.insert("cwd".to_owned(), json!(absolute(&self.cwd)?));
        if !self.directories.is_empty() {
            self.client.require(can.additional_directories, "take additional directories")?;
            let directories: Result<Vec<_>> = self.directories.iter().map(absolute).collect();
            params.insert("additionalDirectories".to_owned(), json!(directories?));
        }
        if let Some(prompt) = &self.system_prompt {
            let replaces = prompt.mode == SystemPromptMode::Override;
            self.client.require(can.system_prompt, "take system prompts")?;
            let can_replace = can.system_prompt_override || !replaces;
            self.client.require(can_replace, "replace its own system prompt")?;
            params.insert("systemPrompt".to_owned(), json!(prompt));
        }
        let codec = self.client.codec();
        let servers: Vec<Value> = self.servers.iter().map(|server| codec.server(server)).collect();
        params.insert("mcpServers".to_owned(), json!(servers));
        Ok(params)
    }
}

impl OpenSession<Session> {
    async fn make(self) -> Result<Session> {
        let params = self.params()?;
        let sessions = Arc::clone(&self.client.shared().sessions);
        let _creation = sessions.begin_creation();
        let mut opened: OpenedSession = self.client.call("session/new", &params).await?;
        let Some(id) = opened.session_id.take() else {
            return Err(Error::other("the agent returned no session id"));
        };
        let again = || Error::other("the agent returned the id of a session that is already open");
        let inbox = sessions.open(&id).ok_or_else(again)?;
        inbox.learn(|known| opened.apply(known));
        Ok(Session::new(self.client, id, inbox))
    }

    async fn resume(self) -> Result<Session> {
        self.client.require(self.client.capabilities().resume, "resume sessions")?;
        let params = self.params()?;
        let (session, inbox) = self.open_known()?;
        let opened: OpenedSession = session.client().call("session/resume", &params).await?;
        inbox.learn(|known| opened.apply(known));
        Ok(session)
    }
}

impl OpenSession<(Session, Vec<Update>)> {
    async fn load(self) -> Result<(Session, Vec<Update>)> {
        self.client.require(self.client.capabilities().load, "load sessions")?;
        let mut params = self.params()?;
        let (method, from) = self.client.codec().methods().load;
        if let Some((name, start)) = from {
            params.insert(name.to_owned(), json!({ "type": start }));
        }
        let (session, inbox) = self.open_known()?;
        inbox.begin();
        // Some agents answer `null`.
        let opened: Result<Option<OpenedSession>> = session.client().call(method, &params).await;
        let (updates, is_full) = inbox.drain();
        inbox.end();
        let opened = opened?.unwrap_or_default();
        if is_full {
            return Err(full());
        }
        inbox.learn(|known| opened.apply(known));
        Ok((session, updates))
    }
}

impl<T> OpenSession<T> {
    /// A session whose id is known, which receives its updates from now on.
    fn open_known(self) -> Result<(Session, Arc<SessionInbox>)> {
        let id = self.id.unwrap_or_default();
        let open = || Error::other("this session is already open");
        let inbox = self.client.shared().sessions.open(&id).ok_or_else(open)?;
        Ok((Session::new(self.client, id, Arc::clone(&inbox)), inbox))
    }
}

impl OpenedSession {
    /// Applies the members that the response has.
    fn apply(self, known: &mut SessionSnapshot) {
        if self.modes.is_some() {
            known.modes = self.modes;
        }
        if let Some(options) = self.config_options {
            known.options = options.into();
        }
        if let Some(commands) = self.available_commands {
            known.commands = commands.into();
        }
    }
}

/// An absolute path, as the protocol requires.
fn absolute(path: impl AsRef<Path>) -> Result<String> {
    let path = std::path::absolute(path)
        .map_err(|error| Error::io("cannot make the path absolute", error))?;
    let text = path.into_os_string().into_string();
    text.map_err(|path| Error::other(format!("the path {} is not Unicode", path.display())))
}

impl<T: 'static> IntoFuture for OpenSession<T> {
    type Output = Result<T>;
    type IntoFuture = OpenFuture<T>;

    fn into_future(self) -> OpenFuture<T> {
        (self.run)(self)
    }
}

impl<T> fmt::Debug for OpenSession<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OpenSession").field("cwd", &self.cwd).finish_non_exhaustive()
    }
}
