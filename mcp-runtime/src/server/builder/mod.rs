//! The builder of a server.

mod agents;
mod build;
#[cfg(feature = "observe")]
mod built_in_observers;
mod callbacks;
mod checks;
mod environment;
mod extensions;
mod limits;
mod observers;
mod opening;
#[cfg(feature = "otel")]
mod otel;
mod rate_limits;
mod resources;
mod sets;
mod store;

pub use extensions::IntoExtension;
pub use sets::{PromptFns, ResourceFns, ToolFns};

use std::sync::Arc;
use std::time::Duration;

use tower_layer::Layer;
use tower_service::Service;
use zeroize::Zeroizing;

use super::asking::Key;
use super::catalog::Entries;
use super::checks::Check;
use super::completion::OnComplete;
use super::handler_set::HandlerSet;
use super::handler_traits::{IntoHandlers, OneBlockWithoutPart, PromptFn, ResourceFn, ToolFn};
use super::layer::{Request, RequestService};
use super::observe::Observer;
use super::other_protocol::OtherProtocol;
use super::rate_limit::LimitSettings;
use super::replicas::GivenStore;
use super::roots::OnRootsChanged;
use super::span::OnSpan;
use super::subscriptions::SubscriptionGuards;
use super::visibility::VisibilityRule;
use super::{Abilities, AddedExtensions, Cache, Env, List, Reply, Server, States, Tasks};
use crate::debug::short_debug;
use crate::error::{BoxError, Error, Result};
use crate::protocol::{CacheScope, Icon, Implementation, ProtocolVersion};
use opening::{NOT_OPEN, Opener};

/// Configures and builds a server.
///
/// ```
/// use mcp_runtime::{server, tool};
///
/// /// Adds two numbers.
/// #[tool]
/// fn add(a: i64, b: i64) -> i64 {
///     a + b
/// }
///
/// let server = server!().tool::<add>().instructions("Calculates.").build()?;
/// # Ok::<(), mcp_runtime::Error>(())
/// ```
#[must_use = "a server does nothing until it is run"]
pub struct ServerBuilder {
    info: Implementation,
    instructions: Vec<String>,
    entries: Vec<Entries>,
    states: States,
    /// Created only when the server is about to serve.
    openings: Vec<Opener>,
    versions: Vec<ProtocolVersion>,
    layered: Option<RequestService>,
    /// The tools with layers of their own.
    layered_tools: Vec<String>,
    on_complete: Option<OnComplete>,
    on_subscribe: Option<SubscriptionGuards>,
    on_roots_changed: Option<OnRootsChanged>,
    visible: Option<VisibilityRule>,
    observers: Vec<Arc<dyn Observer>>,
    on_span: Option<OnSpan>,
    checks: Vec<(String, Check)>,
    limits: LimitSettings,
    state_idle: Duration,
    state_most: usize,
    abilities: Abilities,
    extensions: AddedExtensions,
    page_size: usize,
    cache: Option<Cache>,
    max_in_flight: usize,
    max_message_size: usize,
    max_bytes_in_flight: usize,
    drain: Duration,
    answer_time: Duration,
    state_keys: Vec<Key>,
    parks: bool,
    tasks: Option<Tasks>,
    pub(super) store: Option<GivenStore>,
    flat_ui_key: bool,
    agent_versions: Vec<u16>,
    other_protocol: Option<Arc<dyn OtherProtocol>>,
    needs: Vec<Env>,
}

short_debug!(ServerBuilder { info });

impl ServerBuilder {
    /// Starts a server with a name and a version; [`server!`](crate::server!) takes both from
    /// your crate.
    pub fn new(name: impl Into<String>, version: impl Into<String>) -> Self {
        Self {
            info: Implementation::new(name, version),
            instructions: Vec::new(),
            entries: Vec::new(),
            states: States::default(),
            openings: Vec::new(),
            versions: ProtocolVersion::ALL.to_vec(),
            layered: None,
            layered_tools: Vec::new(),
            on_complete: None,
            on_subscribe: None,
            on_roots_changed: None,
            visible: None,
            observers: Vec::new(),
            on_span: None,
            checks: Vec::new(),
            limits: LimitSettings::default(),
            state_idle: Duration::from_secs(60 * 60),
            state_most: 10_000,
            abilities: Abilities::default(),
            extensions: AddedExtensions::default(),
            page_size: usize::MAX,
            cache: None,
            max_in_flight: 1024,
            max_message_size: 16 * 1024 * 1024,
            max_bytes_in_flight: 40 * 1024 * 1024,
            drain: Duration::from_secs(1),
            answer_time: Duration::from_secs(10 * 60),
            state_keys: Vec::new(),
            parks: true,
            tasks: None,
            store: None,
            flat_ui_key: true,
            agent_versions: Vec::new(),
            other_protocol: None,
            needs: Vec::new(),
        }
    }

    /// Adds a tool: a function with `#[tool]`.
    // The comments in signatures are for users who write `.tool(add)`: the compiler shows the line.
    pub fn tool<T: ToolFn /* as in `.tool::<add>()` */>(self) -> Self {
        self.add(Arc::new(()), "", |set| set.tool(T::route()))
    }

    /// Adds a prompt: a function with `#[prompt]`.
    pub fn prompt<P: PromptFn /* as in `.prompt::<ask>()` */>(self) -> Self {
        self.add(Arc::new(()), "", |set| set.prompt(P::route()))
    }

    /// Adds a resource or resource template: a function with `#[resource("uri")]`.
    pub fn resource<R: ResourceFn /* as in `.resource::<page>()` */>(self) -> Self {
        self.add(Arc::new(()), "", |set| set.resource(R::route()))
    }

    /// Adds the handlers of a type: an impl block with `#[handlers]`. Pass an `Arc` to keep access
    /// to the value.
    pub fn handlers<H: IntoHandlers>(self, handlers: H) -> Self {
        self.add(handlers.into_handlers(), "", H::Handlers::register)
    }

    /// Adds the handlers of a type, with a prefix before the names of its tools and prompts.
    pub fn handlers_with_prefix<H: IntoHandlers>(self, prefix: &str, handlers: H) -> Self {
        self.add(handlers.into_handlers(), prefix, H::Handlers::register)
    }

    /// Shares a value with the handlers that take a [`State`](super::State) of its type.
    pub fn state<T: Send + Sync + 'static>(mut self, value: T) -> Self {
        self.states.insert(value);
        self
    }

    /// Adds instructions for the model: what the server is for and how to use it.
    pub fn instructions(mut self, text: impl Into<String>) -> Self {
        self.instructions.push(text.into());
        self
    }

    /// Sets the human-readable title of the server.
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.info.title = Some(title.into());
        self
    }

    /// Sets the human-readable description of the server.
    pub fn description(mut self, description: impl Into<String>) -> Self {
        self.info.description = Some(description.into()).filter(|text| !text.is_empty());
        self
    }

    /// Sets the URL of the server's home page.
    pub fn website(mut self, url: impl Into<String>) -> Self {
        self.info.website_url = Some(url.into());
        self
    }

    /// Adds an icon for the server.
    pub fn icon(mut self, icon: Icon) -> Self {
        self.info.icons.push(icon);
        self
    }

    /// Serves only these protocol revisions, instead of all.
    pub fn versions(mut self, versions: impl IntoIterator<Item = ProtocolVersion>) -> Self {
        self.versions = versions.into_iter().collect();
        self.versions.sort_unstable();
        self.versions.dedup();
        self
    }

    /// Lets tools be added and removed while the server runs: it declares that in its capabilities,
    /// and notifies clients of changes.
    ///
    /// See [`Server::add_tool`].
    pub fn dynamic_tools(mut self) -> Self {
        self.abilities.dynamic[List::Tools] = true;
        self
    }

    /// Lets prompts be added and removed while the server runs: it declares that in its
    /// capabilities, and notifies clients of changes.
    ///
    /// See [`Server::add_prompt`].
    pub fn dynamic_prompts(mut self) -> Self {
        self.abilities.dynamic[List::Prompts] = true;
        self
    }

    /// Lets resources be added and removed while the server runs: it declares that in its
    /// capabilities, and notifies clients of changes.
    ///
    /// See [`Server::add_resource`], and [`Server::resources_changed`] for what templates list.
    pub fn dynamic_resources(mut self) -> Self {
        self.abilities.dynamic[List::Resources] = true;
        self
    }

    /// Lets clients subscribe to resources: they are notified when one of them is updated. A resource
    /// is read when a client subscribes to it: who cannot read it is not notified of its changes.
    ///
    /// See [`Server::resource_updated`].
    pub fn resource_updates(mut self) -> Self {
        self.abilities.updates = true;
        self
    }

    /// Wraps every request in middleware; the last layer added is the outermost.
    pub fn layer<L>(mut self, layer: L) -> Self
    where
        L: Layer<RequestService>,
        L::Service: Service<Request, Response = Reply> + Clone + Send + Sync + 'static,
        <L::Service as Service<Request>>::Error: Into<BoxError>,
        <L::Service as Service<Request>>::Future: Send,
    {
        let inner = self.layered.take().unwrap_or_else(RequestService::innermost);
        self.layered = Some(RequestService::layered(layer.layer(inner)));
        self
    }

    /// Wraps the calls of these tools in middleware, inside the layers that are added later. A tool
    /// that the server does not have is a mistake, unless it has [`dynamic_tools`](Self::dynamic_tools).
    ///
    /// ```
    /// use mcp_runtime::middleware::{Request, RequestService, from_fn};
    /// use mcp_runtime::{server, tool};
    ///
    /// /// Deletes everything.
    /// #[tool(destructive)]
    /// fn purge() {}
    ///
    /// let audit = from_fn(async |request: Request, next: RequestService| {
    ///     eprintln!("purged by {:?}", request.context.caller().principal());
    ///     next.run(request).await
    /// });
    /// let server = server!().tool::<purge>().layer_tools(["purge"], audit);
    /// ```
    pub fn layer_tools<L>(
        mut self,
        names: impl IntoIterator<Item = impl Into<String>>,
        layer: L,
    ) -> Self
    where
        L: Layer<RequestService>,
        L::Service: Service<Request, Response = Reply> + Clone + Send + Sync + 'static,
        <L::Service as Service<Request>>::Error: Into<BoxError>,
        <L::Service as Service<Request>>::Future: Send,
    {
        let names: Vec<String> = names.into_iter().map(Into::into).collect();
        self.layered_tools.extend(names.iter().cloned());
        let others = self.layered.take().unwrap_or_else(RequestService::innermost);
        let service = RequestService::layered(layer.layer(others.clone()));
        self.layered = Some(RequestService::of_tools(names, service, others));
        self
    }

    /// Sets how long, and in which scope, clients may cache the lists.
    ///
    /// The default is 5 minutes and public for a server that cannot change, and 0 for one that can.
    pub fn cache_lists(mut self, ttl: Duration, scope: CacheScope) -> Self {
        self.cache = Some(Cache { ttl, scope });
        self
    }

    /// Sets the keys that seal the state that modern clients carry between a question and its
    /// answer.
    ///
    /// The first key seals, and all of them open: to rotate keys, put a new one first, and drop the
    /// old one when no client can still have a state sealed with it. All processes that serve the
    /// same clients need the same keys. Without any, each process generates its own when it first
    /// asks, and only that process can read the answers.
    pub fn state_keys(mut self, keys: impl IntoIterator<Item = [u8; 32]>) -> Self {
        self.state_keys = keys.into_iter().map(|key| Zeroizing::new(key).into()).collect();
        self
    }

    /// Runs a call of a modern client again for each round of answers, even if it could be resumed
    /// in place.
    ///
    /// That is what happens when an answer reaches another process, so tests should cover it.
    pub fn without_parking(mut self) -> Self {
        self.parks = false;
        self
    }

    /// Configures how tasks are kept: how many, how long and where. A server has tasks if a tool
    /// declares [`task`](macro@crate::tool#tasks).
    pub fn tasks(mut self, tasks: Tasks) -> Self {
        self.tasks = Some(tasks);
        self
    }

    /// Builds the server.
    ///
    /// # Errors
    ///
    /// When there are mistakes that only the build can detect; the error lists all of them: two
    /// handlers of the same name, a missing state, a type that no client could use.
    pub fn build(self) -> Result<Server> {
        let mut mistakes = Vec::new();
        if !self.openings.is_empty() {
            mistakes.push(NOT_OPEN.to_owned());
        }
        self.build_with(mistakes)
    }

    fn add<S: Send + Sync + 'static>(
        mut self,
        state: Arc<S>,
        prefix: &str,
        register: impl FnOnce(&mut HandlerSet<S>),
    ) -> Self {
        let entries = HandlerSet::new(state, prefix).gather(register);
        for agent in &entries.agents {
            agent.make.add_commands(&mut self.states);
        }
        self.entries.push(entries);
        self
    }
}

impl TryFrom<ServerBuilder> for Server {
    type Error = Error;

    fn try_from(builder: ServerBuilder) -> Result<Self> {
        builder.build()
    }
}
