//! The error object of a response.

use std::borrow::Cow;
use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::truncate_for_display;

/// The code of an error response.
///
/// The constants are those that JSON-RPC 2.0 (section 5.1) and MCP 2026-07-28 define.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ErrorCode(pub i64);

impl ErrorCode {
    /// The message is not JSON.
    pub const PARSE_ERROR: Self = Self(-32700);
    /// The message is JSON, but not a valid request.
    pub const INVALID_REQUEST: Self = Self(-32600);
    /// The method does not exist, or is not supported.
    pub const METHOD_NOT_FOUND: Self = Self(-32601);
    /// The parameters are invalid for the method.
    pub const INVALID_PARAMS: Self = Self(-32602);
    /// The receiver failed.
    pub const INTERNAL_ERROR: Self = Self(-32603);
    /// The resource does not exist; only up to 2025-11-25.
    pub const RESOURCE_NOT_FOUND: Self = Self(-32002);
    /// A header of the HTTP request does not match its body.
    pub const HEADER_MISMATCH: Self = Self(-32020);
    /// The request needs a capability that the client did not declare.
    pub const MISSING_REQUIRED_CLIENT_CAPABILITY: Self = Self(-32021);
    /// The request names an unsupported protocol version.
    pub const UNSUPPORTED_PROTOCOL_VERSION: Self = Self(-32022);
}

/// The error of a response: a code, a message for people, and data for programs.
///
/// Source: [JSON-RPC 2.0, section 5.1](https://www.jsonrpc.org/specification#error_object).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ErrorObject {
    /// The kind of the error.
    pub code: ErrorCode,
    /// One sentence that describes the error.
    pub message: Cow<'static, str>,
    /// Additional information, in a shape that the code defines.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub data: Option<Value>,
    /// The cause, if no handler returned the error: for observers, and never sent.
    #[serde(skip)]
    #[doc(hidden)]
    pub cause: Option<FailureCause>,
}

/// Why a request failed, if its handler did not return the failure itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FailureCause {
    /// It exceeded its time limit.
    TimedOut,
    /// The handler panicked.
    Panicked,
    /// A limit on running requests or on held bytes is reached.
    Busy,
    /// Its rate limit is exceeded.
    Rate,
    /// Its concurrency limit is reached.
    Concurrency,
}

impl ErrorObject {
    /// An error with a code and a message.
    pub fn new(code: ErrorCode, message: impl Into<Cow<'static, str>>) -> Self {
        Self { code, message: message.into(), data: None, cause: None }
    }

    /// Adds data for programs.
    #[must_use]
    pub fn with_data(self, data: Value) -> Self {
        Self { data: Some(data), ..self }
    }

    /// Sets the cause of an error that no handler returned.
    #[doc(hidden)]
    pub fn because(self, cause: FailureCause) -> Self {
        Self { cause: Some(cause), ..self }
    }

    /// Logs a request that did not reach a handler, without the message, which may quote the input.
    #[cold]
    #[doc(hidden)]
    pub fn log_refusal(&self, method: Option<&str>) {
        let method = method.map(truncate_for_display);
        let code = self.code.0;
        tracing::info!(mcp.method.name = method, rpc.response.status_code = code, "refused");
    }

    /// `-32600`: the message is not a valid request.
    pub fn invalid_request(message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(ErrorCode::INVALID_REQUEST, message)
    }

    /// `-32601`: the method does not exist.
    pub fn method_not_found(message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(ErrorCode::METHOD_NOT_FOUND, message)
    }

    /// `-32602`: the parameters are invalid.
    pub fn invalid_params(message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(ErrorCode::INVALID_PARAMS, message)
    }

    /// `-32603`: the server failed.
    pub fn internal(message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(ErrorCode::INTERNAL_ERROR, message)
    }

    /// `-32603`: the server failed, but a retry may succeed.
    #[doc(hidden)]
    pub fn busy(message: impl Into<Cow<'static, str>>) -> Self {
        Self::internal(message).with_data(serde_json::json!({ "retryAfterMs": 1000 }))
    }
}

impl fmt::Display for ErrorObject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.message, self.code.0)
    }
}

impl std::error::Error for ErrorObject {}
