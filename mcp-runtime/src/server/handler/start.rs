//! How a handler starts whose context parameters may have to be waited for.

use std::sync::Arc;
use std::task::{self, Poll, Waker};

use super::Call;
use super::erased::Handler;
use super::prepare::{Prepare, Prepared};
use super::run::Limits;
use crate::error::Result;
use crate::server::Context;
use crate::server::step::Step;

async fn prepare_all(context: Context, prepares: Vec<Prepare>) -> Result<Prepared> {
    let mut prepared = Vec::with_capacity(prepares.len());
    for prepare in prepares {
        prepared.push(prepare(&context).await?);
    }
    Ok(prepared)
}

impl Step {
    /// Runs a handler once its context parameters are there: at once, if none has to be waited for.
    pub(crate) fn prepared(call: &mut Call<'_>, handler: &Arc<Handler>) -> Self {
        let context = call.shared_context();
        let mut preparing = Box::pin(prepare_all(context, handler.prepares.clone()));
        let mut noop = task::Context::from_waker(Waker::noop());
        // A panic in it is one of the handler.
        let polled = Self::caught(call, || preparing.as_mut().poll(&mut noop));
        match polled {
            Ok(Poll::Ready(Ok(prepared))) => handler.enter(call, prepared),
            Ok(Poll::Ready(Err(error))) => Self::Ready(call.kind().refuse(error)),
            Ok(Poll::Pending) => Self::later(call, preparing, Arc::clone(handler)),
            Err(panicked) => panicked,
        }
    }

    /// Runs a handler when its context parameters are there; the call keeps its own arguments until
    /// then.
    fn later(
        call: &Call<'_>,
        preparing: impl Future<Output = Result<Prepared>> + Send + 'static,
        handler: Arc<Handler>,
    ) -> Self {
        let mut context = call.shared_context();
        let (asked, binding) = (call.asked().cloned(), call.binding());
        let kept = call.arguments().to_kept();
        let limits = Limits::of(call);
        let future = Box::pin(async move {
            let prepared = match limits.apply(preparing).await {
                Ok(Ok(prepared)) => prepared,
                Ok(Err(error)) => return handler.target.kind.refuse(error),
                Err(ended) => return ended,
            };
            let step = {
                let arguments = kept.members();
                let call = Call::new(&mut context, &handler.target, &arguments);
                handler.enter(&mut call.within_suspendable(), prepared)
            };
            step.response().await
        });
        match asked {
            None => Self::Pending(future),
            Some(asked) => Self::Pending(Box::pin(asked.suspendable(future, binding))),
        }
    }
}
