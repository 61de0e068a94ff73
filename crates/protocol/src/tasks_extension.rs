//! The tasks of the extension `io.modelcontextprotocol/tasks` of 2026-07-28.
//!
//! Source: [SEP-2663](https://modelcontextprotocol.io/seps/2663-tasks-extension).

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::value::RawValue;

use super::{
    base::ResultType,
    input::{InputRequests, InputResponses},
    meta::{Meta, ResultMeta},
    tasks::{Task, TaskStatus},
};
use crate::jsonrpc::ErrorObject;

/// A task with the details of its status, in the form of 2026-07-28: the result of `tasks/get`, the
/// parameters of `notifications/tasks`, and, without the details, the result of a call that became
/// a task.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct DetailedTask {
    /// The id of the task.
    pub task_id: String,
    /// The status.
    pub status: TaskStatus,
    /// A description of the status, for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status_message: Option<String>,
    /// When it was created, in ISO 8601.
    pub created_at: String,
    /// When it last changed, in ISO 8601.
    #[serde(default)]
    pub last_updated_at: String,
    /// How long it is kept after its creation, in milliseconds; `None` means forever.
    pub ttl_ms: Option<u64>,
    /// The suggested polling interval, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub poll_interval_ms: Option<u64>,
    /// The questions of a task that waits for answers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub input_requests: Option<InputRequests>,
    /// The result of a completed task, as JSON text: the result of the request that became the
    /// task.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "some_json")]
    pub result: Option<Box<RawValue>>,
    /// The error of a failed task.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<ErrorObject>,
    /// The type of the result; `task` for a call that became a task.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result_type: Option<ResultType>,
    /// The `_meta` of the object.
    #[serde(rename = "_meta", default, skip_serializing_if = "ResultMeta::is_empty")]
    pub meta: ResultMeta,
}

impl DetailedTask {
    /// The result type of a call that became a task.
    pub const RESULT_TYPE: &'static str = "task";

    /// Creates a task without the details of its status.
    pub fn new(task: Task) -> Self {
        Self {
            task_id: task.task_id,
            status: task.status,
            status_message: task.status_message,
            created_at: task.created_at,
            last_updated_at: task.last_updated_at,
            ttl_ms: task.ttl,
            poll_interval_ms: task.poll_interval,
            input_requests: None,
            result: None,
            error: None,
            result_type: None,
            meta: ResultMeta::default(),
        }
    }
}

fn some_json<'de, D: Deserializer<'de>>(json: D) -> Result<Option<Box<RawValue>>, D::Error> {
    Box::<RawValue>::deserialize(json).map(Some)
}

/// The parameters of `tasks/update`: answers to the questions of a task.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct UpdateTaskParams {
    /// The id of the task.
    pub task_id: String,
    /// The answers by the keys of their questions; answers to some of the questions are enough.
    pub input_responses: InputResponses,
    /// The `_meta` of the object.
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub meta: Option<Meta>,
}

impl UpdateTaskParams {
    /// Creates answers to questions of a task.
    pub fn new(task_id: impl Into<String>, input_responses: InputResponses) -> Self {
        Self { task_id: task_id.into(), input_responses, meta: None }
    }
}
