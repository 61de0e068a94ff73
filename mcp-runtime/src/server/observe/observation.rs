//! The observation of one request, from its beginning until its response is written.

use std::sync::Arc;
use std::time::Instant;

use super::CompletedRequest;
use super::outcome::{Outcome, cause, refused};
use crate::caller::Caller;
use crate::jsonrpc::string;
use crate::negotiation::{ClientFacts, Params, RequestContext};
use crate::protocol::{Method, ProtocolVersion};
use crate::server::catalog::ToolEntry;
use crate::server::handler::Handler;
use crate::server::response::Step;
use crate::server::{Response, Server};

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
    pub(super) fn begin(
        server: Server,
        request: &RequestContext,
        method: Method,
        params: &Params<'_>,
    ) -> Self {
        let observers = &server.0.monitoring.observers;
        observers.all.iter().for_each(|observer| observer.on_begun());
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
    pub(in crate::server) fn set_handler(&mut self, handler: &Arc<Handler>) {
        self.handler = Some(Arc::clone(handler));
    }

    /// Records the requested tool or prompt, looked up unless it is known, if it exists.
    pub(in crate::server) fn find_handler(
        &mut self,
        method: Method,
        params: &Params<'_>,
        tool: Option<&Arc<ToolEntry>>,
    ) {
        if let Some(tool) = tool {
            return self.set_handler(&tool.handler);
        }
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
    pub(in crate::server) fn follow(mut self, step: Step) -> Step {
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
        let error_code = response.as_ref().err().map(|error| error.code.0);
        let cause = cause(response);
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
        let mut request = CompletedRequest {
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
            arguments: None,
            slot: target.map(|target| &target.observed),
        };
        let observers = &self.server.0.monitoring.observers.all;
        let Some(arguments) = self.arguments.as_deref() else {
            observers.iter().for_each(|observer| observer.on_completed(&request));
            return;
        };
        for observer in observers {
            request.arguments = observer.wants_arguments().then_some(arguments);
            observer.on_completed(&request);
        }
    }
}

impl Drop for Observation {
    fn drop(&mut self) {
        if !self.is_done {
            self.report(Outcome::Cancelled, None, None, 0);
        }
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
