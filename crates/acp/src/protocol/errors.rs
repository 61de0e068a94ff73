//! Errors that several methods share.

use serde_json::json;

use mcp_runtime_protocol::jsonrpc::{ErrorCode, ErrorObject, truncate_for_display};

/// A request before `initialize`.
pub(crate) fn not_initialized() -> ErrorObject {
    ErrorObject::invalid_request("send `initialize` first")
}

/// `-32002`: a session that does not exist.
pub(crate) fn no_session(id: &str) -> ErrorObject {
    let shown = truncate_for_display(id);
    let message = format!("there is no session {shown:?}; `session/new` creates one");
    ErrorObject::new(ErrorCode::RESOURCE_NOT_FOUND, message)
        .with_data(json!({ "sessionId": shown }))
}

/// `-32022`: the agent does not support the version, and has no alternative.
pub(crate) fn unsupported_version(supported: &[u16], requested: u16) -> ErrorObject {
    let message =
        format!("this agent does not support protocol version {requested}, only {supported:?}");
    ErrorObject::new(ErrorCode::UNSUPPORTED_PROTOCOL_VERSION, message)
        .with_data(json!({ "supported": supported, "requested": requested }))
}

/// `-32800`: a request that was cancelled before it had a result.
pub(crate) fn request_cancelled() -> ErrorObject {
    ErrorObject::new(REQUEST_CANCELLED, "the request was cancelled")
}

const REQUEST_CANCELLED: ErrorCode = ErrorCode(-32800);

/// `-32000`: the user has to log in first.
pub(crate) fn no_authentication() -> ErrorObject {
    ErrorObject::new(ErrorCode(-32000), "authentication required: log in first")
}
