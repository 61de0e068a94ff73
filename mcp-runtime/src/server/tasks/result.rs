//! Converts a task to the revision of the request.

use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};

use super::plan::TaskSystem;
use super::record::{Stage, TaskRecord};
use crate::jsonrpc::ErrorObject;
use crate::protocol::meta::keys;
use crate::protocol::{
    CreateTaskResult, DetailedTask, ProtocolVersion, ResultType, Revise as _, SendResult as _,
    TaskResult,
};
use crate::server::{Reply, Response, Server};

/// The `_meta` entry with the text that the model can read at once.
const IMMEDIATE: &str = "io.modelcontextprotocol/model-immediate-response";

/// The response to a call that became a task.
#[inline]
pub(super) fn created(
    record: &TaskRecord,
    system: TaskSystem,
    immediate: Option<&str>,
    version: ProtocolVersion,
    server: &Server,
) -> Response {
    match system {
        TaskSystem::Core => {
            let mut result = CreateTaskResult::new(record.task(record.head.stage.core_status()));
            result.meta.insert(keys::RELATED_TASK, serde_json::json!({ "taskId": &*record.id }));
            if let Some(text) = immediate {
                result.meta.insert(IMMEDIATE, text);
            }
            encoded(&result)
        }
        TaskSystem::Extension => {
            let mut result = DetailedTask::new(record.task(record.head.stage.status()));
            result.result_type = Some(ResultType::Other(DetailedTask::RESULT_TYPE.to_owned()));
            encoded(result.shape(version, server.shared_info()))
        }
    }
}

/// The response with the status of a task.
#[inline]
pub(super) fn state(
    record: &TaskRecord,
    system: TaskSystem,
    version: ProtocolVersion,
    server: &Server,
) -> Response {
    match system {
        TaskSystem::Core => encoded(&TaskResult::new(record.task(record.head.stage.core_status()))),
        TaskSystem::Extension => {
            encoded(detailed(record, version).shape(version, server.shared_info()))
        }
    }
}

/// A task with the details of its status.
#[inline]
pub(super) fn detailed(record: &TaskRecord, version: ProtocolVersion) -> DetailedTask {
    let mut task = DetailedTask::new(record.task(record.head.stage.status()));
    if record.head.stage == Stage::Asks {
        task.input_requests = Some(record.journal.requests.clone());
    }
    match record.response() {
        Some(Ok(Reply::Tool(mut result))) => {
            result.revise(version);
            // Clients validate it against the schema of results in its revision.
            result.result_type.get_or_insert(ResultType::Complete);
            task.result = to_raw_value(&result).ok();
        }
        // A cancelled task has only its status.
        Some(Err(error)) if record.head.stage == Stage::Failed => task.error = Some(error),
        _ => {}
    }
    task
}

/// The response to the call of a core task, if it has ended.
#[inline]
pub(super) fn outcome(record: &TaskRecord) -> Option<Response> {
    let mut response = record.response()?;
    if let Ok(Reply::Tool(result)) = &mut response {
        let task = serde_json::json!({ "taskId": &*record.id });
        result.meta.insert(keys::RELATED_TASK, task);
    }
    Some(response)
}

/// Encodes a result that was converted to the revision of the request.
#[inline]
pub(super) fn encoded(result: &impl Serialize) -> Response {
    let json: Box<RawValue> =
        to_raw_value(result).map_err(|error| ErrorObject::internal(error.to_string()))?;
    Ok(Reply::Encoded(json.into()))
}
