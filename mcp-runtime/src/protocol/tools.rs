//! Tools: `tools/list` and `tools/call`.

use serde::{Deserialize, Deserializer, Serialize, de::DeserializeOwned};
use serde_json::value::RawValue;

use super::base::or_default;
use super::{
    base::{CacheScope, ResultType, joined},
    content::ContentBlock,
    input::InputResponses,
    meta::{Meta, ResultMeta},
    tasks::TaskMetadata,
    tool_definition::Tool,
};
use crate::error::{Error, Result};

/// The parameters of `tools/call`.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct CallToolParams {
    /// The name of the tool.
    pub name: String,
    /// The arguments, a JSON object.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub arguments: Option<Box<RawValue>>,
    /// Answers to the questions of an `input_required` result.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub input_responses: Option<InputResponses>,
    /// The unchanged `requestState` of that result.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub request_state: Option<String>,
    /// Requests a task; only in 2025-11-25.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub task: Option<TaskMetadata>,
    /// The `_meta` of the object.
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub meta: Option<Meta>,
}

impl CallToolParams {
    /// Creates a call of the named tool without arguments.
    pub fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), ..Self::default() }
    }
}

/// The result of `tools/call`.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct CallToolResult {
    /// The content for the model.
    #[serde(default, deserialize_with = "or_default")]
    pub content: Vec<ContentBlock>,
    /// The content for programs: any JSON, including `null`.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "some_raw_value")]
    pub structured_content: Option<Box<RawValue>>,
    /// Whether the tool failed; `content` says why.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub is_error: Option<bool>,
    /// What kind of result this is; `None` means complete.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result_type: Option<ResultType>,
    /// The `_meta` of the object.
    #[serde(rename = "_meta", default, skip_serializing_if = "ResultMeta::is_empty")]
    pub meta: ResultMeta,
    /// Whether `structured_content` is sent as `{"result": …}` up to 2025-11-25; not on the wire.
    #[serde(skip)]
    pub wrap: bool,
}

impl CallToolResult {
    /// Creates a result from content blocks.
    pub fn new(content: Vec<ContentBlock>) -> Self {
        Self { content, ..Self::default() }
    }

    /// Creates a result that says why the tool failed.
    pub fn error(text: impl Into<String>) -> Self {
        Self { is_error: Some(true), ..Self::new(vec![ContentBlock::text(text)]) }
    }

    /// Returns the text blocks, one per line.
    pub fn text(&self) -> String {
        joined(self.content.iter().filter_map(ContentBlock::as_text))
    }

    /// Decodes the structured content.
    ///
    /// # Errors
    ///
    /// If it is missing, or of another shape.
    pub fn structured<T: DeserializeOwned>(&self) -> Result<T> {
        let json = self.structured_content.as_ref();
        let json = json.ok_or_else(|| Error::other("the result has no structured content"))?;
        serde_json::from_str(json.get())
            .map_err(|error| Error::other(format!("the structured content: {error}")))
    }
}

/// Distinguishes a JSON `null` from an absent member.
fn some_raw_value<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Box<RawValue>>, D::Error> {
    Box::<RawValue>::deserialize(deserializer).map(Some)
}

/// The result of `tools/list`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ListToolsResult {
    /// The tools of this page.
    #[serde(default, deserialize_with = "or_default")]
    pub tools: Vec<Tool>,
    /// The cursor of the next page, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
    /// For how long the client may keep the page, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ttl_ms: Option<u64>,
    /// Who may share the page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cache_scope: Option<CacheScope>,
    /// What kind of result this is; `None` means complete.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result_type: Option<ResultType>,
    /// The `_meta` of the object.
    #[serde(rename = "_meta", default, skip_serializing_if = "ResultMeta::is_empty")]
    pub meta: ResultMeta,
}
