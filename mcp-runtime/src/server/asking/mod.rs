//! Questions that a running call asks its client.
//!
//! A handler asks by awaiting a [`Question`], in every revision. To a legacy client it is a
//! request on the stream of the call; to a modern one it is part of the result.

mod binding;
mod canonical;
mod client_requests;
mod input_required;
mod journal;
mod notification_sink;
mod once_only;
mod pace;
mod parked;
mod question;
mod request_state;
mod retry;
mod seal;
mod state_chain;
mod suspendable;
mod task;
mod urls;
mod used_states;

use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use super::{Server, required_capabilities};
use crate::debug::short_debug;
use crate::error::{Error, Result};
use crate::negotiation::{AnswerSlot, RequestContext};
use crate::protocol::{ElicitParams, ElicitUrlParams, InputRequest, TryRevise as _};
use crate::random;
use crate::sync::Mutex;

pub use question::Question;

pub(crate) use binding::{Binding, BoundArguments};
pub(crate) use notification_sink::Sink;
pub(crate) use request_state::{foreign_state, used_already};
pub(crate) use retry::{Retries, Retry};
pub(crate) use seal::{Key, Nonce, Sealer};
pub(crate) use suspendable::{Runner, SuspendableCall};
pub(crate) use task::TaskJournal;

use input_required::{Round, RoundQuestion};
use pace::Pace;
use question::Ticket;

/// The maximum number of open questions per call.
const MAX_OPEN: usize = 256;

/// The questions of one call.
#[derive(Clone)]
pub(crate) struct CallQuestions(Arc<Inner>);

short_debug!(CallQuestions {});

struct Inner {
    request: RequestContext,
    sink: Arc<Sink>,
    server: Server,
    state: Mutex<AskingState>,
}

#[derive(Default)]
struct AskingState {
    open: Vec<OpenQuestion>,
    /// The interactions at URLs that must complete before the call can be made again.
    required: Vec<ElicitUrlParams>,
    round: Round,
    /// Runs the call, if it may become a task.
    runner: Option<Runner>,
    /// Whether the call is an earlier one that is run again.
    is_rerun: bool,
    /// Its turn, if the number of running calls is limited.
    pace: Pace,
    is_over: bool,
}

impl AskingState {
    /// Checks that one more question can be asked.
    fn check_room(&self) -> Result<()> {
        if self.is_over {
            return Err(Error::cancelled());
        }
        if self.open.len() + self.required.len() >= MAX_OPEN {
            let text = format!("a call can ask at most {MAX_OPEN} questions at the same time");
            return Err(Error::other(text));
        }
        Ok(())
    }
}

/// A question whose answer is awaited.
struct OpenQuestion {
    number: u64,
    slot: Arc<AnswerSlot>,
    /// The question for a modern client; `None` if it was sent as a request.
    question: Option<RoundQuestion>,
}

impl CallQuestions {
    pub(crate) fn new(request: RequestContext, server: Server) -> Self {
        let sink = Sink::new(Arc::clone(&request.peer), request.progress_token.clone());
        Self(Arc::new(Inner { request, sink: Arc::new(sink), server, state: Mutex::default() }))
    }

    /// Where the call sends its notifications.
    pub(crate) fn sink(&self) -> &Arc<Sink> {
        &self.0.sink
    }

    /// Whether the client can be asked at all.
    #[inline]
    pub(crate) fn is_possible(&self) -> bool {
        self.reachable().is_ok()
    }

    /// Prepares a question for the client.
    #[inline]
    fn prepare(&self, request: &mut InputRequest) -> Result<()> {
        once_only::refuse_inside()?;
        self.shape(request)?;
        self.reachable()?;
        if let InputRequest::Elicit(ElicitParams::Url(url)) = request {
            self.expect_completion(url);
        }
        Ok(())
    }

    /// Converts a question to the client's revision, if the client can be asked it.
    #[inline]
    fn shape(&self, request: &mut InputRequest) -> Result<()> {
        let context = &self.0.request;
        required_capabilities::check_question(request, context)?;
        request.warn_if_deprecated();
        if let InputRequest::Elicit(ElicitParams::Url(url)) = request
            && url.elicitation_id.is_none()
        {
            url.elicitation_id = Some(random::id()?);
        }
        if let InputRequest::CreateMessage(params) = &*request {
            params.check_tools().map_err(Error::other)?;
        }
        request.try_revise(context.version).map_err(Error::other)
    }

    #[inline]
    fn reachable(&self) -> Result<()> {
        let request = &self.0.request;
        if self.asks_in_results() {
            return Ok(());
        }
        match request.back.outgoing() {
            Some(_) if request.peer.is_there() => Ok(()),
            Some(_) => Err(Error::other(
                "the client cannot be asked: it does not accept an event stream as the response to its call",
            )),
            None => {
                Err(Error::other("the client cannot be asked: the server keeps no session with it"))
            }
        }
    }

    /// Asks a question that has been prepared.
    #[inline]
    fn poll_ask(
        &self,
        cx: &mut Context<'_>,
        request: &InputRequest,
        key: Option<&str>,
        limit: Option<Duration>,
    ) -> Poll<Result<Ticket>> {
        if self.asks_in_results() {
            return Poll::Ready(self.ask_in_round(request, key, limit));
        }
        match self.0.request.back.outgoing() {
            Some(outgoing) => self.poll_request(cx, outgoing, request, limit),
            None => Poll::Ready(self.reachable().and(Err(Error::cancelled()))),
        }
    }

    /// Opens a question, unless the call is over.
    #[inline]
    fn open(&self, open: OpenQuestion) -> Result<()> {
        let mut state = self.0.state.lock();
        state.check_room()?;
        state.open.push(open);
        state.round.wake();
        Ok(())
    }

    /// Whether the handler waits for an answer, or for its turn.
    pub(crate) fn waits(&self) -> bool {
        let state = self.0.state.lock();
        !state.open.is_empty() || state.pace.is_waiting
    }

    /// Whether there are questions whose answers are awaited.
    fn has_questions(&self) -> bool {
        !self.0.state.lock().open.is_empty()
    }

    /// Withdraws a question whose answer is no longer awaited.
    #[inline]
    fn withdraw(&self, number: u64) {
        let withdrawn = {
            let mut state = self.0.state.lock();
            let position = state.open.iter().position(|open| open.number == number);
            state.round.change();
            position.map(|position| state.open.swap_remove(position))
        };
        if withdrawn.is_some_and(|open| open.question.is_none()) {
            self.cancel_request(number);
        }
    }

    /// Ends the call: questions that are still awaited, in tasks of their own, fail.
    fn close(&self) {
        let open = {
            let mut state = self.0.state.lock();
            state.is_over = true;
            state.round.task.wake_all();
            std::mem::take(&mut state.open)
        };
        for OpenQuestion { number, slot, question } in open {
            if question.is_none() {
                self.cancel_request(number);
            }
            slot.fill(Err(Error::cancelled()));
        }
    }

    /// Whether questions go into a result or the record of a task instead of being sent: the
    /// handler may then run again, with what it has learned before.
    fn asks_in_results(&self) -> bool {
        self.0.request.back.asks_in_results() || self.is_task()
    }

    fn server(&self) -> &Server {
        &self.0.server
    }
}
