//! The sessions that a client has open, by their ids.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use super::inbox::SessionInbox;
use super::model::{SubagentChange, Update};
use mcp_runtime_protocol::Error;
use mcp_runtime_protocol::caller::Caller;
use mcp_runtime_protocol::quota::{Account, Quota};
use mcp_runtime_protocol::sync::Mutex;

/// How many sessions an agent may report on before it has returned their ids.
pub(super) const MAX_EARLY: usize = 16;

/// How many subagents an agent may report, and how many bytes the ids of their sessions may have.
const MAX_SUBAGENTS: usize = 1000;
const MAX_ID: usize = 1024;

/// For how many sessions together the memory for unread updates suffices.
pub(super) const SESSIONS: usize = 4;

/// The sessions that a client has open.
pub(super) struct Sessions {
    unread: Arc<Quota>,
    state: Mutex<SessionsState>,
}

#[derive(Default)]
struct SessionsState {
    open: HashMap<String, Arc<SessionInbox>>,
    /// The updates of sessions whose ids the agent has not returned yet.
    early: HashMap<String, Arc<SessionInbox>>,
    /// How many sessions are being created.
    opening: usize,
    last: u64,
    /// The sessions of subagents, with those that they work for, in their order.
    subagents: VecDeque<(String, String)>,
}

impl Sessions {
    /// Creates a map of sessions, each of which may have this many bytes of unread updates.
    pub(super) fn new(max_unread: usize) -> Self {
        let unread = Quota::new(max_unread, max_unread.saturating_mul(SESSIONS));
        Self { unread, state: Mutex::default() }
    }

    /// Takes an update of a session; one that is not open is dropped.
    pub(super) fn put(&self, id: &str, update: &Update, bytes: usize) {
        if let Update::Subagent(subagent) = update {
            self.state.lock().begin_subagent(id, subagent);
        }
        let found = self.state.lock().open.get(id).cloned();
        if let Some(inbox) = found {
            return inbox.put(update, bytes);
        }
        if let Some(inbox) = self.find(id) {
            let session = id.to_owned();
            let update = Box::new(update.clone());
            return inbox.put(&Update::OfSubagent { session, update }, bytes);
        }
        match self.early(id) {
            Some(inbox) => inbox.put(update, bytes),
            None => tracing::debug!("the agent reported an update of a session that is not open"),
        }
    }

    /// The session of this id, or the one that a subagent of this id works for, if it is open.
    pub(super) fn find(&self, id: &str) -> Option<Arc<SessionInbox>> {
        let state = self.state.lock();
        state.open.get(state.root(id)).cloned()
    }

    /// The inbox for early updates of a session that may be one of those that are being created.
    fn early(&self, id: &str) -> Option<Arc<SessionInbox>> {
        let mut state = self.state.lock();
        if state.opening == 0 || (state.early.len() >= MAX_EARLY && !state.early.contains_key(id)) {
            return None;
        }
        let inbox = state.inbox(&self.unread);
        Some(Arc::clone(state.early.entry(id.to_owned()).or_insert(inbox)))
    }

    /// Registers that a session is being created, whose id is not known yet.
    pub(super) fn begin_creation(self: &Arc<Self>) -> SessionCreation {
        self.state.lock().opening += 1;
        SessionCreation(Arc::clone(self))
    }

    /// Opens a session.
    ///
    /// `None` if a session with this id is already open.
    pub(super) fn open(&self, id: &str) -> Option<Arc<SessionInbox>> {
        let mut state = self.state.lock();
        if state.open.contains_key(id) {
            return None;
        }
        let inbox = state.early.remove(id).unwrap_or_else(|| state.inbox(&self.unread));
        state.open.insert(id.to_owned(), Arc::clone(&inbox));
        Some(inbox)
    }

    /// Forgets a session.
    pub(super) fn forget(&self, id: &str) {
        let mut state = self.state.lock();
        state.open.remove(id);
        state.subagents.retain(|(_, parent)| parent != id);
    }

    /// Ends all sessions, for this reason: the questions of all turns are cancelled.
    pub(super) fn end(&self, why: &Error) {
        let state = self.state.lock();
        state.open.values().for_each(|inbox| inbox.connection_ended(why));
    }
}

impl SessionsState {
    /// Notes which session the one of a subagent belongs to; a subagent may have its own.
    fn begin_subagent(&mut self, parent: &str, subagent: &SubagentChange) {
        let id = &subagent.session;
        let root = self.root(parent).to_owned();
        let is_new = !self.open.contains_key(id) && self.root(id) == id;
        if is_new && id.len() <= MAX_ID && self.open.contains_key(&root) {
            if self.subagents.len() == MAX_SUBAGENTS {
                self.subagents.pop_front();
            }
            self.subagents.push_back((id.clone(), root));
        }
    }

    /// The session that a subagent works for; the session itself if it is not one of a subagent.
    fn root<'a>(&'a self, id: &'a str) -> &'a str {
        let found = self.subagents.iter().find(|(subagent, _)| subagent == id);
        found.map_or(id, |(_, parent)| parent)
    }

    fn inbox(&mut self, unread: &Arc<Quota>) -> Arc<SessionInbox> {
        self.last += 1;
        let account = Account::new(unread, Caller::Connection(self.last));
        Arc::new(SessionInbox::new(account))
    }
}

/// A session that is being created; early updates of other sessions are discarded with the last
/// one.
pub(super) struct SessionCreation(Arc<Sessions>);

impl Drop for SessionCreation {
    fn drop(&mut self) {
        let mut state = self.0.state.lock();
        state.opening -= 1;
        if state.opening == 0 {
            state.early.clear();
        }
    }
}
