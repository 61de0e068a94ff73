//! Errors of handlers.

use std::borrow::Cow;
use std::fmt::{self, Display};

use crate::error::Error;
use crate::jsonrpc::{ErrorCode, ErrorObject};
use crate::protocol::CallToolResult;
use crate::server::{Reply, Response};

/// The error for a resource that does not exist.
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

/// The error of a handler, for method lookup: errors with a response of their own, then all others.
#[derive(Debug)]
pub struct Failure<E>(pub E);

/// An error with a response of its own.
#[derive(Debug)]
pub struct Special<E>(E);

/// The errors with a response of their own.
#[doc(hidden)]
pub trait IsSpecial {}

impl IsSpecial for ErrorObject {}
#[doc(hidden)]
impl IsSpecial for NotFound {}
impl IsSpecial for Error {}

/// One method for all of them: with several, the compiler would report an ambiguity if a type is
/// misspelt.
impl<E: IsSpecial> Failure<E> {
    /// Returns the error, for its own response.
    pub fn error(self) -> Special<E> {
        Special(self.0)
    }
}

/// For every other error.
pub trait PlainFailure<E> {
    /// Returns the error, for a response with its message.
    fn error(self) -> E;
}

impl<E> PlainFailure<E> for Failure<E> {
    fn error(self) -> E {
        self.0
    }
}

/// An error that can be turned into a response.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the error of a handler: it does not implement `Display`",
    label = "the model must be told what failed: implement `std::fmt::Display`"
)]
pub trait Explains {
    /// The response of a tool.
    ///
    /// # Errors
    ///
    /// When the error is a protocol error.
    fn tool_response(self) -> Response;

    /// The response of a prompt or a resource.
    ///
    /// # Errors
    ///
    /// Always: only tools have results for failures.
    fn response(self) -> Response;
}

/// Responds with the message, and its causes if the error shows them in its alternate form.
#[diagnostic::do_not_recommend]
impl<E: Display> Explains for E {
    fn tool_response(self) -> Response {
        Ok(Reply::Tool(CallToolResult::error(format!("{self:#}"))))
    }

    fn response(self) -> Response {
        Err(ErrorObject::internal(Cow::Owned(format!("{self:#}"))))
    }
}

/// A protocol error is returned unchanged.
#[diagnostic::do_not_recommend]
impl Explains for Special<ErrorObject> {
    fn tool_response(self) -> Response {
        Err(self.0)
    }

    fn response(self) -> Response {
        Err(self.0)
    }
}

/// For a tool it is an error like any other; for a resource there is an error code.
#[diagnostic::do_not_recommend]
impl Explains for Special<NotFound> {
    fn tool_response(self) -> Response {
        self.0.tool_response()
    }

    fn response(self) -> Response {
        let code = ErrorCode::RESOURCE_NOT_FOUND;
        Err(ErrorObject::new(code, "resource not found"))
    }
}

/// Responds with the protocol error, or else with the message.
#[diagnostic::do_not_recommend]
impl Explains for Special<Error> {
    fn tool_response(self) -> Response {
        match self.0.protocol() {
            Some(error) => Err(error.clone()),
            None => self.0.tool_response(),
        }
    }

    fn response(self) -> Response {
        Err(self.0.into())
    }
}
