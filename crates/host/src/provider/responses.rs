//! Responses: <https://platform.openai.com/docs/api-reference/responses/create>.

use serde_json::{Value, json};

use super::openai::{DIALECT, MAX_IMAGE, MAX_IN_ALL};
use super::part::{MAX_FILES, Part, Shows, file_name, join_lines};
use super::schema::{Dialect, Strict};
use super::wire::{Declaration, Output, RawCall, Wire, object};

pub(super) struct Responses;

impl Wire for Responses {
    fn dialect(&self) -> &'static Dialect {
        &DIALECT
    }

    fn strict(&self) -> Option<Strict> {
        Some(Strict::OpenAi)
    }

    fn has_outputs(&self) -> bool {
        true
    }

    fn shows(&self) -> Shows {
        Shows {
            image: MAX_IMAGE,
            in_all: MAX_IN_ALL,
            audio: false,
            pdfs: MAX_FILES,
            pdf: MAX_IN_ALL,
            documents: false,
        }
    }

    fn tool(&self, tool: Declaration<'_>) -> Value {
        object([
            ("type", Some("function".into())),
            ("name", Some(tool.name.into())),
            ("description", tool.description.map(Value::from)),
            ("parameters", Some(Value::Object(tool.schema))),
            // Required; without it, the API may try strict mode on a schema that is not for it.
            ("strict", Some(tool.strict.into())),
            ("output_schema", tool.output.map(Value::Object)),
        ])
    }

    fn call<'c>(&self, call: &'c Value) -> RawCall<'c> {
        RawCall::new(call, "call_id", "arguments")
    }

    fn results(&self, results: Vec<Output<'_>>) -> Vec<Value> {
        let item = |mut result: Output<'_>| {
            let parts = std::mem::take(&mut result.parts);
            let is_media = |part: &Part<'_>| matches!(part, Part::Image { .. } | Part::Pdf { .. });
            let output = if parts.iter().any(is_media) {
                content(parts, result.is_error)
            } else {
                result
                    .text_or_error(join_lines(parts.into_iter().filter_map(Part::into_text)))
                    .into()
            };
            json!({ "type": "function_call_output", "call_id": result.id(), "output": output })
        };
        results.into_iter().map(item).collect()
    }
}

fn content(parts: Vec<Part<'_>>, is_error: bool) -> Value {
    let error = is_error.then(|| json!({ "type": "input_text", "text": "Error:" }));
    let parts = parts.into_iter().filter_map(|part| match part {
        Part::Image { mime_type, data } => {
            let url = format!("data:{mime_type};base64,{data}");
            Some(json!({ "type": "input_image", "image_url": url }))
        }
        Part::Pdf { uri, data } => {
            let name =
                Some(file_name(uri)).filter(|name| !name.is_empty()).unwrap_or("document.pdf");
            let data = format!("data:application/pdf;base64,{data}");
            Some(json!({ "type": "input_file", "filename": name, "file_data": data }))
        }
        part => part.into_text().map(|text| json!({ "type": "input_text", "text": text })),
    });
    Value::Array(error.into_iter().chain(parts).collect())
}
