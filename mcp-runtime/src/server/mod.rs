//! The server: what it offers, and how a request finds its handler.

pub(crate) mod agent;
pub(crate) mod apps;
mod asking;
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
pub(crate) mod foreign_types;
mod from_context;
pub(crate) mod handler;
mod handler_kind;
pub(crate) mod handler_set;
pub(crate) mod handler_traits;
#[cfg(feature = "http")]
mod http;
mod layer;
mod lifecycle;
mod list_results;
mod logging;
mod notification_stream;
pub(crate) mod notify;
pub(crate) mod observe;
mod offers;
pub(crate) mod other_protocol;
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
mod roots;
pub(crate) mod routes;
mod sampling;
#[cfg(feature = "http")]
mod scopes;
mod session_state;
pub(crate) mod span;
mod specificity;
mod state;
mod state_map;
pub(crate) mod subscriptions;
pub(crate) mod tasks;
mod tool_middleware;
mod tools;
mod uri_template;
mod visibility;

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;

use crate::jsonrpc::{ErrorObject, truncate_for_display};
use crate::protocol::{CacheScope, Implementation, Method, ServerInfo};
use crate::quota::Quota;
use crate::schema::nearest;
use crate::session::SessionConfig;
use asking::Retries;
use checks::Checks;
use completion::OnComplete;
use current_catalog::{Catalogs, Changing, Current, CurrentRef};
use dynamic::{List, Lists};
use extensions::{AddedExtensions, Extensions};
use handler_kind::HandlerKind;
use lifecycle::Abilities;
use notification_stream::Subscribers;
use observe::Observers;
pub(crate) use observe::{Observation, Observed};
use rate_limit::Limiter;
use replicas::OwnedSharing;
use session_state::CallerValues;
use span::OnSpan;
use subscriptions::SubscriptionGuards;
use tasks::TaskService;
use visibility::VisibilityRule;

pub use asking::Question;
pub use builder::{IntoExtension, PromptFns, ResourceFns, ServerBuilder, ToolFns};
pub use cancelled::Cancelled;
pub use catalog::Feature;
pub use completion_request::Completing;
pub use context::Context;
pub use dynamic::{Arguments, ContextParameters, HandlerClosure, NewTool, ResourceChanges};
pub use elicitation::{Elicit, ElicitUrl, Interaction};
pub use environment::Env;
pub use extensions::{MetaEntry, Negotiated};
pub use from_context::FromContext;
pub use handler_traits::Handlers;
pub use layer::{Request, RequestService};
pub use logging::Log;
pub use progress::Progress;
pub use resource_watch::Watch;
pub use respond::{Audio, Image, Json, NotFound};
pub use response::{Reply, Response};
use roots::OnRootsChanged;
pub use roots::Roots;
pub use sampling::{Sample, SampleTools};
pub use session_state::SessionState;
pub use state::State;
pub use state_map::States;
pub use tasks::{TaskContext, Tasks};
pub use tool_middleware::{Next, ToolCall};

pub(crate) use notification_stream::{NotificationStream, ServerNotification};
pub(crate) use response::write_response;

/// A server that is ready to be served. Cloning it returns another handle to the same server.
///
/// Make one with [`server!`](crate::server!).
#[derive(Clone)]
pub struct Server(Arc<Handle>);

/// What the clones of a handle share.
struct Handle {
    inner: Arc<Inner>,
    session_config: Arc<SessionConfig>,
    /// The transport that it is served over, by its OpenTelemetry name.
    network: Option<&'static str>,
}

impl Deref for Handle {
    type Target = Inner;

    fn deref(&self) -> &Inner {
        &self.inner
    }
}

struct Inner {
    info: Arc<ServerInfo>,
    instructions: Option<String>,
    states: States,
    catalogs: Catalogs,
    /// Counts the changes of each list; never sends if no list can change.
    changes: watch::Sender<Lists<u64>>,
    /// The subscribers, if there is anything to subscribe to.
    subscribers: Option<Subscribers>,
    /// The quota for the subscriptions of callers.
    subscription_quota: Arc<Quota>,
    /// The quota for the parameters of running requests.
    bytes_in_flight: Arc<Quota>,
    abilities: Abilities,
    extensions: Extensions,
    page_size: usize,
    cache: Cache,
    layered: Option<RequestService>,
    on_complete: Option<OnComplete>,
    on_subscribe: Option<SubscriptionGuards>,
    visible: Option<VisibilityRule>,
    /// The observers of requests.
    observers: Observers,
    /// Links the spans of requests to their traces.
    on_span: Option<OnSpan>,
    /// The checks of its dependencies.
    checks: Checks,
    /// How often its tools may be called.
    limiter: Arc<Limiter>,
    /// Whether user code may read the transport's requests.
    reads_requests: bool,
    callers: CallerValues,
    on_roots_changed: Option<OnRootsChanged>,
    /// The task service, if the calls of a tool may become tasks.
    tasks: Option<Arc<dyn TaskService>>,
    /// The protocol that clients may speak instead of MCP, such as that of an agent.
    other_protocol: Option<Arc<dyn other_protocol::OtherProtocol>>,
    /// The environment variables that it needs.
    needs: Vec<Env>,
    max_message_size: usize,
    drain: Duration,
    retries: Retries,
    /// What replicas share, if there are any.
    sharing: Option<OwnedSharing>,
}

/// How long, and for whom, lists may be cached.
///
/// Source: [2026-07-28, "Caching"](https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/caching).
#[derive(Clone, Copy)]
struct Cache {
    ttl: Duration,
    scope: CacheScope,
}

impl Cache {
    /// As the members of a result.
    fn stated(self) -> (Option<u64>, Option<CacheScope>) {
        let ttl_ms = u64::try_from(self.ttl.as_millis()).unwrap_or(u64::MAX);
        (Some(ttl_ms), Some(self.scope))
    }
}

impl Server {
    /// Name and version of the server.
    pub fn info(&self) -> &Implementation {
        &self.0.info
    }

    /// What the server is for and how to use it, as a model reads it.
    pub fn instructions(&self) -> Option<&str> {
        self.0.instructions.as_deref()
    }

    /// The numbers of tools, prompts and resources that it offers.
    pub(crate) fn counts(&self) -> [(&'static str, usize); 3] {
        let Current { catalog, .. } = &*self.current();
        let resources = catalog.resources.iter().count() + catalog.templates.iter().count();
        let (tools, prompts) = (catalog.tools.iter().count(), catalog.prompts.iter().count());
        [("tool", tools), ("prompt", prompts), ("resource", resources)]
    }

    pub(crate) fn shared_info(&self) -> &Arc<ServerInfo> {
        &self.0.info
    }

    /// The configuration of its sessions.
    pub(crate) fn session_config(&self) -> &Arc<SessionConfig> {
        &self.0.session_config
    }

    pub(crate) fn states(&self) -> &States {
        &self.0.states
    }

    pub(crate) fn max_message_size(&self) -> usize {
        self.0.max_message_size
    }

    /// The number of entries on a page of a list, which lists of extensions should keep to, too.
    pub fn page_size(&self) -> usize {
        self.0.page_size
    }

    pub(crate) fn drain(&self) -> Duration {
        self.0.drain
    }

    /// The quota for the parameters that are held while requests run.
    pub(crate) fn bytes_in_flight(&self) -> &Arc<Quota> {
        &self.0.bytes_in_flight
    }

    pub(crate) fn retries(&self) -> &Retries {
        &self.0.retries
    }

    /// The checks of its dependencies.
    pub(crate) fn checks(&self) -> &Checks {
        &self.0.checks
    }

    /// Returns another handle for serving over `pipe` or `tcp`, which are OpenTelemetry's names.
    pub(crate) fn served_over(&self, network: &'static str) -> Self {
        let Handle { inner, session_config, .. } = &*self.0;
        let (inner, session_config) = (Arc::clone(inner), Arc::clone(session_config));
        Self(Arc::new(Handle { inner, session_config, network: Some(network) }))
    }

    fn current(&self) -> CurrentRef<'_> {
        self.0.catalogs.now()
    }
}

impl fmt::Debug for Server {
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

/// Returns `-32602` for an unknown name, with a suggestion if there is a similar one.
pub(crate) fn unknown<'a>(
    what: &str,
    name: &str,
    names: impl IntoIterator<Item = &'a str>,
) -> ErrorObject {
    let mut message = format!("unknown {what} {:?}", truncate_for_display(name));
    if let Some(nearest) = nearest(name, names) {
        message += &format!("; did you mean `{nearest}`?");
    }
    ErrorObject::invalid_params(message)
}

/// Returns `-32601` for a method that the server does not offer.
fn not_offered(method: Method) -> ErrorObject {
    ErrorObject::method_not_found(format!("this server does not offer `{method}`"))
}
