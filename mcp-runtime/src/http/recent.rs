//! What is kept of the last request for the next one, which is often from the same client.

use std::sync::{Arc, Weak};

use http::HeaderValue;

use super::head::HostAndOrigin;
use super::sessions::HttpSession;
use crate::negotiation::CachedMeta;
use crate::sync::Mutex;
use crate::transport::outbox::Outbox;

/// The longest `Host` that is kept, in bytes, and the longest `Origin`.
const MAX_HOST_BYTES: usize = 255;

/// What is kept of the last request of a connection, or of all of them if the service is mounted.
#[derive(Default)]
pub(crate) struct RecentCache {
    state: Mutex<RecentState>,
    is_of_connection: bool,
}

#[derive(Default)]
struct RecentState {
    /// The `_meta` that was parsed last, from any sender.
    meta: Option<Arc<CachedMeta>>,
    session: Weak<HttpSession>,
    /// The outbox of a request whose response was ready at once, for the next one.
    outbox: Option<Arc<Outbox>>,
    /// The `Host` that was allowed last, and the `Origin` that came with it.
    host: Option<Box<[u8]>>,
    origin: Option<Box<[u8]>>,
}

impl RecentCache {
    pub(crate) fn of_connection() -> Self {
        Self { is_of_connection: true, ..Self::default() }
    }

    pub(crate) fn meta(&self) -> Option<Arc<CachedMeta>> {
        self.state.lock().meta.clone()
    }

    pub(crate) fn set_meta(&self, meta: Arc<CachedMeta>) {
        self.state.lock().meta = Some(meta);
    }

    /// The session that was found last, as long as it is kept elsewhere.
    pub(crate) fn session(&self) -> Option<Arc<HttpSession>> {
        self.state.lock().session.upgrade()
    }

    pub(crate) fn set_session(&self, session: &Arc<HttpSession>) {
        self.state.lock().session = Arc::downgrade(session);
    }

    /// Whether this is the `Host` that was allowed last, with this `Origin` or none.
    pub(crate) fn was_allowed(&self, (host, origin): HostAndOrigin<'_>) -> bool {
        if !self.is_of_connection {
            return false;
        }
        let state = self.state.lock();
        state.host.as_deref() == Some(host.as_bytes())
            && state.origin.as_deref() == origin.map(HeaderValue::as_bytes)
    }

    /// Whether this `Origin` was allowed last.
    pub(crate) fn was_allowed_origin(&self, origin: &HeaderValue) -> bool {
        self.is_of_connection && self.state.lock().origin.as_deref() == Some(origin.as_bytes())
    }

    /// Keeps what was allowed, as copies: the originals would keep the whole head.
    pub(crate) fn set_allowed(&self, (host, origin): HostAndOrigin<'_>) {
        let length = host.len().max(origin.map_or(0, HeaderValue::len));
        if self.is_of_connection && length <= MAX_HOST_BYTES {
            let mut state = self.state.lock();
            state.host = Some(host.as_bytes().into());
            state.origin = origin.map(|origin| origin.as_bytes().into());
        }
    }

    pub(crate) fn take_outbox(&self) -> Option<Arc<Outbox>> {
        self.is_of_connection.then(|| self.state.lock().outbox.take()).flatten()
    }

    /// Keeps an outbox to which nothing can send any more. Connections would have to wait for each
    /// other to share one.
    pub(crate) fn set_outbox(&self, outbox: Arc<Outbox>) {
        if self.is_of_connection {
            self.state.lock().outbox = Some(outbox);
        }
    }
}
