//! Runs handlers that wait within their limits, and so that a panic ends only its own call.

use std::any::Any;
use std::future::{Future, poll_fn};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use tokio::time::{Instant, sleep};

use super::{Call, Target};
use crate::protocol::Method;
use crate::server::Response;
use crate::server::asking::CallQuestions;
use crate::server::handler_kind::HandlerKind;
use crate::server::response::{BoxFuture, Step};

impl Step {
    /// Runs an async handler.
    pub fn future(
        call: &mut Call<'_>,
        handler: impl Future<Output = Response> + Send + 'static,
    ) -> Self {
        if let Some(paced) = call.asked().and_then(CallQuestions::paced) {
            let handler: BoxFuture<Response> = Box::pin(paced.run(Box::pin(handler)));
            return Self::future(call, handler);
        }
        let finish = call.finish();
        let limit = call.result_limit().map(|limit| Box::new((limit, call.kind().clone())));
        // Dropped with the future: this is what a `Cancelled` parameter observes.
        let guard = call.cancel_guard();
        let confirmation = call.confirmation();
        let limits = Limits::of(call);
        let future = Box::pin(async move {
            let confirmed = match confirmation {
                Some(confirmation) => {
                    let confirmed = confirmation.await;
                    if let (Ok(()), Some(asked)) = (&confirmed, &limits.asked) {
                        asked.confirmed().await;
                    }
                    confirmed
                }
                None => Ok(()),
            };
            let outcome = match confirmed {
                Ok(()) => limits.apply(handler).await,
                Err(refused) => Ok(refused),
            };
            let mut response = match outcome {
                Ok(response) => {
                    guard.disarm();
                    response
                }
                // What is left of the handler, such as a thread, learns that from the guard.
                Err(ended) => ended,
            };
            finish.apply(&mut response);
            if let Some((limit, kind)) = limit.as_deref() {
                limit.apply(kind, &mut response);
            }
            response
        });
        Self::Pending(match call.suspends().cloned() {
            None => future,
            Some(asked) => asked.suspendable(future, call.binding()),
        })
    }

    /// Runs a future that belongs to a handler but is not a call of it.
    pub(crate) fn contained_future(
        target: &Target,
        future: impl Future<Output = Response> + Send + 'static,
    ) -> Self {
        let limits =
            Limits { kind: target.kind.clone(), timeout: target.call.timeout, asked: None };
        Self::limited(limits, future)
    }

    /// Runs a request that no handler serves; a panic ends only that request.
    pub(crate) fn of_request(
        method: Method,
        future: impl Future<Output = Response> + Send + 'static,
    ) -> Self {
        let limits = Limits { kind: HandlerKind::Request(method), timeout: None, asked: None };
        Self::limited(limits, future)
    }

    /// Like [`Self::of_request`], for a request that rarely waits: it is polled once before it is
    /// boxed with its limits.
    pub(crate) fn of_short_request(
        method: Method,
        future: impl Future<Output = Response> + Send + 'static,
    ) -> Self {
        let mut future = Box::pin(future);
        // The task that waits for the rest registers its own waker.
        let mut cx = Context::from_waker(Waker::noop());
        match catch_unwind(AssertUnwindSafe(|| future.as_mut().poll(&mut cx))) {
            Ok(Poll::Ready(response)) => Self::Ready(response),
            Ok(Poll::Pending) => Self::of_request(method, future),
            Err(payload) => Self::Ready(HandlerKind::Request(method).panicked(&*payload)),
        }
    }

    fn limited(limits: Limits, future: impl Future<Output = Response> + Send + 'static) -> Self {
        // These are rare: one wrapper around all of them is less code than one for each.
        let future: BoxFuture<Response> = Box::pin(future);
        Self::Pending(Box::pin(
            async move { limits.apply(future).await.unwrap_or_else(|ended| ended) },
        ))
    }

    /// Runs a blocking sync handler on the blocking thread pool.
    pub fn blocking(
        call: &mut Call<'_>,
        handler: impl FnOnce() -> Response + Send + 'static,
    ) -> Self {
        let asked = call.asked().cloned();
        Self::future(call, async move {
            // The thread does not stop when the call does.
            let turn = asked.and_then(|asked| asked.take_turn());
            let handler = move || {
                let _turn = turn;
                handler()
            };
            match tokio::task::spawn_blocking(handler).await {
                Ok(response) => response,
                Err(error) => match error.try_into_panic() {
                    Ok(payload) => std::panic::resume_unwind(payload),
                    Err(error) => Err(crate::jsonrpc::ErrorObject::internal(error.to_string())),
                },
            }
        })
    }

    /// Runs a part of a handler; a panic becomes the response of the call.
    pub(super) fn caught<T>(
        call: &mut Call<'_>,
        part: impl FnOnce(&mut Call<'_>) -> T,
    ) -> Result<T, Self> {
        catch_unwind(AssertUnwindSafe(|| part(call)))
            .map_err(|payload| Self::Ready(call.kind().panicked(&*payload)))
    }
}

/// The limits of a running handler.
pub(super) struct Limits {
    kind: HandlerKind,
    timeout: Option<Duration>,
    /// Time spent waiting for answers does not count towards the timeout.
    asked: Option<CallQuestions>,
}

impl Limits {
    pub(super) fn of(call: &Call<'_>) -> Self {
        Self { kind: call.kind().clone(), timeout: call.timeout(), asked: call.asked().cloned() }
    }

    /// Runs a part of a handler within its limits.
    ///
    /// # Errors
    ///
    /// When the handler exceeds them or panics, with the response of the call.
    pub(super) async fn apply<T>(self, handler: impl Future<Output = T>) -> Result<T, Response> {
        let contained = catch_panic(handler);
        let outcome = match self.timeout {
            None => contained.await,
            Some(limit) => match within(limit, self.asked.as_ref(), contained).await {
                Some(outcome) => outcome,
                None => return Err(self.kind.timed_out(limit)),
            },
        };
        outcome.map_err(|payload| self.kind.panicked(&*payload))
    }
}

/// Applies a timeout that is paused while the call waits for answers.
async fn within<T>(
    limit: Duration,
    asked: Option<&CallQuestions>,
    handler: impl Future<Output = T>,
) -> Option<T> {
    let mut handler = pin!(handler);
    let mut clock = pin!(sleep(limit));
    let mut stopped: Option<Instant> = None;
    poll_fn(|cx| {
        if let Poll::Ready(done) = handler.as_mut().poll(cx) {
            return Poll::Ready(Some(done));
        }
        // A question that opens or closes wakes the call.
        if asked.is_some_and(CallQuestions::waits) {
            stopped.get_or_insert_with(Instant::now);
            return Poll::Pending;
        }
        if let Some(stopped) = stopped.take() {
            let end = clock.deadline() + stopped.elapsed();
            clock.as_mut().reset(end);
        }
        clock.as_mut().poll(cx).map(|()| None)
    })
    .await
}

/// Runs a future; a panic is returned.
pub(crate) async fn catch_panic<T>(
    future: impl Future<Output = T>,
) -> Result<T, Box<dyn Any + Send>> {
    let mut future = pin!(future);
    poll_fn(|cx| match catch_unwind(AssertUnwindSafe(|| future.as_mut().poll(cx))) {
        Ok(poll) => poll.map(Ok),
        Err(payload) => Poll::Ready(Err(payload)),
    })
    .await
}
