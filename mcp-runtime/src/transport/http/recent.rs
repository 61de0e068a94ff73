//! A cache of the last request, since the next one is often from the same client.

use std::sync::{Arc, Weak};

use super::sessions::HttpSession;
use crate::negotiation::CachedMeta;
use crate::sync::Mutex;
use crate::transport::outbox::Outbox;

/// The last request of a connection, or of all of them if the service is mounted.
#[derive(Default)]
pub(crate) struct RecentCache(Mutex<RecentState>);

#[derive(Default)]
struct RecentState {
    /// The `_meta` that was parsed last, from any sender.
    meta: Option<Arc<CachedMeta>>,
    session: Weak<HttpSession>,
    /// The outbox of a request whose response was ready at once, for the next one.
    outbox: Option<Arc<Outbox>>,
}

impl RecentCache {
    pub(crate) fn meta(&self) -> Option<Arc<CachedMeta>> {
        self.0.lock().meta.clone()
    }

    pub(crate) fn set_meta(&self, meta: Arc<CachedMeta>) {
        self.0.lock().meta = Some(meta);
    }

    /// The session that was found last, as long as it is kept elsewhere.
    pub(crate) fn session(&self) -> Option<Arc<HttpSession>> {
        self.0.lock().session.upgrade()
    }

    pub(crate) fn set_session(&self, session: &Arc<HttpSession>) {
        self.0.lock().session = Arc::downgrade(session);
    }

    pub(crate) fn take_outbox(&self) -> Option<Arc<Outbox>> {
        self.0.lock().outbox.take()
    }

    /// Keeps an outbox to which nothing can send any more.
    pub(crate) fn set_outbox(&self, outbox: Arc<Outbox>) {
        self.0.lock().outbox = Some(outbox);
    }
}
