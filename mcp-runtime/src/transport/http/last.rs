//! What is known from the last request, since the next one is often from the same client.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use super::legacy::HttpSession;
use crate::negotiation::Memo;

/// The last request of a connection, or of all of them where the service is mounted.
#[derive(Default)]
pub(crate) struct Last(Mutex<State>);

#[derive(Default)]
struct State {
    /// The `_meta` that was understood last, whoever sent it.
    meta: Option<Arc<Memo>>,
    session: Weak<HttpSession>,
}

impl Last {
    pub(crate) fn meta(&self) -> Option<Arc<Memo>> {
        self.lock().meta.clone()
    }

    pub(crate) fn set_meta(&self, memo: Arc<Memo>) {
        self.lock().meta = Some(memo);
    }

    /// The session that was found last, as long as somebody else keeps it.
    pub(crate) fn session(&self) -> Option<Arc<HttpSession>> {
        self.lock().session.upgrade()
    }

    pub(crate) fn set_session(&self, session: &Arc<HttpSession>) {
        self.lock().session = Arc::downgrade(session);
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
