//! A call that can ask, from its start to its end.

use std::cell::Cell;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use super::input_required::SuspendedRound;
use super::{Binding, CallQuestions};
use crate::caller::Caller;
use crate::server::Response;
use crate::server::response::BoxFuture;

/// The measured memory of a waiting call in bytes, besides its future and its request.
const CALL: usize = 8 * 1024;

thread_local! {
    /// The call whose handler is polled on this thread.
    static POLLED: Cell<usize> = const { Cell::new(0) };
}

/// Runs a call that may become a task.
pub(crate) type Runner = Box<dyn FnOnce(SuspendableCall) -> BoxFuture<Response> + Send>;

/// The future of a handler, with the questions of its call.
pub(crate) struct SuspendableCall(Option<AskingCall>);

struct AskingCall {
    handler: BoxFuture<Response>,
    asking: CallQuestions,
    binding: Binding,
    /// About how many bytes it holds while it waits.
    weight: usize,
}

impl CallQuestions {
    /// Ends the questions of a call with the call, and ends the call if it cannot continue without
    /// an answer that only another round can provide.
    pub(crate) fn suspendable(
        self,
        handler: BoxFuture<Response>,
        binding: Binding,
    ) -> BoxFuture<Response> {
        let asking = self.clone();
        let call = AskingCall { handler, asking: self, binding, weight: 0 };
        asking.run(SuspendableCall(Some(call)))
    }

    /// Lets the call become a task, if `runner` makes it one.
    #[inline]
    pub(crate) fn set_runner(&self, runner: Runner, is_manual: bool) {
        self.set_possible(is_manual);
        self.0.state.lock().runner = Some(runner);
    }

    /// Marks the call as an earlier one that is run again: nothing counts it once more.
    pub(crate) fn set_rerun(&self) {
        self.0.state.lock().is_rerun = true;
    }

    /// Whether the call is an earlier one that is run again.
    pub(crate) fn is_rerun(&self) -> bool {
        self.0.state.lock().is_rerun
    }

    /// Runs a call, which may become a task.
    pub(crate) fn run(&self, call: SuspendableCall) -> BoxFuture<Response> {
        let runner = self.0.state.lock().runner.take();
        match runner {
            None => Box::pin(call),
            Some(runner) => runner(call),
        }
    }

    /// Whether the handler itself is being polled, and not a task beside it.
    pub(super) fn is_polled(&self) -> bool {
        POLLED.get() == self.address()
    }

    fn address(&self) -> usize {
        Arc::as_ptr(&self.0).addr()
    }
}

impl SuspendableCall {
    /// The caller that is charged for the call while it waits, and how many bytes.
    pub(super) fn charge(&self) -> Option<(&Caller, usize)> {
        let call = self.0.as_ref()?;
        Some((&call.binding.caller, CALL + size_of_val(&*call.handler) + call.weight))
    }

    /// About how many bytes the call holds, including its request.
    #[inline]
    pub(crate) fn weight(&self) -> usize {
        let came = |call: &AskingCall| call.binding.weight() + call.asking.weight();
        self.charge().map_or(0, |(_, bytes)| bytes) + self.0.as_ref().map_or(0, came)
    }

    /// The questions of the call, unless it is over.
    pub(crate) fn asking(&self) -> Option<&CallQuestions> {
        self.0.as_ref().map(|call| &call.asking)
    }
}

impl Future for SuspendableCall {
    type Output = Response;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Response> {
        let Some(mut call) = self.0.take() else { return Poll::Pending };
        call.asking.wake_on_question(cx.waker());
        let guard = PollGuard(POLLED.replace(call.asking.address()));
        let poll = call.handler.as_mut().poll(cx);
        drop(guard);
        match poll {
            // The questions end before the response is sent; nothing is sent for the call after it.
            Poll::Ready(response) => Poll::Ready(response),
            Poll::Pending => {
                let Some((response, left)) = call.asking.suspended(&mut call.binding) else {
                    self.0 = Some(call);
                    return Poll::Pending;
                };
                if let Some(SuspendedRound { state, weight }) = left {
                    call.weight = weight;
                    // The request is over, but not the call.
                    call.asking.sink().mute();
                    let server = call.asking.server().clone();
                    server.retries().park(state, Self(Some(call)));
                }
                Poll::Ready(response)
            }
        }
    }
}

/// Restores what [`POLLED`] was before the call was polled.
struct PollGuard(usize);

impl Drop for PollGuard {
    fn drop(&mut self) {
        POLLED.set(self.0);
    }
}

impl Drop for AskingCall {
    fn drop(&mut self) {
        self.asking.close();
    }
}
