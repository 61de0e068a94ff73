//! A task at the server: how it is polled, answered and cancelled in each revision.
//!
//! Source: [2025-11-25, "Tasks"](https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks);
//! [SEP-2663](https://modelcontextprotocol.io/seps/2663-tasks-extension).

mod following;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::call::ClientCall;
use super::connection::Connection;
use super::deadline::MAX_TIMEOUT;
use super::decode::{check_memory, decode};
use super::progress::ProgressWatch;
use super::result::{Outcome, RawResult};
use super::send_request::fetch;
use crate::error::{Error, Result};
use crate::jsonrpc::{ErrorCode, one_line};
use crate::protocol::{
    CreateTaskResult, DetailedTask, InputRequests, InputResponse, Method, Task, TaskParams,
    TaskResult, TaskStatus, UpdateTaskParams,
};

use following::send_patiently;
pub(super) use following::{Pace, follow, snapshot_with_retries};

/// A task at the server; it is cancelled when this is dropped, unless it has ended or was detached.
pub(super) struct ServerTask {
    connection: Arc<Connection>,
    id: String,
    /// Its state when it was created, if known.
    first: Option<Task>,
    is_left: AtomicBool,
    /// Held so that its progress reaches the handler of the call.
    _progress: Option<Arc<ProgressWatch>>,
}

/// The state of a task when it was polled.
pub(super) struct TaskSnapshot {
    pub(super) task: Task,
    /// The open questions; a legacy server sends requests instead.
    pub(super) asked: InputRequests,
    /// How it ended, if a modern server reports it.
    pub(super) end: Option<Outcome>,
}

impl ServerTask {
    /// The task that a call became on a modern server.
    ///
    /// # Errors
    ///
    /// When the result does not describe a task.
    pub(super) fn modern(connection: &Arc<Connection>, result: &RawResult) -> Result<Self> {
        let what = || "the task of tools/call".to_owned();
        check_memory(what, result.text(), connection.settings.max_result)?;
        let task = serde_json::from_str(result.text())
            .map_err(|error| Error::other(format!("{}: {error}", what())))?;
        Ok(Self::new(connection, snapshot_of(task).task, None))
    }

    /// The task that a call became on a legacy server; `None` if it was answered immediately, which
    /// servers may do.
    pub(super) fn legacy(
        connection: &Arc<Connection>,
        result: &RawResult,
        progress: Option<Arc<ProgressWatch>>,
    ) -> Option<Self> {
        let created: CreateTaskResult = serde_json::from_str(result.text()).ok()?;
        Some(Self::new(connection, created.task, progress))
    }

    fn new(
        connection: &Arc<Connection>,
        first: Task,
        progress: Option<Arc<ProgressWatch>>,
    ) -> Self {
        Self {
            _progress: progress,
            connection: Arc::clone(connection),
            id: first.task_id.clone(),
            first: Some(first),
            is_left: AtomicBool::new(false),
        }
    }

    /// A task that was created earlier, which is only cancelled explicitly.
    pub(super) fn existing(connection: &Arc<Connection>, id: String) -> Self {
        let connection = Arc::clone(connection);
        Self { connection, id, first: None, is_left: AtomicBool::new(true), _progress: None }
    }

    pub(super) fn connection(&self) -> &Arc<Connection> {
        &self.connection
    }

    pub(super) fn id(&self) -> &str {
        &self.id
    }

    pub(super) fn first(&self) -> Option<&Task> {
        self.first.as_ref()
    }

    /// Detaches the task: from now on, it is only cancelled explicitly.
    pub(super) fn leave(&self) {
        self.is_left.store(true, Ordering::Relaxed);
    }

    /// Requests the current state of the task.
    ///
    /// # Errors
    ///
    /// When the server returns an error.
    pub(super) async fn snapshot(&self) -> Result<TaskSnapshot> {
        let call = self.call(Method::GetTask)?;
        let result = fetch(&self.connection, &call).await.inspect_err(|error| {
            // There is no task to cancel any more.
            if has_code(error, ErrorCode::INVALID_PARAMS) {
                self.leave();
            }
        })?;
        let snapshot = if self.connection.is_modern() {
            snapshot_of(decode(&self.connection, &call, &result)?)
        } else {
            let TaskResult { task, .. } = decode(&self.connection, &call, &result)?;
            TaskSnapshot { task, asked: BTreeMap::new(), end: None }
        };
        if snapshot.task.status.is_terminal() {
            self.leave();
        }
        Ok(snapshot)
    }

    /// The outcome of the call whose task has ended.
    pub(super) async fn outcome(&self, snapshot: TaskSnapshot) -> Outcome {
        let TaskSnapshot { task, end, .. } = snapshot;
        let what = task.status_message.clone();
        match task.status {
            TaskStatus::Cancelled => Err(Error::other(match what {
                Some(why) => format!("the task was cancelled: {why}"),
                None => "the task was cancelled".to_owned(),
            })),
            _ if !self.connection.is_modern() => {
                let outcome = send_patiently(self, &self.call(Method::GetTaskPayload)?).await;
                // Some servers only return the results of completed tasks.
                let cannot = |error: &Error| {
                    task.status == TaskStatus::Failed
                        && (has_code(error, ErrorCode::INVALID_PARAMS)
                            || has_code(error, ErrorCode::METHOD_NOT_FOUND))
                };
                outcome.map_err(|error| match what {
                    Some(why) if cannot(&error) => Error::other(why),
                    _ => error,
                })
            }
            status => end.unwrap_or_else(|| {
                Err(Error::other(match (status, what) {
                    (TaskStatus::Failed, Some(why)) => why,
                    (TaskStatus::Failed, None) => "the task failed".to_owned(),
                    _ => "the response to tasks/get is invalid: a completed task has no result"
                        .to_owned(),
                }))
            }),
        }
    }

    /// Waits until a legacy server returns the result, however long the task takes.
    pub(super) async fn wait_for_result(&self) -> Outcome {
        let mut call = self.call(Method::GetTaskPayload)?;
        (call.options.timeout, call.options.max_time) = (Some(MAX_TIMEOUT), Some(MAX_TIMEOUT));
        fetch(&self.connection, &call).await
    }

    /// Answers a question of a modern server.
    ///
    /// # Errors
    ///
    /// When the server returns an error.
    pub(super) async fn answer(&self, key: String, answer: InputResponse) -> Result<()> {
        let params = UpdateTaskParams::new(&self.id, BTreeMap::from([(key, answer)]));
        let call = ClientCall::with(Method::UpdateTask.name(), &params)?;
        match send_patiently(self, &call).await {
            // Polling the task again shows what became of it.
            Err(error) if has_code(&error, ErrorCode::INVALID_PARAMS) => Ok(()),
            answered => answered.map(drop),
        }
    }

    /// Cancels the task, or finds that it has ended.
    ///
    /// # Errors
    ///
    /// When the server returns an error.
    pub(super) async fn cancel(&self) -> Result<()> {
        let call = self.call(Method::CancelTask)?;
        let cancelled = fetch(&self.connection, &call).await.map(drop);
        let refused = match cancelled {
            // A legacy server refuses to cancel a task that has ended.
            Err(error) if has_code(&error, ErrorCode::INVALID_PARAMS) => error,
            cancelled => {
                if cancelled.is_ok() {
                    self.leave();
                }
                return cancelled;
            }
        };
        match self.snapshot().await {
            Ok(snapshot) if snapshot.task.status.is_terminal() => Ok(()),
            _ => Err(refused),
        }
    }

    fn call(&self, method: Method) -> Result<ClientCall> {
        ClientCall::with(method.name(), &TaskParams::new(&self.id))
    }
}

impl Drop for ServerTask {
    fn drop(&mut self) {
        let connection = &self.connection;
        let can_cancel = connection.is_modern() || connection.server().cancels_core_tasks();
        if self.is_left.load(Ordering::Relaxed) || !can_cancel || connection.has_ended() {
            return;
        }
        let (Ok(runtime), Ok(call)) =
            (tokio::runtime::Handle::try_current(), self.call(Method::CancelTask))
        else {
            return;
        };
        let connection = Arc::clone(connection);
        runtime.spawn(async move {
            if let Err(error) = fetch(&connection, &call).await {
                tracing::debug!(error = %one_line(&error), "could not cancel a task whose handle was dropped");
            }
        });
    }
}

/// Whether the server returned an error with this code.
pub(super) fn has_code(error: &Error, code: ErrorCode) -> bool {
    error.rpc().is_some_and(|error| error.code == code)
}

fn snapshot_of(detailed: DetailedTask) -> TaskSnapshot {
    let end = match (detailed.status, detailed.result, detailed.error) {
        (TaskStatus::Completed, Some(result), _) => Some(Ok(RawResult::of(result.get()))),
        (TaskStatus::Failed, _, Some(error)) => Some(Err(error.into())),
        _ => None,
    };
    let mut task = Task::new(detailed.task_id, detailed.created_at);
    task.status = detailed.status;
    task.status_message = detailed.status_message;
    if !detailed.last_updated_at.is_empty() {
        task.last_updated_at = detailed.last_updated_at;
    }
    (task.ttl, task.poll_interval) = (detailed.ttl_ms, detailed.poll_interval_ms);
    TaskSnapshot { task, asked: detailed.input_requests.unwrap_or_default(), end }
}
