//! The sessions of a connection: those that are open, and those that are closed and can be opened
//! again.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::session::Session;
use crate::protocol::no_session;
use mcp_runtime::internal::SharedInSession;
use mcp_runtime_protocol::jsonrpc::ErrorObject;
use mcp_runtime_protocol::sync::Mutex;

/// How many sessions one connection may have, open and closed ones together.
pub(crate) const MAX_SESSIONS: usize = 1000;

/// The sessions of a connection, by their ids.
///
/// Closing a session does not remove it: a client may load or resume it later.
///
/// Source: [ACP, "Session Close"](https://agentclientprotocol.com/protocol/session-close).
#[derive(Default)]
pub(super) struct Sessions(Mutex<Table>);

#[derive(Default)]
struct Table {
    open: BTreeMap<Arc<str>, Session>,
    /// Those that are closed once nothing runs in them.
    closing: BTreeMap<Arc<str>, Session>,
    closed: BTreeMap<Arc<str>, ClosedSession>,
    /// How many sessions have been closed.
    closings: u64,
}

/// A session that is closed.
struct ClosedSession {
    /// The later it was closed, the higher.
    number: u64,
    kept: KeptSession,
}

/// What is left of a session that is closed.
enum KeptSession {
    /// All of it, since there is no store.
    Whole(Session),
    /// The values of its handlers; the rest is in the store.
    Values(Arc<SharedInSession>),
}

impl Sessions {
    /// Adds a session; if its id is taken, returns the existing one.
    ///
    /// # Errors
    ///
    /// When the limit is reached by sessions that are open.
    pub(super) fn keep(&self, session: Session) -> Result<Session, ErrorObject> {
        let mut table = self.0.lock();
        // What is forgotten is dropped without the lock: that may run any code.
        let count = table.open.len() + table.closing.len() + table.closed.len();
        let forgotten = if count < MAX_SESSIONS || table.open.contains_key(session.id()) {
            None
        } else {
            Some(table.take_oldest(|_| true).ok_or_else(|| {
                ErrorObject::internal(format!(
                    "there are already {MAX_SESSIONS} sessions; close one of them"
                ))
            })?)
        };
        let kept = table.open.entry(session.shared_id()).or_insert_with(|| session.clone()).clone();
        drop(table);
        drop(session);
        drop(forgotten);
        Ok(kept)
    }

    /// # Errors
    ///
    /// When there is no such session, or it is closed.
    pub(super) fn find(&self, id: &str) -> Result<Session, ErrorObject> {
        self.0.lock().open.get(id).cloned().ok_or_else(|| no_session(id))
    }

    /// Returns a session that is open, or that was closed and is now open again.
    pub(super) fn open(&self, id: &str) -> Option<Session> {
        let mut table = self.0.lock();
        if let Some(session) = table.open.get(id) {
            return Some(session.clone());
        }
        let KeptSession::Whole(session) = &table.closed.get(id)?.kept else { return None };
        let session = session.clone();
        table.closed.remove(id);
        table.open.insert(session.shared_id(), session.clone());
        Some(session)
    }

    /// The values that handlers have kept for a session that is in the store.
    pub(super) fn take_values(&self, id: &str) -> Arc<SharedInSession> {
        let mut table = self.0.lock();
        let values = match table.closed.get(id).map(|closed| &closed.kept) {
            Some(KeptSession::Values(values)) => Arc::clone(values),
            _ => return Arc::default(),
        };
        table.closed.remove(id);
        values
    }

    /// Begins to close a session: from now on, nothing more is done in it. Returns one that is being
    /// closed, too.
    pub(super) fn begin_closing(&self, id: &str) -> Option<Session> {
        let mut table = self.0.lock();
        if let Some(session) = table.open.remove(id) {
            table.closing.insert(session.shared_id(), session);
        }
        table.closing.get(id).cloned()
    }

    /// The session of this id if it is being closed.
    pub(super) fn closing(&self, id: &str) -> Option<Session> {
        self.0.lock().closing.get(id).cloned()
    }

    /// Ends the closing of a session, in which nothing runs any more.
    pub(super) fn end_closing(&self, session: &Session) {
        // If there is none, another request has closed it.
        let removed = self.0.lock().closing.remove(session.id());
        let Some(session) = removed else { return };
        session.release();
        let id = session.shared_id();
        let kept = if session.settings().store.is_some() {
            KeptSession::Values(Arc::clone(session.values()))
        } else {
            KeptSession::Whole(session)
        };
        let mut table = self.0.lock();
        table.closings += 1;
        let number = table.closings;
        // The same session may have been opened anew from the store.
        let replaced = table.closed.insert(id, ClosedSession { number, kept });
        drop(table);
        drop(replaced);
    }

    /// Forgets a session that is closed.
    pub(super) fn forget(&self, id: &str) {
        let forgotten = self.0.lock().closed.remove(id);
        drop(forgotten);
    }

    /// Forgets the session that was closed first, of those whose histories are kept here; returns
    /// whether there was one.
    pub(super) fn forget_oldest(&self) -> bool {
        let is_whole = |kept: &KeptSession| matches!(kept, KeptSession::Whole(_));
        let forgotten = self.0.lock().take_oldest(is_whole);
        forgotten.is_some()
    }

    /// The sessions that are open.
    pub(super) fn all(&self) -> Vec<Session> {
        self.0.lock().open.values().cloned().collect()
    }

    /// The sessions that are open or can be opened again, if they are not in a store.
    pub(super) fn listed(&self) -> Vec<Session> {
        let table = self.0.lock();
        let closed = table.closed.values().filter_map(|closed| match &closed.kept {
            KeptSession::Whole(session) => Some(session),
            KeptSession::Values(_) => None,
        });
        table.open.values().chain(closed).cloned().collect()
    }
}

impl Table {
    fn take_oldest(&mut self, is_asked: impl Fn(&KeptSession) -> bool) -> Option<ClosedSession> {
        let asked = self.closed.iter().filter(|(_, closed)| is_asked(&closed.kept));
        let oldest = asked.min_by_key(|(_, closed)| closed.number)?;
        let id = Arc::clone(oldest.0);
        self.closed.remove(&id)
    }
}
