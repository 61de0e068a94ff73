//! What is under way for a connection.

use std::collections::HashMap;

use tokio::runtime::Handle;
use tokio::task::{AbortHandle, JoinSet};

use crate::sync::Mutex;

/// How many messages may be under way that are not answered, and how many bytes of them: a server
/// that asks and does not take the answers must not fill the memory.
const MAX_ONE_WAY: usize = 256;
const MAX_BYTES: usize = 16 * 1024 * 1024;

/// The tasks of a connection; nothing is started once it has ended.
pub(super) struct Tasks {
    runtime: Handle,
    state: Mutex<TasksState>,
}

#[derive(Default)]
struct TasksState {
    /// Each waits for the answer to a request.
    requests: HashMap<u64, AbortHandle>,
    /// Reads what belongs to no request.
    listening: Option<AbortHandle>,
    /// Send what is not answered; each gives back how many bytes that had.
    one_way: JoinSet<usize>,
    bytes: usize,
    has_ended: bool,
}

impl Tasks {
    pub(super) fn new(runtime: Handle) -> Self {
        Self { runtime, state: Mutex::default() }
    }

    /// Runs a request, which is [done](Self::done) at its end.
    pub(super) fn request(&self, id: u64, task: impl Future<Output = ()> + Send + 'static) {
        let mut state = self.state.lock();
        if !state.has_ended {
            let task = self.runtime.spawn(task).abort_handle();
            state.requests.insert(id, task);
        }
    }

    pub(super) fn done(&self, id: u64) {
        self.state.lock().requests.remove(&id);
    }

    pub(super) fn abort(&self, id: u64) {
        if let Some(task) = self.state.lock().requests.remove(&id) {
            task.abort();
        }
    }

    /// Aborts all requests: what was sent to find out the era, and is not answered.
    pub(super) fn abort_all(&self) {
        self.state.lock().requests.drain().for_each(|(_, task)| task.abort());
    }

    /// Listens, instead of whoever did so before.
    pub(super) fn listen(&self, task: impl Future<Output = ()> + Send + 'static) {
        let mut state = self.state.lock();
        if !state.has_ended {
            let task = self.runtime.spawn(task).abort_handle();
            if let Some(before) = state.listening.replace(task) {
                before.abort();
            }
        }
    }

    /// Runs what is not answered, and sends so many bytes, unless too much of that is under way.
    pub(super) fn one_way(&self, bytes: usize, task: impl Future<Output = ()> + Send + 'static) {
        let mut state = self.state.lock();
        while let Some(done) = state.one_way.try_join_next() {
            state.bytes -= done.unwrap_or_default();
        }
        if state.one_way.is_empty() {
            state.bytes = 0;
        }
        // One that is longer than all may be goes alone.
        let has_room = state.bytes == 0 || state.bytes + bytes <= MAX_BYTES;
        if !has_room || state.one_way.len() >= MAX_ONE_WAY {
            tracing::warn!("a message is dropped: the server does not take those before it");
        } else if !state.has_ended {
            state.bytes += bytes;
            let sends = async move {
                task.await;
                bytes
            };
            state.one_way.spawn_on(sends, &self.runtime);
        }
    }

    /// Ends all but what is not answered, and gives that back.
    pub(super) fn end(&self) -> JoinSet<usize> {
        let mut state = self.state.lock();
        state.has_ended = true;
        state.requests.drain().for_each(|(_, task)| task.abort());
        state.listening.take().inspect(AbortHandle::abort);
        std::mem::take(&mut state.one_way)
    }
}
