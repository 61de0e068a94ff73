//! Sessions of legacy clients that any replica serves.
//!
//! ```text
//! a request ─▶ refresh   is its session up to date with the other replicas?
//!           ─▶ save      stores changes by its client that later requests depend on
//!           ─▶ answers   forwards a response for another replica
//!           ─▶ hints     receives hints from others about sessions that are known here
//! ```

mod answers;
mod events;
mod hints;
mod open;
mod received;
mod refresh;
mod resume;
mod save;

use std::sync::{Arc, Weak};
use std::time::Duration;

use http::StatusCode;

use super::refusal::Refusal;
use super::sessions::{EventSink, HttpSession, HttpSessions, SharedCopy, StoreClock};
use crate::server::Server;
use crate::server::replicas::{ReplicaLink, SessionHint, SessionHintHandler};
use crate::session::replicated::SessionSettings;
use events::EventWriter;

pub(super) use resume::write_missed;

/// How long the local copy of a session is used without checking its record.
const TRUSTED_FOR: Duration = Duration::from_secs(5);

/// How long it is used without a check while the store does not respond.
const TRUSTED_WITHOUT_STORE_FOR: Duration = Duration::from_secs(60);

/// How long to wait before using the store again after a failure.
const STORE_RETRY_DELAY: Duration = Duration::from_secs(1);

/// The sessions of a server that replicas share.
pub(crate) struct SharedSessions {
    sharing: Arc<ReplicaLink>,
    sessions: Arc<HttpSessions>,
    server: Server,
    events: Arc<EventWriter>,
}

/// `400` for an event id that is not known.
pub(crate) fn unknown_event() -> Refusal {
    let message = "Last-Event-ID does not match a stored event of this session";
    Refusal::new(StatusCode::BAD_REQUEST, message)
}

impl SharedSessions {
    /// Shares the sessions of a server, if it has a store for that.
    pub(crate) fn new(server: &Server, sessions: &Arc<HttpSessions>) -> Option<Arc<Self>> {
        let sharing = Arc::clone(server.sharing()?);
        let events = EventWriter::new(&sharing);
        let sessions = Arc::clone(sessions);
        let server = server.clone();
        let shared = Arc::new(Self { sharing, sessions, server, events });
        let handler: Weak<Self> = Arc::downgrade(&shared);
        shared.sharing.add_hint_handler(handler as Weak<dyn SessionHintHandler>);
        Some(shared)
    }

    /// The name of this replica.
    pub(crate) fn replica(&self) -> Arc<str> {
        Arc::clone(&self.sharing.replica)
    }

    /// Creates the local copy of a session's record.
    pub(crate) fn copy(
        &self,
        id: &str,
        version: u64,
        settings: SessionSettings,
        times: (u64, StoreClock),
    ) -> SharedCopy {
        let sink = Arc::clone(&self.events) as Arc<dyn EventSink>;
        SharedCopy::new(id, version, settings, times, sink)
    }

    /// Waits until other replicas can read what was sent.
    pub(crate) async fn flush(&self) {
        self.events.flushed(None).await;
    }

    /// Publishes a hint about a session to all other replicas.
    pub(crate) fn publish_all(&self, hint: SessionHint) {
        self.sharing.publish_session_hint(None, hint);
    }

    /// Tells other replicas when messages are queued here for a client that listens elsewhere.
    fn follow(&self, session: &Arc<HttpSession>) {
        let sharing = Arc::clone(&self.sharing);
        let waits = Arc::downgrade(session);
        let Some(subscriptions) = session.subscriptions() else { return };
        subscriptions.set_elsewhere(Box::new(move || {
            if let Some(session) = waits.upgrade()
                && !session.is_listened_to()
            {
                sharing.publish_session_hint(None, SessionHint::Waiting((*session.id).into()));
            }
        }));
    }
}
