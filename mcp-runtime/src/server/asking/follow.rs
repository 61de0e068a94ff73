//! A call that can ask, from its start to its end.

use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};

use super::{Asking, Binding};
use crate::negotiation::Caller;
use crate::server::Response;
use crate::server::handler::BoxFuture;

/// What a call takes in memory while it waits, beside its arguments; and each byte of those, which
/// are there as text and as values. Both are estimates.
const CALL: usize = 8 * 1024;
const ARGUMENT: usize = 4;

/// The future of a handler, with the questions of its call.
pub(crate) struct Followed(Option<Call>);

struct Call {
    handler: BoxFuture<Response>,
    asking: Asking,
    binding: Binding,
}

impl Asking {
    /// Ends the questions of a call with the call, and the call where it cannot go on without an
    /// answer that only another round brings.
    pub(crate) fn follow(self, handler: BoxFuture<Response>, binding: Binding) -> Followed {
        Followed(Some(Call { handler, asking: self, binding }))
    }
}

impl Followed {
    /// Who pays for the call while it waits, and how many bytes.
    pub(super) fn pays(&self) -> Option<(&Caller, usize)> {
        let binding = &self.0.as_ref()?.binding;
        let arguments = binding.arguments.as_ref().map_or(0, String::len);
        Some((&binding.caller, CALL + ARGUMENT * arguments))
    }

    pub(super) fn asking(&self) -> Option<&Asking> {
        self.0.as_ref().map(|call| &call.asking)
    }
}

impl Future for Followed {
    type Output = Response;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Response> {
        let Some(mut call) = self.0.take() else { return Poll::Pending };
        call.asking.wake_on_question(cx.waker());
        match call.handler.as_mut().poll(cx) {
            // The questions end before the call is answered, after which nothing is said of it.
            Poll::Ready(response) => Poll::Ready(response),
            Poll::Pending => {
                let Some((response, state)) = call.asking.suspended(&call.binding) else {
                    self.0 = Some(call);
                    return Poll::Pending;
                };
                if let (Some(state), true) = (state, call.binding.parks) {
                    let rounds = call.asking.server().clone();
                    rounds.rounds().park(state, Self(Some(call)));
                }
                Poll::Ready(response)
            }
        }
    }
}

impl Drop for Call {
    fn drop(&mut self) {
        self.asking.close();
    }
}
