//! Starting a server, or reaching it: connection, handshake and first list.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use mcp_runtime_client::protocol::Tool;
use mcp_runtime_client::{Change as ServerChange, Client, ClientBuilder, Error, Result};
use tokio::sync::{Notify, Semaphore, broadcast};
use tokio::time::timeout;

use crate::group::{Group, ManagedServer, Settings};
use crate::locks::{HeldLock, lock_file};
use crate::state::HostEvent;

/// A server that can be called.
pub(crate) struct StartedServer {
    pub(crate) client: Client,
    pub(crate) tools: Vec<Arc<Tool>>,
    /// Told when the server lists other tools.
    pub(crate) lists: Arc<Notify>,
}

/// Why a server was not started.
pub(crate) enum NotStarted {
    /// Another try may succeed.
    Passing(Error),
    /// It wants a login.
    NeedsLogin(Error),
    /// No other try would succeed.
    Final(Error),
}

impl From<Error> for NotStarted {
    fn from(error: Error) -> Self {
        use io::ErrorKind::{InvalidInput, NotFound, PermissionDenied};
        match (error.http_status(), error.io_kind()) {
            (Some(401 | 403), _) => Self::NeedsLogin(error),
            (Some(400 | 404 | 405), _) => Self::Final(error),
            (_, Some(NotFound | PermissionDenied | InvalidInput)) => Self::Final(error),
            _ => Self::Passing(error),
        }
    }
}

/// What a start needs of its group. It does not keep the group itself, which ends with its handles.
pub(crate) struct Starter {
    settings: Arc<Settings>,
    starts: Arc<Semaphore>,
    events: broadcast::Sender<HostEvent>,
}

impl Starter {
    pub(crate) fn new(group: &Group) -> Self {
        let settings = Arc::clone(&group.settings);
        let starts = Arc::clone(&group.starts);
        Self { settings, starts, events: group.events.clone() }
    }

    /// Starts a server, within its time.
    pub(crate) async fn start(&self, server: &ManagedServer) -> Result<StartedServer, NotStarted> {
        let limit = self.limit(server);
        let lock = self.lock(server).map_err(NotStarted::Final)?;
        let _permit = self.starts.acquire().await.map_err(Error::other)?;
        let started = timeout(limit, self.connect(server, lock.as_ref())).await;
        if let (Ok(Err(error)), Some(true)) = (&started, lock.as_ref().map(HeldLock::has_refused)) {
            return Err(NotStarted::Final(Error::other(error.to_string())));
        }
        started.unwrap_or_else(|_| Err(not_ready(limit))).map_err(NotStarted::from)
    }

    /// Opens one more connection to a server, within its time.
    ///
    /// # Errors
    ///
    /// When it cannot be reached, or is not the one of its lock.
    pub(crate) async fn connect_again(
        &self,
        server: &ManagedServer,
        configure: impl FnOnce(ClientBuilder) -> ClientBuilder,
    ) -> Result<Client> {
        let limit = self.limit(server);
        let lock = self.lock(server)?;
        let opened = timeout(limit, self.open(server, lock.as_ref(), configure)).await;
        opened.unwrap_or_else(|_| Err(not_ready(limit)))
    }

    /// How long a server may take to start.
    fn limit(&self, server: &ManagedServer) -> Duration {
        server.settings.startup.unwrap_or(self.settings.startup)
    }

    /// Opens a connection to a server, and holds it to its lock.
    async fn open(
        &self,
        server: &ManagedServer,
        lock: Option<&HeldLock>,
        configure: impl FnOnce(ClientBuilder) -> ClientBuilder,
    ) -> Result<Client> {
        let mut builder = configure(Client::builder(&self.settings.name, &self.settings.version));
        if let Some(lock) = lock {
            builder = builder.approve(lock.clone());
        }
        let client = builder.connect(server.recipe.clone()).await?;
        if let Some(lock) = lock {
            lock.check_revision(&client)?;
        }
        Ok(client)
    }

    /// The lock that a server is held to.
    fn lock(&self, server: &ManagedServer) -> Result<Option<HeldLock>> {
        let in_folder = self.settings.locks.as_ref().map(|locks| lock_file(locks, &server.name));
        let Some(path) = server.settings.lock.clone().or(in_folder) else { return Ok(None) };
        let failed =
            |error| Error::other(format!("cannot read its lock {}: {error}", path.display()));
        HeldLock::read(&path).map(Some).map_err(failed)
    }

    async fn connect(
        &self,
        server: &ManagedServer,
        lock: Option<&HeldLock>,
    ) -> Result<StartedServer> {
        let lists = Arc::<Notify>::default();
        let told = Arc::clone(&lists);
        let events = self.events.clone();
        let name = server.name.clone();
        let tell = move |change: &ServerChange| {
            let server = || name.clone();
            let event = match change {
                ServerChange::Tools => return told.notify_one(),
                ServerChange::Prompts => HostEvent::Prompts { server: server() },
                ServerChange::Resources => HostEvent::Resources { server: server() },
                ServerChange::Resource(uri) => {
                    HostEvent::Resource { server: server(), uri: uri.clone() }
                }
                _ => return,
            };
            let _ = events.send(event);
        };
        let configure = |builder: ClientBuilder| {
            let configured = match &self.settings.each {
                Some(each) => each(&server.name, builder),
                None => builder,
            };
            configured.on_change(tell)
        };
        let client = self.open(server, lock, configure).await?;
        let tools = list(&client, server).await?;
        Ok(StartedServer { client, tools, lists })
    }
}

/// The error of a server that takes too long to start.
fn not_ready(limit: Duration) -> Error {
    Error::other(format!("it was not ready after {limit:?}"))
}

/// Lists the tools of a server that are offered, if it has any.
pub(crate) async fn list(client: &Client, server: &ManagedServer) -> Result<Vec<Arc<Tool>>> {
    if !client.server_capabilities().tools {
        return Ok(Vec::new());
    }
    let listed = client.list_tools().await?.into_iter();
    let offered = listed.filter(|tool| server.settings.tools.takes(&tool.name));
    Ok(offered.map(Arc::new).collect())
}
