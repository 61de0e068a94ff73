//! Messages from the server: responses, notifications and requests.

mod notifications;
mod question_task_requests;
mod server_requests;

use std::sync::Arc;

use super::connection::Connection;
use super::decode::check_memory;
use super::result::ResultReader;
use crate::error::Error;
use crate::jsonrpc::{
    ErrorCode, ErrorObject, Frame, Incoming as Arrived, IncomingResponse, Malformed, RemainsKind,
    RequestId, one_line, short_line, truncate_for_display,
};
#[cfg(feature = "http")]
pub(super) use notifications::lists_may_have_changed;
use notifications::take_notification;
use server_requests::{refuse, take_request};

/// Takes a message of the server, or a batch. In the HTTP response to a single request, only the
/// response to that request, `only`, is taken. Returns whether it arrived. Consecutive messages
/// share `meta`, which is that of the last result; a separate message does not need it.
pub(super) fn receive(
    connection: &Arc<Connection>,
    text: &str,
    only: Option<&RequestId>,
    meta: Option<&mut String>,
) -> bool {
    connection.hear();
    if is_heavy_batch(connection, text) {
        return false;
    }
    let texts = match Frame::split(text) {
        Ok(Frame::Single(text)) => return receive_single(connection, text, only, meta),
        Ok(Frame::Batch(texts)) => texts,
        Err(error) => return take_malformed_batch(connection, &error, text, only),
    };
    texts
        .into_iter()
        .fold(false, |is_answered, text| is_answered | receive_single(connection, text, only, None))
}

/// Takes a message that is not UTF-8.
pub(super) fn receive_garbled(connection: &Arc<Connection>, bytes: &[u8]) {
    let error = ErrorObject::new(ErrorCode::PARSE_ERROR, "it is not UTF-8");
    let text = String::from_utf8_lossy(bytes);
    take_malformed(connection, &Malformed::of(bytes, error), &text, None);
}

fn receive_single(
    connection: &Arc<Connection>,
    text: &str,
    only: Option<&RequestId>,
    meta: Option<&mut String>,
) -> bool {
    let known_meta = meta.as_deref().map_or("", String::as_str);
    let mut params = None;
    let mut result = ResultReader::after(known_meta);
    let mut message = match Arrived::read(text, &mut params, &mut result) {
        Ok(message) => message,
        Err(malformed) => return take_malformed(connection, &malformed, text, only),
    };
    let is_answered = take_message(connection, &mut message, only);
    let new_meta = result.new_meta().filter(|_| meta.is_some()).map(str::to_owned);
    if let (Some(meta), Some(new)) = (meta, new_meta) {
        *meta = new;
    }
    is_answered
}

/// Whether a text is a batch that exceeds the memory limit: all its parts are held in memory at
/// once. Results are checked where they are read.
fn is_heavy_batch(connection: &Connection, text: &str) -> bool {
    let is_batch = text.trim_ascii_start().starts_with('[');
    is_batch && is_heavy(connection, "a batch", text)
}

/// Whether something exceeds the memory limit; then only that is refused or dropped, and the
/// connection continues.
fn is_heavy(connection: &Connection, what: &str, text: &str) -> bool {
    let weighed = check_memory(|| what.to_owned(), text, connection.settings.max_result);
    let is_told = |error: &Error| {
        if connection.warnings.is_due() {
            tracing::warn!(
                error = %one_line(error),
                "dropped a message from the server: it takes too much memory"
            );
        }
    };
    weighed.inspect_err(is_told).is_err()
}

/// Takes a message; returns whether it is the response to `only`.
fn take_message(
    connection: &Arc<Connection>,
    message: &mut Arrived<'_, &mut Option<&str>, &mut ResultReader<'_>>,
    only: Option<&RequestId>,
) -> bool {
    match message {
        Arrived::Response(response) => return take_response(connection, response, only),
        Arrived::Notification { params: Some(params), .. }
            if is_heavy(connection, "a notification", params) => {}
        Arrived::Notification { method, params } => {
            if let Err(error) = take_notification(connection, method, **params)
                && connection.warnings.is_due()
            {
                let method = short_line(&method);
                let error = one_line(&error);
                tracing::warn!(%method, %error, "the server sent a notification that cannot be read");
            }
        }
        Arrived::Request { id, params: Some(params), .. }
            if is_heavy(connection, "a request", params) =>
        {
            refuse(connection, id, ErrorObject::internal("the parameters take too much memory"));
        }
        Arrived::Request { id, method, params } => take_request(connection, id, method, **params),
    }
    false
}

fn take_response(
    connection: &Connection,
    response: &mut IncomingResponse<'_, &mut ResultReader<'_>>,
    only: Option<&RequestId>,
) -> bool {
    // A server that could not read a request does not know its id.
    if response.id.is_none() && response.error.is_some() {
        response.id = only.cloned();
    }
    let id = response.id.as_ref();
    if is_of_another(id, only) {
        return false;
    }
    let answer = match response.error {
        None => Ok(response.result.to_owned()),
        Some(error) if is_heavy(connection, "an error", error) => Err(unread(connection, error)),
        Some(error) => Err(match serde_json::from_str::<ErrorObject>(error) {
            Ok(error) => error.into(),
            Err(_) => unread(connection, error),
        }),
    };
    match (id, answer) {
        (Some(id), answer) => connection.answer(id, answer),
        (None, Err(error)) => connection.answer_to_unread(error),
        (None, Ok(_)) if !connection.warnings.is_due() => {}
        (None, Ok(_)) => tracing::warn!("the server sent a response without an id"),
    }
    id.is_some() && id == only
}

/// Handles a batch that cannot be split into messages.
fn take_malformed_batch(
    connection: &Connection,
    error: &ErrorObject,
    text: &str,
    only: Option<&RequestId>,
) -> bool {
    let all = Malformed::of_batch(text.as_bytes(), error);
    log_malformed(connection, error, text);
    all.iter().fold(false, |is_answered, malformed| {
        is_answered | answer_malformed(connection, malformed, only)
    })
}

/// Handles output that is not a message.
fn take_malformed(
    connection: &Connection,
    malformed: &Malformed,
    text: &str,
    only: Option<&RequestId>,
) -> bool {
    log_malformed(connection, &malformed.error, text);
    answer_malformed(connection, malformed, only)
}

fn log_malformed(connection: &Connection, error: &ErrorObject, text: &str) {
    let error = one_line(error);
    let line = short_line(&text);
    if connection.warnings.is_due() {
        tracing::warn!(
            %error,
            %line,
            "the server sent something that is not a JSON-RPC message (more of this is logged at \
             debug level for a minute)"
        );
    } else {
        tracing::debug!(%error, %line, "the server sent something that is not a JSON-RPC message");
    }
}

/// Ends what waits for a message that could not be read: our request, if it was the response, or
/// else the request of the server.
fn answer_malformed(
    connection: &Connection,
    malformed: &Malformed,
    only: Option<&RequestId>,
) -> bool {
    let Malformed { id: Some(id), kind, error } = malformed else { return false };
    if *kind == RemainsKind::Request {
        refuse(connection, id, error.clone());
        return false;
    }
    if is_of_another(Some(id), only) {
        return false;
    }
    let side = connection.other_side();
    let message = format!("the {side}'s answer cannot be read: {}", error.message);
    connection.answer(id, Err(Error::other(message)));
    Some(id) == only
}

/// Whether a response arrived in the HTTP response to another request.
fn is_of_another(id: Option<&RequestId>, only: Option<&RequestId>) -> bool {
    let is_of_another = id.is_some() && only.is_some() && id != only;
    if is_of_another {
        tracing::warn!("the server's response has the id of another request");
    }
    is_of_another
}

/// The error for an error response that cannot be read.
fn unread(connection: &Connection, error: &str) -> Error {
    let side = connection.other_side();
    let error = truncate_for_display(error);
    Error::other(format!("the {side} returned an invalid error: {error}"))
}
