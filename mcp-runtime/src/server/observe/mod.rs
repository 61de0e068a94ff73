//! Who is told of each request when it is done: what was asked by whom and how it ended, never with
//! which arguments.

#[cfg(feature = "observe")]
mod audit;
#[cfg(feature = "observe")]
mod metrics;

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::step::Step;
use super::{Reply, Response, Server};
use crate::jsonrpc::string;
use crate::negotiation::{Caller, ClientFacts, Params, RequestContext};
use crate::protocol::{Implementation, Method, ProtocolVersion};

#[cfg(feature = "observe")]
pub use audit::Audit;
#[cfg(feature = "observe")]
pub use metrics::Metrics;

/// A request that is done, as [`ServerBuilder::observe`](crate::ServerBuilder::observe) is told of it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Done<'a> {
    /// What was asked, such as `tools/call`.
    pub method: &'static str,
    /// The tool or the prompt that was asked for, if there is one of that name: nobody can make up names here.
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
    /// How many bytes the parameters had.
    pub bytes_in: usize,
    /// The arguments, where an observer of ours wants some.
    #[allow(dead_code, reason = "only audit logs are asked for some")]
    pub(crate) arguments: Option<&'a str>,
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
}

impl Outcome {
    /// All of them.
    pub const ALL: [Self; 5] =
        [Self::Ok, Self::ToolError, Self::Error, Self::InputRequired, Self::Cancelled];

    /// Its name, as metrics and logs have it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::ToolError => "tool_error",
            Self::Error => "error",
            Self::InputRequired => "input_required",
            Self::Cancelled => "cancelled",
        }
    }

    fn of(response: &Response) -> Self {
        match response {
            Ok(Reply::Tool(result)) if result.is_error == Some(true) => Self::ToolError,
            Ok(Reply::InputRequired(_)) => Self::InputRequired,
            Ok(_) => Self::Ok,
            Err(_) => Self::Error,
        }
    }
}

/// Somebody who is told of requests.
pub(crate) trait Observer: Send + Sync {
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
pub(super) struct Eyes {
    observers: Vec<Arc<dyn Observer>>,
}

impl Eyes {
    pub(super) fn new(observers: Vec<Arc<dyn Observer>>) -> Self {
        Self { observers }
    }

    fn all(&self) -> impl Iterator<Item = &Arc<dyn Observer>> {
        self.observers.iter()
    }
}

impl Server {
    /// Begins to observe a request, if anybody wants to be told of it.
    pub(super) fn observe(
        &self,
        request: &RequestContext,
        method: Method,
        params: &Params<'_>,
    ) -> Option<Observation> {
        if self.0.eyes.observers.is_empty() {
            return None;
        }
        Some(Observation::begin(self.clone(), request, method, params))
    }

    /// The name of the handler that is asked for, if there is one.
    fn name_of(&self, method: Method, params: &Params<'_>) -> Option<Arc<str>> {
        let name = string(params.name?)?;
        let current = self.current();
        match method {
            Method::CallTool => current.catalog.tools.name(&name),
            Method::GetPrompt => current.catalog.prompts.name(&name),
            _ => None,
        }
    }
}

/// A request that is observed; one that is dropped was cancelled.
pub(super) struct Observation {
    server: Server,
    method: &'static str,
    name: Option<Arc<str>>,
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
        let mut wants_arguments = false;
        for observer in server.0.eyes.all() {
            observer.begun();
            wants_arguments |= observer.wants_arguments();
        }
        let arguments = params.arguments.raw.filter(|_| wants_arguments);
        Self {
            method: method.name(),
            name: server.name_of(method, params),
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

    /// Tells how a step ends.
    pub(super) fn follow(mut self, step: Step) -> Step {
        match step {
            Step::Ready(response) => {
                self.end(&response);
                Step::Ready(response)
            }
            Step::Pending(future) => Step::Pending(Box::pin(async move {
                let response = future.await;
                self.end(&response);
                response
            })),
        }
    }

    fn end(&mut self, response: &Response) {
        let code = response.as_ref().err().map(|error| error.code.0);
        self.tell(Outcome::of(response), code);
    }

    fn tell(&mut self, outcome: Outcome, error_code: Option<i64>) {
        self.is_done = true;
        let done = Done {
            method: self.method,
            name: self.name.as_deref(),
            outcome,
            error_code,
            duration: self.begun.elapsed(),
            version: self.version,
            principal: self.caller.principal(),
            client: self.client.info.as_ref(),
            bytes_in: self.bytes_in,
            arguments: self.arguments.as_deref(),
        };
        for observer in self.server.0.eyes.all() {
            observer.done(&done);
        }
    }
}

impl Drop for Observation {
    fn drop(&mut self) {
        if !self.is_done {
            self.tell(Outcome::Cancelled, None);
        }
    }
}
