//! Messages: <https://platform.claude.com/docs/en/api/messages/create>.

use serde_json::{Value, json};

use super::part::{MAX_FILES, Part, Shows};
use super::schema::{Dialect, Keys, Strict};
use super::wire::{Declaration, NO_OUTPUT, Output, RawCall, Wire, object};

const DIALECT: Dialect = Dialect { keys: Keys::Words, ..Dialect::ALL };

/// 5 MB in Base64 where Amazon and Google serve Messages, too; 10 MB at Anthropic:
/// <https://platform.claude.com/docs/en/build-with-claude/vision>, "Maximum size".
const MAX_IMAGE: usize = 3_750_000;

/// 32 MB a request, encoded: <https://platform.claude.com/docs/en/api/overview#request-size-limits>;
/// half of it is for a turn.
const MAX_IN_ALL: usize = 12 * 1024 * 1024;

/// The most characters of the title of a document.
const MAX_TITLE: usize = 500;

pub(super) struct Anthropic;

impl Wire for Anthropic {
    fn dialect(&self) -> &'static Dialect {
        &DIALECT
    }

    fn strict(&self) -> Option<Strict> {
        Some(Strict::Anthropic)
    }

    fn shows(&self) -> Shows {
        Shows {
            image: MAX_IMAGE,
            in_all: MAX_IN_ALL,
            audio: false,
            pdfs: MAX_FILES,
            pdf: MAX_IN_ALL,
            documents: true,
        }
    }

    fn tool(&self, tool: Declaration<'_>) -> Value {
        object([
            ("name", Some(tool.name.into())),
            ("description", tool.description.map(Value::from)),
            ("input_schema", Some(Value::Object(tool.schema))),
            ("strict", tool.strict.then(|| true.into())),
        ])
    }

    fn call<'c>(&self, call: &'c Value) -> RawCall<'c> {
        RawCall::new(call, "id", "input")
    }

    fn results(&self, results: Vec<Output<'_>>) -> Vec<Value> {
        let block = |mut result: Output<'_>| {
            let parts = std::mem::take(&mut result.parts);
            let mut content: Vec<Value> = parts.into_iter().filter_map(block).collect();
            // An error must have content, an empty text is refused.
            if content.is_empty() && result.is_error {
                content.push(json!({ "type": "text", "text": NO_OUTPUT }));
            }
            object([
                ("type", Some("tool_result".into())),
                ("tool_use_id", Some(result.id().into())),
                ("is_error", result.is_error.then(|| true.into())),
                ("content", (!content.is_empty()).then(|| Value::Array(content))),
            ])
        };
        results.into_iter().map(block).collect()
    }
}

fn block(part: Part<'_>) -> Option<Value> {
    Some(match part {
        Part::Image { mime_type, data } => {
            let source = json!({ "type": "base64", "media_type": mime_type, "data": data });
            json!({ "type": "image", "source": source })
        }
        Part::Pdf { uri, data } => {
            let source = json!({ "type": "base64", "media_type": "application/pdf", "data": data });
            document(uri, source)
        }
        Part::Document { uri, text } => {
            document(uri, json!({ "type": "text", "media_type": "text/plain", "data": text }))
        }
        part => json!({ "type": "text", "text": part.into_text()? }),
    })
}

fn document(uri: &str, source: Value) -> Value {
    let start: String = uri.chars().take(MAX_TITLE).collect();
    let title = (!start.is_empty()).then(|| start.into());
    object([("type", Some("document".into())), ("title", title), ("source", Some(source))])
}
