//! Dispatches the progress of requests to its handlers.

use std::collections::HashMap;
use std::sync::Arc;

use tokio::time::Instant;

use super::handlers::notify;
use crate::jsonrpc::RequestId;
use crate::protocol::ProgressParams;
use crate::sync::Mutex;

/// The handler of the progress of a request.
pub(super) type OnProgress = Arc<dyn Fn(&ProgressParams) + Send + Sync>;

/// The requests whose progress is watched, by id, which is also their progress token.
#[derive(Default)]
pub(super) struct Watchers(Mutex<HashMap<u64, Arc<Watcher>>>);

struct Watcher {
    handler: Option<OnProgress>,
    last: Mutex<Instant>,
}

impl Watchers {
    /// Watches a request until the guard is dropped.
    pub(super) fn watch(&self, id: u64, handler: Option<OnProgress>) -> ProgressWatch<'_> {
        let watcher = Arc::new(Watcher { handler, last: Mutex::new(Instant::now()) });
        self.0.lock().insert(id, Arc::clone(&watcher));
        ProgressWatch { watchers: self, id, watcher }
    }

    /// Takes a progress notification.
    pub(super) fn report(&self, params: &ProgressParams) {
        let RequestId::Integer(token) = params.progress_token.0 else {
            return;
        };
        let watcher = u64::try_from(token).ok().and_then(|id| self.0.lock().get(&id).cloned());
        let Some(watcher) = watcher else { return };
        *watcher.last.lock() = Instant::now();
        notify(watcher.handler.as_deref(), params);
    }
}

/// A request that is watched.
pub(super) struct ProgressWatch<'a> {
    watchers: &'a Watchers,
    id: u64,
    watcher: Arc<Watcher>,
}

impl ProgressWatch<'_> {
    /// When the last progress notification arrived, or the request was sent.
    pub(super) fn last(&self) -> Instant {
        *self.watcher.last.lock()
    }
}

impl Drop for ProgressWatch<'_> {
    fn drop(&mut self) {
        self.watchers.0.lock().remove(&self.id);
    }
}
