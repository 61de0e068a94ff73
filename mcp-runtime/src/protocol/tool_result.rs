//! How the result of a tool is written.
//!
//! The JSON of structured content stands in the response twice: as it is, and as text, because many
//! clients read only that. Most results are written as soon as their handler is done, so that they
//! need not become a [`CallToolResult`] first.

use std::sync::Arc;

use serde::Serialize;
use serde_json::value::RawValue;

use super::{
    content::{ContentBlock, TextContent},
    meta::ServerInfo,
    result::SendResult as _,
    tools::CallToolResult,
    version::ProtocolVersion,
};
use crate::jsonrpc::write_string;

/// The result of a tool that has a value as structured content and as text, in JSON.
#[derive(Clone, Debug)]
pub struct StructuredResult {
    json: String,
    /// See [`CallToolResult::wrap`].
    pub(crate) wrap: bool,
}

impl StructuredResult {
    /// Serializes a value.
    ///
    /// # Errors
    ///
    /// When the value cannot be serialized to JSON.
    pub(crate) fn of(value: &impl Serialize) -> serde_json::Result<Self> {
        Ok(Self { json: serde_json::to_string(value)?, wrap: false })
    }

    /// Returns the same as any other result of a tool.
    ///
    /// # Errors
    ///
    /// When the value was serialized to something other than JSON.
    pub(crate) fn into_result(self) -> serde_json::Result<CallToolResult> {
        let mut result = CallToolResult::new(vec![ContentBlock::text(self.json.as_str())]);
        result.structured_content = Some(RawValue::from_string(self.json)?);
        result.wrap = self.wrap;
        Ok(result)
    }

    /// Appends the result as JSON, shaped for a revision.
    ///
    /// # Errors
    ///
    /// As [`into_result`](Self::into_result).
    pub(crate) fn write(
        &self,
        out: &mut Vec<u8>,
        version: ProtocolVersion,
        server: &Arc<ServerInfo>,
    ) -> serde_json::Result<()> {
        let Self { json, wrap } = self;
        // Otherwise an older revision wraps it in an object, or has it only as text.
        let is_kept = version.is_modern()
            || version.has_structured_content() && !wrap && json.starts_with('{');
        if !is_kept {
            return self.clone().into_result()?.shape(version, server).write(out);
        }
        out.extend_from_slice(b"{\"content\":[{\"type\":\"text\",\"text\":");
        write_string(out, json);
        out.extend_from_slice(b"}]");
        let mut result = CallToolResult::default();
        if version.is_modern() {
            result.stamp(server);
        }
        result.write_after_content(out, Some(json))
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
    fn write_after_content(
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
    use serde_json::json;
    use serde_json::value::to_raw_value;

    use super::*;
    use crate::protocol::{Implementation, Meta, ResultMeta, ResultType, Role};

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

    #[test]
    fn is_what_the_result_of_a_tool_becomes_in_every_revision() {
        let server = Arc::new(Implementation::new("name \"quoted\"", "1").into());
        let values = [json!({"sum": 42}), json!({}), json!({"a": "\"\n"}), json!([1, {"b": null}])];
        let values = values.into_iter().chain([json!("text"), json!(7), json!(null)]);
        for value in values {
            for (&version, wrap) in
                ProtocolVersion::ALL.iter().flat_map(|version| [(version, false), (version, true)])
            {
                let result = StructuredResult { wrap, ..StructuredResult::of(&value).unwrap() };
                let (mut written, mut expected) = (Vec::new(), Vec::new());
                result.write(&mut written, version, &server).unwrap();
                let mut result = result.into_result().unwrap();
                result.shape(version, &server).write(&mut expected).unwrap();
                assert_eq!(String::from_utf8(written), String::from_utf8(expected), "{version:?}");
            }
        }
    }
}
