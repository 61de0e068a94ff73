//! Converse: <https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html>.

use std::collections::HashSet;

use serde_json::{Value, json};

use super::part::{Part, Shows, file_name};
use super::schema::{Dialect, Strict};
use super::wire::{Declaration, NO_OUTPUT, Output, RawCall, Wire, object};

/// AgentCore refuses references: lint's `ref.bedrock`.
const DIALECT: Dialect = Dialect { unrolls: true, ..Dialect::ALL };

/// 3.75 MB.
const MAX_IMAGE: usize = 3_750_000;

/// The most characters of the name of a document.
const MAX_NAME: usize = 190;

pub(super) struct Bedrock;

impl Wire for Bedrock {
    fn dialect(&self) -> &'static Dialect {
        &DIALECT
    }

    fn strict(&self) -> Option<Strict> {
        Some(Strict::Anthropic)
    }

    fn shows(&self) -> Shows {
        Shows { image: MAX_IMAGE, audio: false, pdf: true, documents: false }
    }

    fn tool(&self, tool: Declaration<'_>) -> Value {
        let spec = object([
            ("name", Some(tool.name.into())),
            ("description", tool.description.map(Value::from)),
            ("inputSchema", Some(json!({ "json": tool.schema }))),
            ("strict", tool.strict.then(|| true.into())),
        ]);
        json!({ "toolSpec": spec })
    }

    fn call<'c>(&self, call: &'c Value) -> RawCall<'c> {
        RawCall::new(call.get("toolUse").unwrap_or(call), "toolUseId", "input")
    }

    fn results(&self, results: Vec<Output<'_>>) -> Vec<Value> {
        let mut names = HashSet::new();
        let mut block = |mut result: Output<'_>| {
            let parts = std::mem::take(&mut result.parts);
            let mut content: Vec<Value> =
                parts.into_iter().flat_map(|part| blocks(part, &mut names)).collect();
            if content.is_empty() {
                content.push(json!({ "text": NO_OUTPUT }));
            }
            let status = if result.is_error { "error" } else { "success" };
            let id = result.id();
            json!({ "toolResult": { "toolUseId": id, "content": content, "status": status } })
        };
        results.into_iter().map(&mut block).collect()
    }
}

fn blocks(part: Part<'_>, names: &mut HashSet<String>) -> Vec<Value> {
    match part {
        Part::Image { mime_type, data } => {
            let format = mime_type.trim_start_matches("image/");
            vec![json!({ "image": { "format": format, "source": { "bytes": data } } })]
        }
        Part::Pdf { uri, data } => {
            let name = document_name(file_name(uri), names);
            let source = json!({ "bytes": data });
            let document = json!({ "format": "pdf", "name": name, "source": source });
            // The name of a document cannot be a URI.
            let uri = (!uri.is_empty()).then(|| json!({ "text": uri }));
            uri.into_iter().chain([json!({ "document": document })]).collect()
        }
        Part::Json { value, .. } if value.is_object() => vec![json!({ "json": value })],
        part => part.into_text().map(|text| json!({ "text": text })).into_iter().collect(),
    }
}

/// A name of letters, digits, hyphens, brackets and single blanks, which no other document has.
fn document_name(file: &str, names: &mut HashSet<String>) -> String {
    let is_allowed =
        |c: char| c.is_ascii_alphanumeric() || matches!(c, ' ' | '-' | '(' | ')' | '[' | ']');
    let words: String = file.chars().map(|c| if is_allowed(c) { c } else { '-' }).collect();
    let words = words.split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
    let words: String = words.chars().take(MAX_NAME).collect();
    let base = if words.is_empty() { "document".to_owned() } else { words };
    let mut name = base.trim_end().to_owned();
    let mut count = 1;
    while !names.insert(name.clone()) {
        count += 1;
        name = format!("{} {count}", base.trim_end());
    }
    name
}
