//! Dispatches requests by their method.

use std::sync::Arc;

use super::catalog::ToolEntry;
use super::observe::Observation;
use super::response::Step;
use super::{Context, CurrentRef, Server, not_offered, span};
use crate::jsonrpc::ErrorObject;
use crate::negotiation::{Params, RequestContext};
use crate::protocol::{Capability, Method};
use crate::quota::{Account, UNCHARGED_BYTES};
use crate::session::{IncomingCall, full};

impl Server {
    /// Serves one request whose response is not written.
    pub(crate) fn call(
        &self,
        request: RequestContext,
        method: Method,
        params: &Params<'_>,
    ) -> Step {
        let mut observation = None;
        let call = IncomingCall { context: request, method, params };
        let step = self.start(call, None, &mut observation);
        match observation {
            None => step,
            Some(observation) => observation.follow(step),
        }
    }

    /// Starts to serve one request, through the middleware if there is any. A tool that is known is
    /// not looked up. The observation ends when the response is written.
    pub(crate) fn start(
        &self,
        call: IncomingCall<'_>,
        tool: Option<&Arc<ToolEntry>>,
        observation: &mut Option<Observation>,
    ) -> Step {
        let IncomingCall { context: request, method, params } = call;
        let mut text = String::new();
        let directory = self.0.mount.hooks.directory.as_ref();
        let redirected = match directory.map(|it| it.redirect(self, method, params, &mut text)) {
            Some(Err(error)) => return Step::Ready(Err(error)),
            Some(Ok(redirected)) => redirected,
            None => None,
        };
        let (params, tool) = match &redirected {
            Some(redirected) => (redirected, None),
            None => (params, tool),
        };
        *observation = self.observe(&request, method, params);
        let observation = observation.as_mut();
        let charge = self.charge_for(&request, method, params);
        let span = self.open_span(&request, method, params);
        let entered = span.enter();
        let step = match &self.0.mount.hooks.layered {
            Some(layered) => {
                // A layer may respond before the request reaches its handler.
                if let Some(observation) = observation {
                    observation.find_handler(method, params, tool);
                }
                layered.step(Context::new(self.clone(), request), method, params)
            }
            None => {
                // Created in place, since the context is large to move.
                let context = Context::new(self.clone(), request);
                self.handle(context, method, params, tool, observation)
            }
        };
        drop(entered);
        let step = match charge {
            None => step,
            Some((account, bytes)) => hold(&account, bytes, step),
        };
        span::follow(span, step)
    }

    /// The account that large parameters are charged to while their request runs, and their size in
    /// bytes. Subscriptions are charged for what they keep instead.
    fn charge_for(
        &self,
        request: &RequestContext,
        method: Method,
        params: &Params<'_>,
    ) -> Option<(Account, usize)> {
        // The context can hold another copy of `_meta`.
        let bytes = params.raw.map_or(0, str::len) + params.meta.text().map_or(0, str::len);
        let subscribes = matches!(method, Method::SubscriptionsListen | Method::Subscribe);
        let account = || Account::new(self.bytes_in_flight(), request.caller.clone());
        (bytes > UNCHARGED_BYTES && !subscribes).then(|| (account(), bytes))
    }

    /// Serves one request.
    #[inline]
    pub(crate) fn handle(
        &self,
        context: Context,
        method: Method,
        params: &Params<'_>,
        tool: Option<&Arc<ToolEntry>>,
        observation: Option<&mut Observation>,
    ) -> Step {
        let step = self.route(context, method, params, tool, observation);
        step.unwrap_or_else(|error| Step::Ready(Err(error)))
    }

    fn route(
        &self,
        mut context: Context,
        method: Method,
        params: &Params<'_>,
        tool: Option<&Arc<ToolEntry>>,
        observation: Option<&mut Observation>,
    ) -> Result<Step, ErrorObject> {
        let reply = match method {
            Method::CallTool => {
                let current = self.offered(method)?;
                context.read_retry(params)?;
                return current.call_tool(&mut context, params, tool, observation);
            }
            Method::SubscriptionsListen => return self.listen(context, params),
            Method::GetTask
            | Method::GetTaskPayload
            | Method::ListTasks
            | Method::UpdateTask
            | Method::CancelTask => return self.task_request(context, method, params),
            Method::ListTools => self.list_tools(&context, params.cursor)?,
            Method::Extension(method) => {
                context.read_retry(params)?;
                return self.call_method(&mut context, method, params);
            }
            Method::Initialize => self.initialize(&context)?,
            Method::Discover => self.discover(&context)?,
            _ => match self.current().services.of(method) {
                Some(serve) => return serve(self, context, method, params, observation),
                None => self.empty_list(&context, method, params.cursor)?,
            },
        };
        Ok(Step::of(reply))
    }

    /// Returns what the server offers now, if that includes the capability of the method.
    pub(super) fn offered(&self, method: Method) -> Result<CurrentRef<'_>, ErrorObject> {
        let current = self.current();
        match method.capability() {
            Some(Capability::Server(needed)) if !current.capabilities.supports(needed) => {
                Err(not_offered(method))
            }
            _ => Ok(current),
        }
    }
}

/// Charges the parameters of a pending step to an account until it is done.
fn hold(account: &Account, bytes: usize, step: Step) -> Step {
    if matches!(step, Step::Ready(_)) {
        return step;
    }
    let mut share = None;
    if account.reserve_capped(&mut share, bytes) {
        step.holding(share)
    } else {
        Step::Ready(Err(full()))
    }
}
