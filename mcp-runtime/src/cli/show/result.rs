//! The results of `call` and `get`.

use serde_json::Value;
use serde_json::value::RawValue;

use crate::cli::json::indented;
use crate::protocol::{CallToolResult, ContentBlock, GetPromptResult, ResourceContents, Role};

/// The result of a tool: its content, or its structured content if the former only repeats it.
pub(in crate::cli) fn tool_result(result: &CallToolResult, is_for_a_person: bool) -> String {
    match &result.structured_content {
        Some(data) if !repeats(&result.content, data) => blocks(&result.content),
        Some(data) if is_for_a_person => indented(data.get()),
        Some(data) => data.get().to_owned(),
        None => blocks(&result.content),
    }
}

/// The messages of a prompt, each below its role.
pub(in crate::cli) fn prompt(result: &GetPromptResult) -> String {
    let mut text = String::new();
    for message in &result.messages {
        let role = match message.role {
            Role::Assistant => "assistant",
            _ => "user",
        };
        let said = block(&message.content);
        text += &format!("{role}:\n");
        for line in said.lines() {
            text += format!("  {line}").trim_end();
            text.push('\n');
        }
    }
    text
}

/// Whether the content is empty, or only repeats the data as text.
fn repeats(content: &[ContentBlock], data: &RawValue) -> bool {
    let read = |json: &str| serde_json::from_str::<Value>(json).ok();
    match content {
        [] => true,
        [block] => {
            let text = block.as_text().unwrap_or_default();
            read(text).is_some_and(|text| Some(text) == read(data.get()))
        }
        _ => false,
    }
}

fn blocks(content: &[ContentBlock]) -> String {
    let blocks: Vec<String> = content.iter().map(block).collect();
    blocks.join("\n")
}

/// Content of a revision to come.
const UNKNOWN: &str = "[content of an unknown kind]";

fn block(block: &ContentBlock) -> String {
    match block {
        ContentBlock::Text(text) => text.text.clone(),
        ContentBlock::Image(image) => bytes(&image.mime_type, &image.data),
        ContentBlock::Audio(audio) => bytes(&audio.mime_type, &audio.data),
        ContentBlock::ResourceLink(link) => format!("[{}: {}]", link.name, link.uri),
        ContentBlock::Resource(embedded) => match &embedded.resource {
            ResourceContents::Text(text) => text.text.clone(),
            ResourceContents::Blob(blob) => {
                let mime_type = blob.mime_type.as_deref();
                bytes(mime_type.unwrap_or("application/octet-stream"), &blob.blob)
            }
            _ => UNKNOWN.to_owned(),
        },
        // Only models send these, so no server returns them.
        ContentBlock::ToolUse(call) => format!("[call of {}]", call.name),
        ContentBlock::ToolResult(result) => blocks(&result.content),
        _ => UNKNOWN.to_owned(),
    }
}

fn bytes(mime_type: &str, base64: &str) -> String {
    let padding = base64.bytes().rev().take_while(|byte| *byte == b'=').count();
    let bytes = base64.len() / 4 * 3 - padding;
    format!("[{mime_type}, {bytes} bytes; see --json]")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn shown(result: Value) -> String {
        tool_result(&serde_json::from_value(result).unwrap(), true)
    }

    #[test]
    fn data_are_shown_instead_of_their_mirror() {
        let mirrored = json!({
            "content": [{"type": "text", "text": "{\"a\":[1,2]}"}],
            "structuredContent": {"a": [1, 2]},
        });
        let expected = "{\n  \"a\": [\n    1,\n    2\n  ]\n}";
        assert_eq!(shown(mirrored), expected);
        let alone = json!({"content": [], "structuredContent": {"a": 1}});
        assert_eq!(shown(alone), "{\n  \"a\": 1\n}");
    }

    #[test]
    fn content_with_words_of_its_own_goes_first() {
        let both = json!({
            "content": [{"type": "text", "text": "two"}],
            "structuredContent": {"count": 2},
        });
        assert_eq!(shown(both), "two");
    }

    #[test]
    fn what_is_no_text_is_named() {
        let content = json!([
            {"type": "image", "mimeType": "image/png", "data": "AAAA"},
            {"type": "audio", "mimeType": "audio/wav", "data": "AAA="},
            {"type": "resource_link", "uri": "notes://a.md", "name": "a"},
            {"type": "resource", "resource": {"uri": "notes://b.md", "text": "b"}},
            {"type": "resource", "resource": {"uri": "notes://c", "blob": "AA=="}},
        ]);
        let expected = "[image/png, 3 bytes; see --json]\n\
                        [audio/wav, 2 bytes; see --json]\n\
                        [a: notes://a.md]\n\
                        b\n\
                        [application/octet-stream, 1 bytes; see --json]";
        assert_eq!(shown(json!({ "content": content })), expected);
    }
}
