//! When and why sessions end: all of them end here, and the log says why. How long they may be idle
//! is set in `http/limits.rs`; those that replicas share also end from `replicas/`.

use std::collections::HashMap;
use std::sync::{Arc, Weak};
use std::time::Duration;

use tokio::time::Instant;

use super::session::HttpSession;
use super::table::{HttpSessions, Table};
use crate::caller::Caller;
use crate::http::options::HttpSettings;
use crate::server::span::shown_session;

/// A session that is never used after it was opened ends after this long.
pub(crate) const UNUSED_TIMEOUT: Duration = Duration::from_secs(60);

/// Why a session ends.
#[derive(Clone, Copy)]
pub(crate) enum EndReason {
    /// Its client has deleted it.
    Deleted,
    /// Its client has deleted it at another replica.
    DeletedElsewhere,
    /// It was not used for [`session_timeout`](crate::http::HttpLimits::session_timeout).
    Idle,
    /// It was opened, and then not used for [`UNUSED_TIMEOUT`].
    NeverUsed,
    /// Another one of its caller needed its place.
    CallerLimit,
    /// Another one of any caller needed its place.
    TotalLimit,
    /// The store that replicas share has it no longer: its time was over, or others needed its
    /// place.
    NotInStore,
    /// The store did not take it, so that its client did not get it either.
    StoreFailed,
    /// The server has shut down.
    Shutdown,
}

impl EndReason {
    fn as_str(self) -> &'static str {
        match self {
            Self::Deleted => "deleted",
            Self::DeletedElsewhere => "deleted_elsewhere",
            Self::Idle => "idle",
            Self::NeverUsed => "never_used",
            Self::CallerLimit => "caller_limit",
            Self::TotalLimit => "total_limit",
            Self::NotInStore => "not_in_store",
            Self::StoreFailed => "store_failed",
            Self::Shutdown => "shutdown",
        }
    }

    /// Whether all replicas end the session, and not only this one its copy.
    fn is_of_all(self) -> bool {
        matches!(
            self,
            Self::Deleted | Self::DeletedElsewhere | Self::NotInStore | Self::StoreFailed
        )
    }

    /// One line for a session, of which clients can cause no more than they open sessions.
    fn log(self, session: &HttpSession) {
        if session.shared.is_some() && !self.is_of_all() {
            return;
        }
        tracing::debug!(
            mcp.session.id = shown_session(&session.id),
            reason = self.as_str(),
            "a session has ended"
        );
    }
}

impl HttpSessions {
    pub(crate) fn end(&self, session: &HttpSession, reason: EndReason) {
        let ended = self.table.lock().remove(&session.id);
        self.finish(ended.map(|session| (session, reason)));
    }

    fn end_idle(&self, limit: Duration) {
        let mut table = self.table.lock();
        let ended = table.take(|session| session.expire_if_idle(limit));
        table.shrink();
        drop(table);
        self.finish(ended);
    }

    /// Ends idle sessions periodically, for as long as the server exists.
    pub(super) async fn sweep(sessions: Weak<Self>, idle: Duration) {
        let pause = (idle / 4).clamp(Duration::from_millis(100), Duration::from_secs(15));
        loop {
            tokio::time::sleep(pause).await;
            let Some(sessions) = sessions.upgrade() else { return };
            sessions.end_idle(idle);
        }
    }

    /// Closes sessions that are no longer in the table.
    pub(super) fn finish(&self, ended: impl IntoIterator<Item = (Arc<HttpSession>, EndReason)>) {
        for (session, reason) in ended {
            session.close();
            self.replay.forget(&session);
            reason.log(&session);
        }
    }
}

impl Drop for HttpSessions {
    fn drop(&mut self) {
        let table = self.table.lock();
        table.sessions.values().for_each(|session| EndReason::Shutdown.log(session));
    }
}

impl HttpSession {
    /// Ends the session if it has been idle for too long; a held reference counts as use.
    fn expire_if_idle(self: &Arc<Self>, limit: Duration) -> Option<EndReason> {
        let mut state = self.state.lock();
        let (limit, reason) = if state.session.is_initialized() {
            (limit, EndReason::Idle)
        } else {
            (limit.min(UNUSED_TIMEOUT), EndReason::NeverUsed)
        };
        let is_idle = Arc::strong_count(self) == 1 && state.used.elapsed() > limit;
        state.is_closed |= is_idle;
        is_idle.then_some(reason)
    }

    /// Since when it has been idle; `None` if it is in use.
    fn idle_since(self: &Arc<Self>) -> Option<Instant> {
        (Arc::strong_count(self) == 1).then(|| self.state.lock().used)
    }

    /// Ends the session unless it is in use.
    fn retire(self: &Arc<Self>) -> bool {
        let mut state = self.state.lock();
        let is_idle = Arc::strong_count(self) == 1;
        state.is_closed |= is_idle;
        is_idle
    }
}

impl Table {
    /// Removes and returns idle sessions if there is no room for another: of this caller if it has
    /// reached its limit, otherwise of the caller with the most sessions.
    pub(super) fn make_room(
        &mut self,
        caller: &Caller,
        options: &HttpSettings,
    ) -> Vec<(Arc<HttpSession>, EndReason)> {
        if self.has_room(caller, options) {
            return Vec::new();
        }
        if !self.caller_has_room(caller, options) {
            let count = several(options.limits.max_sessions_per_caller);
            return self.take_idle(count, EndReason::CallerLimit, |_, other| other == caller);
        }
        let count = several(options.limits.max_sessions);
        let reason = EndReason::TotalLimit;
        let most = self.callers.values().copied().max();
        let ended =
            self.take_idle(count, reason, |callers, other| callers.get(other).copied() == most);
        if ended.is_empty() { self.take_idle(count, reason, |_, _| true) } else { ended }
    }

    /// Removes and returns the least recently used sessions.
    fn take_idle(
        &mut self,
        count: usize,
        reason: EndReason,
        of: impl Fn(&HashMap<Caller, usize>, &Caller) -> bool,
    ) -> Vec<(Arc<HttpSession>, EndReason)> {
        let sessions = self.sessions.values().filter(|session| of(&self.callers, &session.caller));
        let mut idle: Vec<_> = sessions
            .filter_map(|session| Some((session.idle_since()?, Arc::clone(&session.id))))
            .collect();
        if idle.len() > count {
            idle.select_nth_unstable(count);
            idle.truncate(count);
        }
        let idle: Vec<_> = idle
            .into_iter()
            .filter(|(_, id)| self.sessions.get(id).is_some_and(HttpSession::retire))
            .map(|(_, id)| id)
            .collect();
        idle.iter().filter_map(|id| Some((self.remove(id)?, reason))).collect()
    }
}

/// How many sessions end at once: searching through all of them for each new one would be too slow.
fn several(limit: usize) -> usize {
    (limit / 128).max(1)
}
