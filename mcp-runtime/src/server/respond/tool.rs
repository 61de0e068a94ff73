//! Results of tools: content, or data with a schema.

use std::marker::PhantomData;

use serde::Serialize;

use super::finite;
use crate::protocol::{CallToolResult, StructuredResult};
use crate::schema::{self, Schema, SchemaError};
use crate::server::response::not_json;
use crate::server::{Reply, Response};

/// The type that a handler returns, for method lookup.
#[derive(Debug)]
pub struct OutputOf<T: ?Sized>(PhantomData<fn() -> T>);

impl<T> OutputOf<T> {
    /// Infers the type from a call that is never made.
    pub fn returned(_: impl FnOnce(()) -> T) -> Self {
        Self(PhantomData)
    }

    /// Infers the type from a call that is never made and would return a future.
    pub fn awaited<F: Future<Output = T>>(_: impl FnOnce(()) -> F) -> Self {
        Self(PhantomData)
    }

    /// Infers the type from a value.
    pub fn of(_: &T) -> Self {
        Self(PhantomData)
    }
}

/// Stands for an argument of a call that is never made.
///
/// # Panics
///
/// Always.
pub fn any<T>() -> T {
    unreachable!("the call is there for its type")
}

impl<T, E> OutputOf<Result<T, E>> {
    /// The type without its error.
    pub fn value(self) -> OutputOf<T> {
        OutputOf(PhantomData)
    }
}

/// Any type other than `Result`, for method lookup.
pub trait PlainOutput<T> {
    /// The type itself.
    fn value(self) -> OutputOf<T>;
}

impl<T> PlainOutput<T> for OutputOf<T> {
    fn value(self) -> Self {
        self
    }
}

/// How values of a type become a response: as `Content` or as `Data`.
#[derive(Debug)]
pub struct ToolOutput<T, Kind>(pub(super) PhantomData<fn(T) -> Kind>);

/// Returned as content, without a schema.
#[derive(Debug)]
pub struct AsContent(());

/// Returned as structured content, with a schema and a text mirror.
#[derive(Debug)]
pub struct AsData(());

/// Content takes precedence: texts, numbers and the blocks of the protocol, as converted below.
pub trait ContentOutput<T> {
    /// How values of the type become a response.
    fn output(&self) -> ToolOutput<T, AsContent>;
}

impl<T: Into<CallToolResult>> ContentOutput<T> for &&OutputOf<T> {
    fn output(&self) -> ToolOutput<T, AsContent> {
        ToolOutput(PhantomData)
    }
}

/// Everything else is data; whether it can be is checked later, where the compiler error is clear.
pub trait DataOutput<T> {
    /// How values of the type become a response.
    fn output(&self) -> ToolOutput<T, AsData>;
}

impl<T> DataOutput<T> for OutputOf<T> {
    fn output(&self) -> ToolOutput<T, AsData> {
        ToolOutput(PhantomData)
    }
}

/// A way to respond with values of `T`.
#[diagnostic::on_unimplemented(
    message = "`{T}` cannot be the result of a tool",
    label = "neither content nor data with a schema",
    note = "return a `String`, or derive `serde::Serialize` and `mcp_runtime::Schema` for `{T}` and the types in it"
)]
pub trait Respond<T> {
    /// The output schema, if this way has one.
    #[doc(hidden)]
    fn schema() -> Option<Result<schema::OutputSchema, SchemaError>>;

    /// The response with a value.
    ///
    /// # Errors
    ///
    /// When the value cannot be serialized to JSON.
    #[doc(hidden)]
    fn respond(self, value: T) -> Response;
}

/// The output schema of a way to respond.
pub trait SchemaOf {
    /// The output schema, if this way has one.
    fn schema(&self) -> Option<Result<schema::OutputSchema, SchemaError>>;
}

impl<T, Kind> SchemaOf for ToolOutput<T, Kind>
where
    Self: Respond<T>,
{
    fn schema(&self) -> Option<Result<schema::OutputSchema, SchemaError>> {
        <Self as Respond<T>>::schema()
    }
}

/// For types that cannot be a response: that is reported once, where the response is built.
pub trait NoSchema {
    /// Always `None`.
    fn schema(&self) -> Option<Result<schema::OutputSchema, SchemaError>>;
}

impl<T, Kind> NoSchema for &ToolOutput<T, Kind> {
    fn schema(&self) -> Option<Result<schema::OutputSchema, SchemaError>> {
        None
    }
}

#[diagnostic::do_not_recommend]
impl<T: Into<CallToolResult>> Respond<T> for ToolOutput<T, AsContent> {
    fn schema() -> Option<Result<schema::OutputSchema, SchemaError>> {
        None
    }

    fn respond(self, value: T) -> Response {
        Ok(Reply::Tool(value.into()))
    }
}

#[diagnostic::do_not_recommend]
impl<T: Serialize + Schema> Respond<T> for ToolOutput<T, AsData> {
    fn schema() -> Option<Result<schema::OutputSchema, SchemaError>> {
        Some(schema::OutputSchema::of::<T>())
    }

    /// Returns the data, and the same as text: many clients read only the text.
    fn respond(self, value: T) -> Response {
        if let Some(refusal) = finite::refusal(&value) {
            return Ok(Reply::Tool(CallToolResult::error(refusal)));
        }
        StructuredResult::of(&value).map(Reply::Structured).map_err(not_json)
    }
}
