//! Converse: <https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html>.

use std::collections::{HashMap, HashSet};

use serde_json::{Value, json};

use super::part::{Part, Shows, file_name};
use super::schema::{Dialect, Strict};
use super::wire::{Declaration, NO_OUTPUT, Output, RawCall, Wire, object};

/// AgentCore refuses references: lint's `ref.bedrock`.
const DIALECT: Dialect = Dialect { unrolls: true, ..Dialect::ALL };

/// 3.75 MB, of at most 20 images:
/// <https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Message.html>.
const MAX_IMAGE: usize = 3_750_000;

/// How many bytes of all data of a turn. Converse states no bound of a request, InvokeModel 25 MB:
/// <https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_InvokeModel.html>.
const MAX_IN_ALL: usize = 12 * 1024 * 1024;

/// How many documents a request has, and how many bytes each, by the same page. Some models take
/// larger PDFs: <https://docs.aws.amazon.com/bedrock/latest/userguide/inference-api-restrictions.html>.
const MAX_PDFS: usize = 5;
const MAX_PDF: usize = 4_500_000;

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
        Shows {
            image: MAX_IMAGE,
            in_all: MAX_IN_ALL,
            audio: false,
            pdfs: MAX_PDFS,
            pdf: MAX_PDF,
            documents: false,
        }
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
        let mut names = DocumentNames::default();
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

fn blocks(part: Part<'_>, names: &mut DocumentNames) -> Vec<Value> {
    match part {
        Part::Image { mime_type, data } => {
            let format = mime_type.trim_start_matches("image/");
            vec![json!({ "image": { "format": format, "source": { "bytes": data } } })]
        }
        Part::Pdf { uri, data } => {
            let name = names.of(file_name(uri));
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

/// The names of documents, each of which is another one.
#[derive(Default)]
struct DocumentNames {
    names: HashSet<String>,
    /// The number that comes next after a name.
    next: HashMap<String, usize>,
    #[cfg(test)]
    tries: usize,
}

impl DocumentNames {
    /// A name of letters, digits, hyphens, brackets and single blanks, which no other document has.
    fn of(&mut self, file: &str) -> String {
        let is_allowed =
            |c: char| c.is_ascii_alphanumeric() || matches!(c, ' ' | '-' | '(' | ')' | '[' | ']');
        let replaced: String = file.chars().map(|c| if is_allowed(c) { c } else { '-' }).collect();
        let joined =
            replaced.split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
        let words: String = joined.chars().take(MAX_NAME).collect();
        let base = if words.is_empty() { "document" } else { words.trim_end() };
        let mut name = base.to_owned();
        let next = self.next.entry(name.clone()).or_insert(1);
        while !self.names.insert(name.clone()) {
            *next += 1;
            name = format!("{base} {next}");
            #[cfg(test)]
            {
                self.tries += 1;
            }
        }
        name
    }
}

#[cfg(test)]
mod tests {
    use super::DocumentNames;

    #[test]
    fn each_document_has_a_name_of_its_own() {
        let mut names = DocumentNames::default();
        let named: Vec<String> =
            ["a", "a", "a 2", "a", "", ""].iter().map(|file| names.of(file)).collect();
        assert_eq!(named, ["a", "a 2", "a 2 2", "a 3", "document", "document 2"]);
    }

    #[test]
    fn the_names_of_documents_take_linear_time() {
        let mut names = DocumentNames::default();
        let files = ["b", "", "b 2", "b", "c?", "c-"];
        let last = (0..1_000).flat_map(|_| files).map(|file| names.of(file)).last();
        assert_eq!(last.as_deref(), Some("c- 2000"));
        // From 1 anew for each document, it would be more than a million.
        assert!(names.tries <= 2 * names.names.len(), "{} tries", names.tries);
    }
}
