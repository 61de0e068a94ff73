//! What is open while a request is served: its span, its observation, and the memory of its parameters.

use tracing::{Instrument as _, Span};

use super::observe::{Observation, Outcome};
use super::response::Step;
use super::{Response, Server, span};
use crate::jsonrpc::ErrorObject;
use crate::negotiation::{Params, RequestContext};
use crate::protocol::Method;
use crate::quota::{Account, Share};
use crate::session::full;

/// A request that is followed until its response is written; one whose guard is dropped before that was
/// cancelled.
pub(crate) struct RequestGuard {
    span: Span,
    observation: Option<Observation>,
    /// The quota that large parameters are charged to.
    share: Option<Share>,
    is_finished: bool,
}

impl RequestGuard {
    /// Opens the guard of a request, if a subscriber or an observer is interested.
    pub(super) fn open(
        server: &Server,
        request: &RequestContext,
        method: Method,
        params: &Params<'_>,
    ) -> Option<Self> {
        let observation = server.observe(request, method, params);
        let span = server.open_span(request, method, params);
        let is_followed = observation.is_some() || !span.is_disabled();
        is_followed.then(|| Self::new(span, observation))
    }

    fn new(span: Span, observation: Option<Observation>) -> Self {
        Self { span, observation, share: None, is_finished: false }
    }

    /// Its span, to be entered while the request is served.
    pub(super) fn span(&self) -> Span {
        self.span.clone()
    }

    pub(super) fn observation(&mut self) -> Option<&mut Observation> {
        self.observation.as_mut()
    }

    /// Charges the parameters of a pending step to an account, and lets it run in the span.
    ///
    /// # Errors
    ///
    /// When the quota is exhausted.
    pub(super) fn attend(
        guard: &mut Option<Self>,
        charge: Option<(Account, usize)>,
        step: Step,
    ) -> Result<Step, ErrorObject> {
        let Step::Pending(future) = step else { return Ok(step) };
        if let Some((account, bytes)) = charge {
            let guard = guard.get_or_insert_with(|| Self::new(Span::none(), None));
            if !account.reserve_capped(&mut guard.share, bytes) {
                return Err(full());
            }
        }
        Ok(Step::Pending(match guard {
            Some(guard) if !guard.span.is_disabled() => {
                Box::pin(future.instrument(guard.span.clone()))
            }
            _ => future,
        }))
    }

    /// Follows a step whose response is not written.
    pub(super) fn follow(mut self, step: Step) -> Step {
        match step {
            Step::Ready(response) => {
                self.finish(&response, 0);
                Step::Ready(response)
            }
            Step::Pending(future) => Step::Pending(Box::pin(async move {
                let response = future.await;
                self.finish(&response, 0);
                response
            })),
        }
    }

    /// Records how the request ended, and how many bytes its response has.
    fn finish(&mut self, response: &Response, bytes_out: usize) {
        self.is_finished = true;
        span::end(&std::mem::replace(&mut self.span, Span::none()), response);
        if let Some(observation) = &mut self.observation {
            observation.end(response, bytes_out);
        }
    }
}

impl Drop for RequestGuard {
    fn drop(&mut self) {
        if !self.is_finished {
            self.span.record("outcome", Outcome::Cancelled.as_str());
            if let Some(observation) = &mut self.observation {
                observation.cancelled();
            }
        }
    }
}

/// A response that is to be written, and the guard of its request.
///
/// Both are borrowed, since moving them costs more than writing most responses.
pub(crate) struct GuardedResponse<'a> {
    pub(crate) response: &'a mut Response,
    guard: Option<&'a mut RequestGuard>,
}

impl<'a> GuardedResponse<'a> {
    pub(crate) fn new(response: &'a mut Response, guard: &'a mut Option<RequestGuard>) -> Self {
        Self { response, guard: guard.as_mut() }
    }

    /// Reports the response as written, with its size in bytes.
    pub(crate) fn written(self, bytes: usize) {
        if let Some(guard) = self.guard {
            guard.finish(self.response, bytes);
        }
    }
}

impl<'a> From<&'a mut Response> for GuardedResponse<'a> {
    fn from(response: &'a mut Response) -> Self {
        Self { response, guard: None }
    }
}
