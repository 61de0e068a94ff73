//! What it means for a login that an authorization server gives no token.
//!
//! | answer | the login |
//! |---|---|
//! | 400 or 401 with `invalid_grant` | ends; the person is asked |
//! | `invalid_client` or `unauthorized_client` | the client registers anew, once; then the person is asked |
//! | 403, 408, 425, 429, 5xx, or none at all | is kept, and tried again |
//! | anything else without a token | the person is asked; the old tokens stay until there are new ones |
//!
//! Source: [RFC 6749, section 5.2](https://www.rfc-editor.org/rfc/rfc6749#section-5.2), and what
//! authorization servers and what stands in front of them do in place of it.

use std::time::Duration;

use mcp_runtime_protocol::Error;
use mcp_runtime_protocol::jsonrpc::truncate_for_display;
use mcp_runtime_protocol::retry_after::retry_after;
use reqwest::StatusCode;
use reqwest::header::{DATE, RETRY_AFTER};
use serde_json::{Map, Value};

use crate::http::ServerAnswer;

/// What it means for a login that there is no token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refusal {
    /// The grant is used up or withdrawn.
    Grant,
    /// The server does not know the client, or does not let it do this.
    Client,
    /// It may pass. The server may say when.
    Passing(Option<Duration>),
    /// It says nothing that we know.
    Unclear,
    /// It is not the server's: it was not asked.
    NotAsked,
}

/// Why there is no token.
#[derive(Debug)]
pub(super) struct LoginFailure {
    pub(super) refusal: Refusal,
    pub(super) error: Error,
}

impl From<Error> for LoginFailure {
    fn from(error: Error) -> Self {
        Self { refusal: Refusal::NotAsked, error }
    }
}

impl From<LoginFailure> for Error {
    fn from(failure: LoginFailure) -> Self {
        failure.error
    }
}

impl Refusal {
    pub(super) fn of(answer: &ServerAnswer, code: Option<&str>) -> Self {
        let status = answer.status;
        let is_client = code.is_some_and(is_about_client);
        match (code, status.as_u16()) {
            (_, 403) if is_client => Self::Client,
            _ if is_passing(status) => Self::Passing(wanted_pause(answer)),
            _ if is_client => Self::Client,
            (Some("invalid_grant"), 400 | 401) => Self::Grant,
            _ => Self::Unclear,
        }
    }
}

/// Whether an error code says that the client has to register.
pub(super) fn is_about_client(code: &str) -> bool {
    matches!(code, "invalid_client" | "unauthorized_client")
}

/// Whether a status says nothing about the request: also firewalls answer 403.
fn is_passing(status: StatusCode) -> bool {
    matches!(status.as_u16(), 403 | 408 | 425 | 429) || status.is_server_error()
}

fn wanted_pause(answer: &ServerAnswer) -> Option<Duration> {
    let header = |name| answer.headers.get(name).and_then(|value| value.to_str().ok());
    retry_after(header(RETRY_AFTER)?, header(DATE))
}

/// The error code of a response, and what to tell of it.
pub(super) fn read(answer: &ServerAnswer) -> (Option<String>, String) {
    let members: Map<String, Value> = answer.json().unwrap_or_default();
    let text = |name: &str| match members.get(name)? {
        Value::Null => None,
        Value::String(text) => Some(shown(text)),
        other => Some(shown(&other.to_string())),
    };
    let said: Vec<_> = ["error", "error_description"].into_iter().filter_map(text).collect();
    let code = members.get("error").and_then(Value::as_str).map(str::to_owned);
    let why = if said.is_empty() {
        format!("the server responded with {}", answer.status)
    } else {
        said.join(": ")
    };
    (code, why)
}

/// What a server says, as a part of one line.
pub(super) fn shown(text: &str) -> String {
    truncate_for_display(text).chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}
