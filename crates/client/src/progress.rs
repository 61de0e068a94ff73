//! Dispatches the progress of requests to its handlers.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use tokio::time::Instant;

use super::handlers::notify;
use crate::jsonrpc::RequestId;
use crate::protocol::ProgressParams;
use crate::sync::Mutex;

/// The handler of the progress of a request.
pub(super) type OnProgress = Arc<dyn Fn(&ProgressParams) + Send + Sync>;

/// The first progress token of tasks; those of requests are their ids.
const FIRST_TASK_TOKEN: u64 = 1 << 52;

/// The requests and tasks whose progress is watched, by their progress tokens.
#[derive(Default)]
pub(super) struct Watchers {
    watched: Arc<WatcherTable>,
    tasks: AtomicU64,
}

type WatcherTable = Mutex<HashMap<u64, Arc<Watcher>>>;

struct Watcher {
    handler: Option<OnProgress>,
    last: Mutex<Instant>,
}

impl Watchers {
    /// Watches a request until the guard is dropped.
    pub(super) fn watch(&self, id: u64, handler: Option<OnProgress>) -> ProgressWatch {
        let watcher = Arc::new(Watcher { handler, last: Mutex::new(Instant::now()) });
        self.watched.lock().insert(id, Arc::clone(&watcher));
        ProgressWatch { watched: Arc::clone(&self.watched), token: id, watcher }
    }

    /// Watches a request and the task that it becomes, until the guard is dropped.
    pub(super) fn watch_task(&self, handler: Option<OnProgress>) -> ProgressWatch {
        let number = self.tasks.fetch_add(1, Ordering::Relaxed);
        self.watch(FIRST_TASK_TOKEN.saturating_add(number), handler)
    }

    /// Takes a progress notification.
    pub(super) fn report(&self, params: &ProgressParams) {
        let RequestId::Integer(token) = params.progress_token.0 else {
            return;
        };
        let watcher =
            u64::try_from(token).ok().and_then(|id| self.watched.lock().get(&id).cloned());
        let Some(watcher) = watcher else { return };
        *watcher.last.lock() = Instant::now();
        notify(watcher.handler.as_deref(), params);
    }
}

/// A request or a task that is watched.
pub(super) struct ProgressWatch {
    watched: Arc<WatcherTable>,
    token: u64,
    watcher: Arc<Watcher>,
}

impl ProgressWatch {
    pub(super) fn token(&self) -> u64 {
        self.token
    }

    /// When the last progress notification arrived, or the request was sent.
    pub(super) fn last(&self) -> Instant {
        *self.watcher.last.lock()
    }
}

impl Drop for ProgressWatch {
    fn drop(&mut self) {
        self.watched.lock().remove(&self.token);
    }
}
