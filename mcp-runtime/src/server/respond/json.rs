//! Results that are explicitly JSON.

use std::borrow::Cow;

use schemars::{JsonSchema, SchemaGenerator};
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
/// In a resource it is text of type `application/json`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Json<T>(pub T);

impl<T: JsonSchema> JsonSchema for Json<T> {
    fn inline_schema() -> bool {
        T::inline_schema()
    }

    fn schema_name() -> Cow<'static, str> {
        T::schema_name()
    }

    fn schema_id() -> Cow<'static, str> {
        T::schema_id()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> schemars::Schema {
        T::json_schema(generator)
    }
}
