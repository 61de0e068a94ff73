//! The result of `tools/call` as JSON text: what its `Serialize` writes, without the way through
//! serde. Every call ends here, and there each key would be escaped and each member looked at anew.

use super::CallToolResult;
use crate::jsonrpc::write_string;
use crate::protocol::content::{ContentBlock, TextContent};

impl CallToolResult {
    /// Appends the result as JSON.
    pub(in crate::protocol) fn write_json(&self, out: &mut Vec<u8>) -> serde_json::Result<()> {
        out.extend_from_slice(b"{\"content\":[");
        for (position, block) in self.content.iter().enumerate() {
            if position > 0 {
                out.push(b',');
            }
            write_block(out, block)?;
        }
        out.push(b']');
        if let Some(value) = &self.structured_content {
            out.extend_from_slice(b",\"structuredContent\":");
            out.extend_from_slice(value.get().as_bytes());
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
    use std::sync::Arc;

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
}
