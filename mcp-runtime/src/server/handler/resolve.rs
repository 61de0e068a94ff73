//! Parameters that are resolved asynchronously, such as a user who is looked up.

use std::any::Any;
use std::pin::pin;
use std::task::{self, Poll, Waker};

use super::Call;
use crate::error::Result;
use crate::server::response::BoxFuture;
use crate::server::{Context, FromArgument, FromContext, States};

/// Checks whether a server has what a context parameter needs.
pub(crate) type Requirement = fn(&States) -> Result<(), String>;

/// Creates the value of a parameter for a call.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Resolver {
    Context(fn(&Context) -> BoxFuture<Result<ResolvedValue>>),
    /// Of the parameter with this index.
    Argument(usize, fn(&mut Call<'_>, usize) -> BoxFuture<Result<ResolvedValue>>),
}

impl Resolver {
    /// Begins to create the value.
    pub(super) fn begin(self, call: &mut Call<'_>) -> BoxFuture<Result<ResolvedValue>> {
        match self {
            Self::Context(resolve) => resolve(&call.shared_context()),
            Self::Argument(index, resolve) => resolve(call, index),
        }
    }
}

/// The value of a parameter that was resolved asynchronously.
pub(crate) type ResolvedValue = Box<dyn Any + Send>;

/// What an argument was resolved to; `None` if it is absent or refused.
pub(super) struct ResolvedArgument<T>(pub(super) Option<T>);

pub(super) fn resolve<T: FromContext>(context: &Context) -> BoxFuture<Result<ResolvedValue>> {
    let context = context.shared();
    Box::pin(async move {
        let value = T::from_context(&context).await?;
        Ok(Box::new(value) as ResolvedValue)
    })
}

pub(super) fn resolve_argument<T: FromArgument>(
    call: &mut Call<'_>,
    index: usize,
) -> BoxFuture<Result<ResolvedValue>> {
    let (argument, context) = (call.try_argument::<T::Argument>(index), call.shared_context());
    Box::pin(async move {
        let value = match argument {
            Some(argument) => Some(T::from_argument(argument, &context).await?),
            None => None,
        };
        Ok(Box::new(ResolvedArgument(value)) as ResolvedValue)
    })
}

/// Returns the value of a parameter that is always ready; `None` if it waits nevertheless.
pub(super) fn ready<T: FromContext>(context: &Context) -> Option<Result<T>> {
    let mut noop = task::Context::from_waker(Waker::noop());
    match pin!(T::from_context(context)).poll(&mut noop) {
        Poll::Ready(value) => Some(value),
        Poll::Pending => None,
    }
}

/// Takes the next value of a type: parameters of one type get theirs in the order in which they are
/// declared.
pub(super) fn take<T: 'static>(resolved: &mut Vec<ResolvedValue>) -> Option<T> {
    let position = resolved.iter().position(|value| value.is::<T>())?;
    resolved.remove(position).downcast().ok().map(|value| *value)
}
