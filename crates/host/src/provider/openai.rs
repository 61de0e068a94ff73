//! Chat Completions: <https://platform.openai.com/docs/api-reference/chat/create>.

use serde_json::{Value, json};

use super::part::{Part, Shows, join_lines};
use super::schema::{Dialect, Strict, Unions};
use super::wire::{Declaration, Output, RawCall, Wire, object};

/// What OpenAI takes: lint's rules for it.
pub(super) const DIALECT: Dialect = Dialect {
    unions: Unions::AnyOf,
    tuples: false,
    complete: true,
    plain_patterns: true,
    ..Dialect::ALL
};

/// 512 MB a request, encoded, in 1,500 images:
/// <https://developers.openai.com/api/docs/guides/images-vision#image-input-requirements>. It was 50 MB,
/// and 20 MB an image, which servers that speak this API may have kept.
pub(super) const MAX_IMAGE: usize = 20_000_000;

/// What 50 MB leave for all of a turn.
pub(super) const MAX_IN_ALL: usize = 30 * 1024 * 1024;

pub(super) struct OpenAi;

impl Wire for OpenAi {
    fn dialect(&self) -> &'static Dialect {
        &DIALECT
    }

    fn strict(&self) -> Option<Strict> {
        Some(Strict::OpenAi)
    }

    fn shows(&self) -> Shows {
        Shows::images(MAX_IMAGE, MAX_IN_ALL)
    }

    fn tool(&self, tool: Declaration<'_>) -> Value {
        let function = object([
            ("name", Some(tool.name.into())),
            ("description", tool.description.map(Value::from)),
            ("parameters", Some(Value::Object(tool.schema))),
            // Without it, the API takes the tool as not strict.
            ("strict", tool.strict.then(|| true.into())),
        ]);
        json!({ "type": "function", "function": function })
    }

    fn call<'c>(&self, call: &'c Value) -> RawCall<'c> {
        let id = call.get("id").and_then(Value::as_str);
        call.get("function").map_or_else(RawCall::default, |function| RawCall {
            id,
            ..RawCall::new(function, "id", "arguments")
        })
    }

    /// Messages of tools have texts alone, so that images follow in a message of the user, after
    /// the last one: a message in between is refused.
    fn results(&self, results: Vec<Output<'_>>) -> Vec<Value> {
        let mut messages = Vec::new();
        let mut images = Vec::new();
        for result in results {
            let id = result.id().to_owned();
            let (text, found) = text_and_images(result, images.len() / 2);
            messages.push(json!({ "role": "tool", "tool_call_id": id, "content": text }));
            for (note, mime_type, data) in found {
                let url = format!("data:{mime_type};base64,{data}");
                images.push(json!({ "type": "text", "text": note }));
                images.push(json!({ "type": "image_url", "image_url": { "url": url } }));
            }
        }
        if !images.is_empty() {
            messages.push(json!({ "role": "user", "content": images }));
        }
        messages
    }
}

/// An image that follows: what is said of it, its type, its data.
type NumberedImage<'r> = (String, &'static str, &'r str);

/// The text of a result with a note for each image, of which `count` have been before.
pub(super) fn text_and_images<'r>(
    mut result: Output<'r>,
    count: usize,
) -> (String, Vec<NumberedImage<'r>>) {
    let mut images = Vec::new();
    let parts = std::mem::take(&mut result.parts).into_iter();
    let texts = parts.filter_map(|part| match part {
        Part::Image { mime_type, data } => {
            let number = count + images.len() + 1;
            images.push((format!("[image {number}, from {}]", result.name), mime_type, data));
            Some(format!("[image {number} follows]"))
        }
        part => part.into_text(),
    });
    let text = join_lines(texts);
    (result.text_or_error(text), images)
}
