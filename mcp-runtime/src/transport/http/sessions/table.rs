//! The legacy sessions of a server: their number, names, and expiry. When one has expired is in
//! `session`; with a store, `replicas::refresh` has its time as well.

use std::collections::HashMap;
use std::sync::{Arc, Once, Weak};
use std::time::Duration;

use super::replay::Replay;
use super::session::HttpSession;
use crate::caller::Caller;
use crate::random;
use crate::sync::Mutex;
use crate::transport::http::options::HttpSettings;
use crate::transport::http::principal::Principal;
use crate::transport::http::refusal::Refusal;

pub(crate) struct HttpSessions {
    table: Mutex<Table>,
    pub(crate) replay: Arc<Replay>,
    sweeper: Once,
}

#[derive(Default)]
struct Table {
    sessions: HashMap<Arc<str>, Arc<HttpSession>>,
    /// The number of sessions of each caller.
    callers: HashMap<Caller, usize>,
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
            tracing::error!(%error, "a session cannot be opened");
            Refusal::overloaded("the system gives no random numbers")
        })
    }

    /// Adds a session, ending idle ones if there is no room.
    pub(crate) fn add(
        self: &Arc<Self>,
        session: HttpSession,
        options: &HttpSettings,
    ) -> Result<Arc<HttpSession>, Refusal> {
        let idle = options.limits.session_idle;
        self.sweeper.call_once(|| drop(tokio::spawn(sweep(Arc::downgrade(self), idle))));
        let mut table = self.table.lock();
        // Two requests may have loaded it from the store at the same time.
        if let Some(known) = table.sessions.get(&session.id) {
            return Ok(Arc::clone(known));
        }
        let ended = table.make_room(&session.caller, options);
        let has_room = table.has_room(&session.caller, options);
        let added = has_room.then(|| table.insert(session));
        drop(table);
        self.finish(&ended);
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

    pub(crate) fn end(&self, session: &HttpSession) {
        let ended = self.table.lock().remove(&session.id);
        self.finish(ended.as_slice());
    }

    fn end_idle(&self, limit: Duration) {
        let mut table = self.table.lock();
        let ended = table.take(|session| session.expire_if_idle(limit));
        if table.sessions.len() < table.sessions.capacity() / 4 {
            table.sessions.shrink_to_fit();
            table.callers.shrink_to_fit();
        }
        drop(table);
        self.finish(&ended);
    }

    fn finish(&self, ended: &[Arc<HttpSession>]) {
        for session in ended {
            session.close();
            self.replay.forget(session);
        }
    }
}

impl Table {
    fn insert(&mut self, session: HttpSession) -> Arc<HttpSession> {
        *self.callers.entry(session.caller.clone()).or_default() += 1;
        let session = Arc::new(session);
        self.sessions.insert(Arc::clone(&session.id), Arc::clone(&session));
        session
    }

    fn remove(&mut self, id: &str) -> Option<Arc<HttpSession>> {
        let session = self.sessions.remove(id)?;
        self.forget_caller(&session.caller);
        Some(session)
    }

    /// Removes and returns the sessions that should end.
    fn take(&mut self, mut ends: impl FnMut(&Arc<HttpSession>) -> bool) -> Vec<Arc<HttpSession>> {
        let ended = self.sessions.extract_if(|_, session| ends(session));
        let ended: Vec<_> = ended.map(|(_, session)| session).collect();
        for session in &ended {
            self.forget_caller(&session.caller);
        }
        ended
    }

    fn forget_caller(&mut self, caller: &Caller) {
        if let Some(count) = self.callers.get_mut(caller) {
            *count -= 1;
            if *count == 0 {
                self.callers.remove(caller);
            }
        }
    }

    fn has_room(&self, caller: &Caller, options: &HttpSettings) -> bool {
        self.sessions.len() < options.limits.max_sessions && self.caller_has_room(caller, options)
    }

    fn caller_has_room(&self, caller: &Caller, options: &HttpSettings) -> bool {
        let own = self.callers.get(caller).copied().unwrap_or_default();
        !caller.is_somebody() || own < options.limits.max_sessions_per_caller
    }

    /// Removes and returns idle sessions if there is no room for another: of this caller if it has
    /// reached its limit, otherwise of the caller with the most sessions.
    fn make_room(&mut self, caller: &Caller, options: &HttpSettings) -> Vec<Arc<HttpSession>> {
        if self.has_room(caller, options) {
            return Vec::new();
        }
        if !self.caller_has_room(caller, options) {
            let count = several(options.limits.max_sessions_per_caller);
            return self.take_idle(count, |_, other| other == caller);
        }
        let (count, most) =
            (several(options.limits.max_sessions), self.callers.values().copied().max());
        let ended = self.take_idle(count, |callers, other| callers.get(other).copied() == most);
        if ended.is_empty() { self.take_idle(count, |_, _| true) } else { ended }
    }

    /// Removes and returns the least recently used sessions.
    fn take_idle(
        &mut self,
        count: usize,
        of: impl Fn(&HashMap<Caller, usize>, &Caller) -> bool,
    ) -> Vec<Arc<HttpSession>> {
        let sessions = self.sessions.values().filter(|session| of(&self.callers, &session.caller));
        let mut idle: Vec<_> = sessions
            .filter_map(|session| Some((session.idle_since()?, Arc::clone(&session.id))))
            .collect();
        if idle.len() > count {
            idle.select_nth_unstable(count);
            idle.truncate(count);
        }
        let idle = idle
            .into_iter()
            .filter(|(_, id)| self.sessions.get(id).is_some_and(HttpSession::retire));
        let idle: Vec<_> = idle.map(|(_, id)| id).collect();
        idle.iter().filter_map(|id| self.remove(id)).collect()
    }
}

/// How many sessions end at once: searching through all of them for each new one would be too slow.
fn several(limit: usize) -> usize {
    (limit / 128).max(1)
}

/// Ends idle sessions periodically, for as long as the server exists.
async fn sweep(sessions: Weak<HttpSessions>, idle: Duration) {
    let pause = (idle / 4).clamp(Duration::from_millis(100), Duration::from_secs(15));
    loop {
        tokio::time::sleep(pause).await;
        let Some(sessions) = sessions.upgrade() else { return };
        sessions.end_idle(idle);
    }
}
