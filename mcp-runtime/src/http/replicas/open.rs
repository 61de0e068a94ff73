//! Opening and ending sessions across replicas.

use std::sync::Arc;
use std::time::Duration;

use serde_json::value::RawValue;

use super::SharedSessions;
use crate::caller::Caller;
use crate::http::options::HttpSettings;
use crate::http::principal::Principal;
use crate::http::refusal::Refusal;
use crate::http::sessions::{
    HttpSession, OpenedSession, SharedCopy, StoreClock, UNUSED_TIMEOUT, digest, key,
};
use crate::server::replicas::SessionHint;
use crate::session::replicated::SessionSettings;
use crate::store::{IndexChange, IndexPage, RecordWrite, StoreError, StoreKey, WriteOutcome};

/// How many sessions are ended at once to make room for new ones.
const ENDED_AT_ONCE: usize = 16;

impl SharedSessions {
    /// Creates the local copy of a session that has no record yet.
    pub(crate) fn new_copy(&self, id: &str) -> SharedCopy {
        self.copy(id, 1, SessionSettings::default(), (0, StoreClock::at(0)))
    }

    /// Shares a session that was opened here with other replicas.
    pub(crate) async fn create(
        &self,
        session: &Arc<HttpSession>,
        params: &str,
        options: &HttpSettings,
    ) -> Result<(), Refusal> {
        self.follow(session);
        self.try_create(session, params, options).await.map_err(|error| {
            tracing::error!(%error, "could not store a session for other replicas");
            Refusal::unavailable("sessions cannot be opened at the moment; try again later")
        })
    }

    async fn try_create(
        &self,
        session: &HttpSession,
        params: &str,
        options: &HttpSettings,
    ) -> Result<(), StoreError> {
        let name: Arc<str> = digest(&session.id).into();
        self.make_room(&all(), &name, options.limits.max_sessions).await?;
        if let Some(own) = of(&session.caller) {
            self.make_room(&own, &name, options.limits.max_sessions_per_caller).await?;
        }
        let refuse = |error: serde_json::Error| StoreError::Refused(error.to_string());
        let opened = OpenedSession {
            version: session.version,
            params: RawValue::from_string(params.to_owned()).map_err(refuse)?,
            principal: session.principal().map(Principal::name),
            key: session.principal().and_then(Principal::key).cloned(),
        };
        let settings = SessionSettings::default();
        // The index is written first: an entry without a record does no harm.
        let write = RecordWrite::create()
            .set("opened", serde_json::to_vec(&opened).map_err(refuse)?)
            .set("settings", serde_json::to_vec(&settings).map_err(refuse)?)
            .ttl(UNUSED_TIMEOUT);
        match self.put(&key(&session.id), write).await? {
            WriteOutcome::Done { now, .. } => {
                if let Some(copy) = &session.shared {
                    copy.state.lock().set_prolonged(now);
                }
                Ok(())
            }
            WriteOutcome::Conflict { .. } | WriteOutcome::Gone => {
                Err(StoreError::Refused("a session with this id already exists".to_owned()))
            }
        }
    }

    /// Adds a session to an index, and ends the least recently used ones beyond the limit. Sessions
    /// that were opened and never used are among the first.
    async fn make_room(
        &self,
        index: &StoreKey,
        name: &Arc<str>,
        limit: usize,
    ) -> Result<(), StoreError> {
        let store = &self.sharing.store;
        let added =
            vec![IndexChange::DropPassed, IndexChange::set(Arc::clone(name), UNUSED_TIMEOUT)];
        let count = usize::try_from(store.index(index, added).await?).unwrap_or(usize::MAX);
        let too_many = count.saturating_sub(limit).min(ENDED_AT_ONCE);
        if too_many == 0 {
            return Ok(());
        }
        // One more, since the new session may be among them.
        let mut oldest = store.entries(index, IndexPage::oldest(too_many + 1)).await?;
        oldest.retain(|entry| entry.name != *name);
        let mut ended = Vec::new();
        for entry in oldest.into_iter().take(too_many) {
            store.remove(&StoreKey::new("session", &entry.name)).await?;
            ended.push(IndexChange::drop(entry.name));
        }
        store.index(index, ended).await.map(drop)
    }

    /// Marks a session as used.
    pub(super) async fn count_used(
        &self,
        session: &HttpSession,
        idle: Duration,
    ) -> Result<(), StoreError> {
        let name: Arc<str> = digest(&session.id).into();
        for index in [Some(all()), of(&session.caller)].into_iter().flatten() {
            let used = vec![IndexChange::extend(Arc::clone(&name), idle)];
            self.sharing.store.index(&index, used).await?;
        }
        Ok(())
    }

    /// Ends a session on all replicas.
    pub(crate) async fn end(&self, session: &HttpSession) -> Result<(), Refusal> {
        let ended = self.sharing.store.remove(&key(&session.id)).await;
        ended.map_err(|error| {
            tracing::error!(%error, "could not end a session on all replicas");
            Refusal::unavailable("the session cannot be ended at the moment; try again later")
        })?;
        self.publish_all(SessionHint::Ended((*session.id).into()));
        let name: Arc<str> = digest(&session.id).into();
        for index in [Some(all()), of(&session.caller)].into_iter().flatten() {
            let ended = vec![IndexChange::drop(Arc::clone(&name))];
            if let Err(error) = self.sharing.store.index(&index, ended).await {
                tracing::warn!(%error, "could not remove an ended session; it counts towards the limit until it expires");
            }
        }
        Ok(())
    }

    /// Writes a record, and retries once if the reply may have been lost.
    pub(super) async fn put(
        &self,
        key: &StoreKey,
        write: RecordWrite,
    ) -> Result<WriteOutcome, StoreError> {
        match self.sharing.store.put(key, write.clone()).await {
            Err(StoreError::Down(_) | StoreError::Timeout) => {
                self.sharing.store.put(key, write).await
            }
            outcome => outcome,
        }
    }
}

/// The index of all sessions, ordered by when they expire from disuse.
fn all() -> StoreKey {
    StoreKey::new("sessions", "all")
}

/// The index of the sessions of one caller, if all replicas identify it in the same way.
fn of(caller: &Caller) -> Option<StoreKey> {
    let name = match caller {
        Caller::Principal(name) => format!("principal {name}"),
        Caller::Address(address) => format!("address {address}"),
        _ => return None,
    };
    Some(StoreKey::new("sessions", &digest(&name)))
}
