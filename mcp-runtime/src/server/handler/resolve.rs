//! Context parameters that are resolved asynchronously, such as a user who is looked up.

use std::any::Any;
use std::pin::pin;
use std::task::{self, Poll, Waker};

use crate::error::Result;
use crate::server::response::BoxFuture;
use crate::server::{Context, FromContext, States};

/// Checks whether a server has what a context parameter needs.
pub(crate) type Requirement = fn(&States) -> Result<(), String>;

/// Creates the value of a context parameter for a call.
pub(crate) type Resolver = fn(&Context) -> BoxFuture<Result<Box<dyn Any + Send>>>;

/// The values of the context parameters that were resolved asynchronously.
pub(crate) type ResolvedValues = Vec<Box<dyn Any + Send>>;

pub(super) fn resolve<T: FromContext>(context: &Context) -> BoxFuture<Result<Box<dyn Any + Send>>> {
    let context = context.shared();
    Box::pin(async move {
        let value = T::from_context(&context).await?;
        Ok(Box::new(value) as Box<dyn Any + Send>)
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
pub(super) fn take<T: 'static>(resolved: &mut ResolvedValues) -> Option<T> {
    let position = resolved.iter().position(|value| value.is::<T>())?;
    resolved.remove(position).downcast().ok().map(|value| *value)
}
