//! The questions of a legacy server that are being answered.

use std::collections::HashMap;

use tokio::task::AbortHandle;
use tokio::time::Instant;

use super::handlers::MAX_QUESTIONS;
use crate::jsonrpc::{ErrorObject, RequestId};
use crate::sync::Mutex;

/// The open questions.
#[derive(Default)]
pub(super) struct OpenQuestions(Mutex<QuestionsState>);

#[derive(Default)]
struct QuestionsState {
    /// The questions, by the request ids of the server.
    open: HashMap<RequestId, RunningQuestion>,
    /// How much memory they need, in bytes.
    bytes: usize,
    /// When the last one was completed.
    last: Option<Instant>,
}

struct RunningQuestion {
    task: AbortHandle,
    bytes: usize,
}

impl OpenQuestions {
    /// When the server last waited for an answer.
    pub(super) fn last_asked(&self) -> Option<Instant> {
        let state = self.0.lock();
        if state.open.is_empty() { state.last } else { Some(Instant::now()) }
    }

    /// Starts a task to answer a question that needs this many bytes; returns whether its id was
    /// free.
    ///
    /// # Errors
    ///
    /// If it does not fit; the error is the response to the server.
    pub(super) fn open(
        &self,
        id: RequestId,
        bytes: usize,
        limit: usize,
        task: impl FnOnce() -> AbortHandle,
    ) -> Result<bool, ErrorObject> {
        let mut state = self.0.lock();
        if state.open.contains_key(&id) {
            return Ok(false);
        }
        state.check_room(bytes, limit)?;
        state.bytes += bytes;
        // The task cannot complete the question before it is inserted.
        state.open.insert(id, RunningQuestion { task: task(), bytes });
        Ok(true)
    }

    /// Completes a question; returns its task, unless it was already completed.
    pub(super) fn done(&self, id: &RequestId) -> Option<AbortHandle> {
        let mut state = self.0.lock();
        let done = state.open.remove(id)?;
        state.bytes -= done.bytes;
        state.last = Some(Instant::now());
        Some(done.task)
    }

    /// Aborts all questions: their answers are no longer awaited.
    pub(super) fn end(&self) {
        let mut state = self.0.lock();
        state.bytes = 0;
        state.open.drain().for_each(|(_, question)| question.task.abort());
    }
}

impl QuestionsState {
    fn check_room(&self, bytes: usize, limit: usize) -> Result<(), ErrorObject> {
        if self.open.len() >= MAX_QUESTIONS {
            let message = format!("this client answers at most {MAX_QUESTIONS} requests at once");
            return Err(ErrorObject::internal(message));
        }
        if self.bytes.saturating_add(bytes) > limit {
            return Err(ErrorObject::internal(format!(
                "the open requests to this client take more than {limit} bytes of memory"
            )));
        }
        Ok(())
    }
}
