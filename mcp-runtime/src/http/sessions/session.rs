//! One legacy session over HTTP: its state, its running calls, and its streams.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Weak};

use tokio::task::AbortHandle;
use tokio::time::Instant;

use super::record::{SessionChange, SharedCopy};
use super::stream::SessionStream;
use crate::caller::Caller;
use crate::http::principal::Principal;
use crate::http::sse::EventId;
use crate::jsonrpc::{ErrorObject, RequestId, SharedPeer};
use crate::negotiation::{BackChannel, RequestContext, SubscriptionSet};
use crate::protocol::ProtocolVersion;
use crate::server::NotificationStream;
use crate::server::response::BoxFuture;
use crate::session::{CallId, Session};
use crate::sync::Mutex;
use crate::transport::outbox::Outbox;

/// How many ended streams of a session a client can still resume.
const PAST_STREAMS: usize = 16;

/// How many streams that belong to no call a client may have open.
const STANDALONE_STREAMS: usize = 16;

pub(crate) struct HttpSession {
    pub(crate) id: Arc<str>,
    pub(crate) version: ProtocolVersion,
    /// The caller that opened it.
    pub(crate) caller: Caller,
    principal: Option<Principal>,
    /// The local copy of its record, if replicas share it.
    pub(crate) shared: Option<SharedCopy>,
    pub(super) state: Mutex<HttpSessionState>,
    /// Locked by the one stream that carries notifications: a message is sent on one stream only.
    ///
    /// Source: [2025-11-25, "Transports", Multiple Connections](https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#multiple-connections).
    pub(crate) notifications: tokio::sync::Mutex<NotificationStream>,
}

pub(super) struct HttpSessionState {
    pub(super) session: Session,
    running: HashMap<CallId, AbortHandle>,
    streams: VecDeque<Arc<SessionStream>>,
    next_stream: u64,
    pub(super) used: Instant,
    pub(super) is_closed: bool,
}

impl HttpSession {
    pub(crate) fn new(
        id: Arc<str>,
        caller: Caller,
        principal: Option<Principal>,
        session: Session,
        notifications: NotificationStream,
        shared: Option<SharedCopy>,
    ) -> Self {
        let version = session.version();
        let state = Mutex::new(HttpSessionState {
            session,
            running: HashMap::new(),
            streams: VecDeque::new(),
            next_stream: 0,
            used: Instant::now(),
            is_closed: false,
        });
        let notifications = notifications.into();
        Self { id, version, caller, principal, shared, state, notifications }
    }

    /// Whether it has this id and principal; another principal cannot detect it.
    pub(crate) fn is_of(&self, id: &[u8], principal: Option<&Principal>) -> bool {
        *self.id.as_bytes() == *id && self.principal.as_ref() == principal
    }

    /// The principal that opened it, if there was one.
    pub(crate) fn principal(&self) -> Option<&Principal> {
        self.principal.as_ref()
    }

    /// Returns a request context for the session itself.
    pub(crate) fn own_request(&self) -> Option<RequestContext> {
        self.with(|session| session.own_request())
    }

    /// The subscriptions of its client.
    pub(crate) fn subscriptions(&self) -> Option<Arc<SubscriptionSet>> {
        self.own_request()?.back.subscriptions().cloned()
    }

    /// Records a change by its client, for replicas.
    pub(crate) fn note(&self, change: Option<SessionChange>) {
        if let (Some(change), Some(copy)) = (change, &self.shared) {
            copy.state.lock().note(change);
        }
    }

    /// Whether its client has made changes that replicas do not know yet.
    pub(crate) fn is_unsaved(&self) -> bool {
        self.shared.as_ref().is_some_and(|copy| !copy.state.lock().unsaved.is_empty())
    }

    /// Whether its client listens here for messages that belong to no call.
    pub(crate) fn is_listened_to(&self) -> bool {
        let open = |stream: &Arc<SessionStream>| stream.is_standalone() && !stream.is_over();
        self.state.lock().streams.iter().any(open)
    }

    /// Runs a decision of the state machine; nothing slow may happen in it.
    pub(crate) fn with<T>(&self, decide: impl FnOnce(&mut Session) -> T) -> T {
        decide(&mut self.state.lock().session)
    }

    /// Runs a call until it ends, is cancelled, or the session ends; it does not end when the
    /// client disconnects.
    ///
    /// # Errors
    ///
    /// When the maximum number of calls is running.
    pub(crate) fn spawn(
        self: &Arc<Self>,
        id: &RequestId,
        call: BoxFuture<()>,
    ) -> Result<(), ErrorObject> {
        let mut state = self.state.lock();
        state.session.in_flight().check_room()?;
        let call_id = state.session.in_flight().start(id);
        let session = Arc::downgrade(self);
        let task = tokio::spawn(async move {
            call.await;
            finish(&session, call_id);
        });
        if state.is_closed {
            task.abort();
        }
        state.running.insert(call_id, task.abort_handle());
        Ok(())
    }

    /// Drops calls without responses.
    pub(crate) fn cancel(&self, calls: &[CallId]) {
        let mut state = self.state.lock();
        for task in calls.iter().filter_map(|call| state.running.remove(call)) {
            task.abort();
        }
    }

    /// Gives the stream of an exchange an id for resumption; it answers these requests, or belongs
    /// to no call.
    pub(crate) fn open_stream(
        &self,
        outbox: &Arc<Outbox>,
        requests: Option<Vec<RequestId>>,
    ) -> Arc<SessionStream> {
        let mut state = self.state.lock();
        state.next_stream += 1;
        let id = match &self.shared {
            Some(copy) => copy.stream(state.next_stream, requests.is_none()),
            None => state.next_stream,
        };
        let stream = Arc::new(SessionStream::new(id, Arc::clone(outbox), requests));
        let ended = state.add(Arc::clone(&stream));
        drop(state);
        if let Some(ended) = ended {
            ended.end();
        }
        stream
    }

    /// Opens a stream that mirrors one of another replica, after its first `events` events.
    pub(crate) fn open_mirror(
        &self,
        outbox: &Arc<Outbox>,
        stream: u64,
        events: u64,
    ) -> Arc<SessionStream> {
        let stream = Arc::new(SessionStream::mirror(stream, Arc::clone(outbox), events));
        let mut state = self.state.lock();
        let before = state
            .streams
            .iter()
            .position(|other| other.id == stream.id)
            .and_then(|place| state.streams.remove(place));
        let ended = state.add(Arc::clone(&stream));
        drop(state);
        for ended in before.into_iter().chain(ended) {
            ended.end();
        }
        stream
    }

    /// Returns the stream with this id, if it is known here.
    pub(crate) fn stream(&self, id: u64) -> Option<Arc<SessionStream>> {
        self.state.lock().streams.iter().find(|stream| stream.id == id).cloned()
    }

    /// Routes questions that belong to no call to the standalone stream, if one is open.
    pub(crate) fn apart_from_calls(&self, context: RequestContext) -> RequestContext {
        let state = self.state.lock();
        let mut open = state.streams.iter().rev().filter(|stream| !stream.is_over());
        match open.find(|stream| stream.is_standalone()) {
            Some(stream) => {
                let peer: SharedPeer = Arc::clone(&stream.outbox) as SharedPeer;
                RequestContext { peer, ..context }
            }
            None => RequestContext { back: BackChannel::none(), ..context },
        }
    }

    /// Returns the stream that an event belongs to.
    pub(crate) fn stream_of(&self, event: EventId) -> Option<Arc<SessionStream>> {
        let stream = self.stream(event.stream);
        stream.filter(|stream| stream.has_had(event.number) && !stream.is_mirror)
    }

    /// Marks the session as used; `false` if it has ended.
    pub(crate) fn touch(&self) -> bool {
        let mut state = self.state.lock();
        state.used = Instant::now();
        !state.is_closed
    }

    /// Runs what must not be done after the session has ended.
    pub(crate) fn while_open(&self, act: impl FnOnce()) {
        let state = self.state.lock();
        if !state.is_closed {
            act();
        }
    }

    /// Ends the calls and the streams.
    pub(crate) fn close(&self) {
        let mut state = self.state.lock();
        state.is_closed = true;
        state.session.end();
        for (_, task) in state.running.drain() {
            task.abort();
        }
        let streams = std::mem::take(&mut state.streams);
        // A reader of a stream may be about to lock the state.
        drop(state);
        for stream in streams {
            stream.end();
        }
    }
}

impl HttpSessionState {
    /// Adds a stream, replacing an ended one if there are too many; returns the one that has to
    /// end.
    fn add(&mut self, stream: Arc<SessionStream>) -> Option<Arc<SessionStream>> {
        let ended = if self.is_closed { Some(Arc::clone(&stream)) } else { self.one_too_many() };
        let past = self.streams.iter().filter(|stream| stream.is_over()).count();
        if past >= PAST_STREAMS
            && let Some(oldest) = self.streams.iter().position(SessionStream::is_over)
        {
            self.streams.remove(oldest);
        }
        self.streams.push_back(stream);
        ended
    }

    /// Returns the stream that has to end for another one that belongs to no call: the oldest,
    /// whose client may have disconnected unnoticed.
    fn one_too_many(&self) -> Option<Arc<SessionStream>> {
        let open = |stream: &&Arc<SessionStream>| stream.is_standalone() && !stream.is_over();
        let mut streams = self.streams.iter().filter(open);
        let first = streams.next()?;
        (streams.count() + 1 >= STANDALONE_STREAMS).then(|| Arc::clone(first))
    }
}

fn finish(session: &Weak<HttpSession>, call: CallId) {
    if let Some(session) = session.upgrade() {
        let mut state = session.state.lock();
        state.session.in_flight().finish(call);
        state.running.remove(&call);
    }
}
