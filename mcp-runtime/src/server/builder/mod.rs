//! The builder of a server.

mod about;
mod apps;
mod build;
mod callbacks;
mod changes;
mod checks;
mod environment;
mod extensions;
mod layered_tools;
mod limits;
mod mounts;
mod opening;
#[cfg(feature = "otel")]
mod otel;
mod other_protocol;
mod rate_limits;
mod resources;
mod sets;
mod store;
mod telemetry;

pub use about::About;
pub use apps::AppSettings;
pub use callbacks::with_tool_directory;
pub use changes::Changes;
use changes::{Start, and};
pub use extensions::IntoExtension;
pub use limits::Limits;
pub(super) use limits::ServerLimits;
pub use other_protocol::add_handler;
pub use sets::{PromptFns, ResourceFns, ToolFns};
pub use telemetry::Telemetry;

use std::sync::Arc;

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
use super::replicas::GivenStore;
use super::roots::OnRootsChanged;
use super::routes::{PromptRoute, ResourceRoute, ToolRoute};
use super::span::OnSpan;
use super::subscriptions::SubscriptionGuards;
use super::tool_directory::Directs;
use super::visibility::VisibilityRule;
use super::{Abilities, AddedExtensions, Cache, Env, Reply, Server, States, Tasks};
use crate::debug::short_debug;
use crate::error::{BoxError, Error, Result};
use crate::protocol::{Implementation, ProtocolVersion};
use mounts::MountedServer;
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
    tool_directory: Option<Box<dyn Directs>>,
    on_complete: Option<OnComplete>,
    on_subscribe: Option<SubscriptionGuards>,
    on_roots_changed: Option<OnRootsChanged>,
    visible: Option<VisibilityRule>,
    observers: Vec<Arc<dyn Observer>>,
    on_span: Option<OnSpan>,
    checks: Vec<(String, Check)>,
    limits: Limits,
    abilities: Abilities,
    extensions: AddedExtensions,
    cache: Option<Cache>,
    state_keys: Vec<Key>,
    tasks: Option<Tasks>,
    pub(super) store: Option<GivenStore>,
    flat_ui_key: bool,
    other_protocol: Option<Arc<dyn OtherProtocol>>,
    needs: Vec<Env>,
    mounts: Vec<MountedServer>,
    /// Whether one of those has nothing to list until it is opened.
    lists_late: bool,
    /// Starts what changes the server.
    start: Option<Start>,
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
            tool_directory: None,
            on_complete: None,
            on_subscribe: None,
            on_roots_changed: None,
            visible: None,
            observers: Vec::new(),
            on_span: None,
            checks: Vec::new(),
            limits: Limits::default(),
            abilities: Abilities::default(),
            extensions: AddedExtensions::default(),
            cache: None,
            state_keys: Vec::new(),
            tasks: None,
            store: None,
            flat_ui_key: true,
            other_protocol: None,
            needs: Vec::new(),
            mounts: Vec::new(),
            lists_late: false,
            start: None,
        }
    }

    /// Adds a tool: a function with `#[tool]`.
    // The comments in signatures are for users who write `.tool(add)`: the compiler shows the line.
    pub fn tool<T: ToolFn /* as in `.tool::<add>()` */>(self) -> Self {
        self.tool_route(T::route())
    }

    /// Adds a prompt: a function with `#[prompt]`.
    pub fn prompt<P: PromptFn /* as in `.prompt::<ask>()` */>(self) -> Self {
        self.prompt_route(P::route())
    }

    /// Adds a resource or resource template: a function with `#[resource("uri")]`.
    pub fn resource<R: ResourceFn /* as in `.resource::<page>()` */>(self) -> Self {
        self.resource_route(R::route())
    }

    /// Adds the handlers of a type: an impl block with `#[handlers]`. Pass an `Arc` to keep access
    /// to the value.
    pub fn handlers<H: IntoHandlers>(self, handlers: H) -> Self {
        self.add(handlers.into_handlers(), H::Handlers::register)
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

    /// Sets the title, the description, the website and the icons of the server, for display; see
    /// [`About`].
    #[inline]
    pub fn about(mut self, about: About) -> Self {
        about.add_to(&mut self.info);
        self
    }

    /// Serves only these protocol revisions, instead of all.
    pub fn versions(mut self, versions: impl IntoIterator<Item = ProtocolVersion>) -> Self {
        self.versions = versions.into_iter().collect();
        self.versions.sort_unstable();
        self.versions.dedup();
        self
    }

    /// Lets tools, prompts and resources change while the server runs; see [`Changes`].
    #[inline]
    pub fn changes(mut self, changes: Changes) -> Self {
        let Changes { lists, updates, cache, services, start } = changes;
        self.abilities = self.abilities.and(Abilities { dynamic: lists, updates, services });
        self.cache = cache.or(self.cache);
        self.start = and(self.start, start);
        self
    }

    /// Sets limits and timeouts; see [`Limits`]. Those that were set before stay as they are, unless
    /// they are set anew.
    #[inline]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = self.limits.and(limits);
        self
    }

    /// Tells operators about each request; see [`Telemetry`]. What was set before stays, except for a
    /// hook for spans if there is another one.
    #[inline]
    pub fn telemetry(mut self, telemetry: Telemetry) -> Self {
        self.observers.extend(telemetry.observers);
        self.on_span = telemetry.on_span.or(self.on_span);
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

    /// Wraps the calls to these tools in middleware, inside the layers that are added later. A tool
    /// that the server does not have is a mistake, unless [its tools change](Changes::tools).
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

    /// Sets the keys that seal the state that modern clients carry between a question and its
    /// answer.
    ///
    /// The first key encrypts, and all of them decrypt: to rotate keys, put a new one first, and
    /// drop the old one when no client can still have a state encrypted with it. All processes that
    /// serve the same clients need the same keys. Without any, each process generates its own when
    /// it first asks, and only that process can read the answers.
    pub fn state_keys(mut self, keys: impl IntoIterator<Item = [u8; 32]>) -> Self {
        self.state_keys = keys.into_iter().map(|key| Zeroizing::new(key).into()).collect();
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
        if self.has_openings() {
            mistakes.push(NOT_OPEN.to_owned());
        }
        self.build_with(mistakes, true)
    }

    /// Shares a setting of the program, which the method of this name sets.
    #[inline]
    pub(crate) fn program_setting<T>(mut self, setting: &'static str, value: T) -> Self
    where
        T: Send + Sync + 'static,
    {
        self.states.set(setting, value);
        self
    }

    // Not generic: a server may have hundreds of functions.
    fn tool_route(self, route: ToolRoute<()>) -> Self {
        self.add(Arc::new(()), |set| set.tool(route))
    }

    #[inline]
    fn prompt_route(self, route: PromptRoute<()>) -> Self {
        self.add(Arc::new(()), |set| set.prompt(route))
    }

    #[inline]
    fn resource_route(self, route: ResourceRoute<()>) -> Self {
        self.add(Arc::new(()), |set| set.resource(route))
    }

    fn add<S: Send + Sync + 'static>(
        mut self,
        state: Arc<S>,
        register: impl FnOnce(&mut HandlerSet<S>),
    ) -> Self {
        let entries = HandlerSet::new(state).gather(register);
        other_protocol::add_commands(&self.entries, &entries, &mut self.states);
        self.entries.push(entries);
        self
    }
}

/// Starts a server with what the manifest of a crate says; [`server!`](crate::server!) calls it.
pub fn server_of_crate(name: &str, version: &str, description: &str) -> ServerBuilder {
    let mut server = ServerBuilder::new(name, version);
    if !description.is_empty() {
        server.info.description = Some(description.to_owned());
    }
    server
}

impl TryFrom<ServerBuilder> for Server {
    type Error = Error;

    fn try_from(builder: ServerBuilder) -> Result<Self> {
        builder.build()
    }
}
