//! How a handler starts whose context parameters may have to be waited for.

use std::sync::Arc;
use std::task::{self, Poll, Waker};

use super::Call;
use super::erased::Handler;
use super::resolve::Resolved;
use super::run::Limits;
use crate::error::Result;
use crate::server::Context;
use crate::server::step::Step;

async fn resolve_all(context: Context, handler: Arc<Handler>) -> Result<Resolved> {
    let mut resolved = Vec::with_capacity(handler.resolvers.len());
    for resolve in &handler.resolvers {
        resolved.push(resolve(&context).await?);
    }
    Ok(resolved)
}

impl Step {
    /// Runs a handler once its context parameters are there: at once, if none has to be waited for.
    pub(crate) fn after_resolving(call: &mut Call<'_>, handler: &Arc<Handler>) -> Self {
        let context = call.shared_context();
        let mut resolving = Box::pin(resolve_all(context, Arc::clone(handler)));
        let mut noop = task::Context::from_waker(Waker::noop());
        // Polled once without a waker: where nothing has to be waited for, no argument is copied. A
        // panic counts as one of the handler.
        let polled = Self::caught(call, || resolving.as_mut().poll(&mut noop));
        match polled {
            Ok(Poll::Ready(Ok(resolved))) => handler.enter(call, resolved),
            Ok(Poll::Ready(Err(error))) => Self::Ready(call.kind().refuse(error)),
            Ok(Poll::Pending) => Self::later(call, resolving, Arc::clone(handler)),
            Err(panicked) => panicked,
        }
    }

    /// Runs a handler when its context parameters are there, with a copy of its arguments.
    fn later(
        call: &Call<'_>,
        resolving: impl Future<Output = Result<Resolved>> + Send + 'static,
        handler: Arc<Handler>,
    ) -> Self {
        let mut context = call.shared_context();
        let (asked, binding) = (call.asked().cloned(), call.binding());
        let kept = call.arguments().to_kept();
        let limits = Limits::of(call);
        let whole = async move {
            let resolved = match resolving.await {
                Ok(resolved) => resolved,
                Err(error) => return handler.target.kind.refuse(error),
            };
            let step = {
                let arguments = kept.members();
                let call = Call::new(&mut context, &handler.target, &arguments);
                handler.enter(&mut call.bounded_already(), resolved)
            };
            step.response().await
        };
        // One time limit for both: whoever is looked up takes from the time of the handler.
        let future =
            Box::pin(async move { limits.apply(whole).await.unwrap_or_else(|ended| ended) });
        match asked {
            None => Self::Pending(future),
            Some(asked) => Self::Pending(asked.suspendable(future, binding)),
        }
    }
}
