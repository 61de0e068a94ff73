//! Previews of calls: what agents show before they ask for permission.

use serde::Serialize;

use crate::protocol::StructuredResult;
use crate::server::response::not_json;
use crate::server::{Reply, Response};

/// What the function of `#[tool(preview = ..)]` may return, also in a `Result`. Only
/// `mcp_runtime_acp::ToolView` implements it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the preview of a tool",
    label = "not a tool view",
    note = "return `mcp_runtime_acp::ToolView`, or a `Result` of it"
)]
pub trait ToolPreview: Serialize {}

/// Returns the response with a preview.
///
/// # Errors
///
/// When it cannot be serialized to JSON.
#[inline]
pub fn previewed(preview: &impl ToolPreview) -> Response {
    StructuredResult::of(preview).map(Reply::Structured).map_err(not_json)
}
