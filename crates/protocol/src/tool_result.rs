//! The result of `tools/call`, and how it is written.

use serde::{Deserialize, Deserializer, Serialize, de::DeserializeOwned};
use serde_json::value::RawValue;

use super::{
    base::{ResultType, joined, or_default},
    content::{ContentBlock, TextContent},
    meta::ResultMeta,
};
use crate::error::{Error, Result};
use crate::jsonrpc::write_string;

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
    #[inline]
    pub fn text(&self) -> String {
        joined(self.content.iter().filter_map(ContentBlock::as_text))
    }

    /// Decodes the structured content.
    ///
    /// # Errors
    ///
    /// If it is missing, or of another shape.
    pub fn structured<T: DeserializeOwned>(&self) -> Result<T> {
        let json = self
            .structured_content
            .as_ref()
            .ok_or_else(|| Error::other("the result has no structured content"))?;
        serde_json::from_str(json.get())
            .map_err(|error| Error::other(format!("invalid structured content: {error}")))
    }
}

impl CallToolResult {
    /// Appends the result as JSON: the same output as `Serialize`, but without serde for the most
    /// common members.
    ///
    /// All results with content of their own end here, and serde would escape each key and examine
    /// each member again.
    pub(super) fn write_json(&self, out: &mut Vec<u8>) -> serde_json::Result<()> {
        out.extend_from_slice(b"{\"content\":[");
        for (position, block) in self.content.iter().enumerate() {
            if position > 0 {
                out.push(b',');
            }
            write_block(out, block)?;
        }
        out.push(b']');
        self.write_after_content(out, self.structured_content.as_deref().map(RawValue::get))
    }

    /// Appends the members after the content, with this JSON as structured content.
    #[inline]
    pub(super) fn write_after_content(
        &self,
        out: &mut Vec<u8>,
        structured_content: Option<&str>,
    ) -> serde_json::Result<()> {
        if let Some(json) = structured_content {
            out.extend_from_slice(b",\"structuredContent\":");
            out.extend_from_slice(json.as_bytes());
        }
        if let Some(is_error) = self.is_error {
            out.extend_from_slice(b",\"isError\":");
            out.extend_from_slice(if is_error { b"true" } else { b"false" });
        }
        if let Some(result_type) = &self.result_type {
            out.extend_from_slice(b",\"resultType\":");
            write_string(out, result_type.as_str());
        }
        if !self.meta.is_empty() {
            out.extend_from_slice(b",\"_meta\":");
            self.meta.write(out)?;
        }
        out.push(b'}');
        Ok(())
    }
}

/// Distinguishes a JSON `null` from an absent member.
fn some_raw_value<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Box<RawValue>>, D::Error> {
    Box::<RawValue>::deserialize(deserializer).map(Some)
}

fn write_block(out: &mut Vec<u8>, block: &ContentBlock) -> serde_json::Result<()> {
    match block {
        ContentBlock::Text(TextContent { text, annotations: None, meta: None }) => {
            out.extend_from_slice(b"{\"type\":\"text\",\"text\":");
            write_string(out, text);
            out.push(b'}');
            Ok(())
        }
        block => serde_json::to_writer(out, block),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use serde_json::json;
    use serde_json::value::to_raw_value;

    use super::*;
    use crate::{Implementation, Meta, Role};

    /// Results with every combination of the members that they may have.
    fn results() -> Vec<CallToolResult> {
        let text = |text: &str| ContentBlock::text(text);
        let mut annotated = TextContent { text: "for you".into(), ..TextContent::default() };
        annotated.annotations.get_or_insert_default().audience = Some(vec![Role::User]);
        let contents = [
            vec![],
            vec![text("")],
            vec![text("{\"sum\":42}"), text("a\\b\n\r\t\u{8}\u{c}\u{1}\u{1f}\u{7f}/ é 😀 <&>")],
            vec![text(&"long \"enough\" for words\n".repeat(9)), ContentBlock::Text(annotated)],
            vec![ContentBlock::image("AA==", "image/png")],
        ];
        let structured = [None, Some(json!(null)), Some(json!({ "a": [1.5, "\"", true] }))];
        let kinds = [None, Some(ResultType::Complete), Some(ResultType::Other("a\"b".into()))];
        let entries = Meta::from_iter([("k\n".to_owned(), json!({ "v": "\\" }))]);
        let made = Implementation::new("name \"quoted\"", "1");
        let mut signed = ResultMeta::default();
        signed.server_info = Some(Arc::new(made.into()));
        let mut both = ResultMeta::from(entries.clone());
        both.server_info.clone_from(&signed.server_info);
        let metas = [ResultMeta::default(), signed, entries.into(), both];
        let mut results = Vec::new();
        for content in contents {
            for (structured, is_error) in structured.iter().zip([None, Some(true), Some(false)]) {
                for (kind, meta) in kinds.iter().cycle().zip(&metas) {
                    let mut result = CallToolResult::new(content.clone());
                    result.structured_content =
                        structured.as_ref().map(|value| to_raw_value(value).unwrap());
                    result.is_error = is_error;
                    result.result_type.clone_from(kind);
                    result.meta = meta.clone();
                    results.push(result);
                }
            }
        }
        results
    }

    #[test]
    fn is_what_serde_writes() {
        for result in results() {
            let mut written = Vec::new();
            result.write_json(&mut written).unwrap();
            let expected = serde_json::to_string(&result).unwrap();
            assert_eq!(String::from_utf8(written).unwrap(), expected);
        }
    }
}
