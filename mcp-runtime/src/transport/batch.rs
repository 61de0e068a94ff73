//! The answers to a batch, which go out together (2025-03-26 only).

use std::sync::{Arc, Mutex, PoisonError};

use super::outbox::Outbox;

/// Gathers the answers of one batch; the last holder that lets go sends them.
pub(super) struct Batch {
    answers: Mutex<Vec<u8>>,
    outbox: Arc<Outbox>,
}

impl Batch {
    pub(super) fn new(outbox: Arc<Outbox>) -> Self {
        Self { answers: Mutex::new(Vec::new()), outbox }
    }

    pub(super) fn push(&self, write: impl FnOnce(&mut Vec<u8>)) {
        let mut answers = self.answers.lock().unwrap_or_else(PoisonError::into_inner);
        let separator = if answers.is_empty() { b'[' } else { b',' };
        answers.push(separator);
        write(&mut answers);
    }
}

impl Drop for Batch {
    /// A batch of notifications, or of calls that were all cancelled, has no answer.
    fn drop(&mut self) {
        let answers = self.answers.get_mut().unwrap_or_else(PoisonError::into_inner);
        if !answers.is_empty() {
            self.outbox.push(|out| {
                out.append(answers);
                out.push(b']');
            });
        }
    }
}
