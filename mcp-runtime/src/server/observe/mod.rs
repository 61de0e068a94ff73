//! Observers of completed requests: the method, the caller and the outcome. The arguments are only
//! for the audit log, if it is asked for them.

#[cfg(feature = "observe")]
mod audit;
#[cfg(feature = "observe")]
mod exposition;
#[cfg(feature = "observe")]
mod metrics;

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::handler::{Handler, ObserverSlot};
use super::response::Step;
use super::{Reply, Response, Server};
use crate::caller::Caller;
use crate::jsonrpc::{FailureCause, string};
use crate::negotiation::{ClientFacts, Params, RequestContext};
use crate::protocol::{Implementation, Method, ProtocolVersion};

#[cfg(feature = "observe")]
pub use audit::Audit;
#[cfg(feature = "observe")]
pub use metrics::Metrics;

/// A completed request, as passed to [`ServerBuilder::observe`](crate::ServerBuilder::observe).
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Done<'a> {
    /// The method, such as `tools/call`.
    pub method: &'static str,
    /// The name of the requested tool or prompt; names that the server does not know are left out.
    pub name: Option<&'a str>,
    /// How the request ended.
    pub outcome: Outcome,
    /// The error code of the response.
    pub error_code: Option<i64>,
    /// How long the request took.
    pub duration: Duration,
    /// The protocol revision.
    pub version: ProtocolVersion,
    /// The principal that middleware has authenticated.
    pub principal: Option<&'a str>,
    /// The name and version that the client reports.
    pub client: Option<&'a Implementation>,
    /// The transport, by its OpenTelemetry name: `pipe` is standard input and output, `tcp` HTTP.
    pub transport: Option<&'static str>,
    /// The size of the parameters in bytes.
    pub bytes_in: usize,
    /// The size of the response in bytes; 0 for a cancelled request.
    pub bytes_out: usize,
    /// The limit that refused the request, if one did: `busy`, `rate` or `concurrency`.
    pub refused: Option<&'static str>,
    /// The arguments, if a built-in observer wants them.
    #[allow(dead_code, reason = "only audit logs are asked for some")]
    pub(crate) arguments: Option<&'a str>,
    /// What observers keep beside the handler.
    #[allow(dead_code, reason = "only counts for Prometheus are kept")]
    slot: Option<&'a ObserverSlot>,
}

/// How a request ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Outcome {
    /// With a result.
    Ok,
    /// With a tool result that reports an error.
    ToolError,
    /// With a protocol error.
    Error,
    /// With questions to the client, to be answered first.
    InputRequired,
    /// The request was dropped before it completed.
    Cancelled,
    /// The request exceeded its timeout.
    TimedOut,
    /// The handler panicked.
    Panicked,
    /// A limit refused the request; see [`Done::refused`].
    Refused,
}

impl Outcome {
    /// All outcomes.
    pub const ALL: [Self; 8] = [
        Self::Ok,
        Self::ToolError,
        Self::Error,
        Self::InputRequired,
        Self::Cancelled,
        Self::TimedOut,
        Self::Panicked,
        Self::Refused,
    ];

    /// The name used in metrics and logs.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::ToolError => "tool_error",
            Self::Error => "error",
            Self::InputRequired => "input_required",
            Self::Cancelled => "cancelled",
            Self::TimedOut => "timed_out",
            Self::Panicked => "panicked",
            Self::Refused => "refused",
        }
    }

    fn of(response: &Response, cause: Option<FailureCause>) -> Self {
        match cause {
            Some(FailureCause::TimedOut) => return Self::TimedOut,
            Some(FailureCause::Panicked) => return Self::Panicked,
            Some(FailureCause::Busy | FailureCause::Rate | FailureCause::Concurrency) => {
                return Self::Refused;
            }
            None => {}
        }
        match response {
            Ok(Reply::Tool(result)) if result.is_error == Some(true) => Self::ToolError,
            Ok(Reply::InputRequired(_)) => Self::InputRequired,
            Ok(_) => Self::Ok,
            Err(_) => Self::Error,
        }
    }
}

/// The cause of a failure that no handler decided on.
fn cause(response: &Response) -> Option<FailureCause> {
    match response {
        Ok(Reply::Tool(result)) => result.meta.cause(),
        Ok(_) => None,
        Err(error) => error.cause,
    }
}

/// The limit that refused a request, if one did.
fn refused(cause: FailureCause) -> Option<&'static str> {
    match cause {
        FailureCause::Busy => Some("busy"),
        FailureCause::Rate => Some("rate"),
        FailureCause::Concurrency => Some("concurrency"),
        FailureCause::TimedOut | FailureCause::Panicked => None,
    }
}

/// The current number of something.
#[allow(dead_code, reason = "only counts for Prometheus measure")]
pub(crate) struct Gauge {
    pub(crate) name: &'static str,
    pub(crate) help: &'static str,
    /// Returns `None` when what it measures is gone.
    pub(crate) read: Box<dyn Fn() -> Option<usize> + Send + Sync>,
}

/// An observer of requests.
pub(crate) trait Observer: Send + Sync {
    /// Called when the server is built.
    fn of_server(&self, info: &Implementation) {
        let _ = info;
    }

    /// Called when there is a gauge to measure.
    fn measure(&self, gauge: Gauge) {
        let _ = gauge;
    }

    /// Called when a message is refused before it reaches a handler.
    fn refused(&self, reason: &'static str) {
        let _ = reason;
    }

    /// Called when a request begins.
    fn begun(&self) {}

    /// Whether the arguments are kept until the request is done.
    fn wants_arguments(&self) -> bool {
        false
    }

    /// Called when a request has completed.
    fn done(&self, done: &Done<'_>);
}

impl<F: Fn(&Done<'_>) + Send + Sync> Observer for F {
    fn done(&self, done: &Done<'_>) {
        self(done);
    }
}

/// The observers of a server.
pub(super) struct Observers {
    all: Vec<Arc<dyn Observer>>,
    want_arguments: bool,
}

impl Observers {
    pub(super) fn new(observers: Vec<Arc<dyn Observer>>) -> Self {
        let want_arguments = observers.iter().any(|observer| observer.wants_arguments());
        Self { all: observers, want_arguments }
    }

    /// Notifies the observers of the built server, and registers its gauge.
    pub(super) fn open(&self, server: &Server) {
        for observer in &self.all {
            observer.of_server(server.info());
            let inner = Arc::downgrade(&server.0.inner);
            observer.measure(Gauge {
                name: "mcp_server_parked_questions",
                help: "How many calls wait where they asked something.",
                read: Box::new(move || Some(inner.upgrade()?.retries.parked())),
            });
        }
    }
}

impl Server {
    /// Registers a gauge of a transport with the observers.
    #[allow(dead_code, reason = "only HTTP has sessions")]
    pub(crate) fn measure(&self, gauge: impl Fn() -> Gauge) {
        self.0.observers.all.iter().for_each(|observer| observer.measure(gauge()));
    }

    /// Reports to observers that a message was refused before it reached a handler.
    #[allow(dead_code, reason = "only HTTP refuses")]
    pub(crate) fn refused(&self, reason: &'static str) {
        self.0.observers.all.iter().for_each(|observer| observer.refused(reason));
    }

    /// Starts observing a request, if there is an observer.
    pub(crate) fn observe(
        &self,
        request: &RequestContext,
        method: Method,
        params: &Params<'_>,
    ) -> Option<Observation> {
        if self.0.observers.all.is_empty() {
            return None;
        }
        Some(Observation::begin(self.clone(), request, method, params))
    }
}

/// An observed request; one that is dropped before its end counts as cancelled.
pub(crate) struct Observation {
    server: Server,
    method: &'static str,
    handler: Option<Arc<Handler>>,
    version: ProtocolVersion,
    caller: Caller,
    client: Arc<ClientFacts>,
    bytes_in: usize,
    arguments: Option<Box<str>>,
    begun: Instant,
    is_done: bool,
}

impl Observation {
    fn begin(
        server: Server,
        request: &RequestContext,
        method: Method,
        params: &Params<'_>,
    ) -> Self {
        let observers = &server.0.observers;
        observers.all.iter().for_each(|observer| observer.begun());
        let arguments = params.arguments.raw.filter(|_| observers.want_arguments);
        Self {
            method: method.name(),
            handler: None,
            version: request.version,
            caller: request.caller.clone(),
            client: Arc::clone(&request.client),
            bytes_in: params.raw.map_or(0, str::len),
            arguments: arguments.map(Into::into),
            begun: Instant::now(),
            is_done: false,
            server,
        }
    }

    /// Records which tool or prompt serves the request.
    pub(super) fn set_handler(&mut self, handler: &Arc<Handler>) {
        self.handler = Some(Arc::clone(handler));
    }

    /// Looks up and records the requested tool or prompt, if it exists.
    pub(super) fn find_handler(&mut self, method: Method, params: &Params<'_>) {
        let Some(name) = params.name.and_then(string) else { return };
        let current = self.server.current();
        let catalog = &current.catalog;
        self.handler = match method {
            Method::CallTool => catalog.tools.get(&name).map(|tool| Arc::clone(&tool.handler)),
            Method::GetPrompt => {
                catalog.prompts.get(&name).map(|prompt| Arc::clone(&prompt.handler))
            }
            _ => None,
        };
    }

    /// Reports the outcome of a step whose response is not written.
    pub(super) fn follow(mut self, step: Step) -> Step {
        match step {
            Step::Ready(response) => {
                self.end(&response, 0);
                Step::Ready(response)
            }
            Step::Pending(future) => Step::Pending(Box::pin(async move {
                let response = future.await;
                self.end(&response, 0);
                response
            })),
        }
    }

    fn end(&mut self, response: &Response, bytes_out: usize) {
        let cause = cause(response);
        let error_code = response.as_ref().err().map(|error| error.code.0);
        self.report(Outcome::of(response, cause), error_code, cause.and_then(refused), bytes_out);
    }

    fn report(
        &mut self,
        outcome: Outcome,
        error_code: Option<i64>,
        refused: Option<&'static str>,
        bytes_out: usize,
    ) {
        self.is_done = true;
        let target = self.handler.as_ref().map(|handler| &handler.target);
        let done = Done {
            method: self.method,
            name: target.map(|target| target.kind.name()),
            outcome,
            error_code,
            duration: self.begun.elapsed(),
            version: self.version,
            principal: self.caller.principal(),
            client: self.client.info.as_ref(),
            transport: self.server.0.network,
            bytes_in: self.bytes_in,
            bytes_out,
            refused,
            arguments: self.arguments.as_deref(),
            slot: target.map(|target| &target.observed),
        };
        self.server.0.observers.all.iter().for_each(|observer| observer.done(&done));
    }
}

/// A response that is to be written, and the observation that ends with it.
///
/// Both are borrowed, since moving them costs more than writing most responses.
pub(crate) struct Observed<'a> {
    pub(crate) response: &'a mut Response,
    observation: Option<&'a mut Observation>,
}

impl<'a> Observed<'a> {
    pub(crate) fn new(
        response: &'a mut Response,
        observation: &'a mut Option<Observation>,
    ) -> Self {
        Self { response, observation: observation.as_mut() }
    }

    /// Reports the response as written, with its size in bytes.
    pub(crate) fn written(self, bytes: usize) {
        if let Some(observation) = self.observation {
            observation.end(self.response, bytes);
        }
    }
}

impl<'a> From<&'a mut Response> for Observed<'a> {
    fn from(response: &'a mut Response) -> Self {
        Self { response, observation: None }
    }
}

impl Drop for Observation {
    fn drop(&mut self) {
        if !self.is_done {
            self.report(Outcome::Cancelled, None, None, 0);
        }
    }
}
