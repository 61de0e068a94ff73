//! Errors that more than one method has.

use serde_json::json;

use crate::jsonrpc::{ErrorCode, ErrorObject, truncate_for_display};

/// A request before `initialize`.
pub(crate) fn not_initialized() -> ErrorObject {
    ErrorObject::invalid_request("send `initialize` first")
}

/// `-32002`: a session that does not exist.
pub(crate) fn no_session(id: &str) -> ErrorObject {
    let shown = truncate_for_display(id);
    let message = format!("there is no session {shown:?}; `session/new` makes one");
    ErrorObject::new(ErrorCode::RESOURCE_NOT_FOUND, message)
        .with_data(json!({ "sessionId": shown }))
}
