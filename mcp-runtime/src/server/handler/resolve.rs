//! The values of parameters that are resolved asynchronously, such as a user who is looked up.

use std::any::Any;
use std::pin::pin;
use std::task::{self, Poll, Waker};

use crate::error::Result;
use crate::server::{Context, FromContext, States};

/// Checks whether a server has what a context parameter needs.
pub(crate) type Requirement = fn(&States) -> Result<(), String>;

/// The value of a parameter that was resolved asynchronously.
pub(crate) type ResolvedValue = Box<dyn Any + Send>;

/// What an argument was resolved to; `None` if it is absent or refused.
pub(super) struct ResolvedArgument<T>(pub(super) Option<T>);

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
