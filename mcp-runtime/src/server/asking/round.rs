//! Asking a modern client: the result of the call asks, and a retry of the call answers.
//!
//! A question that is not answered yet stays pending. When the handler waits for one, the round
//! is over: the client is asked all that is open. The retry runs the handler again, from the
//! start, and what was answered before is known then.
//!
//! Source: 2026-07-28, "Multi Round-Trip Requests".

use std::collections::BTreeMap;
use std::sync::Arc;
use std::task::Waker;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use super::binding::Binding;
use super::journal::{Journal, Mark, Pending, millis, now};
use super::question::{Ticket, late};
use super::seal::Nonce;
use super::{Asking, Open};
use crate::error::{Error, Result};
use crate::jsonrpc::{AnswerSlot, ErrorObject};
use crate::negotiation::RequestContext;
use crate::protocol::{InputRequest, InputRequiredResult};
use crate::server::{Reply, Response};

/// The longest state that is given to a client; it comes back with the next request.
const LONGEST: usize = 64 * 1024;

/// How far one run of a handler is.
#[derive(Default)]
pub(super) struct Round {
    pub(super) journal: Journal,
    /// Everything that was asked or done once in this run, answered or not.
    seen: Vec<Mark>,
    driver: Option<Waker>,
    /// How much is being done that must not be done again.
    busy: usize,
}

/// A question to be put into the result of its call.
pub(super) struct Posed {
    request: InputRequest,
    key: Option<String>,
    mark: Mark,
    limit: Option<Duration>,
    until: Option<u64>,
    is_known: bool,
}

/// What is sealed.
#[derive(Serialize, Deserialize)]
pub(super) struct State {
    pub(super) expires: u64,
    pub(super) journal: Journal,
}

impl Round {
    fn mark(&mut self, text: &[u8]) -> Mark {
        let first = Mark::new(text, 0);
        let equal = self.seen.iter().filter(|seen| seen.has_digest_of(&first)).count();
        let mark = Mark::new(text, u32::try_from(equal).unwrap_or(u32::MAX));
        self.seen.push(mark.clone());
        mark
    }

    /// Whether something is being done that must not be left undone.
    pub(super) fn is_busy(&self) -> bool {
        self.busy > 0
    }

    pub(super) fn wake(&mut self) {
        if let Some(driver) = self.driver.take() {
            driver.wake();
        }
    }
}

impl Asking {
    pub(super) fn pose(
        &self,
        request: &InputRequest,
        key: Option<&str>,
        limit: Option<Duration>,
    ) -> Result<Ticket> {
        let text = serde_json::to_vec(request).map_err(Error::other)?;
        let slot = Arc::<AnswerSlot>::default();
        let mut state = self.lock();
        if state.is_over {
            return Err(Error::cancelled());
        }
        let round = &mut state.round;
        let mark = round.mark(&text);
        let until = limit.map(|limit| now().saturating_add(millis(limit)));
        let until = round.journal.until(&mark).or(until);
        let known = round.journal.find(&mark);
        let is_known = known.is_some();
        if let Some(known) = known {
            slot.fill(known.map(ToOwned::to_owned).ok_or_else(|| late(limit)));
        } else {
            round.wake();
        }
        let number = round.seen.len() as u64;
        let request = request.clone();
        let key = key.map(str::to_owned);
        let posed = Posed { request, key, mark, limit, until, is_known };
        state.open.push(Open { number, slot: Arc::clone(&slot), posed: Some(posed) });
        Ok(Ticket::new(self.clone(), number, slot))
    }

    /// Asks a question again whose answer was none; whether that is possible.
    pub(super) fn ask_again(&self, number: u64) -> bool {
        let mut state = self.lock();
        let state = &mut *state;
        let mut open = state.open.iter_mut().filter(|open| open.number == number);
        let Some(posed) = open.find_map(|open| open.posed.as_mut()) else { return false };
        posed.is_known = false;
        state.round.journal.forget(&posed.mark);
        state.round.wake();
        true
    }

    /// A question from another task wakes the call, which ends the round then.
    pub(super) fn wake_on_question(&self, driver: &Waker) {
        self.lock().round.driver = Some(driver.clone());
    }

    /// What a call is answered with that waits for what only another request can bring; with the
    /// name of the state that its client is given.
    pub(super) fn suspended(&self, binding: &Binding) -> Option<(Response, Option<Nonce>)> {
        if let Some(error) = self.required() {
            return Some((Err(error), None));
        }
        self.is_suspended().then(|| self.end_round(binding))
    }

    /// Asks the client all that is open.
    fn end_round(&self, binding: &Binding) -> (Response, Option<Nonce>) {
        let (requests, journal) = self.gather();
        let (nonce, sealed) = match self.seal(journal, binding) {
            Ok(sealed) => sealed,
            Err(error) => return (Err(ErrorObject::internal(error.to_string())), None),
        };
        if sealed.len() > LONGEST {
            let text = format!("{} asks more than can be kept between rounds", binding.kind);
            return (binding.kind.failure(text, ErrorObject::internal), None);
        }
        let mut result = InputRequiredResult::new(requests);
        result.request_state = Some(sealed);
        (Ok(Reply::InputRequired(result)), Some(nonce))
    }

    /// Whether the handler waits for an answer that only another round can bring.
    fn is_suspended(&self) -> bool {
        let state = self.lock();
        let mut posed = state.open.iter().filter_map(|open| open.posed.as_ref());
        !state.round.is_busy() && posed.any(|posed| !posed.is_known)
    }

    fn seal(&self, journal: Journal, binding: &Binding) -> Result<(Nonce, String)> {
        let rounds = self.server().rounds();
        let state = State { expires: now().saturating_add(millis(rounds.time)), journal };
        let state = serde_json::to_vec(&state).map_err(Error::other)?;
        rounds.sealer.seal(&state, &binding.bytes())
    }

    /// Starts a new run with what is known from earlier ones, and with the answers that came.
    pub(super) fn start_with(&self, mut journal: Journal, answers: Map<String, Value>) {
        journal.take_answers(answers);
        self.lock().round.journal = journal;
    }

    /// Goes on where the call waits, with the answers that came; for another request now.
    pub(super) fn go_on(
        &self,
        pending: Vec<Pending>,
        answers: Map<String, Value>,
        request: &RequestContext,
    ) {
        self.0.sink.switch(Arc::clone(&request.peer), request.progress_token.clone());
        let mut state = self.lock();
        let super::State { open, round, .. } = &mut *state;
        round.journal.pending = pending;
        round.journal.take_answers(answers);
        for Open { slot, posed, .. } in open {
            let Some(posed) = posed.as_mut().filter(|posed| !posed.is_known) else { continue };
            if let Some(known) = round.journal.find(&posed.mark) {
                posed.is_known = true;
                slot.fill(known.map(ToOwned::to_owned).ok_or_else(|| late(posed.limit)));
            }
        }
    }

    /// The open questions by their keys, and what is known so far.
    fn gather(&self) -> (BTreeMap<String, InputRequest>, Journal) {
        let state = self.lock();
        let mut journal = state.round.journal.clone();
        journal.pending.clear();
        let mut requests = BTreeMap::new();
        for Open { number, posed, .. } in &state.open {
            let Some(posed) = posed.as_ref().filter(|posed| !posed.is_known) else { continue };
            let name = posed.key.clone().unwrap_or_else(|| format!("question-{number}"));
            let mut key = name.clone();
            let mut copies = 1;
            while requests.contains_key(&key) {
                copies += 1;
                key = format!("{name}-{copies}");
            }
            requests.insert(key.clone(), posed.request.clone());
            journal.pending.push(Pending { key, mark: posed.mark.clone(), until: posed.until });
        }
        (requests, journal)
    }

    pub(super) fn set_busy(&self, is_busy: bool) {
        let round = &mut self.lock().round;
        round.busy = if is_busy { round.busy + 1 } else { round.busy - 1 };
        round.wake();
    }

    /// What is known of something from an earlier run; else where to keep it.
    pub(super) fn recall(&self, what: &str) -> (Mark, Option<Box<RawValue>>) {
        let mut state = self.lock();
        let mark = state.round.mark(what.as_bytes());
        let known = state.round.journal.find(&mark).flatten().map(ToOwned::to_owned);
        (mark, known)
    }

    pub(super) fn keep(&self, mark: Mark, result: Box<RawValue>) {
        self.lock().round.journal.learn(mark, Some(result));
    }
}
