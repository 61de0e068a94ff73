//! Tasks: tool calls that continue after their request.
//!
//! Source: [2025-11-25, "Tasks"](https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks);
//! [SEP-2663](https://modelcontextprotocol.io/seps/2663-tasks-extension).

use serde::Serialize;
use tokio::time::sleep_until;

use super::call::ClientCall;
use super::change::Change;
use super::decode::decode;
use super::handle::Client;
use super::request_builder::RequestBuilder;
use super::round_trips::{TaskOutcome, send_task_call};
use super::server_task::{Pace, ServerTask, follow, has_code, snapshot_with_retries};
use super::subscription::Subscription;
use crate::error::{Error, Result};
use crate::jsonrpc::ErrorCode;
use crate::protocol::{CallToolResult, Method, Task, TaskStatus, TaskSupport};

/// The outcome of a tool call that may become a task.
#[derive(Debug)]
#[non_exhaustive]
pub enum Started {
    /// The tool has finished immediately, or does not run as a task.
    Done(CallToolResult),
    /// It continues as a task.
    Task(TaskHandle),
}

/// A task of the server. It is cancelled when the handle is dropped, unless it has ended or was
/// [detached](Self::leave); one that was [resumed](Client::task) continues.
#[must_use = "a task is cancelled when its handle is dropped"]
pub struct TaskHandle {
    client: Client,
    task: ServerTask,
}

impl std::fmt::Debug for TaskHandle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TaskHandle").field("id", &self.task.id()).finish_non_exhaustive()
    }
}

impl Client {
    /// Calls a tool, and returns a handle if it becomes a task. Questions before that are answered.
    ///
    /// ```
    /// use mcp_runtime_client::{Client, Started};
    /// use mcp_runtime::{server, tool};
    ///
    /// /// Counts for a long time.
    /// #[tool(task)]
    /// async fn count() -> i64 {
    ///     3
    /// }
    ///
    /// # #[tokio::main(flavor = "current_thread", start_paused = true)]
    /// # async fn main() -> mcp_runtime::Result<()> {
    /// let client = Client::builder("agent", "1.0").tasks().connect(server!().tool::<count>()).await?;
    /// let result = match client.start("count", ()).await? {
    ///     Started::Task(task) => {
    ///         println!("{} runs", task.id());
    ///         task.result().await?
    ///     }
    ///     Started::Done(result) => result,
    ///     _ => return Ok(()),
    /// };
    /// assert_eq!(result.text(), "3");
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// When the server returns an error, or the client was built without
    /// [`tasks`](crate::ClientBuilder::tasks).
    pub fn start(&self, tool: &str, arguments: impl Serialize) -> RequestBuilder<Started> {
        let call = ClientCall::named(Method::CallTool, tool, &arguments);
        RequestBuilder::new(self, call, |client, call| {
            Box::pin(async move {
                let connection = client.connection();
                if !connection.settings.follows_tasks {
                    return Err(Error::other(
                        "this client does not support tasks: declare them with `ClientBuilder::tasks`",
                    ));
                }
                let started = send_task_call(connection, &call, TaskSupport::Optional).await?;
                Ok(match started {
                    TaskOutcome::Done(result) => Started::Done(decode(connection, &call, &result)?),
                    TaskOutcome::Task(task) => Started::Task(TaskHandle { client, task }),
                })
            })
        })
    }

    /// Returns a handle to a task that was started earlier, by this client or by another one with
    /// the same principal. Nothing is sent yet. The task continues when the handle is dropped.
    pub fn task(&self, id: impl Into<String>) -> TaskHandle {
        TaskHandle {
            client: self.clone(),
            task: ServerTask::existing(self.connection(), id.into()),
        }
    }
}

impl TaskHandle {
    /// The id of the task, with which it can be [resumed](Client::task).
    #[must_use]
    pub fn id(&self) -> &str {
        self.task.id()
    }

    /// Requests the current status of the task.
    ///
    /// # Errors
    ///
    /// When the server returns an error: the code -32602 means that the task does not exist, or no
    /// longer exists.
    pub async fn status(&self) -> Result<Task> {
        Ok(self.task.snapshot().await?.task)
    }

    /// Follows the task to its end, and answers its questions. The task continues if the future is
    /// dropped.
    ///
    /// # Errors
    ///
    /// When the call ends with an error, the task was cancelled, or it has not ended within its
    /// ttl.
    pub async fn result(&self) -> Result<CallToolResult> {
        let result = follow(&self.task, None).await?;
        let call = ClientCall::new(Method::CallTool.name());
        decode(self.client.connection(), &call, &result)
    }

    /// The changes of the task, as notified by the server, or by polling if it does not notify.
    ///
    /// ```no_run
    /// # async fn run(task: mcp_runtime_client::TaskHandle) -> mcp_runtime::Result<()> {
    /// let mut updates = task.updates();
    /// while let Some(now) = updates.next().await? {
    ///     println!("{}", now.status_message.unwrap_or_default());
    /// }
    /// # Ok(())
    /// # }
    /// ```
    pub fn updates(&self) -> TaskUpdates<'_> {
        TaskUpdates { handle: self, pace: Pace::new(None), source: Source::New, last: None }
    }

    /// Cancels the task, or finds that it has ended. A server of 2026-07-28 may still end it in
    /// another way.
    ///
    /// # Errors
    ///
    /// When the server returns an error.
    pub async fn cancel(&self) -> Result<()> {
        self.task.cancel().await
    }

    /// Detaches the task from this handle, so that it continues, and returns its id.
    #[must_use = "without its id, the task cannot be taken up again"]
    pub fn leave(self) -> String {
        self.task.leave();
        self.task.id().to_owned()
    }
}

/// The changes of a task; changes in quick succession may be merged into one.
#[must_use = "changes are only fetched when `next` is called"]
pub struct TaskUpdates<'a> {
    handle: &'a TaskHandle,
    pace: Pace,
    source: Source,
    last: Option<(TaskStatus, Option<String>)>,
}

impl std::fmt::Debug for TaskUpdates<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TaskUpdates").field("last", &self.last).finish_non_exhaustive()
    }
}

/// How the next change is awaited.
enum Source {
    /// The status of the task has not been requested yet.
    New,
    /// The server notifies of changes.
    Subscribed(Subscription),
    /// The server is polled for changes.
    Asked,
}

impl TaskUpdates<'_> {
    /// Returns the status of the task: first the current one, then after each change; `None` after
    /// its end.
    ///
    /// # Errors
    ///
    /// When the server returns an error, or the task has not ended within its ttl.
    pub async fn next(&mut self) -> Result<Option<Task>> {
        if self.last.as_ref().is_some_and(|(status, _)| status.is_terminal()) {
            return Ok(None);
        }
        loop {
            self.wait().await?;
            let task = snapshot_with_retries(&self.handle.task).await?.task;
            self.pace.learn(&task);
            let now = (task.status, task.status_message.clone());
            if self.last.as_ref() != Some(&now) {
                self.last = Some(now);
                return Ok(Some(task));
            }
        }
    }

    /// Waits until the task may have changed.
    async fn wait(&mut self) -> Result<()> {
        match &mut self.source {
            Source::New => self.source = self.listen().await?,
            Source::Subscribed(subscription) => {
                if subscription.next().await.is_none() {
                    self.source = Source::Asked;
                }
            }
            Source::Asked => sleep_until(self.pace.next()?).await,
        }
        Ok(())
    }

    /// Subscribes to changes; a legacy server may announce them, but this is not reliable.
    async fn listen(&self) -> Result<Source> {
        let client = &self.handle.client;
        if !client.version().is_modern() {
            return Ok(Source::Asked);
        }
        let change = Change::Task(self.handle.id().to_owned());
        match client.listen([change.clone()]).await {
            Ok(subscription) if subscription.is_granted(&change) => {
                Ok(Source::Subscribed(subscription))
            }
            Err(error) if error.rpc().is_none() && !error.may_pass() => Err(error),
            Err(error) if has_code(&error, ErrorCode::MISSING_REQUIRED_CLIENT_CAPABILITY) => {
                Err(error)
            }
            _ => Ok(Source::Asked),
        }
    }
}
