//! Responses of an API, and what a model reads of its errors.

use mcp_runtime::{Error, Result};
use mcp_runtime_protocol::jsonrpc::truncate_for_display;
use reqwest::Response;
use reqwest::header::CONTENT_TYPE;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::html;
use crate::operation::Operation;

/// How much of the body of an error is read, and how much of it is shown.
const MAX_ERROR_BYTES: usize = 64 * 1024;
const MAX_ERROR_CHARS: usize = 1000;

/// The body of a success.
#[derive(Debug)]
pub struct ApiResponse {
    kind: ContentKind,
    body: Vec<u8>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ContentKind {
    Json,
    Problem,
    Html,
    Text,
    Other,
}

impl ContentKind {
    fn of(response: &Response) -> Self {
        let value = response.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
        let kind = value.unwrap_or_default().split(';').next().unwrap_or_default();
        match kind.trim().to_ascii_lowercase().as_str() {
            "application/problem+json" => Self::Problem,
            // Many APIs forget to say so.
            "application/json" | "" => Self::Json,
            "text/html" | "application/xhtml+xml" => Self::Html,
            json if json.ends_with("+json") => Self::Json,
            text if text.starts_with("text/") => Self::Text,
            _ => Self::Other,
        }
    }
}

/// Reads the body of a success.
///
/// # Errors
///
/// When it is too long, or does not arrive.
pub(crate) async fn receive(response: Response, limit: usize) -> Result<ApiResponse, String> {
    let kind = ContentKind::of(&response);
    let (body, is_whole) = read(response, limit).await?;
    if !is_whole {
        return Err(format!("the API's answer is longer than {limit} bytes: ask for less"));
    }
    Ok(ApiResponse { kind, body })
}

/// Reads a body, up to a limit, and says whether that was all of it.
async fn read(mut response: Response, limit: usize) -> Result<(Vec<u8>, bool), String> {
    let mut body = Vec::new();
    loop {
        let piece = response.chunk().await;
        let Some(piece) = piece.map_err(|_| "the API's answer was cut off".to_owned())? else {
            return Ok((body, true));
        };
        let room = limit - body.len();
        body.extend_from_slice(&piece[..piece.len().min(room)]);
        if piece.len() > room {
            return Ok((body, false));
        }
    }
}

/// A type that a response can be.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be returned by an operation",
    label = "it cannot be read from JSON",
    note = "derive `serde::Deserialize` for your type, in addition to `serde::Serialize` and `mcp_runtime::Schema`"
)]
pub trait ApiResult: DeserializeOwned {}

#[diagnostic::do_not_recommend]
impl<T: DeserializeOwned> ApiResult for T {}

/// Decodes the body of a success. One that is empty is `null`, and one that is not JSON is a text.
///
/// # Errors
///
/// When it does not fit the type.
pub fn decode<T: ApiResult>(received: &ApiResponse, operation: &Operation) -> Result<T> {
    let decoded = if received.body.is_empty() {
        T::deserialize(Value::Null)
    } else if matches!(received.kind, ContentKind::Json | ContentKind::Problem) {
        serde_json::from_slice(&received.body)
    } else {
        let text = String::from_utf8_lossy(&received.body).into_owned();
        T::deserialize(Value::String(text))
    };
    decoded.map_err(|error| {
        let why = truncate_for_display(&error.to_string());
        Error::other(format!("{operation}: the call succeeded, but the response does not match the type that this server expects: {why}"))
    })
}

/// The error of a response, for a model: its status, and what the API says.
pub(crate) async fn refusal(response: Response) -> String {
    let status = response.status();
    let kind = ContentKind::of(&response);
    // What has arrived of it may explain enough.
    let (body, _) = read(response, MAX_ERROR_BYTES).await.unwrap_or_default();
    let said = shorten(&said(kind, &String::from_utf8_lossy(&body)));
    if said.is_empty() { status.to_string() } else { format!("{status}: {said}") }
}

fn said(kind: ContentKind, body: &str) -> String {
    match kind {
        ContentKind::Html => html::text(body),
        ContentKind::Problem | ContentKind::Json => match serde_json::from_str(body) {
            Ok(Value::Object(members)) if kind == ContentKind::Problem => problem(members),
            Ok(value) => value.to_string(),
            Err(_) => body.trim().to_owned(),
        },
        ContentKind::Text => body.trim().to_owned(),
        ContentKind::Other => String::new(),
    }
}

/// What a problem document says: its title and detail as a sentence, then what else it has.
///
/// Source: [RFC 9457, section 3](https://www.rfc-editor.org/rfc/rfc9457#section-3).
fn problem(mut members: Map<String, Value>) -> String {
    let mut take = |name: &str| match members.shift_remove(name) {
        Some(Value::String(text)) => Some(text).filter(|text| !text.is_empty()),
        _ => None,
    };
    let mut parts: Vec<String> = take("title").into_iter().chain(take("detail")).collect();
    // They say nothing to a model, or have been said.
    for name in ["type", "instance", "status"] {
        members.shift_remove(name);
    }
    if !members.is_empty() {
        parts.push(Value::Object(members).to_string());
    }
    parts.join(": ")
}

/// The beginning of a text, without characters that control a terminal.
fn shorten(text: &str) -> String {
    let shown = |c: char| if c.is_control() && c != '\n' { ' ' } else { c };
    let mut characters = text.chars().map(shown);
    let mut short: String = characters.by_ref().take(MAX_ERROR_CHARS).collect();
    if characters.next().is_some() {
        short.push('…');
    }
    short
}
