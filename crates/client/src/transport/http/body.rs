//! Response bodies, which are read up to a limit.

use reqwest::Response;
use reqwest::header::{CONTENT_TYPE, DATE, LOCATION, RETRY_AFTER};
use serde::Deserialize;

use crate::error::{Error, Result};
use crate::jsonrpc::{ErrorObject, truncate_for_display};
use crate::protocol::public_url::public_url;
use crate::protocol::retry_after::retry_after;

/// How many bytes of an error response's body are read, and how many of its words are shown.
const REFUSAL: usize = 256 * 1024;
const WORDS: usize = 64;

/// The type of a response body.
pub(super) enum ContentKind {
    Json,
    Events,
    Other(String),
}

impl ContentKind {
    pub(super) fn of(response: &Response) -> Self {
        let value = response.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
        let kind = value.unwrap_or_default().split(';').next().unwrap_or_default().trim();
        match kind.to_ascii_lowercase().as_str() {
            "application/json" => Self::Json,
            "text/event-stream" => Self::Events,
            _ => Self::Other(truncate_for_display(kind)),
        }
    }
}

/// Returns the response, if it is a success.
///
/// # Errors
///
/// Otherwise, with the status and the body.
pub(super) async fn success(response: Response) -> Result<Response> {
    let status = response.status();
    if status.is_success() {
        return Ok(response);
    }
    let location = response.headers().get(LOCATION).and_then(|location| location.to_str().ok());
    if let Some(location) = location.filter(|_| status.is_redirection()) {
        let text = format!(
            "it redirects to {:?}, which is not followed: the origin or the method would change",
            truncate_for_display(&public_url(location))
        );
        return Err(Error::http(status.as_u16(), None, text));
    }
    let header = |name| response.headers().get(name).and_then(|value| value.to_str().ok());
    let wanted = header(RETRY_AFTER).and_then(|value| retry_after(value, header(DATE)));
    let body = text(response, REFUSAL).await.unwrap_or_default();
    let error = refusal(&body);
    let text =
        truncate_for_display(&body.split_whitespace().take(WORDS).collect::<Vec<_>>().join(" "));
    Err(Error::http(status.as_u16(), error, text).retried_after(wanted))
}

/// Reads the text of a body of up to `limit` bytes.
///
/// # Errors
///
/// When it is longer, or is not received.
pub(super) async fn text(response: Response, limit: usize) -> Result<String> {
    let body = bytes(response, limit).await?.ok_or_else(|| {
        Error::other(format!(
            "the server sent a body of more than {limit} bytes: raise the client's `max_message_size`"
        ))
    })?;
    String::from_utf8(body).map_err(|_| Error::other("the server sent a body that is not UTF-8"))
}

/// Reads a body, unless it is longer than `limit` bytes.
///
/// # Errors
///
/// When it is not received.
pub(super) async fn bytes(mut response: Response, limit: usize) -> Result<Option<Vec<u8>>> {
    if response.content_length().is_some_and(|length| length > limit as u64) {
        return Ok(None);
    }
    let mut body = Vec::new();
    while let Some(piece) = response.chunk().await.map_err(was_cut)? {
        if body.len() + piece.len() > limit {
            return Ok(None);
        }
        body.extend_from_slice(&piece);
    }
    Ok(Some(body))
}

/// The error for a body that ended early.
#[expect(clippy::needless_pass_by_value, reason = "it is what `map_err` passes on")]
pub(super) fn was_cut(error: reqwest::Error) -> Error {
    let why = std::error::Error::source(&error).map(ToString::to_string).unwrap_or_default();
    Error::network(format!("the server's response was cut off: {why}"), true)
}

/// The error in a JSON-RPC response.
fn refusal(body: &str) -> Option<ErrorObject> {
    #[derive(Deserialize)]
    struct Refusal {
        error: ErrorObject,
    }
    serde_json::from_str::<Refusal>(body).ok().map(|refusal| refusal.error)
}
