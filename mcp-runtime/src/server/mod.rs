//! The server: what it offers, and how a request finds its handler.

pub(crate) mod apps;
mod asking;
mod available_tools;
mod block_on;
mod builder;
pub(crate) mod cancelled;
mod catalog;
pub(crate) mod checks;
mod completion;
mod completion_request;
mod context;
mod current_catalog;
mod dispatch;
mod dynamic;
mod elicitation;
pub(crate) mod environment;
pub(crate) mod extensions;
mod feature_services;
pub(crate) mod foreign_types;
mod from_argument;
mod from_context;
mod from_fn;
pub(crate) mod handler;
mod handler_kind;
pub(crate) mod handler_set;
pub(crate) mod handler_traits;
mod hooks;
#[cfg(feature = "http")]
pub(crate) mod http;
mod instance_list;
mod instances;
mod layer;
mod lifecycle;
mod list_results;
mod logging;
mod monitoring;
mod mounts;
mod namespace;
mod notification_stream;
pub(crate) mod notify;
pub(crate) mod observe;
mod offers;
pub(crate) mod other_protocol;
mod persistence;
mod progress;
mod prompts;
pub(crate) mod rate_limit;
pub(crate) mod replicas;
mod required_capabilities;
mod resource_reading;
mod resource_watch;
mod resources;
pub(crate) mod respond;
pub(crate) mod response;
pub(crate) mod result_limit;
mod roots;
pub(crate) mod routes;
mod sampling;
mod session_state;
pub(crate) mod span;
mod specificity;
mod state;
mod state_map;
pub(crate) mod subscriptions;
pub(crate) mod tasks;
mod tool_directory;
mod tool_middleware;
mod tools;
mod unknown_name;
mod uri_template;
mod visibility;
mod weak;

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use crate::jsonrpc::ErrorObject;
use crate::negotiation::{Params, SubscriptionSet};
use crate::protocol::Method;
use crate::session::SessionConfig;
use builder::ServerLimits;
use current_catalog::{Catalogs, ChangingCatalog, Current, CurrentRef};
use dynamic::{List, Lists};
use extensions::{AddedExtensions, Extensions};
use handler_kind::HandlerKind;
use hooks::Hooks;
use lifecycle::{Abilities, Introduction};
use list_results::{Cache, ListSettings};
use monitoring::Monitoring;
use mounts::{Crossing, Mount, MountedHandles, Mounts};
pub(crate) use observe::{Observation, Observed};
use persistence::Persistence;
use response::{BoxFuture, Step};
use session_state::CallerValues;
use subscriptions::Subscriptions;
use tasks::TaskService;
use unknown_name::not_offered;

pub use asking::Question;
pub use available_tools::AvailableTools;
pub use builder::{
    About, AppSettings, Changes, IntoExtension, Limits, PromptFns, ResourceFns, ServerBuilder,
    Telemetry, ToolFns, add_handler, server_of_crate, with_tool_directory,
};
pub use cancelled::Cancelled;
pub use catalog::Feature;
pub(crate) use catalog::ToolEntry;
pub use completion_request::CompletionRequest;
pub use context::Context;
pub use dynamic::{Arguments, ContextParameters, HandlerClosure, NewTool, ResourceChanges};
pub use elicitation::{Elicit, ElicitUrl, Interaction};
pub use environment::Env;
pub use extensions::{MetaEntry, Negotiated};
pub use from_argument::FromArgument;
pub use from_context::FromContext;
pub use from_fn::{FromFn, FromFnService, from_fn};
pub use handler_traits::Handlers;
pub use instances::{Instance, NewInstance, listed};
pub use layer::{Request, RequestService};
pub use logging::Log;
pub use progress::{Amount, Progress};
pub use resource_watch::Watch;
pub use respond::{Audio, Image, Json, NotFound};
pub use response::{Reply, Response};
pub use roots::Roots;
pub use sampling::{Sample, SampleTools};
pub use session_state::SessionState;
pub use state::State;
pub use state_map::States;
pub use tasks::{TaskContext, Tasks};
pub use tool_directory::ToolDirectory;
pub use tool_middleware::{Next, ToolCall};
pub use weak::WeakServer;

pub(crate) use notification_stream::{NotificationStream, ServerNotification};
pub(crate) use response::write_response;
pub(crate) use unknown_name::unknown;

/// A server that is ready to be served. Cloning it returns another handle to the same server.
///
/// Make one with [`server!`](crate::server!).
#[derive(Clone)]
pub struct Server(Arc<Handle>);

/// Serves the requests for one kind of feature, such as prompts.
type FeatureService = fn(
    &Server,
    Context,
    Method,
    &Params<'_>,
    Option<&mut Observation>,
) -> Result<Step, ErrorObject>;

/// Subscribes a client to resources: [`Server::subscribe_all`].
type SubscribeAll = fn(Context, Arc<SubscriptionSet>, Vec<String>) -> BoxFuture<Vec<String>>;

/// What the clones of a handle share.
struct Handle {
    inner: Arc<Inner>,
    /// What belongs to the server itself, or to the mounted one that a call has crossed into.
    mount: Arc<Mount>,
    crossing: Option<Crossing>,
    /// The handles for calls that cross into mounted servers.
    mounted: MountedHandles,
    session_config: Arc<SessionConfig>,
    /// The transport that it is served over, by its OpenTelemetry name.
    network: Option<&'static str>,
}

impl Handle {
    /// Returns another handle to the same server, which has its own handles in mounted ones.
    fn again(&self) -> Self {
        Self {
            inner: Arc::clone(&self.inner),
            mount: Arc::clone(&self.mount),
            crossing: self.crossing.clone(),
            mounted: MountedHandles::new(),
            session_config: Arc::clone(&self.session_config),
            network: self.network,
        }
    }
}

impl Deref for Handle {
    type Target = Inner;

    fn deref(&self) -> &Inner {
        &self.inner
    }
}

struct Inner {
    introduction: Introduction,
    outermost: Arc<Mount>,
    /// The servers that are mounted in it, and in those.
    mounts: Mounts,
    /// The values that callers share between requests without a session.
    callers: CallerValues,
    lists: ListSettings,
    extensions: Extensions,
    subscriptions: Subscriptions,
    monitoring: Monitoring,
    limits: ServerLimits,
    persistence: Persistence,
    /// The protocol that it speaks besides MCP, such as that of an agent.
    other_protocol: Option<Arc<dyn other_protocol::OtherProtocol>>,
    /// Whether it has tools, prompts or resources, now or later.
    serves_mcp: bool,
}

impl Server {
    /// The numbers of tools, prompts and resources that it offers.
    pub(crate) fn counts(&self) -> [(&'static str, usize); 3] {
        let Current { catalog, .. } = &*self.current();
        let resources = catalog.resources.iter().count() + catalog.templates.iter().count();
        let tools = catalog.tools.iter().count();
        let prompts = catalog.prompts.iter().count();
        [("tool", tools), ("prompt", prompts), ("resource", resources)]
    }

    /// The schema of the arguments of a prompt, or of the variables of a resource template; `null` if
    /// there is none of this name.
    pub(crate) fn arguments_of(&self, name: &str) -> serde_json::Value {
        let Current { catalog, .. } = &*self.current();
        let prompt = catalog.prompts.get(name).map(|prompt| &prompt.handler);
        let template = || catalog.templates.get(name).map(|template| &template.handler);
        let schema = |handler: &Arc<handler::Handler>| handler.target.spec.schema.schema.clone();
        prompt.or_else(template).map(schema).unwrap_or_default()
    }

    /// The configuration of its sessions.
    pub(crate) fn session_config(&self) -> &Arc<SessionConfig> {
        &self.0.session_config
    }

    pub(crate) fn states(&self) -> &States {
        &self.0.mount.states
    }

    /// Returns another handle for serving over `pipe` or `tcp`, which are OpenTelemetry's names.
    pub(crate) fn served_over(&self, network: &'static str) -> Self {
        Self(Arc::new(Handle { network: Some(network), ..self.0.again() }))
    }

    fn current(&self) -> CurrentRef<'_> {
        self.0.mount.catalogs.now()
    }
}

impl fmt::Debug for Server {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let current = self.current();
        f.debug_struct("Server")
            .field("name", &self.info().name)
            .field("version", &self.info().version)
            .field("tools", &current.catalog.tools.iter().count())
            .field("prompts", &current.catalog.prompts.iter().count())
            .field("resources", &current.catalog.resources.iter().count())
            .field("templates", &current.catalog.templates.iter().count())
            .finish_non_exhaustive()
    }
}
