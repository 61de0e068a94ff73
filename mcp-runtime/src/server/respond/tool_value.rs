//! Results of tools that are closures.

use std::fmt::Display;
use std::marker::PhantomData;

use serde::Serialize;

use super::tool::{AsContent, AsData, Respond, ToolOutput};
use super::{Explains as _, Json};
use crate::protocol::CallToolResult;
use crate::schema::{self, Schema, SchemaError};
use crate::server::{Reply, Response};

/// What the closure of a tool can return: content, or [`Json`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the result of a tool that is a closure",
    label = "neither content nor `Json`",
    note = "return a `String`, or `mcp_runtime::Json` of the data"
)]
pub trait ToolValue<Kind> {
    /// The output schema, if values of the type have one.
    #[doc(hidden)]
    fn schema() -> Option<Result<schema::OutputSchema, SchemaError>>;

    /// The response with the value.
    ///
    /// # Errors
    ///
    /// When the value cannot be serialized to JSON.
    #[doc(hidden)]
    fn respond(self) -> Response;
}

#[diagnostic::do_not_recommend]
impl<T: Into<CallToolResult>> ToolValue<AsContent> for T {
    fn schema() -> Option<Result<schema::OutputSchema, SchemaError>> {
        None
    }

    fn respond(self) -> Response {
        Ok(Reply::Tool(self.into()))
    }
}

#[diagnostic::do_not_recommend]
impl<T: Serialize + Schema> ToolValue<AsData> for Json<T> {
    fn schema() -> Option<Result<schema::OutputSchema, SchemaError>> {
        <ToolOutput<T, AsData> as Respond<T>>::schema()
    }

    fn respond(self) -> Response {
        Respond::respond(ToolOutput::<T, AsData>(PhantomData), self.0)
    }
}

#[diagnostic::do_not_recommend]
impl<T: Serialize + Schema, E: Display> ToolValue<AsData> for Result<Json<T>, E> {
    fn schema() -> Option<Result<schema::OutputSchema, SchemaError>> {
        <Json<T> as ToolValue<AsData>>::schema()
    }

    fn respond(self) -> Response {
        match self {
            Ok(value) => ToolValue::<AsData>::respond(value),
            Err(error) => error.tool_response(),
        }
    }
}
