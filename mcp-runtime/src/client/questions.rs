//! The questions of a legacy server that are being answered.

use std::collections::HashMap;

use tokio::task::AbortHandle;
use tokio::time::Instant;

use super::handlers::MOST_QUESTIONS;
use crate::jsonrpc::{ErrorObject, RequestId};

/// The questions that are open, by the ids that the server gave them.
#[derive(Default)]
pub(super) struct Questions {
    open: HashMap<RequestId, Question>,
    /// How much memory they take.
    bytes: usize,
    /// When the last one was done with.
    last: Option<Instant>,
}

struct Question {
    task: AbortHandle,
    bytes: usize,
}

impl Questions {
    /// When the server waited for an answer last.
    pub(super) fn last_asked(&self) -> Option<Instant> {
        if self.open.is_empty() { self.last } else { Some(Instant::now()) }
    }

    pub(super) fn has(&self, id: &RequestId) -> bool {
        self.open.contains_key(id)
    }

    /// Looks whether there is room for a question that takes so many bytes.
    ///
    /// # Errors
    ///
    /// What the server is told otherwise.
    pub(super) fn check_room(&self, bytes: usize, limit: usize) -> Result<(), ErrorObject> {
        if self.open.len() >= MOST_QUESTIONS {
            let message = format!("this client answers {MOST_QUESTIONS} questions at once");
            return Err(ErrorObject::internal(message));
        }
        if self.bytes.saturating_add(bytes) > limit {
            return Err(ErrorObject::internal(format!(
                "the questions to this client take more than {limit} bytes of memory"
            )));
        }
        Ok(())
    }

    pub(super) fn begin(&mut self, id: RequestId, task: AbortHandle, bytes: usize) {
        self.bytes += bytes;
        self.open.insert(id, Question { task, bytes });
    }

    /// A question is done with; its task, unless it was before.
    pub(super) fn done(&mut self, id: &RequestId) -> Option<AbortHandle> {
        let done = self.open.remove(id)?;
        self.bytes -= done.bytes;
        self.last = Some(Instant::now());
        Some(done.task)
    }

    /// Nobody waits for an answer any more.
    pub(super) fn end(&mut self) {
        self.bytes = 0;
        self.open.drain().for_each(|(_, question)| question.task.abort());
    }
}
