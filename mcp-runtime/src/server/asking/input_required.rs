//! Asks a modern client: the result of the call has the questions, a retry of it the answers.
//!
//! A question without an answer stays pending. When the handler waits for one, the round is over:
//! the client is asked all open questions. The retry runs the handler again, from the start, with
//! the earlier answers.
//!
//! Source: [2026-07-28, "Multi Round-Trip Requests"](https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr).

use std::collections::BTreeMap;
use std::sync::Arc;
use std::task::Waker;
use std::time::Duration;

use serde_json::value::RawValue;

use super::binding::Binding;
use super::journal::{Answers, Journal, JournalEntry, Mark, Marks, PendingQuestion};
use super::question::{Ticket, late};
use super::request_state::{MAX_STATE_BYTES, SealedState};
use super::seal::Nonce;
use super::state_chain::ChainLink;
use super::task::TaskSide;
use super::{AskingState, CallQuestions, OpenQuestion};
use crate::clock::{millis, now};
use crate::error::{Error, Result};
use crate::jsonrpc::{ErrorObject, RequestId};
use crate::negotiation::{AnswerSlot, RawAnswer, RequestContext};
use crate::protocol::{InputRequest, InputRequiredResult};
use crate::server::{Reply, Response};

/// The progress of one run of a handler.
#[derive(Default)]
pub(super) struct Round {
    pub(super) journal: Journal,
    /// The state that this run continues from.
    link: Option<ChainLink>,
    /// Everything that was asked or done once in this run, answered or not.
    seen: Marks,
    /// How many questions were asked in this run.
    asked: u64,
    driver: Option<Waker>,
    /// The number of running operations that must not be repeated.
    busy: usize,
    /// The task that the call may become, or is.
    pub(super) task: TaskSide,
}

/// Ends a round with a response that asks all open questions.
type EndRound = fn(&CallQuestions, &mut Binding) -> (Response, Option<SuspendedRound>);

/// A question to be put into the result of its call.
pub(super) struct RoundQuestion {
    request: InputRequest,
    /// Always [`CallQuestions::end_round`]: a pointer, so that a program in which nothing asks
    /// contains none of this code.
    end_round: EndRound,
    key: Option<String>,
    mark: Mark,
    limit: Option<Duration>,
    until: Option<u64>,
    is_known: bool,
    /// The length of the request as JSON.
    length: usize,
    /// The number of the question among those of a task.
    task_number: u64,
}

impl RoundQuestion {
    /// The key under which the client is asked; a task never uses one twice.
    #[inline]
    fn name(&self, number: u64) -> String {
        match (&self.key, self.task_number) {
            (None, 0) => format!("question-{number}"),
            (Some(key), 0) => key.clone(),
            (key, task_number) => {
                format!("{}-{task_number}", key.as_deref().unwrap_or("question"))
            }
        }
    }
}

impl OpenQuestion {
    /// Whether the question has this key.
    #[inline]
    pub(super) fn is_called(&self, key: &str) -> bool {
        self.question.as_ref().is_some_and(|question| question.name(self.number) == key)
    }
}

/// A suspended round: the nonce of the state that its client has, and about how many bytes the call
/// holds while it waits.
pub(super) struct SuspendedRound {
    pub(super) state: Nonce,
    pub(super) weight: usize,
}

impl Round {
    /// Whether an operation is running that must not be interrupted.
    pub(super) fn is_busy(&self) -> bool {
        self.busy > 0
    }

    /// Notes that the open questions or the known answers have changed.
    pub(super) fn change(&mut self) {
        self.task.change();
        self.wake();
    }

    pub(super) fn wake(&mut self) {
        if let Some(driver) = self.driver.take() {
            driver.wake();
        }
    }
}

impl CallQuestions {
    #[inline]
    pub(super) fn ask_in_round(
        &self,
        request: &InputRequest,
        key: Option<&str>,
        limit: Option<Duration>,
    ) -> Result<Ticket> {
        let text = serde_json::to_string(request).map_err(Error::other)?;
        let slot = Arc::<AnswerSlot>::default();
        let mut state = self.0.state.lock();
        state.check_room()?;
        let round = &mut state.round;
        let mark = round.seen.mark(text.as_bytes());
        let until = limit.map(|limit| now().saturating_add(millis(limit)));
        let asked = round.journal.pending_question(&mark);
        let until = asked.and_then(|asked| asked.until).or(until);
        let task_number = round.task.number(asked);
        let is_task = round.task.is_task();
        if is_task {
            round.journal.pending.retain(|asked| asked.mark != mark);
        }
        let known = round.journal.find(&mark);
        let is_known = known.is_some();
        if let Some(known) = known {
            slot.fill(answer(known, limit));
        } else {
            round.change();
        }
        let request = request.clone();
        let key = key.map(str::to_owned);
        let length = text.len();
        let question = RoundQuestion {
            request,
            end_round: Self::end_round,
            key,
            mark,
            limit,
            until,
            is_known,
            length,
            task_number,
        };
        round.asked += 1;
        let number = round.asked;
        state.open.push(OpenQuestion { number, slot: Arc::clone(&slot), question: Some(question) });
        let ticket = Ticket::new(self.clone(), number, slot);
        Ok(match limit {
            _ if is_known => ticket,
            Some(limit) if is_task => ticket.within(limit),
            None if is_task => ticket,
            limit => ticket.of_round(limit),
        })
    }

    /// Asks a question again whose answer was invalid; returns whether that is possible.
    #[inline]
    pub(super) fn ask_again(&self, number: u64) -> bool {
        let mut guard = self.0.state.lock();
        let state = &mut *guard;
        let mut open = state.open.iter_mut().filter(|open| open.number == number);
        let Some(question) = open.find_map(|open| open.question.as_mut()) else { return false };
        question.is_known = false;
        state.round.journal.forget(&question.mark);
        // A task never uses a key twice.
        question.task_number = state.round.task.number(None);
        state.round.change();
        true
    }

    /// Lets a question from another task wake the call, which then ends the round.
    pub(super) fn wake_on_question(&self, driver: &Waker) {
        self.0.state.lock().round.driver = Some(driver.clone());
    }

    /// The response to a call that waits for what only another request can provide; and the
    /// suspended round, if the call may wait here.
    pub(super) fn suspended(
        &self,
        binding: &mut Binding,
    ) -> Option<(Response, Option<SuspendedRound>)> {
        if let Some(error) = self.required() {
            return Some((Err(error), None));
        }
        self.end_of_round().map(|end_round| end_round(self, binding))
    }

    /// Ends the round with a response that asks all open questions.
    #[inline]
    fn end_round(&self, binding: &mut Binding) -> (Response, Option<SuspendedRound>) {
        let (requests, journal, questions) = self.gather();
        let known = journal.weight();
        let SealedState { nonce, text } = match self.seal(journal, binding) {
            Ok(sealed) => sealed,
            Err(error) => return (Err(ErrorObject::internal(error.to_string())), None),
        };
        if text.len() > MAX_STATE_BYTES {
            let text = format!(
                "{}: the `requestState` exceeds {} KiB: return less from `Context::once`, or ask for less",
                binding.kind,
                MAX_STATE_BYTES / 1024
            );
            return (binding.kind.failure(text, ErrorObject::internal), None);
        }
        let mut result = InputRequiredResult::new(requests);
        result.request_state = Some(text);
        let weight = questions + known + binding.weight() + self.weight();
        let left = binding.parks.then_some(SuspendedRound { state: nonce, weight });
        (Ok(Reply::InputRequired(result)), left)
    }

    /// What ends the round, if the handler waits for an answer that only another round can provide.
    fn end_of_round(&self) -> Option<EndRound> {
        let state = self.0.state.lock();
        if state.round.is_busy() || state.round.task.is_task() {
            return None;
        }
        let mut questions = state.open.iter().filter_map(|open| open.question.as_ref());
        questions.find(|question| !question.is_known).map(|question| question.end_round)
    }

    #[inline]
    fn seal(&self, journal: Journal, binding: &mut Binding) -> Result<SealedState> {
        let before = self.0.state.lock().round.link;
        let link =
            before.map_or_else(|| ChainLink::first(&binding.caller), |link| Ok(link.next()))?;
        self.server().retries().states.seal(link, journal, binding)
    }

    /// About how many bytes of its request the call holds, besides the arguments.
    #[inline]
    pub(super) fn weight(&self) -> usize {
        let RequestContext { id, progress_token, client, transport, .. } = &self.0.request;
        let length = |id: &RequestId| if let RequestId::String(id) = id { id.len() } else { 0 };
        let token = progress_token.as_ref().map_or(0, |token| length(&token.0));
        let transport = transport.as_ref().map_or(0, |request| request.weight());
        client.weight() + length(id) + token + transport
    }

    /// Starts a new run with the answers of earlier ones.
    #[inline]
    pub(super) fn start_with(&self, link: ChainLink, journal: Journal) {
        let round = &mut self.0.state.lock().round;
        round.link = Some(link);
        round.journal = journal;
    }

    /// Resumes a waiting call with the answers of another request, which it now belongs to.
    #[inline]
    pub(super) fn resume(
        &self,
        link: ChainLink,
        pending: Vec<PendingQuestion>,
        answers: Answers,
        request: &RequestContext,
    ) {
        self.0.sink.switch(Arc::clone(&request.peer), request.progress_token.clone());
        let mut state = self.0.state.lock();
        state.round.link = Some(link);
        state.round.journal.pending = pending;
        state.round.journal.take_answers(answers);
        state.hand_out();
    }

    /// The open questions by their keys, what is known so far, and about how many bytes the
    /// questions take.
    #[inline]
    pub(super) fn gather(&self) -> (BTreeMap<String, InputRequest>, Journal, usize) {
        let state = self.0.state.lock();
        let mut journal = state.round.journal.clone();
        journal.pending.clear();
        let mut requests = BTreeMap::new();
        let mut length = 0;
        for OpenQuestion { number, question, .. } in &state.open {
            let Some(question) = question.as_ref().filter(|question| !question.is_known) else {
                continue;
            };
            length += question.length;
            let name = question.name(*number);
            let mut key = name.clone();
            let mut copies = 1;
            while requests.contains_key(&key) {
                copies += 1;
                key = format!("{name}-{copies}");
            }
            requests.insert(key.clone(), question.request.clone());
            let RoundQuestion { mark, until, task_number, .. } = question;
            let mark = mark.clone();
            let until = *until;
            let number = *task_number;
            journal.pending.push(PendingQuestion { key, mark, until, number });
        }
        // The handler and the call each have a copy.
        (requests, journal, 4 * length)
    }

    pub(super) fn set_busy(&self, is_busy: bool) {
        let round = &mut self.0.state.lock().round;
        round.busy = if is_busy { round.busy + 1 } else { round.busy - 1 };
        round.wake();
    }

    /// Whether an operation is running that must not be interrupted.
    pub(crate) fn is_busy(&self) -> bool {
        self.0.state.lock().round.is_busy()
    }

    /// Returns what an earlier run learned of an operation, and the mark to store its result under,
    /// if there can be another run.
    #[inline]
    pub(super) fn recall(&self, what: &str) -> (Option<Mark>, Option<JournalEntry>) {
        if !self.asks_in_results() {
            return (None, None);
        }
        let round = &mut self.0.state.lock().round;
        let mark = round.seen.mark(what.as_bytes());
        let known = round.journal.find(&mark).cloned();
        (Some(mark), known)
    }

    /// Notes that an operation begins that another run of a task must not repeat, even if this one
    /// is killed in the meantime.
    pub(super) async fn begin(&self, mark: Option<&Mark>) {
        if let Some(mark) = mark.filter(|_| self.may_be_task()) {
            {
                let round = &mut self.0.state.lock().round;
                round.journal.learn(mark.clone(), JournalEntry::Begun);
                round.change();
            }
            self.saved().await;
        }
    }

    #[inline]
    pub(super) fn keep(&self, mark: Option<Mark>, result: Box<RawValue>) {
        if let Some(mark) = mark {
            let round = &mut self.0.state.lock().round;
            round.journal.learn(mark, JournalEntry::Json(result));
            round.change();
        }
    }
}

impl AskingState {
    /// Passes the known answers to the questions that wait for them.
    #[inline]
    pub(super) fn hand_out(&mut self) {
        let Self { open, round, .. } = self;
        for OpenQuestion { slot, question, .. } in open {
            let Some(question) = question.as_mut().filter(|question| !question.is_known) else {
                continue;
            };
            if let Some(known) = round.journal.find(&question.mark) {
                question.is_known = true;
                slot.fill(answer(known, question.limit));
            }
        }
    }
}

#[inline]
fn answer(known: &JournalEntry, limit: Option<Duration>) -> RawAnswer {
    match known {
        JournalEntry::Json(json) => Ok(json.clone()),
        JournalEntry::Late | JournalEntry::Begun => Err(late(limit)),
    }
}
