//! The results of `call` and `get`.

use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::cli::json::{indented, items, text};

/// The part of a result whose text is shown as it is.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Structured {
    structured_content: Option<Box<RawValue>>,
}

/// The result of a tool, from its JSON: its content, or its structured content if the former only
/// repeats it.
pub(in crate::cli) fn tool_result(
    result: &Value,
    json: &RawValue,
    is_for_a_person: bool,
) -> String {
    let content = items(result, "content");
    // As text, since numbers keep their digits there.
    let data = serde_json::from_str(json.get()).ok();
    match data.and_then(|Structured { structured_content }| structured_content) {
        Some(data) if repeats(content, &result["structuredContent"]) => {
            if is_for_a_person {
                indented(data.get())
            } else {
                data.get().to_owned()
            }
        }
        _ => blocks(content),
    }
}

/// The messages of a prompt, each below its role.
pub(in crate::cli) fn prompt(result: &Value) -> String {
    let mut shown = String::new();
    for message in items(result, "messages") {
        let role = if message["role"] == "assistant" { "assistant" } else { "user" };
        shown += &format!("{role}:\n");
        for line in block(&message["content"]).lines() {
            shown += format!("  {line}").trim_end();
            shown.push('\n');
        }
    }
    shown
}

/// Whether the content is empty, or only repeats the data as text.
fn repeats(content: &[Value], data: &Value) -> bool {
    match content {
        [] => true,
        [block] => {
            serde_json::from_str::<Value>(text(block, "text")).is_ok_and(|text| text == *data)
        }
        _ => false,
    }
}

fn blocks(content: &[Value]) -> String {
    let blocks: Vec<String> = content.iter().map(block).collect();
    blocks.join("\n")
}

/// Content of a revision to come.
const UNKNOWN: &str = "[content of an unknown kind]";

fn block(block: &Value) -> String {
    match text(block, "type") {
        "text" => text(block, "text").to_owned(),
        "image" | "audio" => bytes(text(block, "mimeType"), text(block, "data")),
        "resource_link" => format!("[{}: {}]", text(block, "name"), text(block, "uri")),
        "resource" => resource(&block["resource"]),
        // Only models send these, so no server returns them.
        "tool_use" => format!("[call to {}]", text(block, "name")),
        "tool_result" => blocks(items(block, "content")),
        _ => UNKNOWN.to_owned(),
    }
}

fn resource(contents: &Value) -> String {
    match (contents["text"].as_str(), contents["blob"].as_str()) {
        (Some(text), _) => text.to_owned(),
        (_, Some(blob)) => {
            let mime_type = contents["mimeType"].as_str();
            bytes(mime_type.unwrap_or("application/octet-stream"), blob)
        }
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

    fn shown(result: &Value) -> String {
        tool_result(result, &serde_json::value::to_raw_value(result).unwrap(), true)
    }

    #[test]
    fn data_are_shown_instead_of_their_mirror() {
        let mirrored = json!({
            "content": [{"type": "text", "text": "{\"a\":[1,2]}"}],
            "structuredContent": {"a": [1, 2]},
        });
        let expected = "{\n  \"a\": [\n    1,\n    2\n  ]\n}";
        assert_eq!(shown(&mirrored), expected);
        let alone = json!({"content": [], "structuredContent": {"a": 1}});
        assert_eq!(shown(&alone), "{\n  \"a\": 1\n}");
    }

    #[test]
    fn content_with_words_of_its_own_goes_first() {
        let both = json!({
            "content": [{"type": "text", "text": "two"}],
            "structuredContent": {"count": 2},
        });
        assert_eq!(shown(&both), "two");
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
        assert_eq!(shown(&json!({ "content": content })), expected);
    }
}
