//! The turns that are waiting for an answer of the user.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::protocol::SessionState;
use mcp_runtime_protocol::sync::Mutex;

/// A turn that can wait for the user, and report it.
pub(super) trait Waits: Send + Sync {
    /// Reports the state of the session to the client.
    fn report(&self, state: SessionState);

    fn is_over(&self) -> bool;
}

/// The turns that are waiting, by the numbers of their questions.
#[derive(Default)]
pub(super) struct WaitingTurns(Mutex<BTreeMap<u64, Arc<dyn Waits>>>);

impl WaitingTurns {
    /// Records that a turn is waiting for the answer to a question.
    pub(super) fn begin(&self, question: u64, turn: &Arc<dyn Waits>) {
        let is_first = {
            let mut waiting = self.0.lock();
            let is_first = !waits(&waiting, turn);
            waiting.insert(question, Arc::clone(turn));
            is_first
        };
        if is_first {
            turn.report(SessionState::RequiresAction);
        }
    }

    /// Records that the answer to a question is no longer awaited.
    pub(super) fn end(&self, question: u64) {
        let turn = {
            let mut waiting = self.0.lock();
            let turn = waiting.remove(&question);
            turn.filter(|turn| !waits(&waiting, turn))
        };
        if let Some(turn) = turn.filter(|turn| !turn.is_over()) {
            turn.report(SessionState::Running);
        }
    }

    /// Removes a turn that is over.
    pub(super) fn forget(&self, turn: &Arc<dyn Waits>) {
        self.0.lock().retain(|_, other| !Arc::ptr_eq(other, turn));
    }
}

fn waits(waiting: &BTreeMap<u64, Arc<dyn Waits>>, turn: &Arc<dyn Waits>) -> bool {
    waiting.values().any(|other| Arc::ptr_eq(other, turn))
}
