//! Ollama's chat: <https://docs.ollama.com/api/chat>.

use serde_json::{Value, json};

use super::openai::{MAX_IMAGE, MAX_IN_ALL, text_and_images};
use super::part::Shows;
use super::schema::{Dialect, Unions};
use super::wire::{Declaration, Output, RawCall, Wire, object};

/// It silently drops all other keywords: <https://github.com/ollama/ollama/issues/11444>.
const DIALECT: Dialect = Dialect {
    keywords: Some(&["type", "items", "description", "enum", "properties", "required"]),
    unrolls: true,
    only_enums: true,
    unions: Unions::Types,
    tuples: false,
    ..Dialect::ALL
};

pub(super) struct Ollama;

impl Wire for Ollama {
    fn dialect(&self) -> &'static Dialect {
        &DIALECT
    }

    fn shows(&self) -> Shows {
        Shows::images(MAX_IMAGE, MAX_IN_ALL)
    }

    fn tool(&self, mut tool: Declaration<'_>) -> Value {
        // It drops the description of the root, too.
        let of_root = match tool.schema.shift_remove("description") {
            Some(Value::String(text)) => Some(text),
            _ => None,
        };
        let texts: Vec<String> = tool.description.into_iter().chain(of_root).collect();
        let function = object([
            ("name", Some(tool.name.into())),
            ("description", (!texts.is_empty()).then(|| texts.join("\n\n").into())),
            ("parameters", Some(Value::Object(tool.schema))),
        ]);
        json!({ "type": "function", "function": function })
    }

    fn call<'c>(&self, call: &'c Value) -> RawCall<'c> {
        let function = call.get("function").unwrap_or(call);
        let id = call.get("id").and_then(Value::as_str);
        RawCall { id, ..RawCall::new(function, "id", "arguments") }
    }

    /// There are no ids: results are in the order of the calls.
    fn results(&self, results: Vec<Output<'_>>) -> Vec<Value> {
        let mut messages = Vec::new();
        let mut notes = Vec::new();
        let mut images = Vec::new();
        for result in results {
            let name = result.name;
            let (text, found) = text_and_images(result, images.len());
            messages.push(json!({ "role": "tool", "tool_name": name, "content": text }));
            for (note, _, data) in found {
                notes.push(note);
                images.push(data);
            }
        }
        if !images.is_empty() {
            let content = notes.join("\n");
            messages.push(json!({ "role": "user", "content": content, "images": images }));
        }
        messages
    }
}
