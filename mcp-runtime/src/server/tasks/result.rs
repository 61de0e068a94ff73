//! A task as the revision of its reader says it.

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

/// The entry of `_meta` by which a server says what the model can read at once.
const IMMEDIATE: &str = "io.modelcontextprotocol/model-immediate-response";

/// What a call is answered with that became a task.
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

/// How far a task is.
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

/// A task with what it holds at its status.
pub(super) fn detailed(record: &TaskRecord, version: ProtocolVersion) -> DetailedTask {
    let mut task = DetailedTask::new(record.task(record.head.stage.status()));
    if record.head.stage == Stage::Asks {
        task.input_requests = Some(record.journal.requests.clone());
    }
    match record.response() {
        Some(Ok(Reply::Tool(mut result))) => {
            result.revise(version);
            // It is a result like any of its revision, and clients hold it against that schema.
            result.result_type.get_or_insert(ResultType::Complete);
            task.result = to_raw_value(&result).ok();
        }
        // Of a cancelled task, its status says all.
        Some(Err(error)) if record.head.stage == Stage::Failed => task.error = Some(error),
        _ => {}
    }
    task
}

/// What the call of a core task is answered with, where it can be answered.
pub(super) fn outcome(record: &TaskRecord) -> Option<Response> {
    let mut response = record.response()?;
    if let Ok(Reply::Tool(result)) = &mut response {
        let task = serde_json::json!({ "taskId": &*record.id });
        result.meta.insert(keys::RELATED_TASK, task);
    }
    Some(response)
}

/// A result that has been shaped for the revision of its reader.
pub(super) fn encoded(result: &impl Serialize) -> Response {
    let json: Box<RawValue> =
        to_raw_value(result).map_err(|error| ErrorObject::internal(error.to_string()))?;
    Ok(Reply::Encoded(json.into()))
}
