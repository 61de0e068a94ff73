//! The core tasks of 2025-11-25: a request that is answered later. What 2026-07-28 says of tasks is in
//! `tasks_extension`.
//!
//! Source: [2025-11-25, "Tasks"](https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks).

use serde::{Deserialize, Serialize};

use super::meta::{Meta, ResultMeta};

/// Asks that a request becomes a task.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct TaskMetadata {
    /// For how long the task should be kept, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ttl: Option<u64>,
}

/// The entry of `_meta` that ties a message to a task.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct RelatedTaskMetadata {
    /// The id of the task.
    pub task_id: String,
}

/// A request that is answered later, as 2025-11-25 says it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", from = "ReadTask")]
#[non_exhaustive]
pub struct Task {
    /// The id of the task.
    pub task_id: String,
    /// How far it is.
    pub status: TaskStatus,
    /// More about that, for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status_message: Option<String>,
    /// When it was made, in ISO 8601.
    pub created_at: String,
    /// When it last changed, in ISO 8601; when it was made, to those that do not say.
    pub last_updated_at: String,
    /// For how long it is kept from its making, in milliseconds; `None` means for ever.
    pub ttl: Option<u64>,
    /// How long to wait between two looks at it, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub poll_interval: Option<u64>,
}

/// A task as it is read: some clients leave out when it last changed.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ReadTask {
    task_id: String,
    status: TaskStatus,
    status_message: Option<String>,
    created_at: String,
    last_updated_at: Option<String>,
    ttl: Option<u64>,
    poll_interval: Option<u64>,
}

impl From<ReadTask> for Task {
    fn from(read: ReadTask) -> Self {
        Self {
            task_id: read.task_id,
            status: read.status,
            status_message: read.status_message,
            last_updated_at: read.last_updated_at.unwrap_or_else(|| read.created_at.clone()),
            created_at: read.created_at,
            ttl: read.ttl,
            poll_interval: read.poll_interval,
        }
    }
}

impl Task {
    /// Creates a task that was just started.
    pub fn new(task_id: impl Into<String>, created_at: impl Into<String>) -> Self {
        let created_at = created_at.into();
        Self {
            task_id: task_id.into(),
            status: TaskStatus::Working,
            status_message: None,
            last_updated_at: created_at.clone(),
            created_at,
            ttl: None,
            poll_interval: None,
        }
    }
}

/// How long a status message may be, in characters.
const LONGEST_MESSAGE: usize = 1000;

/// A status message is a line, not a report.
pub(crate) fn shortened(text: &str) -> String {
    match text.char_indices().nth(LONGEST_MESSAGE) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// How far a task is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum TaskStatus {
    /// It runs.
    Working,
    /// It waits for an answer.
    InputRequired,
    /// It has a result.
    Completed,
    /// It has an error.
    Failed,
    /// It was cancelled.
    Cancelled,
}

impl TaskStatus {
    /// Returns whether the status can change no more.
    pub fn is_terminal(self) -> bool {
        matches!(self, Self::Completed | Self::Failed | Self::Cancelled)
    }
}

/// The result of a request that became a task.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct CreateTaskResult {
    /// The task.
    pub task: Task,
    /// The `_meta` of the object.
    #[serde(rename = "_meta", default, skip_serializing_if = "ResultMeta::is_empty")]
    pub meta: ResultMeta,
}

impl CreateTaskResult {
    /// Creates a result from its task.
    pub fn new(task: Task) -> Self {
        Self { task, meta: ResultMeta::default() }
    }
}

/// The parameters of `tasks/get`, `tasks/result` and `tasks/cancel`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct TaskParams {
    /// The id of the task.
    pub task_id: String,
    /// The `_meta` of the object.
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub meta: Option<Meta>,
}

impl TaskParams {
    /// Names a task.
    pub fn new(task_id: impl Into<String>) -> Self {
        Self { task_id: task_id.into(), meta: None }
    }
}

/// The result of `tasks/get` and `tasks/cancel`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct TaskResult {
    /// The task.
    #[serde(flatten)]
    pub task: Task,
    /// The `_meta` of the object.
    #[serde(rename = "_meta", default, skip_serializing_if = "ResultMeta::is_empty")]
    pub meta: ResultMeta,
}

impl TaskResult {
    /// Creates a result from its task.
    pub fn new(task: Task) -> Self {
        Self { task, meta: ResultMeta::default() }
    }
}

/// The result of `tasks/list`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ListTasksResult {
    /// The tasks of this page.
    pub tasks: Vec<Task>,
    /// Where the next page starts, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
    /// The `_meta` of the object.
    #[serde(rename = "_meta", default, skip_serializing_if = "ResultMeta::is_empty")]
    pub meta: ResultMeta,
}

/// The parameters of `notifications/tasks/status`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct TaskStatusParams {
    /// The task.
    #[serde(flatten)]
    pub task: Task,
    /// The `_meta` of the object.
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub meta: Option<Meta>,
}

impl TaskStatusParams {
    /// Creates the notification that a task changed.
    pub fn new(task: Task) -> Self {
        Self { task, meta: None }
    }
}
