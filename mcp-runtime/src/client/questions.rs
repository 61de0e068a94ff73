//! The questions of a legacy server that are being answered.

use std::collections::HashMap;

use tokio::task::AbortHandle;
use tokio::time::Instant;

use super::handlers::MAX_QUESTIONS;
use crate::jsonrpc::{ErrorObject, RequestId};
use crate::sync::Mutex;

/// The questions that are open.
#[derive(Default)]
pub(super) struct OpenQuestions(Mutex<QuestionsState>);

#[derive(Default)]
struct QuestionsState {
    /// By the ids that the server gave them.
    open: HashMap<RequestId, RunningQuestion>,
    /// How much memory they take.
    bytes: usize,
    /// When the last one was done with.
    last: Option<Instant>,
}

struct RunningQuestion {
    task: AbortHandle,
    bytes: usize,
}

impl OpenQuestions {
    /// When the server waited for an answer last.
    pub(super) fn last_asked(&self) -> Option<Instant> {
        let state = self.0.lock();
        if state.open.is_empty() { state.last } else { Some(Instant::now()) }
    }

    /// Lets a task answer a question that takes so many bytes; whether its id was free.
    ///
    /// # Errors
    ///
    /// What the server is answered if it does not fit.
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
        // The task cannot be done with the question before it is among those that are open.
        state.open.insert(id, RunningQuestion { task: task(), bytes });
        Ok(true)
    }

    /// A question is done with; its task, unless it was before.
    pub(super) fn done(&self, id: &RequestId) -> Option<AbortHandle> {
        let mut state = self.0.lock();
        let done = state.open.remove(id)?;
        state.bytes -= done.bytes;
        state.last = Some(Instant::now());
        Some(done.task)
    }

    /// Nobody waits for an answer any more.
    pub(super) fn end(&self) {
        let mut state = self.0.lock();
        state.bytes = 0;
        state.open.drain().for_each(|(_, question)| question.task.abort());
    }
}

impl QuestionsState {
    fn check_room(&self, bytes: usize, limit: usize) -> Result<(), ErrorObject> {
        if self.open.len() >= MAX_QUESTIONS {
            let message = format!("this client answers {MAX_QUESTIONS} questions at once");
            return Err(ErrorObject::internal(message));
        }
        if self.bytes.saturating_add(bytes) > limit {
            return Err(ErrorObject::internal(format!(
                "the questions to this client take more than {limit} bytes of memory"
            )));
        }
        Ok(())
    }
}
