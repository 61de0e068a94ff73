//! The legacy sessions of a server: how many, how they are named, and when they end.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, Once, PoisonError, Weak};
use std::time::Duration;

use super::{EventStore, HttpSession};
use crate::server::unguessable;
use crate::transport::http::principal::Principal;
use crate::transport::http::refusal::Refusal;

pub(crate) struct Sessions {
    table: Mutex<HashMap<Arc<str>, Arc<HttpSession>>>,
    pub(crate) store: Arc<dyn EventStore>,
    sweeper: Once,
}

impl Sessions {
    pub(crate) fn new(store: Arc<dyn EventStore>) -> Self {
        Self { table: Mutex::default(), store, sweeper: Once::new() }
    }

    /// A name that nobody can guess.
    ///
    /// Source: 2025-11-25, "Transports", Session Management, 1.
    pub(crate) fn new_id() -> Result<Arc<str>, Refusal> {
        let refuse = |_| Refusal::overloaded("the system gives no random numbers");
        unguessable().map(Arc::from).map_err(refuse)
    }

    /// Adds a session, if there is room.
    pub(crate) fn add(
        self: &Arc<Self>,
        session: HttpSession,
        most: usize,
        idle: Duration,
    ) -> Result<(), Refusal> {
        self.sweeper.call_once(|| drop(tokio::spawn(sweep(Arc::downgrade(self), idle))));
        let mut table = self.lock();
        if table.len() >= most {
            return Err(Refusal::overloaded("there are too many sessions; try again later"));
        }
        table.insert(Arc::clone(&session.id), Arc::new(session));
        Ok(())
    }

    /// The session of a name; another principal learns nothing of it.
    pub(crate) fn find(&self, id: &str, principal: Option<&Principal>) -> Option<Arc<HttpSession>> {
        let session = self.lock().get(id).cloned()?;
        Some(session).filter(|session| session.is_of(id, principal))
    }

    pub(crate) fn end(&self, session: &HttpSession) {
        self.lock().remove(&session.id);
        session.close();
        self.store.forget(&session.id);
    }

    fn end_idle(&self, limit: Duration) {
        let idle: Vec<_> = {
            let mut table = self.lock();
            let idle = table.extract_if(|_, session| session.give_up(limit));
            idle.map(|(_, session)| session).collect()
        };
        for session in idle {
            session.close();
            self.store.forget(&session.id);
        }
        let mut table = self.lock();
        if table.len() < table.capacity() / 4 {
            table.shrink_to_fit();
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Arc<str>, Arc<HttpSession>>> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Ends idle sessions, for as long as there is a server.
async fn sweep(sessions: Weak<Sessions>, idle: Duration) {
    let pause = (idle / 4).clamp(Duration::from_millis(100), Duration::from_secs(15));
    loop {
        tokio::time::sleep(pause).await;
        let Some(sessions) = sessions.upgrade() else { return };
        sessions.end_idle(idle);
    }
}
