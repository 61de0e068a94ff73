//! Observers of requests that are done: what was asked by whom and how it ended, never with
//! which arguments.

#[cfg(feature = "observe")]
mod audit;
#[cfg(feature = "observe")]
mod exposition;
#[cfg(feature = "observe")]
mod metrics;

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::handler::Handler;
use super::observer_slot::ObserverSlot;
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

/// A request that is done, as [`ServerBuilder::observe`](crate::ServerBuilder::observe) receives it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Done<'a> {
    /// What was asked, such as `tools/call`.
    pub method: &'static str,
    /// The tool or the prompt that was asked for, if there is one of that name: names that were made up are not here.
    pub name: Option<&'a str>,
    /// How it ended.
    pub outcome: Outcome,
    /// The code of the error that was answered.
    pub error_code: Option<i64>,
    /// How long it took.
    pub duration: Duration,
    /// The revision of the protocol.
    pub version: ProtocolVersion,
    /// Whom middleware has authenticated.
    pub principal: Option<&'a str>,
    /// What the client says that it is.
    pub client: Option<&'a Implementation>,
    /// Over what it came, as OpenTelemetry names it: `pipe` is standard input and output, `tcp` HTTP.
    pub transport: Option<&'static str>,
    /// How many bytes the parameters had.
    pub bytes_in: usize,
    /// How many bytes the answer has; none of a request that is cancelled.
    pub bytes_out: usize,
    /// Which limit refused it, where one did: `busy`, `rate` or `concurrency`.
    pub refused: Option<&'static str>,
    /// The arguments, where an observer of ours wants some.
    #[allow(dead_code, reason = "only audit logs are asked for some")]
    pub(crate) arguments: Option<&'a str>,
    /// What is kept beside the handler.
    #[allow(dead_code, reason = "only counts for Prometheus are kept")]
    slot: Option<&'a ObserverSlot>,
}

/// How a request ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Outcome {
    /// With a result.
    Ok,
    /// The tool failed, and said so.
    ToolError,
    /// With an error of the protocol.
    Error,
    /// The client was asked something first.
    InputRequired,
    /// It was not awaited to its end.
    Cancelled,
    /// It took longer than it may.
    TimedOut,
    /// The handler panicked.
    Panicked,
    /// A limit refused it; [`Done::refused`] says which.
    Refused,
}

impl Outcome {
    /// All of them.
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

    /// Its name, as metrics and logs have it.
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

/// Why a request failed, where no handler decided it.
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

/// What there is of something now.
#[allow(dead_code, reason = "only counts for Prometheus measure")]
pub(crate) struct Gauge {
    pub(crate) name: &'static str,
    pub(crate) help: &'static str,
    /// None when what it measures is gone.
    pub(crate) read: Box<dyn Fn() -> Option<usize> + Send + Sync>,
}

/// An observer of requests.
pub(crate) trait Observer: Send + Sync {
    /// The server is built.
    fn of_server(&self, info: &Implementation) {
        let _ = info;
    }

    /// There is something to measure.
    fn measure(&self, gauge: Gauge) {
        let _ = gauge;
    }

    /// A message was refused before it was a request of a handler.
    fn refused(&self, reason: &'static str) {
        let _ = reason;
    }

    /// A request has begun.
    fn begun(&self) {}

    /// Whether the arguments are kept until the request is done.
    fn wants_arguments(&self) -> bool {
        false
    }

    /// A request is done.
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

    /// Looks at the server that is built.
    pub(super) fn open(&self, server: &Server) {
        for observer in &self.all {
            observer.of_server(server.info());
            let inner = Arc::downgrade(&server.0.inner);
            observer.measure(Gauge {
                name: "mcp_server_parked_questions",
                help: "How many calls wait where they asked something.",
                read: Box::new(move || Some(inner.upgrade()?.rounds.parked())),
            });
        }
    }
}

impl Server {
    /// Lets observers measure something that a transport has.
    #[allow(dead_code, reason = "only HTTP has sessions")]
    pub(crate) fn measure(&self, gauge: impl Fn() -> Gauge) {
        self.0.observers.all.iter().for_each(|observer| observer.measure(gauge()));
    }

    /// Reports to observers that a message was refused before it was a request of a handler.
    #[allow(dead_code, reason = "only HTTP refuses")]
    pub(crate) fn refused(&self, reason: &'static str) {
        self.0.observers.all.iter().for_each(|observer| observer.refused(reason));
    }

    /// Begins to observe a request, if there is an observer.
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

/// A request that is observed; one that is dropped was cancelled.
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

    /// Notes which tool or prompt serves the request.
    pub(super) fn set_handler(&mut self, handler: &Arc<Handler>) {
        self.handler = Some(Arc::clone(handler));
    }

    /// Notes the tool or the prompt that is asked for, if there is one.
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

    /// Reports how a step ends whose answer is not written.
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
/// Both are lent, since to move them costs more than to write most answers.
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

    /// Reports that it is written, with so many bytes.
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
