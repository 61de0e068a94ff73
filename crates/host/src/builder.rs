//! The builder of a group.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use mcp_runtime_client::{ClientBuilder, Connect, Error, Result};

use crate::clients::Clients;
use crate::config::{Config, ConfigServer};
use crate::consents::Consents;
use crate::group::{Group, Settings};
use crate::permissions::{Ask, Consent, Guard, Permissions};
use crate::recipe::Recipe;
use crate::server_settings::ServerSettings;

/// Builds a group: its servers, what each may ask of the host, and its limits.
#[must_use]
pub struct ClientsBuilder {
    settings: Settings,
    servers: Vec<(String, Recipe, ServerSettings)>,
    required: Vec<String>,
    wait: Duration,
}

impl fmt::Debug for ClientsBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ClientsBuilder").field("servers", &self.servers).finish_non_exhaustive()
    }
}

impl Clients {
    /// Starts a group with the name and the version of the host.
    pub fn builder(name: impl Into<String>, version: impl Into<String>) -> ClientsBuilder {
        ClientsBuilder::new(name.into(), version.into())
    }
}

impl ClientsBuilder {
    fn new(name: String, version: String) -> Self {
        let settings = Settings {
            name,
            version,
            each: None,
            guard: Guard::default(),
            startup: Duration::from_secs(30),
            ready_timeout: Duration::from_secs(5),
            timeout: Duration::from_secs(60),
            keepalive: None,
            locks: None,
        };
        let servers = Vec::new();
        let required = Vec::new();
        Self { settings, servers, required, wait: Duration::from_secs(5) }
    }

    /// Adds a server, by its name in this group and by a function that makes its connection, since a
    /// server that has ended is started again.
    ///
    /// ```no_run
    /// use mcp_runtime_host::Clients;
    /// use mcp_runtime_host::client::Stdio;
    ///
    /// # async fn run() -> mcp_runtime_host::client::Result<()> {
    /// let clients = Clients::builder("agent", "1.0")
    ///     .server("notes", || Stdio::spawn("notes").args(["--root", "/work"]))
    ///     .server("time", || Stdio::spawn("uvx").arg("mcp-server-time"))
    ///     .connect()
    ///     .await?;
    /// # Ok(())
    /// # }
    /// ```
    pub fn server<C: Connect>(
        self,
        name: impl Into<String>,
        connect: impl Fn() -> C + Send + Sync + 'static,
    ) -> Self {
        self.push(name.into(), Recipe::new(connect), ServerSettings::default())
    }

    /// Adds a server behind a URL.
    pub fn url(
        self,
        name: impl Into<String>,
        transport: mcp_runtime_client::HttpTransport,
    ) -> Self {
        self.push(name.into(), Recipe::url(transport), ServerSettings::default())
    }

    /// Adds the servers of a file. Whatever is wrong with one of them is in its
    /// [state](Clients::status), and keeps none of the others from being used.
    pub fn config(mut self, config: &Config) -> Self {
        for (name, entry) in config.read_entries() {
            self = self.entry(name, entry.into());
        }
        self
    }

    /// Adds one of the [servers of a file](Config::servers).
    pub fn entry(mut self, name: impl Into<String>, server: ConfigServer) -> Self {
        let name = name.into();
        if server.is_required {
            self = self.required(&*name);
        }
        self.push(name, server.recipe, server.settings)
    }

    fn push(mut self, name: String, recipe: Recipe, settings: ServerSettings) -> Self {
        self.servers.push((name, recipe, settings));
        self
    }

    /// Makes [`connect`](Self::connect) wait for this server, and fail without it.
    pub fn required(mut self, name: impl Into<String>) -> Self {
        self.required.push(name.into());
        self
    }

    /// Sets what is called for each connection with the name of its server and its client, which
    /// gets its handlers and settings there: handlers know then who asks, and a server that is
    /// started again gets new ones. Changes are among [`Clients::events`]: a handler for those is
    /// replaced.
    ///
    /// ```
    /// use mcp_runtime::{Accepted, json};
    /// use mcp_runtime_host::Clients;
    ///
    /// let builder = Clients::builder("agent", "1.0").each(|server, client| {
    ///     let server = server.to_owned();
    ///     client.on_elicit(move |form| {
    ///         println!("{server} asks: {}", form.message);
    ///         async { Ok(Accepted(json!({ "sure": true }))) }
    ///     })
    /// });
    /// # let _ = builder;
    /// ```
    pub fn each(
        mut self,
        configure: impl Fn(&str, ClientBuilder) -> ClientBuilder + Send + Sync + 'static,
    ) -> Self {
        self.settings.each = Some(Box::new(configure));
        self
    }

    /// Sets which tools may be called, and which the user is [asked](Self::on_ask) for.
    pub fn permissions(mut self, permissions: Permissions) -> Self {
        self.settings.guard.permissions = permissions;
        self
    }

    /// Asks the user whether a call may be made; calls wait for that, and the time of a call begins
    /// after it. Without a handler, what would be asked is denied.
    pub fn on_ask<F>(mut self, ask: impl Fn(Ask) -> F + Send + Sync + 'static) -> Self
    where
        F: Future<Output = Consent> + Send + 'static,
    {
        self.settings.guard.on_ask = Some(Box::new(move |asked| Box::pin(ask(asked))));
        self
    }

    /// Keeps in this file what the user has allowed for [always](Consent::Always), by the definition of
    /// each tool.
    pub fn consents(mut self, file: impl Into<PathBuf>) -> Self {
        self.settings.guard.consents = Arc::new(Consents::open(file.into()));
        self
    }

    /// Sets how long a server may take to start, with its handshake and its first list: 30 seconds
    /// by default, since launchers may download it first.
    pub fn startup(mut self, limit: Duration) -> Self {
        self.settings.startup = limit;
        self
    }

    /// Sets how long [`connect`](Self::connect) waits for servers that are still starting: five
    /// seconds by default.
    pub fn wait(self, limit: Duration) -> Self {
        Self { wait: limit, ..self }
    }

    /// Sets how long a call waits for a server that is starting: five seconds by default.
    pub fn ready_timeout(mut self, limit: Duration) -> Self {
        self.settings.ready_timeout = limit;
        self
    }

    /// Sets how long a call may take without an answer: a minute by default.
    pub fn timeout(mut self, limit: Duration) -> Self {
        self.settings.timeout = limit;
        self
    }

    /// Sets how often servers behind URLs are asked whether they are there: a proxy may end a
    /// connection that is idle. Not at all by default.
    pub fn keepalive(mut self, pause: Duration) -> Self {
        self.settings.keepalive = Some(pause);
        self
    }

    /// Holds each server to its lock in this folder, such as `notes.lock`, which
    /// [`Clients::write_locks`] writes while the servers are trusted: a server without a lock, or
    /// which is not the one of its lock, has failed, and tools that differ from it are not offered.
    pub fn locks(mut self, folder: impl Into<PathBuf>) -> Self {
        self.settings.locks = Some(folder.into());
        self
    }

    /// Starts all servers at the same time, and waits until each is ready or has failed. A server
    /// that takes long joins later by itself, and none that fails keeps the others from being used.
    ///
    /// # Errors
    ///
    /// When two servers have the same name, or a [required](Self::required) one is not ready in its
    /// time.
    pub async fn connect(self) -> Result<Clients> {
        let startup = self.settings.startup;
        let clients = Clients::new(Group::new(self.settings));
        for (name, recipe, settings) in self.servers {
            clients.add_recipe(name, recipe, settings)?;
        }
        clients.settle(|_| true, self.wait).await;
        if self.required.is_empty() {
            return Ok(clients);
        }
        clients.settle(|name| self.required.iter().any(|required| required == name), startup).await;
        let status = clients.status();
        let missing: Vec<_> = self
            .required
            .iter()
            .filter_map(|name| {
                let Some(found) = status.iter().find(|status| status.server == *name) else {
                    return Some(format!("there is no server {name}"));
                };
                (!found.state.is_ready()).then(|| format!("the server {name} {}", found.state))
            })
            .collect();
        if missing.is_empty() {
            return Ok(clients);
        }
        clients.close().await;
        Err(Error::other(missing.join("\n")))
    }
}
