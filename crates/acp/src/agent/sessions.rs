//! The sessions of a connection.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::session::Session;
use crate::protocol::no_session;
use mcp_runtime_protocol::jsonrpc::ErrorObject;
use mcp_runtime_protocol::sync::Mutex;

/// How many sessions one connection may have.
pub(crate) const MAX_SESSIONS: usize = 1000;

/// The sessions of a connection, by their ids.
#[derive(Default)]
pub(super) struct Sessions(Mutex<BTreeMap<Arc<str>, Session>>);

impl Sessions {
    /// Adds a session; if its id is taken, returns the existing one.
    ///
    /// # Errors
    ///
    /// When the limit is reached.
    pub(super) fn keep(&self, session: Session) -> Result<Session, ErrorObject> {
        let mut sessions = self.0.lock();
        if sessions.len() >= MAX_SESSIONS {
            let message = format!("there are {MAX_SESSIONS} sessions already; close one of them");
            return Err(ErrorObject::internal(message));
        }
        Ok(sessions.entry(session.shared_id()).or_insert(session).clone())
    }

    /// # Errors
    ///
    /// When there is no such session.
    pub(super) fn find(&self, id: &str) -> Result<Session, ErrorObject> {
        self.0.lock().get(id).cloned().ok_or_else(|| no_session(id))
    }

    /// Removes a session, and returns it if there was one.
    pub(super) fn remove(&self, id: &str) -> Option<Session> {
        self.0.lock().remove(id)
    }

    pub(super) fn all(&self) -> Vec<Session> {
        self.0.lock().values().cloned().collect()
    }
}
