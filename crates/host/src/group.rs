//! What the servers of a group share.

use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;
use std::sync::atomic::AtomicUsize;
use std::sync::{Arc, MutexGuard};
use std::time::Duration;

use mcp_runtime_client::protocol::Tool;
use mcp_runtime_client::{Client, ClientBuilder};
use mcp_runtime_protocol::jsonrpc::one_line;
use mcp_runtime_protocol::sync::Mutex;
use mcp_runtime_protocol::tool_names::name_for_models;
use tokio::sync::{Semaphore, broadcast, mpsc, oneshot, watch};
use tokio::task::JoinHandle;

use crate::error::CallError;
use crate::permissions::Guard;
use crate::recipe::Recipe;
use crate::running::RunningCalls;
use crate::server_settings::ServerSettings;
use crate::state::{HostEvent, ServerSnapshot, ServerState};
use crate::tools::{HostTool, Tools};

/// How many programs are started at a time: many at once keep each other from answering in time.
const STARTS_AT_ONCE: usize = 8;

/// How many events wait for a reader.
const MAX_EVENTS: usize = 1024;

/// What a function of the host adds to the client of a server.
pub(crate) type Each = Box<dyn Fn(&str, ClientBuilder) -> ClientBuilder + Send + Sync>;

/// The settings of a group.
pub(crate) struct Settings {
    pub(crate) name: String,
    pub(crate) version: String,
    pub(crate) each: Option<Each>,
    pub(crate) guard: Guard,
    /// How long a server may take to start, with its handshake and its first list of tools.
    pub(crate) startup: Duration,
    /// How long a call waits for a server that is starting.
    pub(crate) ready_timeout: Duration,
    /// How long a call may take.
    pub(crate) timeout: Duration,
    /// How often a server behind a URL is asked whether it is there.
    pub(crate) keepalive: Option<Duration>,
    /// The folder with the locks of all servers.
    pub(crate) locks: Option<PathBuf>,
}

impl fmt::Debug for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Settings").field("name", &self.name).finish_non_exhaustive()
    }
}

/// A server, as its supervisor and its callers see it.
pub(crate) struct ManagedServer {
    pub(crate) name: String,
    pub(crate) recipe: Recipe,
    pub(crate) settings: ServerSettings,
    pub(crate) standing: watch::Sender<ServerSnapshot>,
    /// How many calls in a row have failed by their connection.
    pub(crate) failures: AtomicUsize,
}

/// What is asked of the supervisor of a server.
pub(crate) enum Command {
    /// Starts it again, even if nothing is wrong with it.
    Reconnect,
    /// Starts it if it has failed.
    Retry,
    /// Looks whether it is there.
    Check,
    /// Does not call it until there is a login: it has refused a call for this reason.
    LoginNeeded(String),
    /// Announces the changes of a resource from now on.
    Subscribe(String, oneshot::Sender<mcp_runtime_client::Result<()>>),
    /// Switches it on or off.
    Enable(bool),
    /// Ends it.
    Close,
}

/// A server of a group. The supervisor ends when this is dropped.
pub(crate) struct Member {
    pub(crate) server: Arc<ManagedServer>,
    pub(crate) commands: mpsc::UnboundedSender<Command>,
    pub(crate) supervisor: JoinHandle<()>,
}

/// The servers of a group, and what is made of them.
pub(crate) struct Group {
    pub(crate) settings: Arc<Settings>,
    /// In the order in which they were added.
    members: Mutex<Vec<Member>>,
    pub(crate) tools: watch::Sender<Tools>,
    pub(crate) events: broadcast::Sender<HostEvent>,
    pub(crate) starts: Arc<Semaphore>,
    pub(crate) running: RunningCalls,
}

impl Group {
    pub(crate) fn new(settings: Settings) -> Self {
        Self {
            settings: Arc::new(settings),
            members: Mutex::default(),
            tools: watch::Sender::default(),
            events: broadcast::Sender::new(MAX_EVENTS),
            starts: Arc::new(Semaphore::new(STARTS_AT_ONCE)),
            running: RunningCalls::default(),
        }
    }

    pub(crate) fn members(&self) -> MutexGuard<'_, Vec<Member>> {
        self.members.lock()
    }

    /// Runs this with a server of the group.
    pub(crate) fn with<T>(&self, server: &str, run: impl FnOnce(&Member) -> T) -> Option<T> {
        self.members().iter().find(|member| member.server.name == server).map(run)
    }

    /// A server of the group.
    pub(crate) fn find(&self, server: &str) -> Result<Arc<ManagedServer>, CallError> {
        let found = self.with(server, |member| Arc::clone(&member.server));
        found.ok_or_else(|| CallError::unknown(format!("there is no server {server}")))
    }

    /// The tool that models call by this name, also of a server that has failed: the call tells of
    /// that, or starts it again.
    pub(crate) fn find_tool(&self, name: &str) -> Result<Arc<HostTool>, CallError> {
        if let Some(tool) = self.tools.borrow().shared(name) {
            return Ok(Arc::clone(tool));
        }
        self.find_unlisted(name).map_or_else(|| self.tools.borrow().find(name), Ok)
    }

    fn find_unlisted(&self, name: &str) -> Option<Arc<HostTool>> {
        self.members().iter().find_map(|member| {
            let server = &member.server.name;
            let standing = member.server.standing.borrow();
            let is_meant = |tool: &&Arc<Tool>| name_for_models(server, &tool.name) == name;
            let tool =
                standing.tools.iter().filter(|_| !standing.state.lists_tools()).find(is_meant)?;
            let name = name.to_owned();
            let server = server.clone();
            let tool = Arc::clone(tool);
            Some(Arc::new(HostTool { name, server, tool }))
        })
    }

    /// Asks something of the supervisor of a server; returns whether there is one.
    pub(crate) fn command(&self, server: &str, command: Command) -> bool {
        self.with(server, |member| member.commands.send(command).is_ok()).unwrap_or(false)
    }

    /// Sets the state of a server, and tells of it.
    pub(crate) fn set(&self, server: &ManagedServer, state: ServerState) {
        self.update(server, state, None);
    }

    /// Sets a server ready, with what it has listed.
    pub(crate) fn set_ready(&self, server: &ManagedServer, client: Client, tools: Vec<Arc<Tool>>) {
        self.update(server, ServerState::Ready, Some((client, tools)));
    }

    fn update(
        &self,
        server: &ManagedServer,
        state: ServerState,
        live: Option<(Client, Vec<Arc<Tool>>)>,
    ) {
        // Whoever sees the state sees the tools that go with it.
        let members = self.members();
        let mut standing = ServerSnapshot::new(state.clone());
        let mut listed = None;
        server.standing.send_modify(|before| {
            standing.tools = Arc::clone(&before.tools);
            if let Some((client, tools)) = live {
                listed = Some((Arc::clone(&before.tools), tools.clone()));
                standing.client = Some(client);
                standing.tools = tools.into();
            }
            *before = standing;
        });
        match &state {
            ServerState::Lost { .. }
            | ServerState::Failed { .. }
            | ServerState::NeedsLogin { .. } => {
                tracing::warn!(server = server.name, "the server {}", one_line(&state));
            }
            _ => tracing::debug!(server = server.name, "the server {}", one_line(&state)),
        }
        self.rebuild(&members);
        drop(members);
        let _ = self.events.send(HostEvent::State { server: server.name.clone(), state });
        if let Some((before, now)) = listed {
            self.tell_of_tools(server, &before, &now);
        }
    }

    /// Replaces the tools of a ready server.
    pub(crate) fn set_tools(&self, server: &ManagedServer, tools: &[Arc<Tool>]) {
        let before = Arc::clone(&server.standing.borrow().tools);
        let members = self.members();
        server.standing.send_modify(|standing| standing.tools = tools.into());
        self.rebuild(&members);
        drop(members);
        self.tell_of_tools(server, &before, tools);
    }

    fn tell_of_tools(&self, server: &ManagedServer, before: &[Arc<Tool>], now: &[Arc<Tool>]) {
        let by_name = |tools: &[Arc<Tool>]| -> BTreeMap<String, Arc<Tool>> {
            tools.iter().map(|tool| (tool.name.clone(), Arc::clone(tool))).collect()
        };
        let before = by_name(before);
        let now = by_name(now);
        let names = |of: &BTreeMap<String, Arc<Tool>>,
                     is_told: &dyn Fn(&str, &Arc<Tool>) -> bool| {
            let told = of.iter().filter(|(name, tool)| is_told(name, tool));
            told.map(|(name, _)| name.clone()).collect::<Vec<_>>()
        };
        let added = names(&now, &|name, _| !before.contains_key(name));
        let removed = names(&before, &|name, _| !now.contains_key(name));
        let changed =
            names(&now, &|name, tool| before.get(name).is_some_and(|before| before != tool));
        if !(added.is_empty() && removed.is_empty() && changed.is_empty()) {
            let server = server.name.clone();
            let _ = self.events.send(HostEvent::Tools { server, added, removed, changed });
        }
    }

    /// Makes the snapshot anew, while the members are locked: a later one is not to be replaced by an
    /// earlier one.
    pub(crate) fn rebuild(&self, members: &[Member]) {
        let standings = members.iter().map(|member| {
            let standing = member.server.standing.borrow();
            let server = member.server.name.as_str();
            let listed = standing.tools.iter().filter(|_| standing.state.lists_tools());
            let allowed = listed.filter(|tool| self.settings.guard.lists(server, tool));
            (server, allowed.cloned().collect())
        });
        self.tools.send_replace(Tools::new(standings));
    }
}
