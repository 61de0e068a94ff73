//! Gemini: <https://ai.google.dev/api/caching#FunctionDeclaration>.

use serde_json::{Value, json};

use super::part::{MAX_FILES, Part, Shows, in_words, join_lines};
use super::schema::{Dialect, Unions};
use super::wire::{Declaration, NO_OUTPUT, Output, RawCall, Wire, object};

const DIALECT: Dialect = Dialect {
    keywords: Some(&[
        "type",
        "format",
        "title",
        "description",
        "enum",
        "items",
        "prefixItems",
        "minItems",
        "maxItems",
        "minimum",
        "maximum",
        "anyOf",
        "oneOf",
        "properties",
        "additionalProperties",
        "required",
        "propertyOrdering",
    ]),
    formats: Some(&["date-time", "date", "time"]),
    // It takes cycles, but only where nothing is required.
    unrolls: true,
    only_enums: true,
    plain_enums: true,
    unions: Unions::All,
    ..Dialect::ALL
};

/// 7 MB of inline data in an image, by Vertex AI:
/// <https://docs.cloud.google.com/vertex-ai/generative-ai/docs/multimodal/image-understanding>.
const MAX_IMAGE: usize = 7_000_000;

/// 20 MB a request, encoded, and 100 MB since 2026:
/// <https://ai.google.dev/gemini-api/docs/file-input-methods#method-comparison>. A conversation has
/// more than one turn.
const MAX_IN_ALL: usize = 14 * 1024 * 1024;

pub(super) struct Gemini;

impl Wire for Gemini {
    fn dialect(&self) -> &'static Dialect {
        &DIALECT
    }

    fn has_outputs(&self) -> bool {
        true
    }

    fn shows(&self) -> Shows {
        Shows {
            image: MAX_IMAGE,
            in_all: MAX_IN_ALL,
            audio: true,
            pdfs: MAX_FILES,
            pdf: MAX_IN_ALL,
            documents: false,
        }
    }

    fn tool(&self, tool: Declaration<'_>) -> Value {
        object([
            ("name", Some(tool.name.into())),
            ("description", tool.description.map(Value::from)),
            // `parameters` takes OpenAPI's schemas, which are less.
            ("parametersJsonSchema", Some(Value::Object(tool.schema))),
            ("responseJsonSchema", tool.output.map(Value::Object)),
        ])
    }

    fn tools(&self, tools: Vec<Value>) -> Vec<Value> {
        if tools.is_empty() { tools } else { vec![json!({ "functionDeclarations": tools })] }
    }

    fn call<'c>(&self, call: &'c Value) -> RawCall<'c> {
        RawCall::new(call.get("functionCall").unwrap_or(call), "id", "args")
    }

    fn results(&self, results: Vec<Output<'_>>) -> Vec<Value> {
        let part = |result: Output<'_>| {
            let mut texts = Vec::new();
            let mut sizes = Vec::new();
            let mut data = Vec::new();
            let mut json = None;
            for part in result.parts {
                let (mime_type, bytes) = match part {
                    Part::Image { mime_type, data } => (mime_type, data),
                    Part::Audio { mime_type, data } => (mime_type, data),
                    Part::Pdf { data, .. } => ("application/pdf", data),
                    Part::Json { value, .. } => {
                        json = Some(value);
                        continue;
                    }
                    part => {
                        texts.extend(part.into_text());
                        continue;
                    }
                };
                sizes.push(in_words(mime_type, bytes));
                data.push(json!({ "inlineData": { "mimeType": mime_type, "data": bytes } }));
            }
            let texts = if texts.is_empty() { sizes } else { texts };
            let text = if texts.is_empty() { NO_OUTPUT.to_owned() } else { join_lines(texts) };
            // A server's own member `error` would be read as one, so nothing stands there bare.
            let key = if result.is_error { "error" } else { "output" };
            let response = object([
                ("id", result.id.map(Value::from)),
                ("name", Some(result.name.into())),
                ("response", Some(json!({ key: json.unwrap_or_else(|| text.into()) }))),
                ("parts", (!data.is_empty()).then(|| Value::Array(data))),
            ]);
            json!({ "functionResponse": response })
        };
        results.into_iter().map(part).collect()
    }
}
