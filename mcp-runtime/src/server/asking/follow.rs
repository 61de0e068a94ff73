//! A call that can ask, from its start to its end.

use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use super::Asking;
use crate::server::Response;
use crate::server::handler::BoxFuture;

/// The future of a handler, with the questions of its call.
pub(crate) struct Followed {
    /// Declared first, to be dropped first: its questions are taken back one by one.
    call: BoxFuture<Response>,
    asking: Asking,
}

impl Asking {
    /// Ends the questions of a call with the call.
    pub(crate) fn follow(self, call: BoxFuture<Response>) -> Followed {
        Followed { call, asking: self }
    }
}

impl Future for Followed {
    type Output = Response;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Response> {
        let response = ready!(self.call.as_mut().poll(cx));
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
