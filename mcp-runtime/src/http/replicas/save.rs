//! Changes by the client of a session that later requests depend on.

use std::sync::Arc;
use std::time::Duration;

use super::SharedSessions;
use crate::http::sessions::{EndReason, HttpSession, SessionChange};
use crate::jsonrpc::ErrorObject;
use crate::server::replicas::SessionHint;
use crate::store::{RecordWrite, StoreError, WriteOutcome};

/// How many bytes of resource URIs the client of a session may be subscribed to across replicas.
const MAX_SUBSCRIBED_BYTES: usize = 64 * 1024;

/// How long a response waits for other replicas to learn of a change.
const MAX_REPLICA_WAIT: Duration = Duration::from_millis(100);

/// How often a change is retried when other replicas write first.
const MAX_WRITE_ATTEMPTS: usize = 50;

impl SharedSessions {
    /// Refuses a change that would exceed what is stored per session.
    pub(crate) fn refuses(
        &self,
        session: &HttpSession,
        change: Option<&SessionChange>,
    ) -> Option<ErrorObject> {
        let Some(SessionChange::Subscribe(uri)) = change else { return None };
        let state = session.shared.as_ref()?.state.lock();
        let bytes: usize = state.settings.subscriptions.iter().map(|uri| uri.len() + 3).sum();
        (bytes + uri.len() > MAX_SUBSCRIBED_BYTES)
            .then(|| ErrorObject::invalid_params("too many subscriptions; end one of them"))
    }

    /// Shares what the client has changed with other replicas; `false` if the session has ended.
    ///
    /// When this returns they have been sent the hint, unless the store is slow: the next request
    /// of the client may go to any of them.
    ///
    /// If that fails, the next request retries it.
    pub(crate) async fn save(
        &self,
        session: &Arc<HttpSession>,
        idle: Duration,
    ) -> Result<bool, StoreError> {
        let Some(copy) = &session.shared else { return Ok(true) };
        let _writing = copy.writing.lock().await;
        for _ in 0..MAX_WRITE_ATTEMPTS {
            let (version, settings, now) = {
                let state = copy.state.lock();
                if state.unsaved.is_empty() {
                    return Ok(true);
                }
                (state.version, state.pending_settings(), state.clock.now())
            };
            let text = serde_json::to_vec(&settings)
                .map_err(|error| StoreError::Refused(error.to_string()))?;
            let mut write = RecordWrite::update(version).set("settings", text);
            if settings.initialized {
                write = write.set("prolonged", now.to_string().into_bytes()).ttl(idle);
            }
            match self.put(&copy.key, write).await? {
                WriteOutcome::Done { version, now } => {
                    let was_opened = {
                        let mut state = copy.state.lock();
                        let was_open = state.settings.initialized;
                        state.set_record(version, settings);
                        state.set_prolonged(now);
                        !was_open && state.settings.initialized
                    };
                    let published = copy.published.notified();
                    self.publish_all(SessionHint::Changed((*session.id).into()));
                    let _ = tokio::time::timeout(MAX_REPLICA_WAIT, published).await;
                    if was_opened {
                        self.count_used(session, idle).await?;
                    }
                    return Ok(true);
                }
                WriteOutcome::Conflict { .. } => {
                    if !self.reload(session, copy).await? {
                        return Ok(false);
                    }
                }
                WriteOutcome::Gone => return Ok(false),
            }
        }
        Err(StoreError::Timeout)
    }

    /// Does the same; ends the session if it is not in the store, and warns if that cannot be reached.
    pub(crate) async fn save_or_warn(&self, session: &Arc<HttpSession>, idle: Duration) {
        match self.save(session, idle).await {
            Ok(true) => {}
            Ok(false) => self.sessions.end(session, EndReason::NotInStore),
            Err(error) => {
                tracing::warn!(
                    %error,
                    "the settings of a session have not been stored for other replicas yet"
                );
            }
        }
    }
}
