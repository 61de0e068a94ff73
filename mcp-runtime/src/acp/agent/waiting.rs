//! The turns that wait for an answer of the person.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::acp::protocol::SessionState;
use crate::sync::Mutex;

/// What can wait for the person, and says so.
pub(super) trait Waits: Send + Sync {
    /// Notifies the client what the session does.
    fn report(&self, state: SessionState);

    fn is_over(&self) -> bool;
}

/// Who waits for the answers to which questions, by their numbers.
#[derive(Default)]
pub(super) struct Waiting(Mutex<BTreeMap<u64, Arc<dyn Waits>>>);

impl Waiting {
    /// A turn waits for the answer to a question.
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

    /// Nobody waits for the answer to a question any more.
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

    /// A turn is over, whatever it waited for.
    pub(super) fn forget(&self, turn: &Arc<dyn Waits>) {
        self.0.lock().retain(|_, other| !Arc::ptr_eq(other, turn));
    }
}

fn waits(waiting: &BTreeMap<u64, Arc<dyn Waits>>, turn: &Arc<dyn Waits>) -> bool {
    waiting.values().any(|other| Arc::ptr_eq(other, turn))
}
