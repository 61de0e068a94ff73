//! Results that need input first: the handlers answer, and the request is sent again with the
//! answers.
//!
//! Source: [2026-07-28, "Multi Round-Trip Requests"](https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr).

use std::sync::Arc;

use tokio::task::JoinSet;

use super::call::ClientCall;
use super::connection::Connection;
use super::decode::decode;
use super::exchange::fetch;
use super::handlers::MAX_QUESTIONS;
use super::members::RawMembers;
use super::result::{Outcome, RawResult};
use super::tool_listing::send_call;
use crate::error::{Error, Result};
use crate::protocol::{InputRequests, InputRequiredResult, InputResponses, Method};

/// How often in a row a server may ask for nothing but to be asked again.
const MAX_EMPTY: usize = 3;

/// Sends a request until its result is complete.
pub(super) async fn send_until_complete(
    connection: &Arc<Connection>,
    call: &ClientCall,
) -> Outcome {
    let result = send_once(connection, call).await?;
    if needs_input(connection, &result) {
        // On the heap, since most results need none.
        return Box::pin(complete(connection, call, result)).await;
    }
    Ok(result)
}

/// Sends a request, whatever its result is.
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
            return Err(Error::other(format!("the server put {method} off again and again")));
        }
        let responses = answer_all(connection, requests).await?;
        let answers = answers(&responses, required.request_state.as_deref())?;
        result = send_call(connection, call, &answers).await?;
        if !needs_input(connection, &result) {
            return Ok(result);
        }
    }
    Err(Error::other(format!("the server asked more than {most} times during {method}")))
}

/// Whether a result needs input first; a legacy one is never taken for that.
pub(super) fn needs_input(connection: &Connection, result: &RawResult) -> bool {
    result.is_input_required && connection.is_modern()
}

/// What input a result needs.
///
/// # Errors
///
/// When that cannot be read.
pub(super) fn input_required(
    connection: &Connection,
    call: &ClientCall,
    result: &RawResult,
) -> Result<InputRequiredResult> {
    decode(connection, call, result)
        .map_err(|error| Error::other(format!("the server asks unreadably: {error}")))
}

/// Answers questions, all at the same time.
async fn answer_all(
    connection: &Arc<Connection>,
    requests: InputRequests,
) -> Result<InputResponses> {
    if requests.len() > MAX_QUESTIONS {
        let count = requests.len();
        return Err(Error::other(format!("the server asks {count} questions at once")));
    }
    let mut tasks = JoinSet::new();
    for (key, request) in requests {
        let connection = Arc::clone(connection);
        tasks.spawn(async move { (key, connection.handlers.answer(request).await) });
    }
    let mut responses = InputResponses::new();
    while let Some(done) = tasks.join_next().await {
        let (key, answer) = done.map_err(Error::other)?;
        responses.insert(key, answer?);
    }
    Ok(responses)
}

/// The members of the parameters that answer questions.
///
/// # Errors
///
/// When an answer cannot be JSON.
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
