//! Serves the methods of extensions.

use std::task::{self, Poll, Waker};

use crate::jsonrpc::ErrorObject;
use crate::negotiation::Params;
use crate::protocol::{ExtensionMethod, Method};
use crate::server::response::Step;
use crate::server::response::spawn;
use crate::server::{Context, Response, Server};
use crate::session::IncomingCall;

impl Server {
    /// Serves a request that an extension defines, if its client declared the extension.
    pub(crate) fn call_method(
        &self,
        context: &mut Context,
        method: &'static ExtensionMethod,
        params: &Params<'_>,
    ) -> Result<Step, ErrorObject> {
        let entry = self.0.extensions.method(method).ok_or_else(|| {
            let method = Method::Extension(method);
            ErrorObject::method_not_found(format!("this server does not offer `{method}`"))
        })?;
        Ok(entry.handler.call_with_params(context, params))
    }

    /// Runs the handler of a notification that an extension defines; there is no response.
    pub(crate) fn notified(&self, call: IncomingCall<'_>) {
        let Some(running) = &self.0.extensions.notified else { return };
        let method = call.method;
        let Ok(permit) = running.clone().try_acquire_owned() else {
            return tracing::debug!(%method, "too many notifications in progress: one was dropped");
        };
        let log = move |response: Response| {
            if let Err(error) = response {
                error.log_refusal(Some(method.name()));
            }
        };
        let mut future = match self.call(call.context, method, call.params) {
            Step::Ready(response) => return log(response),
            Step::Pending(future) => future,
        };
        // A handler that does not wait completes before the next message. The spawned task polls
        // again with its own waker, so this one may do nothing.
        if let Poll::Ready(response) =
            future.as_mut().poll(&mut task::Context::from_waker(Waker::noop()))
        {
            return log(response);
        }
        spawn(Box::pin(async move {
            log(future.await);
            drop(permit);
        }));
    }
}
