//! Errors of handlers.

use std::borrow::Cow;
use std::fmt::{self, Display};

use crate::error::Error;
use crate::jsonrpc::{ErrorCode, ErrorObject};
use crate::protocol::CallToolResult;
use crate::server::{Reply, Response};

/// The error of a resource that is not there.
///
/// ```
/// use mcp_runtime::{NotFound, resource};
///
/// /// One item.
/// #[resource("shop://items/{id}")]
/// fn item(id: u32) -> Result<String, NotFound> {
///     if id == 7 { Ok("a hat".to_owned()) } else { Err(NotFound) }
/// }
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NotFound;

impl Display for NotFound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not found")
    }
}

impl std::error::Error for NotFound {}

/// What a handler failed with.
pub struct Failure<E>(pub E);

impl Failure<ErrorObject> {
    /// An error of the protocol is answered as it is.
    pub fn tool_response(self) -> Response {
        Err(self.0)
    }

    /// An error of the protocol is answered as it is.
    pub fn response(self) -> Response {
        Err(self.0)
    }
}

impl Failure<NotFound> {
    /// To a tool it is an error like any other.
    pub fn tool_response(self) -> Response {
        Ok(Reply::Tool(CallToolResult::error(self.0.to_string())))
    }

    /// The code depends on the revision, and is settled when the error is written.
    pub fn response(self) -> Response {
        Err(ErrorObject::new(
            ErrorCode::RESOURCE_NOT_FOUND,
            "resource not found",
        ))
    }
}

impl Failure<Error> {
    /// What the other side answered, or the message.
    pub fn tool_response(self) -> Response {
        match self.0.rpc() {
            Some(error) => Err(error.clone()),
            None => PlainFailure::tool_response(self),
        }
    }

    /// What the other side answered, or the message.
    pub fn response(self) -> Response {
        match self.0.rpc() {
            Some(error) => Err(error.clone()),
            None => PlainFailure::response(self),
        }
    }
}

/// An error that says what failed.
pub trait PlainFailure {
    /// An error result with the message.
    fn tool_response(self) -> Response;

    /// An internal error with the message.
    fn response(self) -> Response;
}

impl<E: Explains> PlainFailure for Failure<E> {
    fn tool_response(self) -> Response {
        Ok(Reply::Tool(CallToolResult::error(self.0.message())))
    }

    fn response(self) -> Response {
        Err(ErrorObject::internal(Cow::Owned(self.0.message())))
    }
}

/// An error with a message.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the error of a handler: it does not implement `Display`",
    label = "the model must be told what failed",
    note = "implement `std::fmt::Display` for it, for example with `thiserror`"
)]
pub trait Explains {
    /// The message with its causes, where the error tells them in its alternate form.
    fn message(&self) -> String;
}

#[diagnostic::do_not_recommend]
impl<E: Display> Explains for E {
    fn message(&self) -> String {
        format!("{self:#}")
    }
}
