//! Requests of a legacy server, which handlers answer.

use std::sync::Arc;

use serde::Serialize;
use serde_json::Map;

use super::question_task_requests;
use crate::connection::Connection;
use crate::jsonrpc::{
    ErrorObject, RequestId, decode_params, memory_of, short_line, truncate_for_display,
};
use crate::protocol::{ElicitParams, InputRequest, Method, TaskParams};

/// Answers a request, or runs a handler that does.
pub(super) fn take_request(
    connection: &Arc<Connection>,
    id: &RequestId,
    method: &str,
    params: Option<&str>,
) {
    if let Some(adapter) = connection.adapter() {
        return match adapter.request(method, params) {
            Ok(answer) => answer_later(connection, id, params.unwrap_or_default(), answer),
            Err(error) => refuse(connection, id, error),
        };
    }
    // In the modern era, questions are part of results; requests of the server are refused.
    let Some(method) = Method::parse(method).filter(|_| !connection.is_modern()) else {
        return refuse(connection, id, unknown(method));
    };
    match method {
        Method::Ping => connection.respond(id, &Ok(Map::new())),
        _ if is_of_task(connection, method) => about_task(connection, id, method, params),
        _ => match read_question(method, params) {
            Ok(Some(question)) => {
                let text = params.unwrap_or_default();
                match question_task_requests::requested_task(connection, &question) {
                    Some(wanted) => {
                        question_task_requests::start(connection, id, question, wanted, text)
                    }
                    None => ask(connection, id, question, text),
                }
            }
            Ok(None) => refuse(connection, id, unknown(method.name())),
            Err(error) => refuse(connection, id, error),
        },
    }
}

/// Answers a request with an error.
pub(super) fn refuse(connection: &Connection, id: &RequestId, error: ErrorObject) {
    connection.respond::<()>(id, &Err(error));
}

/// Whether a request is about tasks, and this client declared support for it.
fn is_of_task(connection: &Connection, method: Method) -> bool {
    let tasks = connection.settings.received_tasks.as_ref();
    let is_said = tasks.is_some_and(|tasks| match method {
        Method::GetTask | Method::GetTaskPayload => true,
        Method::ListTasks => tasks.list,
        Method::CancelTask => tasks.cancel,
        _ => false,
    });
    is_said && connection.version().is_some_and(|version| method.from_server(version))
}

/// Answers a request of the server about the tasks of this client.
fn about_task(connection: &Arc<Connection>, id: &RequestId, method: Method, params: Option<&str>) {
    match method {
        Method::ListTasks => {
            connection.respond(id, &question_task_requests::list(connection, params))
        }
        Method::CancelTask => {
            connection.respond(id, &question_task_requests::cancel(connection, params))
        }
        Method::GetTaskPayload => match decode_params::<TaskParams>(params) {
            Err(error) => refuse(connection, id, error),
            Ok(TaskParams { task_id, .. }) => {
                let tasks = Arc::clone(connection);
                let outcome = async move { tasks.question_tasks.outcome(&task_id).await };
                answer_later(connection, id, params.unwrap_or_default(), outcome);
            }
        },
        _ => connection.respond(id, &question_task_requests::get(connection, params)),
    }
}

/// Runs a handler to answer a question.
fn ask(connection: &Arc<Connection>, id: &RequestId, question: InputRequest, text: &str) {
    let asked = Arc::clone(connection);
    let answer = async move {
        let answer = asked.handlers.answer(question).await;
        answer.map_err(|error| error.passed_on())
    };
    answer_later(connection, id, text, answer);
}

/// Answers a request without blocking other messages.
fn answer_later<R: Serialize + Send>(
    connection: &Arc<Connection>,
    id: &RequestId,
    text: &str,
    answer: impl Future<Output = Result<R, ErrorObject>> + Send + 'static,
) {
    let bytes = memory_of(text) + id.to_string().len();
    let key = id.clone();
    let limit = connection.settings.max_result;
    let answering = Arc::clone(connection);
    let answer = async move {
        let answer = answer.await;
        // A request that was cancelled meanwhile is not answered.
        if answering.questions.done(&key).is_some() {
            answering.respond(&key, &answer);
        }
    };
    let task = || tokio::spawn(answer).abort_handle();
    match connection.questions.open(id.clone(), bytes, limit, task) {
        Ok(true) => {}
        Ok(false) => {
            let id = short_line(&id);
            tracing::warn!(%id, "ignored a request from the server: its id is already in use");
        }
        Err(error) => refuse(connection, id, error),
    }
}

/// Reads a request of the server as a question; `None` if it is another request.
fn read_question(
    method: Method,
    params: Option<&str>,
) -> Result<Option<InputRequest>, ErrorObject> {
    Ok(Some(match method {
        Method::Elicit => InputRequest::Elicit(decode_params::<ElicitParams>(params)?),
        Method::CreateMessage => InputRequest::CreateMessage(decode_params(params)?),
        Method::ListRoots => InputRequest::ListRoots(decode_params(params)?),
        _ => return Ok(None),
    }))
}

fn unknown(method: &str) -> ErrorObject {
    ErrorObject::method_not_found(format!(
        "this client has no method {:?}",
        truncate_for_display(method)
    ))
}
