//! One legacy session over HTTP: its state, its running calls, and its streams.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Weak};
use std::time::Duration;

use tokio::task::AbortHandle;
use tokio::time::Instant;

use super::stream::SessionStream;
use crate::jsonrpc::{ErrorObject, RequestId, SharedPeer};
use crate::negotiation::{BackChannel, Caller, RequestContext};
use crate::protocol::ProtocolVersion;
use crate::server::Follower;
use crate::server::step::BoxFuture;
use crate::session::{CallId, Session};
use crate::sync::Mutex;
use crate::transport::http::principal::Principal;
use crate::transport::http::sse::EventId;
use crate::transport::outbox::Outbox;

/// A session that was opened and never used is given up after this long.
const ABANDONED: Duration = Duration::from_secs(60);

/// How many streams that are over a client can still come back to.
const PAST_STREAMS: usize = 16;

/// How many streams that belong to no call a client may have open.
const STANDALONE_STREAMS: usize = 16;

pub(crate) struct HttpSession {
    pub(crate) id: Arc<str>,
    pub(crate) version: ProtocolVersion,
    /// Who has opened it.
    pub(crate) caller: Caller,
    principal: Option<Principal>,
    state: Mutex<HttpSessionState>,
    /// Held by the one stream that tells of changes: a message goes to one stream only.
    ///
    /// Source: [2025-11-25, "Transports", Multiple Connections](https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#multiple-connections).
    pub(crate) follower: tokio::sync::Mutex<Follower>,
}

struct HttpSessionState {
    session: Session,
    running: HashMap<CallId, AbortHandle>,
    streams: VecDeque<Arc<SessionStream>>,
    next_stream: u64,
    used: Instant,
    is_closed: bool,
}

impl HttpSession {
    pub(crate) fn new(
        id: Arc<str>,
        caller: Caller,
        principal: Option<Principal>,
        session: Session,
        follower: Follower,
    ) -> Self {
        let version = session.version();
        let state = HttpSessionState {
            session,
            running: HashMap::new(),
            streams: VecDeque::new(),
            next_stream: 0,
            used: Instant::now(),
            is_closed: false,
        };
        let (state, follower) = (Mutex::new(state), follower.into());
        Self { id, version, caller, principal, state, follower }
    }

    /// Whether it has this name; another principal learns nothing of it.
    pub(crate) fn is_of(&self, id: &str, principal: Option<&Principal>) -> bool {
        *self.id == *id && self.principal.as_ref() == principal
    }

    /// Lets the state machine decide; nothing slow may happen meanwhile.
    pub(crate) fn with<T>(&self, decide: impl FnOnce(&mut Session) -> T) -> T {
        decide(&mut self.state.lock().session)
    }

    /// Runs a call until it ends, is cancelled, or the session ends; going away does not end it.
    ///
    /// # Errors
    ///
    /// When as many calls as allowed are running.
    pub(crate) fn spawn(
        self: &Arc<Self>,
        id: &RequestId,
        call: BoxFuture<()>,
    ) -> Result<(), ErrorObject> {
        let mut state = self.state.lock();
        let call_id = state.session.in_flight().start(id)?;
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

    /// Drops calls, unanswered.
    pub(crate) fn cancel(&self, calls: &[CallId]) {
        let mut state = self.state.lock();
        for task in calls.iter().filter_map(|call| state.running.remove(call)) {
            task.abort();
        }
    }

    /// Gives what an exchange sends a name that a client can come back to; it answers these
    /// requests, or belongs to no call.
    pub(crate) fn open_stream(
        &self,
        outbox: &Arc<Outbox>,
        requests: Option<Vec<RequestId>>,
    ) -> Arc<SessionStream> {
        let mut state = self.state.lock();
        state.next_stream += 1;
        let stream = Arc::new(SessionStream::new(state.next_stream, Arc::clone(outbox), requests));
        let ended = if state.is_closed { Some(Arc::clone(&stream)) } else { state.one_too_many() };
        let past = state.streams.iter().filter(|stream| stream.is_over()).count();
        if past >= PAST_STREAMS
            && let Some(oldest) = state.streams.iter().position(SessionStream::is_over)
        {
            state.streams.remove(oldest);
        }
        state.streams.push_back(Arc::clone(&stream));
        drop(state);
        if let Some(ended) = ended {
            ended.end();
        }
        stream
    }

    /// Lets what belongs to no call ask on the stream that is there for that, if it is open.
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

    /// The stream that an event belongs to.
    pub(crate) fn stream_of(&self, event: EventId) -> Option<Arc<SessionStream>> {
        let stream =
            self.state.lock().streams.iter().find(|stream| stream.id == event.stream).cloned();
        stream.filter(|stream| stream.has_had(event.number))
    }

    /// Notes that the session is in use; `false` if it has ended.
    pub(crate) fn touch(&self) -> bool {
        let mut state = self.state.lock();
        state.used = Instant::now();
        !state.is_closed
    }

    /// Ends the session if nobody has used it for too long; whoever holds it is using it.
    pub(crate) fn give_up(self: &Arc<Self>, limit: Duration) -> bool {
        let mut state = self.state.lock();
        let limit = if state.session.is_open() { limit } else { limit.min(ABANDONED) };
        let is_idle = Arc::strong_count(self) == 1 && state.used.elapsed() > limit;
        state.is_closed |= is_idle;
        is_idle
    }

    /// Since when nobody has used it; `None` if somebody does now.
    pub(crate) fn idle_since(self: &Arc<Self>) -> Option<Instant> {
        (Arc::strong_count(self) == 1).then(|| self.state.lock().used)
    }

    /// Ends the session unless somebody uses it.
    pub(crate) fn retire(self: &Arc<Self>) -> bool {
        let mut state = self.state.lock();
        let is_idle = Arc::strong_count(self) == 1;
        state.is_closed |= is_idle;
        is_idle
    }

    /// Does what must not be done once the session has ended.
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
        // Whoever reads a stream may be about to take the state.
        drop(state);
        for stream in streams {
            stream.end();
        }
    }
}

impl HttpSessionState {
    /// The stream that has to end for another one that belongs to no call: the first, whose client
    /// may have gone without a word.
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
