//! Results that need input first: the handlers answer the questions, and the request is sent again
//! with the answers.
//!
//! Source: [2026-07-28, "Multi Round-Trip Requests"](https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr).

use std::sync::Arc;

use super::call::ClientCall;
use super::connection::Connection;
use super::decode::decode;
use super::input_requests::answer_all;
use super::members::RawMembers;
use super::result::{Outcome, RawResult};
use super::send_request::{fetch, wants_progress};
use super::server_task::{ServerTask, follow, has_code};
use super::tool_listing::{list_again, send_call};
use crate::error::{Error, Result};
use crate::jsonrpc::ErrorCode;
use crate::protocol::{InputRequiredResult, InputResponses, Method, TaskMetadata, TaskSupport};

/// How many times in a row a server may require a retry without any questions.
const MAX_EMPTY: usize = 3;

/// Sends a request until its result is complete.
pub(super) async fn send_until_complete(
    connection: &Arc<Connection>,
    call: &ClientCall,
) -> Outcome {
    if connection.settings.follows_tasks && call.known() == Some(Method::CallTool) {
        return Box::pin(follow_task(connection, call)).await;
    }
    send_until_answered(connection, call).await
}

async fn follow_task(connection: &Arc<Connection>, call: &ClientCall) -> Outcome {
    match send_task_call(connection, call, TaskSupport::Required).await? {
        TaskOutcome::Done(result) => Ok(result),
        TaskOutcome::Task(task) => follow(&task, call.options.max_time).await,
    }
}

/// The outcome of a tool call.
pub(super) enum TaskOutcome {
    /// It has a result.
    Done(RawResult),
    /// It continues as a task.
    Task(ServerTask),
}

/// Calls a tool, which may become a task. A task is requested from a legacy server if the tool
/// requires one, or, depending on `least`, if the tool supports one.
pub(super) async fn send_task_call(
    connection: &Arc<Connection>,
    call: &ClientCall,
    least: TaskSupport,
) -> Result<TaskOutcome> {
    if connection.has_core_tasks() {
        return send_core_task_call(connection, call, least).await;
    }
    let result = send_until_answered(connection, call).await?;
    Ok(if result.is_task() && connection.is_modern() {
        TaskOutcome::Task(ServerTask::modern(connection, &result)?)
    } else {
        TaskOutcome::Done(result)
    })
}

/// Source: [2025-11-25, "Tasks", "Tool-Level Negotiation", "Progress"](https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks#tool-level-negotiation).
async fn send_core_task_call(
    connection: &Arc<Connection>,
    call: &ClientCall,
    least: TaskSupport,
) -> Result<TaskOutcome> {
    let tool = call.subject().unwrap_or_default();
    let known = || connection.known_tools.task_support(&tool);
    let becomes_task = |support| match support {
        TaskSupport::Optional => least == TaskSupport::Optional,
        TaskSupport::Required => true,
        _ => false,
    };
    if least == TaskSupport::Optional && known().is_none() {
        list_again(connection).await?;
    }
    if !known().is_some_and(becomes_task) {
        let outcome = send_until_answered(connection, call).await;
        // This is how a server refuses to call a tool without a task.
        let is_refused =
            outcome.as_ref().is_err_and(|error| has_code(error, ErrorCode::METHOD_NOT_FOUND));
        if is_refused {
            list_again(connection).await?;
        }
        if !is_refused || !known().is_some_and(becomes_task) {
            return outcome.map(TaskOutcome::Done);
        }
    }
    let mut task = RawMembers::default();
    task.add("task", &TaskMetadata::default())?;
    // The progress token of the call is valid for as long as its task.
    let progress = wants_progress(connection, call)
        .then(|| Arc::new(connection.watchers.watch_task(call.options.on_progress.clone())));
    let mut call = call.clone();
    call.options.task_watch.clone_from(&progress);
    let result = send_call(connection, &call, &task).await?;
    Ok(match ServerTask::legacy(connection, &result, progress) {
        Some(task) => TaskOutcome::Task(task),
        None => TaskOutcome::Done(result),
    })
}

/// Sends a request until its result does not need any more input.
async fn send_until_answered(connection: &Arc<Connection>, call: &ClientCall) -> Outcome {
    let result = send_once(connection, call).await?;
    if needs_input(connection, &result) {
        // Boxed, since most results do not need input.
        return Box::pin(complete(connection, call, result)).await;
    }
    Ok(result)
}

/// Sends a request once, whatever its result.
pub(super) async fn send_once(connection: &Arc<Connection>, call: &ClientCall) -> Outcome {
    match call.known() {
        Some(Method::CallTool) => send_call(connection, call, &call.answers).await,
        _ => Box::pin(fetch(connection, call)).await,
    }
}

async fn complete(
    connection: &Arc<Connection>,
    call: &ClientCall,
    mut result: RawResult,
) -> Outcome {
    let method = &call.method;
    let most = connection.settings.max_rounds;
    let mut empty = 0;
    for _ in 0..most {
        let required = input_required(connection, call, &result)?;
        let requests = required.input_requests.unwrap_or_default();
        empty = if requests.is_empty() { empty + 1 } else { 0 };
        if empty > MAX_EMPTY {
            return Err(Error::other(format!(
                "the server answered {method} with `input_required` repeatedly, without any input requests"
            )));
        }
        let responses = answer_all(connection, requests).await?;
        let answers = answers(&responses, required.request_state.as_deref())?;
        result = send_call(connection, call, &answers).await?;
        if !needs_input(connection, &result) {
            return Ok(result);
        }
    }
    Err(Error::other(format!("the server required input more than {most} times during {method}")))
}

/// Whether a result needs input first; a legacy one never does.
pub(super) fn needs_input(connection: &Connection, result: &RawResult) -> bool {
    result.is_input_required && connection.is_modern()
}

/// The input that a result needs.
///
/// # Errors
///
/// When it cannot be read.
pub(super) fn input_required(
    connection: &Connection,
    call: &ClientCall,
    result: &RawResult,
) -> Result<InputRequiredResult> {
    decode(connection, call, result).map_err(|error| {
        Error::other(format!("the server's `input_required` result cannot be read: {error}"))
    })
}

/// The members of the parameters that answer questions.
///
/// # Errors
///
/// When an answer cannot be serialized.
pub(super) fn answers(responses: &InputResponses, state: Option<&str>) -> Result<RawMembers> {
    let mut answers = RawMembers::default();
    if !responses.is_empty() {
        answers.add("inputResponses", responses)?;
    }
    if let Some(state) = state {
        answers.add("requestState", state)?;
    }
    Ok(answers)
}
