//! Tasks: calls of tools that continue without their request.
//!
//! Source: [2025-11-25, "Tasks"](https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks);
//! [SEP-2663](https://modelcontextprotocol.io/seps/2663-tasks-extension).

use serde::Serialize;
use tokio::time::sleep_until;

use super::builder::ClientBuilder;
use super::call::ClientCall;
use super::change::Change;
use super::decode::decode;
use super::handle::Client;
use super::request::RequestBuilder;
use super::round_trips::{TaskOutcome, send_task_call};
use super::server_task::{ServerTask, has_code};
use super::subscriptions::Subscription;
use super::task_following::{Pace, follow};
use crate::error::{Error, Result};
use crate::jsonrpc::ErrorCode;
use crate::protocol::{CallToolResult, ExtensionId, Method, Task, TaskStatus, TaskSupport};

/// What came of a call of a tool that may become a task.
#[derive(Debug)]
#[non_exhaustive]
pub enum Started {
    /// The tool was done at once, or does not run as a task.
    Done(CallToolResult),
    /// It continues as a task.
    Task(TaskHandle),
}

/// A task of the server. Dropped, it is cancelled, unless it has ended or is [left](Self::leave);
/// one that was [taken up again](Client::task) continues.
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

impl ClientBuilder {
    /// Lets calls of tools become tasks. [`call`](Client::call) and [`call_tool`](Client::call_tool)
    /// follow them to their end, and answer what they ask; [`start`](Client::start) gives a handle.
    ///
    /// A server of 2026-07-28 decides by itself what becomes a task. One of 2025-11-25 is asked for
    /// it where a tool runs only as a task, and by `start`.
    ///
    /// What the server asks may become a task, too, where it wants that, which only one of 2025-11-25
    /// can say: it learns so at once, and looks for the answer of [the handler](Self::on_elicit)
    /// later. The client keeps up to 256 of these tasks, of which it answers 64 at once: each for as
    /// long as the server asks for, from ten seconds to a day, or an hour; all of them in as much
    /// memory as a [result](Self::max_result) may take.
    ///
    /// ```
    /// use mcp_runtime::client::Client;
    /// use mcp_runtime::{server, tool};
    ///
    /// /// Counts for long.
    /// #[tool(task)]
    /// async fn count() -> i64 {
    ///     3
    /// }
    ///
    /// # #[tokio::main(flavor = "current_thread", start_paused = true)]
    /// # async fn main() -> mcp_runtime::Result<()> {
    /// let client = Client::builder("agent", "1.0").tasks().connect(server!().tool::<count>()).await?;
    /// let count: i64 = client.call("count", ()).await?;
    /// assert_eq!(count, 3);
    /// # Ok(())
    /// # }
    /// ```
    pub fn tasks(mut self) -> Self {
        self.settings.follows_tasks = true;
        self.extension(ExtensionId::TASKS)
    }
}

impl Client {
    /// Calls a tool, and gives a handle if it becomes a task. Rounds of questions before that are
    /// answered.
    ///
    /// ```
    /// use mcp_runtime::client::{Client, Started};
    /// use mcp_runtime::{server, tool};
    ///
    /// /// Counts for long.
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
    /// The error that the server answered, or that the client was built without
    /// [`tasks`](ClientBuilder::tasks).
    pub fn start(&self, tool: &str, arguments: impl Serialize) -> RequestBuilder<Started> {
        let call = ClientCall::named(Method::CallTool, tool, &arguments);
        RequestBuilder::new(self, call, |client, call| {
            Box::pin(async move {
                let connection = client.connection();
                if !connection.settings.follows_tasks {
                    return Err(Error::other(
                        "this client has no tasks: `ClientBuilder::tasks` declares them",
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

    /// Takes up a task that was started earlier, by this client or by another one of the same
    /// principal; nothing is sent yet. It continues when the handle is dropped.
    pub fn task(&self, id: impl Into<String>) -> TaskHandle {
        TaskHandle { client: self.clone(), task: ServerTask::known(self.connection(), id.into()) }
    }
}

impl TaskHandle {
    /// The id of the task, by which it can be [taken up again](Client::task).
    #[must_use]
    pub fn id(&self) -> &str {
        self.task.id()
    }

    /// Looks how far the task is.
    ///
    /// # Errors
    ///
    /// The error that the server answered: one with the code -32602 means that there is no such
    /// task, or not any more.
    pub async fn status(&self) -> Result<Task> {
        Ok(self.task.look().await?.task)
    }

    /// Follows the task to its end, and answers what it asks. It continues if this is dropped.
    ///
    /// # Errors
    ///
    /// The error that the call ended with, that the task was cancelled, or that it has not ended
    /// while it is kept.
    pub async fn result(&self) -> Result<CallToolResult> {
        let result = follow(&self.task, None).await?;
        let call = ClientCall::new(Method::CallTool.name());
        decode(self.client.connection(), &call, &result)
    }

    /// How the task changes, as the server announces it; where it does not, it is asked.
    ///
    /// ```no_run
    /// # async fn run(task: mcp_runtime::client::TaskHandle) -> mcp_runtime::Result<()> {
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

    /// Cancels the task, or finds that it has ended. A server of 2026-07-28 may let it end in
    /// another way yet.
    ///
    /// # Errors
    ///
    /// The error that the server answered.
    pub async fn cancel(&self) -> Result<()> {
        self.task.cancel().await
    }

    /// Lets the task continue without this handle, and gives its id.
    #[must_use = "the task can be taken up again by its id"]
    pub fn leave(self) -> String {
        self.task.leave();
        self.task.id().to_owned()
    }
}

/// The changes of a task, one by one; those that follow each other fast may come as one.
#[must_use = "changes come when they are asked for"]
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

/// The wait for a change.
enum Source {
    /// The task was not looked at yet.
    New,
    /// The server announces changes.
    Subscribed(Subscription),
    /// Changes are not announced.
    Asked,
}

impl TaskUpdates<'_> {
    /// How the task is: first now, then after each change; `None` after its end.
    ///
    /// # Errors
    ///
    /// The error that the server answered, or that the task has not ended while it is kept.
    pub async fn next(&mut self) -> Result<Option<Task>> {
        if self.last.as_ref().is_some_and(|(status, _)| status.is_terminal()) {
            return Ok(None);
        }
        loop {
            self.wait().await?;
            let task = self.handle.status().await?;
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

    /// Asks the server to announce changes; a legacy one may, but that cannot be relied on.
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
            Err(error) if error.rpc().is_none() => Err(error),
            Err(error) if has_code(&error, ErrorCode::MISSING_REQUIRED_CLIENT_CAPABILITY) => {
                Err(error)
            }
            _ => Ok(Source::Asked),
        }
    }
}
