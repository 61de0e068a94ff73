//! The tasks of a connection.

use std::collections::HashMap;

use tokio::runtime::Handle;
use tokio::task::{AbortHandle, JoinSet};

use crate::sync::Mutex;

/// How many messages without a response may be in flight, and how many bytes they may have: a
/// server that sends requests but does not accept the responses must not exhaust the memory.
const MAX_ONE_WAY: usize = 256;
const MAX_BYTES: usize = 16 * 1024 * 1024;

/// The tasks of a connection; no task is started once it has ended.
pub(super) struct Tasks {
    runtime: Handle,
    state: Mutex<TasksState>,
}

#[derive(Default)]
struct TasksState {
    /// Tasks that wait for the response to a request, by its id.
    requests: HashMap<u64, AbortHandle>,
    /// The task that reads messages unrelated to any request.
    listening: Option<AbortHandle>,
    /// Tasks that send messages without a response; each returns the size of its message.
    one_way: JoinSet<usize>,
    bytes: usize,
    has_ended: bool,
}

impl Tasks {
    pub(super) fn new(runtime: Handle) -> Self {
        Self { runtime, state: Mutex::default() }
    }

    /// Runs a request, which calls [`done`](Self::done) at its end.
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

    /// Aborts all requests: they were probes for the era, and are not answered.
    pub(super) fn abort_all(&self) {
        self.state.lock().requests.drain().for_each(|(_, task)| task.abort());
    }

    /// Starts listening, and aborts the previous listener.
    pub(super) fn listen(&self, task: impl Future<Output = ()> + Send + 'static) {
        let mut state = self.state.lock();
        if !state.has_ended {
            let task = self.runtime.spawn(task).abort_handle();
            if let Some(before) = state.listening.replace(task) {
                before.abort();
            }
        }
    }

    /// Runs a task that sends a message of this size without a response; the message is dropped if
    /// too many messages, or too many bytes, are in flight.
    pub(super) fn one_way(&self, bytes: usize, task: impl Future<Output = ()> + Send + 'static) {
        let mut state = self.state.lock();
        while let Some(done) = state.one_way.try_join_next() {
            state.bytes -= done.unwrap_or_default();
        }
        if state.one_way.is_empty() {
            state.bytes = 0;
        }
        // A message that exceeds the limit by itself is sent alone.
        let has_room = state.bytes == 0 || state.bytes + bytes <= MAX_BYTES;
        if !has_room || state.one_way.len() >= MAX_ONE_WAY {
            tracing::warn!("dropped a message: the server is not reading earlier messages");
        } else if !state.has_ended {
            state.bytes += bytes;
            let sends = async move {
                task.await;
                bytes
            };
            state.one_way.spawn_on(sends, &self.runtime);
        }
    }

    /// Aborts everything except messages without a response, and returns those.
    pub(super) fn end(&self) -> JoinSet<usize> {
        let mut state = self.state.lock();
        state.has_ended = true;
        state.requests.drain().for_each(|(_, task)| task.abort());
        state.listening.take().inspect(AbortHandle::abort);
        std::mem::take(&mut state.one_way)
    }
}
