//! What can change while a server runs.

use std::time::Duration;

use crate::debug::short_debug;
use crate::protocol::CacheScope;
use crate::server::feature_services::FeatureServices;
use crate::server::{Cache, List, Lists, Server};

/// Starts what changes a server that is about to serve.
pub(super) type Start = Box<dyn FnOnce(&Server) + Send>;

/// What can change while a server runs, for [`ServerBuilder::changes`](crate::ServerBuilder::changes).
///
/// The server declares it in its capabilities, and notifies clients of changes.
///
/// ```
/// use mcp_runtime::{Changes, server};
///
/// let server = server!().changes(Changes::new().tools()).build()?;
/// server.add_tool("dance", "Dances.", async || "It dances.")?;
/// # Ok::<(), mcp_runtime::Error>(())
/// ```
#[derive(Default)]
#[must_use = "it does nothing until it is given to a server"]
pub struct Changes {
    pub(super) lists: Lists<bool>,
    pub(super) updates: bool,
    pub(super) cache: Option<Cache>,
    pub(super) services: FeatureServices,
    pub(super) start: Option<Start>,
}

short_debug!(Changes { lists, updates });

impl Changes {
    /// Creates an empty value, with which nothing can change.
    pub fn new() -> Self {
        Self::default()
    }

    /// Lets tools be added and removed.
    ///
    /// See [`Server::add_tool`](crate::Server::add_tool).
    pub fn tools(mut self) -> Self {
        self.lists[List::Tools] = true;
        self
    }

    /// Lets prompts be added and removed.
    ///
    /// See [`Server::add_prompt`](crate::Server::add_prompt).
    #[inline]
    pub fn prompts(mut self) -> Self {
        self.lists[List::Prompts] = true;
        self.services = self.services.or(FeatureServices::of_prompts());
        self
    }

    /// Lets resources be added and removed.
    ///
    /// See [`Server::add_resource`](crate::Server::add_resource), and
    /// [`Server::resources_changed`](crate::Server::resources_changed) for what templates list.
    #[inline]
    pub fn resources(mut self) -> Self {
        self.lists[List::Resources] = true;
        self.services = self.services.or(FeatureServices::of_resources());
        self
    }

    /// Lets clients subscribe to resources: they are notified when one of them is updated. A resource
    /// is read when a client subscribes to it: who cannot read it is not notified of its changes.
    ///
    /// See [`Server::resource_updated`](crate::Server::resource_updated).
    pub fn resource_updates(mut self) -> Self {
        self.updates = true;
        self
    }

    /// Sets how long, and in which scope, clients may cache the lists.
    ///
    /// The default is 5 minutes and public for a server whose lists cannot change, and 0 for one
    /// whose lists can.
    pub fn cache_lists(mut self, ttl: Duration, scope: CacheScope) -> Self {
        self.cache = Some(Cache { ttl, scope });
        self
    }

    /// Calls a function with the server once it is built, which may start what changes the server
    /// from then on. Of a server that is [mounted](crate::ServerBuilder::mount), it gets the mounted
    /// one. Where it is given twice, both are called. Commands that only show what the server offers,
    /// such as `list`, call none. It is called by [`build`](crate::ServerBuilder::build): a function
    /// that starts a task needs a server that is built within a tokio runtime, as
    /// [`run`](crate::ServerBuilder::run) does.
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// use mcp_runtime::{Changes, server};
    ///
    /// let changes = Changes::new().tools().on_start(|server| {
    ///     let server = server.clone();
    ///     tokio::spawn(async move {
    ///         tokio::time::sleep(Duration::from_secs(60)).await;
    ///         server.add_tool("late", "Is there after a minute.", async || "Here.")
    ///     });
    /// });
    /// let server = server!().changes(changes);
    /// # let _ = server;
    /// ```
    #[inline]
    pub fn on_start(mut self, start: impl FnOnce(&Server) + Send + 'static) -> Self {
        self.start = and(self.start, Some(Box::new(start)));
        self
    }
}

/// Starts both.
#[inline]
pub(super) fn and(one: Option<Start>, other: Option<Start>) -> Option<Start> {
    match (one, other) {
        (Some(one), Some(other)) => Some(Box::new(move |server| {
            one(server);
            other(server);
        })),
        (one, other) => one.or(other),
    }
}
