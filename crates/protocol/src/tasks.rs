//! The core tasks of 2025-11-25: requests that are answered later. The tasks of 2026-07-28 are in
//! `tasks_extension`.
//!
//! Source: [2025-11-25, "Tasks"](https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks).

use serde::{Deserialize, Serialize};

use super::meta::{Meta, ResultMeta};

/// Asks for a request to become a task.
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

/// A request that is answered later, in the form of 2025-11-25.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", from = "ReadTask")]
#[non_exhaustive]
pub struct Task {
    /// The id of the task.
    pub task_id: String,
    /// The status.
    pub status: TaskStatus,
    /// A description of the status, for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status_message: Option<String>,
    /// When it was created, in ISO 8601.
    pub created_at: String,
    /// When it last changed, in ISO 8601; defaults to the time of creation.
    pub last_updated_at: String,
    /// How long it is kept after its creation, in milliseconds; `None` means forever.
    pub ttl: Option<u64>,
    /// The suggested polling interval, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub poll_interval: Option<u64>,
}

/// A task as it is deserialized: some clients omit when it last changed.
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

/// The maximum length of a status message, in characters.
const LONGEST_MESSAGE: usize = 1000;

/// Shortens a status message to its maximum length.
#[inline]
pub fn shortened(text: &str) -> String {
    match text.char_indices().nth(LONGEST_MESSAGE) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// The status of a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum TaskStatus {
    /// It is running.
    Working,
    /// It waits for input.
    InputRequired,
    /// It has completed with a result.
    Completed,
    /// It has failed with an error.
    Failed,
    /// It was cancelled.
    Cancelled,
}

impl TaskStatus {
    /// Returns whether the status is final.
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
    /// Creates parameters for a task.
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
    /// The cursor of the next page, if there is one.
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
    /// Creates a notification that a task changed.
    pub fn new(task: Task) -> Self {
        Self { task, meta: None }
    }
}
