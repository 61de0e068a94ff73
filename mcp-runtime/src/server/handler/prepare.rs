//! Context parameters that may have to be waited for, such as a user who is looked up.

use std::any::Any;
use std::borrow::Cow;
use std::pin::pin;
use std::sync::Arc;
use std::task::{self, Poll, Waker};

use super::step::Limits;
use super::{BoxFuture, Call, Step};
use crate::error::Result;
use crate::negotiation::Members;
use crate::server::catalog::Handler;
use crate::server::{Context, FromContext};

/// Makes the value of a context parameter for a call.
pub(crate) type Prepare = fn(&Context) -> BoxFuture<Result<Box<dyn Any + Send>>>;

/// The values of the context parameters that may have had to be waited for.
pub(crate) type Prepared = Vec<Box<dyn Any + Send>>;

pub(super) fn prepare<T: FromContext>(context: &Context) -> BoxFuture<Result<Box<dyn Any + Send>>> {
    let context = context.shared();
    Box::pin(async move {
        let value = T::from_context(&context).await?;
        Ok(Box::new(value) as Box<dyn Any + Send>)
    })
}

/// The value of a parameter that is never waited for.
pub(super) fn ready<T: FromContext>(context: &Context) -> Option<Result<T>> {
    let mut noop = task::Context::from_waker(Waker::noop());
    match pin!(T::from_context(context)).poll(&mut noop) {
        Poll::Ready(value) => Some(value),
        Poll::Pending => None,
    }
}

/// Takes the next value of a type.
pub(super) fn take<T: 'static>(prepared: &mut Prepared) -> Option<T> {
    let position = prepared.iter().position(|value| value.is::<T>())?;
    prepared.remove(position).downcast().ok().map(|value| *value)
}

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
        let raw = call.arguments().raw.map(str::to_owned);
        let owned = |text: &Cow<'_, str>| Cow::Owned(text.clone().into_owned());
        let members = call.arguments().members.iter();
        let members: Vec<(Cow<'static, str>, Cow<'static, str>)> =
            members.map(|(key, json)| (owned(key), owned(json))).collect();
        let limits = Limits::of(call);
        let future = Box::pin(async move {
            let prepared = match limits.apply(preparing).await {
                Ok(Ok(prepared)) => prepared,
                Ok(Err(error)) => return handler.target.kind.refuse(error),
                Err(ended) => return ended,
            };
            let step = {
                let arguments = Members { raw: raw.as_deref(), members };
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
