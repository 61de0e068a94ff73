//! Requests of a legacy server: a handler answers them.

use std::sync::Arc;

use serde_json::Map;

use super::connection::Connection;
use super::notifications::{RawParams, decode_params};
use crate::jsonrpc::{ErrorObject, RequestId, memory_of, truncate_for_display};
use crate::protocol::{ElicitParams, InputRequest, Method};

/// Answers a request, or lets a handler do so.
pub(super) fn take_request(
    connection: &Arc<Connection>,
    id: &RequestId,
    method: &str,
    params: RawParams<'_>,
) {
    // In the modern era questions come in results; a server that sends one is not answered it.
    match Method::parse(method).filter(|_| !connection.is_modern()) {
        Some(Method::Ping) => connection.respond(id, &Ok(Map::new())),
        Some(method) => match read_question(method, params) {
            Ok(Some(question)) => ask(connection, id.clone(), question, params.unwrap_or_default()),
            Ok(None) => refuse(connection, id, unknown(method.name())),
            Err(error) => refuse(connection, id, error),
        },
        None => refuse(connection, id, unknown(method)),
    }
}

/// Answers a request with an error.
pub(super) fn refuse(connection: &Connection, id: &RequestId, error: ErrorObject) {
    connection.respond::<()>(id, &Err(error));
}

/// Lets a handler answer a question, without keeping other messages waiting.
fn ask(connection: &Arc<Connection>, id: RequestId, question: InputRequest, text: &str) {
    let bytes = memory_of(text) + id.to_string().len();
    let (key, limit) = (id.clone(), connection.settings.max_result);
    let answering = Arc::clone(connection);
    let answer = async move {
        let answer = answering.handlers.answer(question).await;
        // A question that was cancelled meanwhile has no answer.
        if answering.questions.done(&id).is_some() {
            answering.respond(&id, &answer.map_err(|error| error.passed_on()));
        }
    };
    let task = || tokio::spawn(answer).abort_handle();
    match connection.questions.open(key.clone(), bytes, limit, task) {
        Ok(true) => {}
        Ok(false) => {
            let id = truncate_for_display(&key.to_string());
            tracing::warn!(%id, "the server asks twice under one id");
        }
        Err(error) => refuse(connection, &key, error),
    }
}

/// The request of the server as a question; none if it is something else.
fn read_question(
    method: Method,
    params: RawParams<'_>,
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
