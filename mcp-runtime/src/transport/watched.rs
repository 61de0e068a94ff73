//! Changes of what a server offers, for legacy connections, which are told without asking.

use tokio::sync::watch;

use crate::server::{Changes, Server};

/// The changes of a server, if it can change.
pub(crate) struct Watched(Option<(watch::Receiver<Changes>, Changes)>);

impl Watched {
    pub(crate) fn new(server: &Server) -> Self {
        Self(server.changes().map(|changes| {
            let now = *changes.borrow();
            (changes, now)
        }))
    }

    /// What it was and what it is, once there is a difference.
    pub(crate) async fn changed(&mut self) -> (Changes, Changes) {
        if let Some((changes, before)) = &mut self.0
            && changes.changed().await.is_ok()
        {
            let now = *changes.borrow_and_update();
            return (std::mem::replace(before, now), now);
        }
        std::future::pending().await
    }
}
