//! A request on its way: done at once, or a future to wait for.

use std::fmt;
use std::pin::Pin;
use std::task::{Context, Poll, Waker};

use super::Response;

/// A future of a response, owned by its driver alone.
pub type BoxFuture<T> = Pin<Box<dyn Future<Output = T> + Send>>;

/// What calling a handler gives.
///
/// A handler that is done at once costs no task and no channel.
pub enum Step {
    /// The handler is done.
    Ready(Response),
    /// The handler waits for something.
    Pending(BoxFuture<Response>),
}

impl Step {
    /// The response, once it is there.
    pub(crate) async fn response(self) -> Response {
        match self {
            Self::Ready(response) => response,
            Self::Pending(future) => future.await,
        }
    }

    /// Runs a step as far as it goes without waiting.
    ///
    /// Whoever waits for the rest leaves a waker of its own, so this one may do nothing.
    #[inline]
    pub(crate) fn advance(self) -> Self {
        let Self::Pending(mut future) = self else { return self };
        match future.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(response) => Self::Ready(response),
            Poll::Pending => Self::Pending(future),
        }
    }

    /// A sync handler, which is done when it returns.
    pub fn ready(response: Response) -> Self {
        Self::Ready(response)
    }
}

impl fmt::Debug for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ready(response) => f.debug_tuple("Ready").field(response).finish(),
            Self::Pending(_) => f.debug_tuple("Pending").finish_non_exhaustive(),
        }
    }
}
