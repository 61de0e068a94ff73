//! A question that a handler awaits.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::time::{Sleep, sleep};

use super::{CallQuestions, once_only};
use crate::debug::short_debug;
use crate::error::{Error, Result};
use crate::negotiation::{AnswerSlot, RawAnswer};
use crate::protocol::InputRequest;
use crate::quota::Share;

/// A question to the client; it is asked when it is awaited.
///
/// Dropping it before it is answered withdraws it.
#[must_use = "the question is not asked until this is awaited"]
pub struct Question<T> {
    asking: CallQuestions,
    request: InputRequest,
    read: ReadAnswer<T>,
    key: Option<String>,
    limit: Option<Duration>,
    stage: Stage,
}

short_debug!(Question<T> { request, key, limit });

/// Parses the JSON of an answer to a request, or returns what is wrong with it.
pub(crate) type ReadAnswer<T> = fn(&InputRequest, &str) -> Result<T, String>;

enum Stage {
    New,
    Prepared,
    Asked(Ticket),
    Answered,
}

impl<T> Question<T> {
    pub(crate) fn new(asking: CallQuestions, request: InputRequest, read: ReadAnswer<T>) -> Self {
        Self { asking, request, read, key: None, limit: None, stage: Stage::New }
    }

    /// Sets the timeout for the answer; without an answer by then, the question fails.
    pub fn within(self, limit: Duration) -> Self {
        Self { limit: Some(limit), ..self }
    }

    /// Sets the key of the question that modern clients see; its answer is found without one, too.
    pub fn key(self, key: impl Into<String>) -> Self {
        Self { key: Some(key.into()), ..self }
    }

    /// The request, to be changed before it is sent.
    pub(crate) fn request_mut(&mut self) -> &mut InputRequest {
        &mut self.request
    }

    fn poll_answer(&mut self, cx: &mut Context<'_>) -> Poll<Result<T>> {
        loop {
            match &mut self.stage {
                Stage::New => {
                    self.asking.prepare(&mut self.request)?;
                    self.stage = Stage::Prepared;
                }
                Stage::Prepared => {
                    let request = &self.request;
                    let key = self.key.as_deref();
                    let ticket = ready!(self.asking.poll_ask(cx, request, key, self.limit))?;
                    self.stage = Stage::Asked(ticket);
                }
                Stage::Answered => return Poll::Ready(Err(Error::cancelled())),
                Stage::Asked(ticket) => {
                    let answer = ready!(ticket.poll(cx))?;
                    match (self.read)(&self.request, answer.get()) {
                        Ok(value) => return Poll::Ready(Ok(value)),
                        // Waits for another answer in the next iteration.
                        Err(_) if ticket.ask_again() => {}
                        Err(wrong) => {
                            return Poll::Ready(Err(Error::other(format!(
                                "the client's answer does not fit the question: {wrong}"
                            ))));
                        }
                    }
                }
            }
        }
    }
}

impl<T> Future for Question<T> {
    type Output = Result<T>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Result<T>> {
        let answer = ready!(self.poll_answer(cx));
        // It is no longer awaited, even if the question is still held.
        self.stage = Stage::Answered;
        Poll::Ready(answer)
    }
}

/// A claim to one answer; dropping it withdraws the question.
pub(super) struct Ticket {
    asking: CallQuestions,
    number: u64,
    slot: Arc<AnswerSlot>,
    limit: Option<(Duration, Pin<Box<Sleep>>)>,
    /// The quota reserved for a long question.
    share: Option<Share>,
    /// Whether the limit is for the end of the round, and not for the answer.
    is_of_round: bool,
}

impl Ticket {
    pub(super) fn new(asking: CallQuestions, number: u64, slot: Arc<AnswerSlot>) -> Self {
        Self { asking, number, slot, limit: None, share: None, is_of_round: false }
    }

    #[inline]
    pub(super) fn charged(mut self, share: Option<Share>) -> Self {
        self.share = share;
        self
    }

    #[inline]
    pub(super) fn within(mut self, limit: Duration) -> Self {
        self.limit = Some((limit, Box::pin(sleep(limit))));
        self
    }

    /// Waits no longer than this for the round to end, which then asks the question.
    #[inline]
    pub(super) fn of_round(mut self, limit: Option<Duration>) -> Self {
        self.wait_for_round(limit);
        self
    }

    /// Asks again; returns whether that is possible.
    #[inline]
    fn ask_again(&mut self) -> bool {
        let asks = self.asking.ask_again(self.number);
        if asks && !self.asking.is_task() {
            self.wait_for_round(None);
        }
        asks
    }

    #[inline]
    fn wait_for_round(&mut self, limit: Option<Duration>) {
        let round_limit = limit.unwrap_or(self.asking.server().retries().states.time);
        let limit = if self.asking.is_polled() {
            round_limit
        } else {
            round_limit.min(once_only::ONCE_TIMEOUT)
        };
        self.limit = Some((limit, Box::pin(sleep(limit))));
        self.is_of_round = true;
    }

    #[inline]
    fn poll(&mut self, cx: &mut Context<'_>) -> Poll<RawAnswer> {
        if let Poll::Ready(answer) = self.slot.poll_take(cx) {
            return Poll::Ready(answer);
        }
        let Some((limit, sleep)) = &mut self.limit else { return Poll::Pending };
        ready!(sleep.as_mut().poll(cx));
        let limit = *limit;
        if !self.is_of_round {
            return Poll::Ready(Err(late(Some(limit))));
        }
        if self.asking.is_busy() {
            return Poll::Ready(Err(once_only::never_asked_error(limit)));
        }
        // The round has ended, and the deadline for the answer is in the state.
        self.limit = None;
        Poll::Pending
    }
}

impl Drop for Ticket {
    #[inline]
    fn drop(&mut self) {
        self.asking.withdraw(self.number);
    }
}

/// The error of an answer that did not come in time.
#[inline]
pub(super) fn late(limit: Option<Duration>) -> Error {
    let limit = limit.map(|limit| format!(" within {}", humantime::format_duration(limit)));
    Error::timed_out(format!("the client did not answer{}", limit.unwrap_or_default()))
}
