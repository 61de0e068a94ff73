//! An HTTP request that is not served: why, and with which status.

use http::StatusCode;

use crate::jsonrpc::{ErrorCode, ErrorObject, RequestId};

/// An error response: a status for HTTP, an error object as the body for the client.
#[derive(Debug)]
pub(super) struct Refusal {
    pub(super) status: StatusCode,
    pub(super) error: ErrorObject,
    /// The id of the request, if it could be read.
    pub(super) id: Option<RequestId>,
}

impl Refusal {
    /// Refuses what is wrong with HTTP alone, before a message was read.
    pub(super) fn new(status: StatusCode, message: impl Into<String>) -> Self {
        let error = ErrorObject::invalid_request(message.into());
        Self { status, error, id: None }
    }
}

/// The status of an error of the protocol (2026-07-28, "Transports", Streamable HTTP).
pub(super) fn status(code: ErrorCode) -> StatusCode {
    match code {
        ErrorCode::METHOD_NOT_FOUND => StatusCode::NOT_FOUND,
        ErrorCode::INTERNAL_ERROR => StatusCode::INTERNAL_SERVER_ERROR,
        _ => StatusCode::BAD_REQUEST,
    }
}
