//! The subagents of a connection that work.

use std::collections::BTreeMap;
use std::sync::Arc;

use mcp_runtime_protocol::sync::Mutex;

/// Cancels the work of a subagent.
pub(super) type CancelSubagent = Arc<dyn Fn() + Send + Sync>;

/// The subagents that work, by the ids of their sessions.
#[derive(Default)]
pub(super) struct Subagents(Mutex<BTreeMap<String, Option<CancelSubagent>>>);

impl Subagents {
    /// Adds a subagent; without `cancel`, clients cannot cancel it.
    pub(super) fn begin(&self, session: &str, cancel: Option<CancelSubagent>) {
        self.0.lock().insert(session.to_owned(), cancel);
    }

    pub(super) fn end(&self, session: &str) {
        let ended = self.0.lock().remove(session);
        drop(ended);
    }

    /// Whether a session is that of a subagent.
    pub(super) fn contains(&self, session: &str) -> bool {
        self.0.lock().contains_key(session)
    }

    /// Cancels a subagent, if that is possible.
    pub(super) fn cancel(&self, session: &str) {
        let cancel = self.0.lock().get(session).cloned().flatten();
        if let Some(cancel) = cancel {
            cancel();
        }
    }
}
