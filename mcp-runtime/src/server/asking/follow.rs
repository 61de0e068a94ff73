//! A call that can ask, from its start to its end.

use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};

use super::{Asking, Binding};
use crate::server::Response;
use crate::server::handler::BoxFuture;

/// The future of a handler, with the questions of its call.
pub(crate) struct Followed {
    /// Declared first, to be dropped first: its questions are taken back one by one.
    call: BoxFuture<Response>,
    asking: Asking,
    binding: Binding,
}

impl Asking {
    /// Ends the questions of a call with the call, and the call where it cannot go on without an
    /// answer that only another round brings.
    pub(crate) fn follow(self, call: BoxFuture<Response>, binding: Binding) -> Followed {
        Followed { call, asking: self, binding }
    }
}

impl Future for Followed {
    type Output = Response;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Response> {
        self.asking.wake_on_question(cx.waker());
        let response = match self.call.as_mut().poll(cx) {
            Poll::Ready(response) => response,
            Poll::Pending if self.asking.is_suspended() => self.asking.end_round(&self.binding),
            Poll::Pending => return Poll::Pending,
        };
        // Before the answer to the call, after which nothing is to be said of it.
        self.asking.close();
        Poll::Ready(response)
    }
}

impl Drop for Followed {
    fn drop(&mut self) {
        self.asking.close();
    }
}
