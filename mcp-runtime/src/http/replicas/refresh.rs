//! Sessions that other replicas have opened or changed.

use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use tokio::time::Instant;

use super::{STORE_RETRY_DELAY, SharedSessions, TRUSTED_FOR, TRUSTED_WITHOUT_STORE_FOR};
use crate::http::Http;
use crate::http::head::Head;
use crate::http::options::HttpSettings;
use crate::http::refusal::Refusal;
use crate::http::sessions::{EndReason, HttpSession, OpenedSession, SharedCopy, StoreClock, key};
use crate::session::Session;
use crate::session::replicated::SessionSettings;
use crate::store::{RecordWrite, StoreError, StoredRecord, WriteOutcome};

/// The parts of a record that are read.
const PARTS: &[&str] = &["opened", "settings", "prolonged"];

const STORE_UNAVAILABLE: &str = "the store of sessions is unavailable; try again later";

/// The future of a refresh: boxed, since few requests need one.
pub(crate) type RefreshFuture<'h> = Pin<Box<dyn Future<Output = Result<(), Refusal>> + Send + 'h>>;

impl Http {
    /// Brings the session that a request names, if any, up to date with the other replicas.
    ///
    /// It fails if the store cannot tell: a client that is told instead that there is no such
    /// session gives up its state. It does not fail if there is none, which is reported elsewhere.
    pub(crate) fn refresh<'h>(
        &'h self,
        shared: &'h Arc<SharedSessions>,
        head: &'h Head<'_>,
    ) -> Option<RefreshFuture<'h>> {
        self.server.begin_sharing();
        let id = head.headers.session_id?.to_str().ok()?;
        if !is_id(id) || self.options.is_stateless {
            return None;
        }
        Some(Box::pin(async move {
            self.options.host_and_origin.check(head)?;
            match self.sessions.find(id, head.principal()) {
                Some(session) => shared.check(&session, &self.options).await,
                None => self.load(shared, id, head).await,
            }
        }))
    }

    /// Loads a session that another replica has opened, if there is one of this principal.
    async fn load(
        &self,
        shared: &Arc<SharedSessions>,
        id: &str,
        head: &Head<'_>,
    ) -> Result<(), Refusal> {
        let found = match shared.sharing.store.get(&key(id), PARTS).await {
            Ok(found) => found,
            // It was not opened with these keys.
            Err(StoreError::Refused(_)) => None,
            Err(error) => {
                tracing::error!(%error, "could not read a session created by another replica");
                return Err(Refusal::unavailable(STORE_UNAVAILABLE));
            }
        };
        let Some(found) = found.and_then(read) else { return Ok(()) };
        let ReadSession { version, opened, settings, times } = found;
        if !opened.is_of(head.principal()) || !self.server.versions().contains(&opened.version) {
            return Ok(());
        }
        let session_config = Arc::clone(self.server.session_config());
        let caller = self.caller(head);
        let replica = shared.replica();
        let params = opened.params.get();
        let restored = Session::opened_elsewhere(
            session_config,
            caller.clone(),
            replica,
            opened.version,
            params,
        );
        let mut session = restored.map_err(|error| {
            tracing::warn!(%error, "could not load a session created by another replica");
            Refusal::overloaded("the session cannot be loaded at the moment; try again later")
        })?;
        session.set(&settings);
        let own_request = session.own_request();
        let notifications = self.server.notifications(&mut session);
        let copy = shared.copy(id, version, settings.clone(), times);
        let principal = head.principal().cloned();
        let loaded =
            HttpSession::new(id.into(), caller, principal, session, notifications, Some(copy));
        let session = self.sessions.add(loaded, &self.options)?;
        shared.follow(&session);
        shared.renew_if_due(&session, self.options.limits.session_idle);
        if let Some(request) = own_request.filter(|_| !settings.subscriptions.is_empty()) {
            let request = session.own_request().unwrap_or(request);
            self.server.set_subscriptions(request, &settings.subscriptions).await;
        }
        Ok(())
    }
}

impl SharedSessions {
    /// Checks whether a session that is known here is still up to date, unless that was done a
    /// moment ago. This takes at most one operation of the store.
    async fn check(
        self: &Arc<Self>,
        session: &Arc<HttpSession>,
        options: &HttpSettings,
    ) -> Result<(), Refusal> {
        let Some(copy) = &session.shared else { return Ok(()) };
        let (is_unsaved, prolongs) = {
            let state = copy.state.lock();
            let is_unsaved = !state.unsaved.is_empty();
            if state.is_fresh(TRUSTED_FOR) && !is_unsaved {
                return Ok(());
            }
            if state.failed.is_some_and(|failed| failed.elapsed() < STORE_RETRY_DELAY) {
                return unless_gone(state.unreachable_since);
            }
            (is_unsaved, state.is_old(options.limits.session_idle))
        };
        let known = match (is_unsaved, prolongs) {
            (true, _) => self.save(session, options.limits.session_idle).await,
            (false, true) => self.renew(session, copy, options.limits.session_idle).await,
            (false, false) => self.reload(session, copy).await,
        };
        match known {
            Ok(true) => Ok(()),
            // A later lookup then finds none.
            Ok(false) => {
                self.sessions.end(session, EndReason::NotInStore);
                Ok(())
            }
            Err(error) => {
                tracing::warn!(%error, "could not read the session from the store");
                let mut state = copy.state.lock();
                state.failed = Some(Instant::now());
                unless_gone(state.unreachable_since)
            }
        }
    }

    /// Applies what other replicas have recorded of a session; `false` if it has ended.
    pub(super) async fn reload(
        &self,
        session: &Arc<HttpSession>,
        copy: &SharedCopy,
    ) -> Result<bool, StoreError> {
        let Some(found) = self.sharing.store.get(&copy.key, PARTS).await? else {
            return Ok(false);
        };
        let Some(found) = read(found) else { return Ok(false) };
        let ReadSession { version, settings, times, .. } = found;
        let settings = {
            let mut state = copy.state.lock();
            state.set_seen();
            (state.prolonged, state.clock) = times;
            if version <= state.version {
                return Ok(true);
            }
            state.set_record(version, settings);
            state.pending_settings()
        };
        session.with(|session| session.set(&settings));
        if let Some(request) = session.own_request() {
            self.server.set_subscriptions(request, &settings.subscriptions).await;
        }
        Ok(true)
    }

    /// Restarts the idle timeout of a session; `false` if it has ended.
    async fn renew(
        self: &Arc<Self>,
        session: &Arc<HttpSession>,
        copy: &SharedCopy,
        idle: Duration,
    ) -> Result<bool, StoreError> {
        let now = copy.state.lock().clock.now().to_string();
        let write = RecordWrite::touch().set("prolonged", now.into_bytes()).ttl(idle);
        let WriteOutcome::Done { version, now } = self.put(&copy.key, write).await? else {
            return Ok(false);
        };
        {
            let mut state = copy.state.lock();
            state.set_seen();
            state.set_prolonged(now);
            if version == state.version + 1 {
                state.version = version;
            } else {
                // Other replicas have changed it, too: the next request checks the record.
                state.checked = None;
            }
        }
        // Done in the background.
        let shared = Arc::clone(self);
        let session = Arc::clone(session);
        tokio::spawn(async move {
            if let Err(error) = shared.count_used(&session, idle).await {
                tracing::warn!(%error, "could not record that a session is in use");
            }
        });
        Ok(true)
    }

    /// Does the same in the background, if it is due.
    fn renew_if_due(self: &Arc<Self>, session: &Arc<HttpSession>, idle: Duration) {
        let is_old = session.shared.as_ref().is_some_and(|copy| copy.state.lock().is_old(idle));
        if is_old {
            let shared = Arc::clone(self);
            let session = Arc::clone(session);
            tokio::spawn(async move {
                let Some(copy) = &session.shared else { return };
                if let Err(error) = shared.renew(&session, copy, idle).await {
                    tracing::warn!(%error, "could not renew the session; it may expire while in use");
                }
            });
        }
    }
}

/// Whether a session can be used while the store does not respond.
fn unless_gone(unreachable_since: Instant) -> Result<(), Refusal> {
    if unreachable_since.elapsed() < TRUSTED_WITHOUT_STORE_FOR {
        Ok(())
    } else {
        Err(Refusal::unavailable(STORE_UNAVAILABLE))
    }
}

/// The content of a record.
struct ReadSession {
    version: u64,
    opened: OpenedSession,
    settings: SessionSettings,
    times: (u64, StoreClock),
}

/// Decodes a record; `None` if this version of the program cannot read it.
fn read(found: StoredRecord) -> Option<ReadSession> {
    let StoredRecord { version, made_at, now, .. } = found;
    let [opened, settings, prolonged] = found.into_parts();
    let prolonged = prolonged.and_then(|time| str::from_utf8(&time).ok()?.parse().ok());
    Some(ReadSession {
        version,
        opened: serde_json::from_slice(&opened?).ok()?,
        settings: serde_json::from_slice(&settings?).ok()?,
        times: (prolonged.unwrap_or(made_at), StoreClock::at(now)),
    })
}

/// Whether a text can be the id of a session; nothing else is looked up in the store.
fn is_id(text: &str) -> bool {
    text.len() == 32 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}
