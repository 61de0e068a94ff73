//! Requests of a legacy server about questions that became tasks of this client.
//!
//! Source: [2025-11-25, "Tasks"](https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks).

use std::sync::Arc;

use serde_json::json;
use serde_json::value::to_raw_value;
use tokio::time::{sleep_until, timeout_at};

use crate::connection::Connection;
use crate::jsonrpc::{ErrorObject, RequestId, decode_params, memory_of};
use crate::protocol::meta::{Meta, keys};
use crate::protocol::{
    CreateTaskResult, ElicitParams, InputRequest, InputResponse, ListTasksResult, Method,
    PaginatedParams, Task, TaskMetadata, TaskParams, TaskResult, TaskStatus, TaskStatusParams,
};
use crate::question_tasks::{NewQuestionTask, QuestionOutcome};

/// The task that the server requests for a question, if any. If the client did not declare support
/// for it, the request is ignored.
///
/// Source: [2025-11-25, "Tasks", "Task Support and Handling"](https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks#task-support-and-handling).
pub(super) fn requested_task(
    connection: &Connection,
    question: &InputRequest,
) -> Option<TaskMetadata> {
    let (kind, name, wanted) = match question {
        InputRequest::Elicit(ElicitParams::Form(form)) => ("elicitation", "create", form.task),
        InputRequest::Elicit(ElicitParams::Url(url)) => ("elicitation", "create", url.task),
        InputRequest::CreateMessage(params) => ("sampling", "createMessage", params.task),
        _ => return None,
    };
    wanted.filter(|_| connection.receives_tasks(kind, name))
}

/// Responds to a question with a task, and runs a handler to answer it.
pub(super) fn start(
    connection: &Arc<Connection>,
    id: &RequestId,
    question: InputRequest,
    wanted: TaskMetadata,
    text: &str,
) {
    let tasks = &connection.question_tasks;
    let limit = connection.settings.max_result;
    let made = match tasks.open(wanted.ttl, memory_of(text), limit) {
        Ok(made) => made,
        Err(error) => return connection.respond::<()>(id, &Err(error)),
    };
    let task_id = made.task.task_id.clone();
    let mut result = CreateTaskResult::new(made.task.clone());
    result.meta.insert(keys::RELATED_TASK, json!({ "taskId": task_id }));
    // Notifications of a task come after the response that creates it.
    connection.respond(id, &Ok(result));
    let run = tokio::spawn(run(Arc::clone(connection), question, made));
    tasks.set_run(&task_id, run.abort_handle());
}

/// Runs a task, and removes it when its ttl is over.
async fn run(connection: Arc<Connection>, question: InputRequest, made: NewQuestionTask) {
    let NewQuestionTask { task, expires, mut ending } = made;
    let id = &task.task_id;
    let answered = timeout_at(expires, connection.handlers.answer(question));
    let outcome = tokio::select! {
        biased;
        _ = ending.changed() => None,
        answered = answered => Some(match answered {
            Ok(answer) => answer
                .map_err(|error| error.passed_on())
                .and_then(|answer| encoded(answer, id)),
            Err(_) => Err(ErrorObject::invalid_params("the task has expired")),
        }),
    };
    if let Some(outcome) = outcome {
        let status = if outcome.is_ok() { TaskStatus::Completed } else { TaskStatus::Failed };
        let limit = connection.settings.max_result;
        if let Some(task) = connection.question_tasks.end(id, status, outcome, limit) {
            notify(&connection, task);
        }
    }
    // A task that has ended must not keep the connection alive.
    let kept = Arc::downgrade(&connection);
    drop(connection);
    sleep_until(expires).await;
    if let Some(connection) = kept.upgrade() {
        connection.question_tasks.forget(id);
    }
}

/// An answer, with the id of its task in `_meta`.
fn encoded(mut answer: InputResponse, id: &str) -> QuestionOutcome {
    let meta = match &mut answer {
        InputResponse::Elicit(result) => &mut result.meta,
        InputResponse::CreateMessage(result) => &mut result.meta,
        InputResponse::ListRoots(result) => &mut result.meta,
        _ => &mut None,
    };
    let related = (keys::RELATED_TASK.to_owned(), json!({ "taskId": id }));
    meta.get_or_insert_with(Meta::default).extend([related]);
    to_raw_value(&answer).map_err(|error| ErrorObject::internal(error.to_string()))
}

/// Notifies the server how a task has ended.
fn notify(connection: &Connection, task: Task) {
    connection.notify(Method::TaskStatus.name(), &TaskStatusParams::new(task));
}

/// Lists all tasks, on one page.
///
/// # Errors
///
/// If the request is invalid; the error is the response to the server.
pub(super) fn list(
    connection: &Connection,
    params: Option<&str>,
) -> Result<ListTasksResult, ErrorObject> {
    let page: PaginatedParams = decode_params(params)?;
    if page.cursor.is_some() {
        return Err(ErrorObject::invalid_params("this cursor was not issued by this client"));
    }
    let mut result = ListTasksResult::default();
    result.tasks = connection.question_tasks.list();
    Ok(result)
}

/// The status of a task.
///
/// # Errors
///
/// When it does not exist.
pub(super) fn get(
    connection: &Connection,
    params: Option<&str>,
) -> Result<TaskResult, ErrorObject> {
    let params: TaskParams = decode_params(params)?;
    connection.question_tasks.get(&params.task_id).map(TaskResult::new)
}

/// Cancels a task.
///
/// # Errors
///
/// When it has ended, or does not exist.
pub(super) fn cancel(
    connection: &Connection,
    params: Option<&str>,
) -> Result<TaskResult, ErrorObject> {
    let params: TaskParams = decode_params(params)?;
    let task = connection.question_tasks.cancel(&params.task_id)?;
    notify(connection, task.clone());
    Ok(TaskResult::new(task))
}
