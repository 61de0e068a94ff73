//! Items for generated code only. Not part of the public API.

pub use std::borrow::Cow;

pub use mcp_runtime;
pub use mcp_runtime::{Result, ServerBuilder};

use mcp_runtime::Error;
pub use reqwest::Method;
use serde::Serialize;
use serde::de::DeserializeOwned;
pub use serde_json::Value;

pub use crate::api::Api;
pub use crate::client::Client;
pub use crate::operation::{Body, BodyKind, Operation, Parameter, Place, Style};
use crate::response;
pub use crate::response::Received;

/// A type whose values can be sent.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be an argument of an API",
    label = "it cannot be written as JSON",
    note = "derive `serde::Serialize` for it, beside `serde::Deserialize` and `mcp_runtime::Schema`"
)]
pub trait ApiArgument: Serialize {}

#[diagnostic::do_not_recommend]
impl<T: Serialize> ApiArgument for T {}

/// A type that a response can be.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the result of an API",
    label = "it cannot be read from JSON",
    note = "derive `serde::Deserialize` for it, beside `serde::Serialize` and `mcp_runtime::Schema`"
)]
pub trait ApiResult: DeserializeOwned {}

#[diagnostic::do_not_recommend]
impl<T: DeserializeOwned> ApiResult for T {}

/// Returns an argument as JSON.
///
/// # Errors
///
/// When it cannot be written as JSON.
pub fn argument<T: ApiArgument>(name: &str, value: &T) -> Result<Value> {
    serde_json::to_value(value).map_err(|error| Error::other(format!("`{name}`: {error}")))
}

/// Returns a response as a value.
///
/// # Errors
///
/// When it does not fit the type.
pub fn decode<T: ApiResult>(received: &Received, operation: &Operation) -> Result<T> {
    response::decode(received, operation)
}
