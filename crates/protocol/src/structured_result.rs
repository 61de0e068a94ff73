//! The result of a tool that returns data, and how it is written.
//!
//! The JSON of structured content stands in the response twice: as it is, and as text, because many
//! clients read only that. Most such results are written as soon as their handler is done, so that
//! they need not become a [`CallToolResult`] first.

use std::sync::Arc;

use serde::Serialize;
use serde_json::value::RawValue;

use super::{
    content::ContentBlock, meta::ServerInfo, protocol_version::ProtocolVersion,
    result::SendResult as _, tool_result::CallToolResult,
};
use crate::jsonrpc::write_string;

/// The result of a tool that has a value as structured content and as text, in JSON.
#[derive(Clone, Debug)]
pub struct StructuredResult {
    json: String,
    /// See [`CallToolResult::wrap`].
    #[doc(hidden)]
    pub wrap: bool,
}

impl StructuredResult {
    /// Serializes a value.
    ///
    /// # Errors
    ///
    /// When the value cannot be serialized to JSON.
    #[doc(hidden)]
    pub fn of(value: &impl Serialize) -> serde_json::Result<Self> {
        Ok(Self { json: serde_json::to_string(value)?, wrap: false })
    }

    /// Returns the same as any other result of a tool.
    ///
    /// # Errors
    ///
    /// When the value was serialized to something other than JSON.
    #[doc(hidden)]
    pub fn into_result(self) -> serde_json::Result<CallToolResult> {
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
    #[doc(hidden)]
    #[inline]
    pub fn write(
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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::Implementation;

    #[test]
    fn is_what_the_result_of_a_tool_becomes_in_every_revision() {
        let server = Arc::new(Implementation::new("name \"quoted\"", "1").into());
        let values = [json!({"sum": 42}), json!({}), json!({"a": "\"\n"}), json!([1, {"b": null}])]
            .into_iter()
            .chain([json!("text"), json!(7), json!(null)]);
        for value in values {
            for (&version, wrap) in
                ProtocolVersion::ALL.iter().flat_map(|version| [(version, false), (version, true)])
            {
                let result = StructuredResult { wrap, ..StructuredResult::of(&value).unwrap() };
                let mut written = Vec::new();
                let mut expected = Vec::new();
                result.write(&mut written, version, &server).unwrap();
                let mut result = result.into_result().unwrap();
                result.shape(version, &server).write(&mut expected).unwrap();
                assert_eq!(String::from_utf8(written), String::from_utf8(expected), "{version:?}");
            }
        }
    }
}
