//! A group of servers.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::time::{Duration, SystemTime};

use mcp_runtime_client::protocol::{GetPromptResult, Prompt, ReadResourceResult, Resource};
use mcp_runtime_client::{Client, ClientBuilder, Connect, Error, Result};
use serde::Serialize;
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::{Instant, timeout, timeout_at};

use crate::call::{HostCall, ready, report_failure};
use crate::error::CallError;
use crate::group::{Command, Group, ManagedServer, Member};
use crate::locks::{lock_file, write_lock};
use crate::recipe::Recipe;
use crate::server_settings::ServerSettings;
use crate::sleep;
use crate::start::Starter;
use crate::state::{HostEvents, ServerSnapshot, ServerState, ServerStatus};
use crate::supervisor::Supervisor;
use crate::tools::Tools;

/// How long running calls may take to end when a group is closed.
const CALLS_END: Duration = Duration::from_secs(2);

/// How long closing a group takes at most.
const CLOSES: Duration = Duration::from_secs(10);

/// Many servers: each is started, watched, and started again when it ends, and its tools are called
/// by names that are unique in the group.
///
/// A clone is the same group. The servers end with its last clone; [`close`](Self::close) waits for
/// that.
///
/// ```
/// use mcp_runtime::{server, tool};
/// use mcp_runtime_host::Clients;
/// use serde_json::json;
///
/// /// Adds two numbers.
/// #[tool(read_only)]
/// fn add(a: i64, b: i64) -> i64 {
///     a + b
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> mcp_runtime::Result<()> {
/// let clients = Clients::builder("agent", "1.0")
///     .server("calculator", || server!().tool::<add>())
///     .connect()
///     .await?;
/// for tool in clients.tools().iter() {
///     println!("{} of {}", tool.name, tool.server);
/// }
/// let sum = clients.call("calculator__add", json!({ "a": 1, "b": 2 })).await?;
/// assert_eq!(sum.text(), "3");
/// clients.close().await;
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct Clients(Arc<Group>);

impl fmt::Debug for Clients {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Clients").field(&self.status()).finish()
    }
}

impl Clients {
    pub(crate) fn new(group: Group) -> Self {
        let group = Arc::new(group);
        tokio::spawn(sleep::watch(Arc::downgrade(&group), SystemTime::now));
        Self(group)
    }

    pub(crate) fn group(&self) -> &Arc<Group> {
        &self.0
    }

    /// The tools of all servers at this moment.
    #[must_use]
    pub fn tools(&self) -> Tools {
        self.0.tools.borrow().clone()
    }

    /// Calls a tool by the name that models call it by.
    pub fn call(&self, tool: &str, arguments: impl Serialize) -> HostCall {
        let found = self.0.find_tool(tool);
        HostCall::new(&self.0, found, &arguments)
    }

    /// The connection to a server, if that is ready, for everything that a group does not do. After
    /// the server was started again, it is another one.
    #[must_use]
    pub fn server(&self, name: &str) -> Option<Client> {
        self.0.with(name, |member| member.server.standing.borrow().client.clone()).flatten()
    }

    /// The states of all servers, in the order in which they were added.
    #[must_use]
    pub fn status(&self) -> Vec<ServerStatus> {
        let status = |member: &Member| {
            let ServerSnapshot { state, since, tools, .. } = &*member.server.standing.borrow();
            let server = member.server.name.clone();
            let since = since.elapsed();
            ServerStatus { server, state: state.clone(), since, tools: tools.len() }
        };
        self.0.members().iter().map(status).collect()
    }

    /// The events of the servers from now on.
    #[must_use]
    pub fn events(&self) -> HostEvents {
        HostEvents(self.0.events.subscribe())
    }

    /// Adds a server, and starts it without waiting for it.
    ///
    /// # Errors
    ///
    /// When the group has a server of this name.
    pub fn add<C: Connect>(
        &self,
        name: impl Into<String>,
        connect: impl Fn() -> C + Send + Sync + 'static,
    ) -> Result<()> {
        self.add_recipe(name.into(), Recipe::new(connect), ServerSettings::default())
    }

    /// Adds a server behind a URL, as [`add`](Self::add).
    ///
    /// # Errors
    ///
    /// When the group has a server of this name.
    pub fn add_url(
        &self,
        name: impl Into<String>,
        transport: mcp_runtime_client::HttpTransport,
    ) -> Result<()> {
        self.add_recipe(name.into(), Recipe::url(transport), ServerSettings::default())
    }

    pub(crate) fn add_recipe(
        &self,
        name: String,
        recipe: Recipe,
        settings: ServerSettings,
    ) -> Result<()> {
        let mut members = self.0.members();
        if members.iter().any(|member| member.server.name == name) {
            return Err(Error::other(format!("there are two servers named {name}")));
        }
        let standing = watch::Sender::new(ServerSnapshot::new(ServerState::Starting));
        let failures = AtomicUsize::new(0);
        let server = Arc::new(ManagedServer { name, recipe, settings, standing, failures });
        let (commands, commanded) = mpsc::unbounded_channel();
        let supervisor =
            tokio::spawn(Supervisor::new(&self.0, Arc::clone(&server), commanded).run());
        members.push(Member { server, commands, supervisor });
        Ok(())
    }

    /// Ends a server, and waits until it has ended; returns whether there was one.
    pub async fn remove(&self, name: &str) -> bool {
        let removed = {
            let mut members = self.0.members();
            let at = members.iter().position(|member| member.server.name == name);
            let removed = at.map(|at| members.remove(at));
            self.0.rebuild(&members);
            removed
        };
        let Some(member) = removed else { return false };
        let _ = member.commands.send(Command::Close);
        let _ = timeout(CLOSES, member.supervisor).await;
        true
    }

    /// Starts a server again, even if nothing is wrong with it; returns whether there is one.
    pub fn reconnect(&self, name: &str) -> bool {
        self.0.command(name, Command::Reconnect)
    }

    /// Switches a server on or off; returns whether there is one.
    pub fn enable(&self, name: &str, is_on: bool) -> bool {
        self.0.command(name, Command::Enable(is_on))
    }

    /// The resources of all ready servers, by the name of each server.
    pub async fn resources(&self) -> Vec<(String, Result<Vec<Resource>>)> {
        self.of_each(|_, client| async move {
            if !client.server_capabilities().resources {
                return Ok(Vec::new());
            }
            client.list_resources().await
        })
        .await
    }

    /// The prompts of all ready servers, by the name of each server.
    pub async fn prompts(&self) -> Vec<(String, Result<Vec<Prompt>>)> {
        self.of_each(|_, client| async move {
            if !client.server_capabilities().prompts {
                return Ok(Vec::new());
            }
            client.list_prompts().await
        })
        .await
    }

    /// Writes what each ready server offers now into a lock in this folder, for
    /// [`ClientsBuilder::locks`](crate::ClientsBuilder::locks); returns its file by the name of each
    /// server.
    pub async fn write_locks(&self, folder: impl AsRef<Path>) -> Vec<(String, Result<PathBuf>)> {
        let folder = folder.as_ref();
        self.of_each(|name, client| {
            let path = lock_file(folder, name);
            async move { write_lock(&client, path).await }
        })
        .await
    }

    /// Asks all ready servers at the same time.
    async fn of_each<T, F>(&self, ask: impl Fn(&str, Client) -> F) -> Vec<(String, Result<T>)>
    where
        T: Send + 'static,
        F: Future<Output = Result<T>> + Send + 'static,
    {
        let servers: Vec<_> = {
            let members = self.0.members();
            let client = |member: &Member| member.server.standing.borrow().client.clone();
            let ready = members.iter().filter_map(|member| Some((member, client(member)?)));
            ready.map(|(member, client)| (member.server.name.clone(), client)).collect()
        };
        let asked: Vec<_> = servers
            .into_iter()
            .map(|(name, client)| {
                let asked = tokio::spawn(ask(&name, client));
                (name, asked)
            })
            .collect();
        let mut answers = Vec::new();
        for (name, answer) in asked {
            answers.push((name, answer.await.unwrap_or_else(|error| Err(Error::other(error)))));
        }
        answers
    }

    /// Reads a resource of a server.
    ///
    /// # Errors
    ///
    /// When the server cannot be called, or returns an error.
    pub async fn read(&self, server: &str, uri: &str) -> Result<ReadResourceResult, CallError> {
        let client = self.ready(server).await?;
        let read = client.read_resource(uri).await;
        read.map_err(|error| CallError::of(server, uri, ServerState::Ready, error))
    }

    /// Gets a prompt of a server.
    ///
    /// # Errors
    ///
    /// When the server cannot be called, or returns an error.
    pub async fn prompt(
        &self,
        server: &str,
        name: &str,
        arguments: impl Serialize,
    ) -> Result<GetPromptResult, CallError> {
        let client = self.ready(server).await?;
        let got = client.get_prompt(name, arguments).await;
        got.map_err(|error| CallError::of(server, name, ServerState::Ready, error))
    }

    /// Subscribes to a resource of a server: its changes are among [`events`](Self::events), also
    /// after the server was started again.
    ///
    /// # Errors
    ///
    /// When there is no such server, or it does not announce the changes of the resource.
    pub async fn subscribe(&self, server: &str, uri: &str) -> Result<(), CallError> {
        let (done, is_done) = oneshot::channel();
        if !self.0.command(server, Command::Subscribe(uri.to_owned(), done)) {
            return Err(CallError::unknown(format!("there is no server {server}")));
        }
        let subscribed =
            is_done.await.unwrap_or_else(|_| Err(Error::other("the server has ended")));
        subscribed.map_err(|error| CallError::of(server, uri, ServerState::Ready, error))
    }

    /// The connection to a server once it is ready, for everything that a group does not do: one that
    /// is starting is waited for, as a call does, and one that has failed is started again.
    ///
    /// # Errors
    ///
    /// When there is no such server, or it is not ready soon.
    pub async fn ready(&self, server: &str) -> Result<Client, CallError> {
        let server = self.0.find(server)?;
        ready(&self.0, &server, Instant::now() + self.0.settings.timeout).await
    }

    /// The error of a request that was made with the [connection](Self::ready) to a server, for a
    /// person or a model. The group looks whether the server is still there, as after a call of its
    /// own.
    pub fn failed(&self, server: &str, request: &str, error: Error) -> CallError {
        let Ok(found) = self.0.find(server) else { return CallError::unknown(error.to_string()) };
        report_failure(&self.0, &found, &error);
        let state = found.standing.borrow().state.clone();
        CallError::of(server, request, state, error)
    }

    /// Opens one more connection to a server, which is held to its lock as the first is. It belongs to
    /// the caller: the group does not look after it. `configure` sets what the client does, instead of
    /// [`ClientsBuilder::each`](crate::ClientsBuilder::each).
    ///
    /// # Errors
    ///
    /// When there is no such server, or it cannot be reached in the time that it has to start.
    pub async fn connect_again(
        &self,
        server: &str,
        configure: impl FnOnce(ClientBuilder) -> ClientBuilder,
    ) -> Result<Client, CallError> {
        let found = self.0.find(server)?;
        let connected = Starter::new(&self.0).connect_again(&found, configure).await;
        connected.map_err(|error| CallError::of(server, "connect", ServerState::Ready, error))
    }

    /// Waits until each of these servers has been started or has failed, but not longer than this.
    pub(crate) async fn settle(&self, is_meant: impl Fn(&str) -> bool, limit: Duration) {
        let until = Instant::now() + limit;
        let servers = {
            let members = self.0.members();
            let meant = members.iter().filter(|member| is_meant(&member.server.name));
            meant.map(|member| Arc::clone(&member.server)).collect::<Vec<_>>()
        };
        for server in servers {
            let mut standing = server.standing.subscribe();
            let settled = standing.wait_for(|now| now.state != ServerState::Starting);
            let _ = timeout_at(until, settled).await;
        }
        // Its tools may still be entered.
        drop(self.0.members());
    }

    /// Ends all servers, and waits until they have ended: at most ten seconds. Calls that are
    /// running get two seconds, and there are no new ones.
    pub async fn close(self) {
        let closing = tokio::spawn(async move {
            let _ = timeout(CALLS_END, self.0.running.close()).await;
            let members = std::mem::take(&mut *self.0.members());
            for member in &members {
                let _ = member.commands.send(Command::Close);
            }
            for member in members {
                let _ = member.supervisor.await;
            }
            self.0.rebuild(&[]);
        });
        // In a task of its own, so that whoever stops waiting leaves nothing behind.
        let _ = timeout(CLOSES, closing).await;
    }
}
