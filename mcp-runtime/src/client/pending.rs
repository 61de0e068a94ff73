//! The requests that wait for their answers.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::future::pending;
use std::task::{Context, Poll, Waker};

use foldhash::fast::FixedState;
use tokio::sync::Notify;
use tokio::time::{Instant, sleep_until};

use super::result::Outcome;
use crate::error::Error;
use crate::sync::Mutex;

/// The requests of one connection whose answers were not taken yet, by their ids.
#[derive(Default)]
pub(super) struct PendingRequests {
    state: Mutex<PendingState>,
    /// The limits have to be looked at earlier than [`PendingRequests::watch_limits`] was going to.
    earlier: Notify,
}

#[derive(Default)]
struct PendingState {
    /// Nobody else chooses the ids, so their hashes need no secret.
    requests: HashMap<u64, WaitingRequest, FixedState>,
    last: u64,
    /// When the limits of time are looked at.
    next_deadline: Option<Instant>,
    has_ended: bool,
}

struct WaitingRequest {
    stage: Stage,
    /// When whoever waits is woken without an answer.
    limit: Option<Instant>,
}

enum Stage {
    Open(Option<Waker>),
    /// The limit is reached.
    Late,
    Answered(Outcome),
}

impl PendingRequests {
    /// Gives a request its id; `None` if no answer can come any more.
    pub(super) fn expect(&self, limit: Instant) -> Option<u64> {
        let mut state = self.state.lock();
        if state.has_ended {
            return None;
        }
        state.last += 1;
        let id = state.last;
        state.requests.insert(id, WaitingRequest { stage: Stage::Open(None), limit: Some(limit) });
        self.watch_deadline(&state, limit);
        Some(id)
    }

    /// Sets when whoever waits for an answer is woken without one; the limit
    /// before counts no more, even if it was reached.
    pub(super) fn limit(&self, id: u64, limit: Option<Instant>) {
        let mut state = self.state.lock();
        if let Some(request) = state.requests.get_mut(&id) {
            request.limit = limit;
            if matches!(request.stage, Stage::Late) {
                request.stage = Stage::Open(None);
            }
        }
        if let Some(limit) = limit {
            self.watch_deadline(&state, limit);
        }
    }

    /// Wakes the task that watches the deadlines, if this one comes before those that it knows.
    fn watch_deadline(&self, state: &PendingState, limit: Instant) {
        if state.next_deadline.is_none_or(|next| limit < next) {
            self.earlier.notify_one();
        }
    }

    /// Takes an answer; only the first one counts, and only if somebody waits for it.
    pub(super) fn answer(&self, id: u64, answer: Outcome) {
        let waker =
            self.state.lock().requests.get_mut(&id).and_then(|request| request.answer(answer));
        if let Some(waker) = waker {
            waker.wake();
        }
    }

    /// Takes an error that names no request; it is the answer if only one waits.
    ///
    /// # Errors
    ///
    /// The error, if it is not clear whose it is.
    pub(super) fn answer_only(&self, error: Error) -> Result<(), Error> {
        let waker = {
            let mut state = self.state.lock();
            // What waits without a limit is a subscription that stands.
            let waits =
                |request: &&mut WaitingRequest| request.is_open() && request.limit.is_some();
            let mut open = state.requests.values_mut().filter(waits);
            match (open.next(), open.next()) {
                (Some(request), None) => request.answer(Err(error)),
                _ => return Err(error),
            }
        };
        waker.into_iter().for_each(Waker::wake);
        Ok(())
    }

    /// The answer, once it is there; `None` if the limit is reached.
    pub(super) fn poll(&self, id: u64, cx: &mut Context<'_>) -> Poll<Option<Outcome>> {
        let mut state = self.state.lock();
        let Entry::Occupied(mut request) = state.requests.entry(id) else {
            return Poll::Ready(Some(Err(Error::closed())));
        };
        match request.get().stage {
            Stage::Open(_) => {
                request.get_mut().stage = Stage::Open(Some(cx.waker().clone()));
                Poll::Pending
            }
            Stage::Late => {
                request.get_mut().stage = Stage::Open(None);
                Poll::Ready(None)
            }
            Stage::Answered(_) => Poll::Ready(request.remove().into_answer()),
        }
    }

    /// Gives a request up; whether it was still waiting.
    pub(super) fn forget(&self, id: u64) -> bool {
        self.state.lock().requests.remove(&id).is_some_and(|request| request.is_open())
    }

    /// Whether no answer can come any more.
    pub(super) fn has_ended(&self) -> bool {
        self.state.lock().has_ended
    }

    /// No answer can come any more.
    pub(super) fn end(&self) {
        let wakers: Vec<Waker> = {
            let mut state = self.state.lock();
            state.has_ended = true;
            let requests = state.requests.values_mut();
            requests.filter_map(|request| request.answer(Err(Error::closed()))).collect()
        };
        self.earlier.notify_one();
        wakers.into_iter().for_each(Waker::wake);
    }

    /// Watches the limits of time, until no answer can come any more.
    ///
    /// One timer does for all requests: one for each would cost more than all else that is done
    /// for it. Most limits are equally long, so it rarely has to be set anew.
    pub(super) async fn watch_limits(&self) {
        while !self.has_ended() {
            let (late, next) = self.look();
            late.into_iter().for_each(Waker::wake);
            let time = async {
                match next {
                    Some(next) => sleep_until(next).await,
                    None => pending().await,
                }
            };
            tokio::select! { () = time => {}, () = self.earlier.notified() => {} }
        }
    }

    /// Who is to be woken because the time is over, and when to look again.
    fn look(&self) -> (Vec<Waker>, Option<Instant>) {
        let mut state = self.state.lock();
        let now = Instant::now();
        let reached = |request: &mut WaitingRequest| request.limit.take_if(|limit| *limit <= now);
        let requests = state.requests.values_mut();
        let late = requests.filter_map(|request| reached(request).and_then(|_| request.late()));
        let late = late.collect();
        state.next_deadline = state.requests.values().filter_map(|request| request.limit).min();
        (late, state.next_deadline)
    }
}

impl WaitingRequest {
    /// Takes an answer, if it is the first; who is to be woken.
    fn answer(&mut self, answer: Outcome) -> Option<Waker> {
        let waker = match &mut self.stage {
            Stage::Answered(_) => return None,
            Stage::Late => None,
            Stage::Open(waker) => waker.take(),
        };
        self.stage = Stage::Answered(answer);
        waker
    }

    /// The limit is reached; who is to be woken.
    fn late(&mut self) -> Option<Waker> {
        let Stage::Open(waker) = &mut self.stage else { return None };
        let waker = waker.take();
        self.stage = Stage::Late;
        waker
    }

    fn is_open(&self) -> bool {
        !matches!(self.stage, Stage::Answered(_))
    }

    fn into_answer(self) -> Option<Outcome> {
        match self.stage {
            Stage::Answered(answer) => Some(answer),
            Stage::Open(_) | Stage::Late => None,
        }
    }
}
