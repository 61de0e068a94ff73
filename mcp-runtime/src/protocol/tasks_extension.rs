//! Tasks as the extension `io.modelcontextprotocol/tasks` of 2026-07-28 has them.
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

/// A task with what it holds at its status, as 2026-07-28 says it: the result of `tasks/get`, the
/// parameters of `notifications/tasks`, and, without what it holds, the result of a call that became
/// a task.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct DetailedTask {
    /// The id of the task.
    pub task_id: String,
    /// How far it is.
    pub status: TaskStatus,
    /// More about that, for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status_message: Option<String>,
    /// When it was made, in ISO 8601.
    pub created_at: String,
    /// When it last changed, in ISO 8601.
    #[serde(default)]
    pub last_updated_at: String,
    /// For how long it is kept from its making, in milliseconds; `None` means for ever.
    pub ttl_ms: Option<u64>,
    /// How long to wait between two looks at it, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub poll_interval_ms: Option<u64>,
    /// The questions of a task that waits for answers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub input_requests: Option<InputRequests>,
    /// The result of a completed task, as JSON text: that of the request that became the task.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "some_json")]
    pub result: Option<Box<RawValue>>,
    /// The error of a failed task.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<ErrorObject>,
    /// What kind of result this is; a call that became a task says `task`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result_type: Option<ResultType>,
    /// The `_meta` of the object.
    #[serde(rename = "_meta", default, skip_serializing_if = "ResultMeta::is_empty")]
    pub meta: ResultMeta,
}

impl DetailedTask {
    /// The kind of the result of a call that became a task.
    pub const RESULT_TYPE: &'static str = "task";

    /// A task without what it holds.
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
    /// The answers by the keys of their questions; some of them are enough.
    pub input_responses: InputResponses,
    /// The `_meta` of the object.
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub meta: Option<Meta>,
}

impl UpdateTaskParams {
    /// Answers questions of a task.
    pub fn new(task_id: impl Into<String>, input_responses: InputResponses) -> Self {
        Self { task_id: task_id.into(), input_responses, meta: None }
    }
}
