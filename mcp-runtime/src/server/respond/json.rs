//! Results that are explicitly JSON.

use serde::Serialize;

/// A result as structured content, even if the value alone would be text.
///
/// ```
/// use mcp_runtime::{Json, tool};
///
/// /// Counts the words.
/// #[tool]
/// fn count(text: &str) -> Json<usize> {
///     Json(text.split_whitespace().count())
/// }
/// ```
///
/// In a resource it is a text of type `application/json`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Json<T>(pub T);
