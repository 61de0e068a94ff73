//! Requests to the peer that wait for a response.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::{Context, Poll, Waker};

use crate::debug::short_debug;
use crate::error::{Error, RawAnswer};
use crate::jsonrpc::{RequestId, write_notification};
use crate::protocol::{CancelledParams, Method};
use crate::sync::Mutex;

/// The requests of one connection that were sent and not answered yet, each with a slot for its
/// answer.
#[derive(Default)]
pub(crate) struct Outgoing {
    state: Mutex<OutgoingState>,
    /// The prefix of ids, if replicas have to distinguish their requests from those of others.
    prefix: Option<Box<str>>,
}

short_debug!(Outgoing { prefix });

#[derive(Default)]
struct OutgoingState {
    waiting: HashMap<u64, Arc<AnswerSlot>>,
    last: u64,
    has_ended: bool,
}

impl Outgoing {
    /// Creates requests whose ids name the replica, if there are several: `replica.3.1`. The
    /// answers to those of one connection are never taken for those of a later one.
    pub(crate) fn of_replica(replica: Option<&str>) -> Self {
        static CONNECTIONS: AtomicU64 = AtomicU64::new(0);
        let prefix = replica.map(|replica| {
            let connection = CONNECTIONS.fetch_add(1, Ordering::Relaxed);
            format!("{replica}.{connection}.").into()
        });
        Self { state: Mutex::default(), prefix }
    }

    /// The id of the request with this number.
    pub(crate) fn id(&self, number: u64) -> RequestId {
        match &self.prefix {
            None => RequestId::Integer(number.into()),
            Some(prefix) => RequestId::String(format!("{prefix}{number}").into()),
        }
    }

    /// The number of the request with this id.
    fn number(&self, id: &RequestId) -> Option<u64> {
        match (id, &self.prefix) {
            (RequestId::Integer(id), None) => u64::try_from(*id).ok(),
            (RequestId::String(id), Some(prefix)) => id.strip_prefix(&**prefix)?.parse().ok(),
            _ => None,
        }
    }

    /// Numbers a request, whose answer goes to `slot`; `None` if no answer can arrive any more.
    #[inline]
    pub(crate) fn expect(&self, slot: Arc<AnswerSlot>) -> Option<u64> {
        let mut state = self.state.lock();
        if state.has_ended {
            return None;
        }
        state.last += 1;
        let id = state.last;
        state.waiting.insert(id, slot);
        Some(id)
    }

    /// Delivers an answer; one to no pending request is dropped.
    pub(crate) fn answer(&self, id: &RequestId, answer: RawAnswer) {
        let number = self.number(id);
        let slot = number.and_then(|number| self.state.lock().waiting.remove(&number));
        if let Some(slot) = slot {
            slot.fill(answer);
        }
    }

    /// Abandons a request; returns whether it was still pending.
    pub(crate) fn forget(&self, id: u64) -> bool {
        self.state.lock().waiting.remove(&id).is_some()
    }

    /// Abandons a request; returns the notification that cancels it, if it was still pending.
    pub(crate) fn withdraw(&self, id: u64) -> Option<Vec<u8>> {
        self.forget(id).then(|| {
            let mut message = Vec::new();
            let params = CancelledParams::new(self.id(id));
            write_notification(&mut message, Method::Cancelled.name(), &params);
            message
        })
    }

    /// Whether no answer can arrive any more.
    pub(crate) fn has_ended(&self) -> bool {
        self.state.lock().has_ended
    }

    /// Fails all pending requests: no answer can arrive any more.
    pub(crate) fn end(&self) {
        let waiting = {
            let mut state = self.state.lock();
            state.has_ended = true;
            std::mem::take(&mut state.waiting)
        };
        for slot in waiting.into_values() {
            slot.fill(Err(Error::closed()));
        }
    }
}

/// A slot for one answer.
#[derive(Default)]
pub(crate) struct AnswerSlot(Mutex<Slot>);

short_debug!(AnswerSlot {});

#[derive(Default)]
struct Slot {
    answer: Option<RawAnswer>,
    waiting: Option<Waker>,
}

impl AnswerSlot {
    /// Fills the slot; the first answer wins.
    pub(crate) fn fill(&self, answer: RawAnswer) {
        let mut slot = self.0.lock();
        slot.answer.get_or_insert(answer);
        if let Some(waker) = slot.waiting.take() {
            waker.wake();
        }
    }

    /// Takes the answer, once it has arrived.
    pub(crate) fn poll_take(&self, cx: &mut Context<'_>) -> Poll<RawAnswer> {
        let mut slot = self.0.lock();
        match slot.answer.take() {
            Some(answer) => Poll::Ready(answer),
            None => {
                slot.waiting = Some(cx.waker().clone());
                Poll::Pending
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::task::{Context, Poll, Waker};

    use serde_json::value::RawValue;

    use super::*;

    fn poll(slot: &AnswerSlot) -> Poll<Result<String, String>> {
        let answer = slot.poll_take(&mut Context::from_waker(Waker::noop()));
        answer.map(|answer| match answer {
            Ok(result) => Ok(result.get().to_owned()),
            Err(error) => Err(error.to_string()),
        })
    }

    #[test]
    fn an_answer_finds_its_request_once() {
        let outgoing = Outgoing::default();
        let slots = [(); 2].map(|()| Arc::<AnswerSlot>::default());
        let ids = slots.clone().map(|slot| outgoing.expect(slot));
        assert_eq!(ids, [Some(1), Some(2)]);
        for (id, result) in [(RequestId::from(2), "2"), (2.into(), "3"), ("1".into(), "4")] {
            let result = RawValue::from_string(result.to_owned()).ok();
            outgoing.answer(&id, result.ok_or_else(Error::closed));
        }
        assert_eq!(poll(&slots[0]), Poll::Pending);
        assert_eq!(poll(&slots[1]), Poll::Ready(Ok("2".to_owned())));
        assert!(outgoing.forget(1) && !outgoing.forget(1) && !outgoing.forget(2));
    }

    #[test]
    fn the_end_of_a_connection_answers_all_that_wait() {
        let outgoing = Outgoing::default();
        let slot = Arc::<AnswerSlot>::default();
        outgoing.expect(Arc::clone(&slot));
        outgoing.end();
        assert_eq!(poll(&slot), Poll::Ready(Err("the connection ended".to_owned())));
        assert_eq!(outgoing.expect(slot), None);
    }
}
