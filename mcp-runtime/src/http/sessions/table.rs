//! The legacy sessions of a server: their names and their number. When and why they end is in
//! `expiry`; with a store, `replicas::refresh` has their time as well.

use std::collections::HashMap;
use std::sync::{Arc, Once};

use super::replay::Replay;
use super::session::HttpSession;
use crate::caller::Caller;
use crate::http::options::HttpSettings;
use crate::http::principal::Principal;
use crate::http::refusal::Refusal;
use crate::random;
use crate::sync::Mutex;

pub(crate) struct HttpSessions {
    pub(super) table: Mutex<Table>,
    pub(crate) replay: Arc<Replay>,
    sweeper: Once,
}

#[derive(Default)]
pub(super) struct Table {
    pub(super) sessions: HashMap<Arc<str>, Arc<HttpSession>>,
    /// The number of sessions of each caller.
    pub(super) callers: HashMap<Caller, usize>,
}

impl HttpSessions {
    pub(crate) fn new(replay: Replay) -> Self {
        Self { table: Mutex::default(), replay: Arc::new(replay), sweeper: Once::new() }
    }

    /// The number of sessions.
    pub(crate) fn count(&self) -> usize {
        self.table.lock().sessions.len()
    }

    /// Returns an id that cannot be guessed.
    ///
    /// Source: [2025-11-25, "Transports", Session Management, 1](https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#session-management).
    pub(crate) fn new_id() -> Result<Arc<str>, Refusal> {
        random::id().map(Arc::from).map_err(|error| {
            tracing::error!(%error, "could not open a session");
            Refusal::overloaded("the random number generator of the system failed")
        })
    }

    /// Adds a session, ending idle ones if there is no room.
    pub(crate) fn add(
        self: &Arc<Self>,
        session: HttpSession,
        options: &HttpSettings,
    ) -> Result<Arc<HttpSession>, Refusal> {
        let idle = options.limits.session_idle;
        self.sweeper.call_once(|| drop(tokio::spawn(Self::sweep(Arc::downgrade(self), idle))));
        let mut table = self.table.lock();
        // Two requests may have loaded it from the store at the same time.
        if let Some(known) = table.sessions.get(&session.id) {
            return Ok(Arc::clone(known));
        }
        let ended = table.make_room(&session.caller, options);
        let has_room = table.has_room(&session.caller, options);
        let added = has_room.then(|| table.insert(session));
        drop(table);
        self.finish(ended);
        if let Some(added) = added {
            return Ok(added);
        }
        Err(Refusal::overloaded("there are too many sessions, all in use; try again later"))
    }

    /// Returns the session with an id; another principal cannot detect it.
    pub(crate) fn find(&self, id: &str, principal: Option<&Principal>) -> Option<Arc<HttpSession>> {
        let session = self.table.lock().sessions.get(id).cloned()?;
        Some(session).filter(|session| session.is_of(id.as_bytes(), principal))
    }

    /// Returns the session with an id, regardless of its principal.
    pub(crate) fn known(&self, id: &str) -> Option<Arc<HttpSession>> {
        self.table.lock().sessions.get(id).cloned()
    }

    /// All known sessions.
    pub(crate) fn all(&self) -> Vec<Arc<HttpSession>> {
        self.table.lock().sessions.values().cloned().collect()
    }
}

impl Table {
    fn insert(&mut self, session: HttpSession) -> Arc<HttpSession> {
        *self.callers.entry(session.caller.clone()).or_default() += 1;
        let session = Arc::new(session);
        self.sessions.insert(Arc::clone(&session.id), Arc::clone(&session));
        session
    }

    pub(super) fn remove(&mut self, id: &str) -> Option<Arc<HttpSession>> {
        let session = self.sessions.remove(id)?;
        self.forget_caller(&session.caller);
        Some(session)
    }

    /// Removes and returns the sessions that should end for a reason.
    pub(super) fn take<Reason>(
        &mut self,
        why: impl Fn(&Arc<HttpSession>) -> Option<Reason>,
    ) -> Vec<(Arc<HttpSession>, Reason)> {
        let mut ended = Vec::new();
        self.sessions.retain(|_, session| match why(session) {
            Some(reason) => {
                ended.push((Arc::clone(session), reason));
                false
            }
            None => true,
        });
        for (session, _) in &ended {
            self.forget_caller(&session.caller);
        }
        ended
    }

    /// Frees memory when few sessions are left.
    pub(super) fn shrink(&mut self) {
        if self.sessions.len() < self.sessions.capacity() / 4 {
            self.sessions.shrink_to_fit();
            self.callers.shrink_to_fit();
        }
    }

    fn forget_caller(&mut self, caller: &Caller) {
        if let Some(count) = self.callers.get_mut(caller) {
            *count -= 1;
            if *count == 0 {
                self.callers.remove(caller);
            }
        }
    }

    pub(super) fn has_room(&self, caller: &Caller, options: &HttpSettings) -> bool {
        self.sessions.len() < options.limits.max_sessions && self.caller_has_room(caller, options)
    }

    pub(super) fn caller_has_room(&self, caller: &Caller, options: &HttpSettings) -> bool {
        let own = self.callers.get(caller).copied().unwrap_or_default();
        !caller.is_somebody() || own < options.limits.max_sessions_per_caller
    }
}
