//! The requests that are waiting for their responses.

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

/// The requests of one connection whose responses were not taken yet, by their ids.
#[derive(Default)]
pub(super) struct PendingRequests {
    state: Mutex<PendingState>,
    /// Signals that the limits have to be checked earlier than [`PendingRequests::watch_limits`]
    /// planned.
    earlier: Notify,
}

#[derive(Default)]
struct PendingState {
    /// The ids are chosen by this client only, so their hashes do not need a secret.
    requests: HashMap<u64, WaitingRequest, FixedState>,
    last: u64,
    /// When the time limits are checked next.
    next_deadline: Option<Instant>,
    has_ended: bool,
}

struct WaitingRequest {
    stage: Stage,
    /// When the waiting task is woken without a response.
    limit: Option<Instant>,
}

enum Stage {
    Open(Option<Waker>),
    /// The limit is reached.
    Late,
    Answered(Outcome),
}

impl PendingRequests {
    /// Assigns an id to a request; `None` if the connection has ended.
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

    /// Sets when the task that waits for a response is woken without one; this replaces the
    /// previous limit, even if it was reached.
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

    /// Wakes the task that watches the deadlines, if this one is earlier than the next one it
    /// knows.
    fn watch_deadline(&self, state: &PendingState, limit: Instant) {
        if state.next_deadline.is_none_or(|next| limit < next) {
            self.earlier.notify_one();
        }
    }

    /// Takes a response; only the first one is used, and only if it is awaited.
    pub(super) fn answer(&self, id: u64, answer: Outcome) {
        let waker =
            self.state.lock().requests.get_mut(&id).and_then(|request| request.answer(answer));
        if let Some(waker) = waker {
            waker.wake();
        }
    }

    /// Takes an error that does not name a request; it is the response if exactly one request is
    /// waiting.
    ///
    /// # Errors
    ///
    /// The error, if its request is ambiguous.
    pub(super) fn answer_only(&self, error: Error) -> Result<(), Error> {
        let waker = {
            let mut state = self.state.lock();
            // A request that waits without a limit is an established subscription.
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

    /// Polls for the response; `None` if the limit is reached.
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

    /// Abandons a request; returns whether it was still waiting.
    pub(super) fn forget(&self, id: u64) -> bool {
        self.state.lock().requests.remove(&id).is_some_and(|request| request.is_open())
    }

    /// The id of the last request.
    pub(super) fn last(&self) -> u64 {
        self.state.lock().last
    }

    /// Whether a request up to this one waits for its response until a limit, as established
    /// subscriptions do not.
    pub(super) fn waits_since(&self, last: u64) -> bool {
        let state = self.state.lock();
        let mut requests = state.requests.iter();
        requests.any(|(id, request)| *id <= last && request.is_open() && request.limit.is_some())
    }

    /// Whether a request waits for its response.
    pub(super) fn is_waiting(&self) -> bool {
        self.state.lock().requests.values().any(WaitingRequest::is_open)
    }

    /// Whether the connection has ended.
    pub(super) fn has_ended(&self) -> bool {
        self.state.lock().has_ended
    }

    /// Takes no new requests.
    pub(super) fn refuse_new(&self) {
        self.state.lock().has_ended = true;
    }

    /// Ends all requests, because the connection has ended.
    pub(super) fn end(&self) {
        self.refuse_new();
        self.fail_all();
        self.earlier.notify_one();
    }

    /// Ends all requests: their responses cannot arrive any more.
    pub(super) fn fail_all(&self) {
        let wakers: Vec<Waker> = {
            let mut state = self.state.lock();
            let requests = state.requests.values_mut();
            requests.filter_map(|request| request.answer(Err(Error::closed()))).collect()
        };
        wakers.into_iter().for_each(Waker::wake);
    }

    /// Watches the time limits until the connection has ended.
    ///
    /// All requests share one timer: a timer for each would cost more than everything else that is
    /// done for it. Most limits are equally long, so the timer rarely has to be reset.
    pub(super) async fn watch_limits(&self) {
        while !self.has_ended() {
            let (late, next) = self.expired();
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

    /// Returns the tasks to wake because their time is over, and when to check again.
    fn expired(&self) -> (Vec<Waker>, Option<Instant>) {
        let mut state = self.state.lock();
        let now = Instant::now();
        let reached = |request: &mut WaitingRequest| request.limit.take_if(|limit| *limit <= now);
        let requests = state.requests.values_mut();
        let late =
            requests.filter_map(|request| reached(request).and_then(|_| request.late())).collect();
        state.next_deadline = state.requests.values().filter_map(|request| request.limit).min();
        (late, state.next_deadline)
    }
}

impl WaitingRequest {
    /// Takes a response, if it is the first; returns the task to wake.
    fn answer(&mut self, answer: Outcome) -> Option<Waker> {
        let waker = match &mut self.stage {
            Stage::Answered(_) => return None,
            Stage::Late => None,
            Stage::Open(waker) => waker.take(),
        };
        self.stage = Stage::Answered(answer);
        waker
    }

    /// Marks the limit as reached; returns the task to wake.
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
