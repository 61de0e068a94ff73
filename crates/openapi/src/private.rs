//! Items for generated code only. Not part of the public API.

pub use std::borrow::Cow;

pub use mcp_runtime;
pub use mcp_runtime::{Result, ServerBuilder};

use mcp_runtime::Error;
pub use reqwest::Method;
use serde::Serialize;
pub use serde_json::Value;

pub use crate::api::Api;
pub use crate::client::ApiClient;
pub use crate::operation::{
    BodyKind, Operation, OperationBody, RequestParameter, RequestPart, Style,
};
pub use crate::response::{ApiResponse, ApiResult, decode};

/// A type whose values can be sent.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be an argument of an operation",
    label = "it cannot be written as JSON",
    note = "derive `serde::Serialize` for your type, in addition to `serde::Deserialize` and `mcp_runtime::Schema`"
)]
pub trait ApiArgument: Serialize {}

#[diagnostic::do_not_recommend]
impl<T: Serialize> ApiArgument for T {}

/// Returns an argument as JSON.
///
/// # Errors
///
/// When it cannot be written as JSON.
pub fn argument<T: ApiArgument>(name: &str, value: &T) -> Result<Value> {
    serde_json::to_value(value).map_err(|error| Error::other(format!("`{name}`: {error}")))
}
