//! Conversions between the types of the protocol and those of rmcp.

use mcp_runtime::protocol::{
    CallToolResult, ContentBlock, ErrorObject, GetPromptResult, Prompt, PromptMessage,
    ReadResourceResult, Resource, ResourceContents, ResourceTemplate, Tool,
};
use mcp_runtime::{Error, Result};
use mcp_runtime_protocol::jsonrpc::truncate_for_display;
use rmcp::model;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Converts a type of the protocol to that of [`rmcp::model`], and back.
///
/// ```
/// use mcp_runtime::protocol::{ContentBlock, Tool};
/// use mcp_runtime::json;
/// use mcp_runtime_rmcp::Convert;
///
/// # fn main() -> mcp_runtime::Result<()> {
/// let block: rmcp::model::ContentBlock = ContentBlock::text("hello").to_rmcp()?;
/// assert_eq!(block, rmcp::model::ContentBlock::text("hello"));
///
/// let theirs = rmcp::model::Tool::new("add", "Adds two numbers", rmcp::model::JsonObject::new());
/// let tool = Tool::from_rmcp(&theirs)?;
/// assert_eq!(tool.description.as_deref(), Some("Adds two numbers"));
/// # Ok(())
/// # }
/// ```
///
/// A conversion writes the value as JSON of the newest revision, and reads that as the other type: it
/// takes time and memory in proportion to the value. What comes back is what went in, except for
/// this:
///
/// | what | becomes |
/// |---|---|
/// | `execution` of a [`Tool`] | nothing: rmcp has no such field |
/// | `wrap` of a [`Tool`] or [`CallToolResult`] | false: it is not part of a message |
/// | `priority` of annotations | an `f32` in rmcp |
/// | a number in structured content that is too long for `i64` or `u64` | the nearest `f64` in rmcp |
/// | an empty list of icons, or the empty `_meta` of a result, from rmcp | nothing |
/// | the server's identity in the `_meta` of a result, from rmcp | the fields of an [`Implementation`](mcp_runtime::protocol::Implementation) |
///
/// A value without a counterpart is an error:
///
/// | to | what |
/// |---|---|
/// | rmcp | a schema that is not an object; the blocks `tool_use` and `tool_result`, which only sampling has; a result that is not complete; a code that is no `i32`; a `ttl_ms` that is no `i64`; a number beyond `f64` in structured content |
/// | here | a result with a malformed identity of the server in its `_meta` |
/// | both | JSON that is nested more than 127 levels deep |
pub trait Convert: Sized {
    /// The type in rmcp.
    type Model;

    /// Converts the value to that of rmcp.
    ///
    /// # Errors
    ///
    /// When rmcp has no such value; the second table lists them.
    fn to_rmcp(&self) -> Result<Self::Model>;

    /// Converts a value of rmcp.
    ///
    /// # Errors
    ///
    /// When there is no such value here; the second table lists them.
    fn from_rmcp(model: &Self::Model) -> Result<Self>;
}

macro_rules! convert {
    ($($ours:ident: $model:ident),* $(,)?) => {$(
        impl Convert for $ours {
            type Model = model::$model;

            fn to_rmcp(&self) -> Result<Self::Model> {
                convert(self, concat!("this ", stringify!($ours), " has no counterpart in rmcp"))
            }

            fn from_rmcp(model: &Self::Model) -> Result<Self> {
                convert(model, concat!("this ", stringify!($model), " of rmcp has no counterpart"))
            }
        }
    )*};
}

convert! {
    CallToolResult: CallToolResult,
    ContentBlock: ContentBlock,
    ErrorObject: ErrorData,
    GetPromptResult: GetPromptResult,
    Prompt: Prompt,
    PromptMessage: PromptMessage,
    ReadResourceResult: ReadResourceResult,
    Resource: Resource,
    ResourceContents: ResourceContents,
    ResourceTemplate: ResourceTemplate,
    Tool: Tool,
}

/// Writes a value, and reads it as another type. Not by way of a `Value`, which would widen an `f32`
/// to digits that it never had, and which cannot be read as the raw JSON of structured content.
fn convert<T: Serialize, U: DeserializeOwned>(value: &T, failed: &str) -> Result<U> {
    let converted = serde_json::to_string(value).and_then(|text| serde_json::from_str(&text));
    converted.map_err(|error| {
        // It may quote the value.
        let why = truncate_for_display(&error.to_string());
        Error::other(format!("{failed}: {why}"))
    })
}
