//! The session that is notified of a core task: its questions are sent there as requests, its
//! changes as notifications, all of them with the id of the task.
//!
//! A message is sent once: on a stream that waits for the result of the task, if there is one, and
//! otherwise where the session is notified of changes.
//!
//! Source: [2025-11-25, "Tasks", Input Required Status](https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks#input-required-status).

use std::future::{pending, poll_fn};
use std::sync::Arc;
use std::task::{Context, Poll};

use serde_json::json;

use crate::jsonrpc::{SharedPeer, write_notification, write_request};
use crate::negotiation::{AnswerSlot, Outgoing, RawAnswer, RequestContext, SubscriptionSet};
use crate::protocol::meta::keys;
use crate::protocol::{
    ElicitParams, InputRequest, InputRequests, Meta, Method, RequestParams, Task, TaskStatusParams,
};
use crate::sync::Mutex;

/// The session of a task.
pub(super) struct TaskSession {
    id: Arc<str>,
    state: Mutex<State>,
}

struct State {
    outgoing: Arc<Outgoing>,
    subscriptions: Arc<SubscriptionSet>,
    /// Streams that wait for the result, newest first.
    readers: Vec<(u64, SharedPeer)>,
    last_reader: u64,
    asked: Vec<SentQuestion>,
}

/// A question that was sent.
struct SentQuestion {
    key: String,
    number: u64,
    outgoing: Arc<Outgoing>,
    slot: Arc<AnswerSlot>,
    /// The request, and the queue that it waits in if no stream was open.
    message: Vec<u8>,
    subscriptions: Arc<SubscriptionSet>,
}

impl SentQuestion {
    /// Removes the request from the queue; returns whether it had not been sent yet.
    #[inline]
    fn take_back(&self) -> bool {
        self.subscriptions.take_back(&self.message)
    }
}

/// A stream that waits for the result of a task, until it is dropped.
pub(super) struct Reader {
    session: Arc<TaskSession>,
    number: u64,
}

impl Drop for Reader {
    #[inline]
    fn drop(&mut self) {
        self.session.state.lock().readers.retain(|(number, _)| *number != self.number);
    }
}

impl TaskSession {
    /// The session of a request; `None` if the client cannot be sent requests.
    #[inline]
    pub(super) fn of(id: &Arc<str>, request: &RequestContext) -> Option<Arc<Self>> {
        let outgoing = request.back.outgoing()?;
        let subscriptions = request.back.subscriptions()?;
        Some(Self::new(id, Arc::clone(outgoing), Arc::clone(subscriptions)))
    }

    /// A task without a session yet: a session that requests the task will be notified of it.
    #[inline]
    pub(super) fn without_client(id: &Arc<str>) -> Arc<Self> {
        let outgoing = Arc::<Outgoing>::default();
        outgoing.end();
        Self::new(id, outgoing, Arc::default())
    }

    #[inline]
    fn new(
        id: &Arc<str>,
        outgoing: Arc<Outgoing>,
        subscriptions: Arc<SubscriptionSet>,
    ) -> Arc<Self> {
        let state = State {
            outgoing,
            subscriptions,
            readers: Vec::new(),
            last_reader: 0,
            asked: Vec::new(),
        };
        Arc::new(Self { id: Arc::clone(id), state: Mutex::new(state) })
    }

    /// Sends to the session of this request from now on.
    #[inline]
    pub(super) fn switch(&self, request: &RequestContext) {
        if let (Some(outgoing), Some(subscriptions)) =
            (request.back.outgoing(), request.back.subscriptions())
        {
            let state = &mut *self.state.lock();
            state.outgoing = Arc::clone(outgoing);
            state.subscriptions = Arc::clone(subscriptions);
        }
    }

    /// Sends on the stream that waits for the result while it does, beginning with what is queued.
    #[inline]
    pub(super) fn read_by(self: &Arc<Self>, peer: &SharedPeer) -> Reader {
        let state = &mut *self.state.lock();
        for unheard in state.asked.iter().filter(|asked| asked.take_back()) {
            peer.send(&unheard.message);
        }
        state.last_reader += 1;
        state.readers.insert(0, (state.last_reader, Arc::clone(peer)));
        Reader { session: Arc::clone(self), number: state.last_reader }
    }

    /// Sends or queues a message about the task; returns whether there is room for it.
    #[inline]
    pub(super) fn send(&self, message: &[u8]) -> bool {
        self.state.lock().send(message)
    }

    /// Sends the status of the task.
    #[inline]
    pub(super) fn notify(&self, task: Task) {
        let mut message = Vec::new();
        write_notification(&mut message, Method::TaskStatus.name(), &TaskStatusParams::new(task));
        self.send(&message);
    }

    /// Asks open questions that were not asked here yet, and withdraws those no longer open.
    #[inline]
    pub(super) fn ask(&self, open: &InputRequests) {
        let state = &mut *self.state.lock();
        let closed: Vec<_> = state
            .asked
            .extract_if(.., |asked| !open.contains_key(&asked.key) || asked.outgoing.has_ended())
            .collect();
        for asked in closed {
            if let Some(message) = asked.outgoing.withdraw(asked.number)
                && !asked.take_back()
            {
                state.send(&message);
            }
        }
        for (key, request) in open {
            if !state.asked.iter().any(|asked| asked.key == *key) {
                state.request(key, request, &self.id);
            }
        }
    }

    /// The answer to a question of a session, once there is one.
    #[inline]
    pub(super) async fn next_answer(session: Option<&Self>) -> (String, RawAnswer) {
        match session {
            Some(session) => poll_fn(|cx| session.poll_answer(cx)).await,
            None => pending().await,
        }
    }

    #[inline]
    fn poll_answer(&self, cx: &mut Context<'_>) -> Poll<(String, RawAnswer)> {
        let state = &mut *self.state.lock();
        for place in 0..state.asked.len() {
            if let Poll::Ready(answer) = state.asked[place].slot.poll_take(cx) {
                return Poll::Ready((state.asked.swap_remove(place).key, answer));
            }
        }
        Poll::Pending
    }
}

impl Drop for TaskSession {
    /// Forgets the questions, whose answers are no longer awaited.
    #[inline]
    fn drop(&mut self) {
        for asked in &self.state.lock().asked {
            asked.outgoing.forget(asked.number);
        }
    }
}

impl State {
    #[inline]
    fn send(&self, message: &[u8]) -> bool {
        match self.readers.iter().find(|(_, peer)| peer.is_there()) {
            Some((_, peer)) => {
                peer.send(message);
                true
            }
            None => self.subscriptions.push(message),
        }
    }

    #[inline]
    fn request(&mut self, key: &str, request: &InputRequest, task: &Arc<str>) {
        let slot = Arc::<AnswerSlot>::default();
        let Some(number) = self.outgoing.expect(Arc::clone(&slot)) else { return };
        let mut message = Vec::new();
        let related =
            Meta::from_iter([(keys::RELATED_TASK.to_owned(), json!({ "taskId": &**task }))]);
        let id = self.outgoing.id(number);
        let written = write_request(&mut message, &id, &with_meta(request.clone(), related));
        if written.is_ok() && self.send(&message) {
            let outgoing = Arc::clone(&self.outgoing);
            let subscriptions = Arc::clone(&self.subscriptions);
            let key = key.to_owned();
            self.asked.push(SentQuestion { key, number, outgoing, slot, message, subscriptions });
        } else {
            self.outgoing.forget(number);
        }
    }
}

#[inline]
fn with_meta(mut request: InputRequest, meta: Meta) -> InputRequest {
    let place = match &mut request {
        InputRequest::Elicit(ElicitParams::Form(form)) => &mut form.meta,
        InputRequest::Elicit(ElicitParams::Url(url)) => &mut url.meta,
        InputRequest::CreateMessage(params) => &mut params.meta,
        InputRequest::ListRoots(params) => {
            &mut params.get_or_insert_with(RequestParams::default).meta
        }
        _ => return request,
    };
    place.get_or_insert_default().extend(meta);
    request
}
