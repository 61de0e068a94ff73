//! The responses of successes.

use serde_json::Value;

use super::part::{kind, schema};
use crate::document::ApiDocument;

/// The content of a success.
pub(crate) enum Success<'a> {
    Json(&'a Value),
    Text,
    Nothing,
    Other(&'a str),
}

/// The contents of successes.
pub(super) fn answers<'a>(
    document: &'a ApiDocument,
    operation: &'a Value,
) -> Result<Vec<Success<'a>>, String> {
    let mut answers = Vec::new();
    let responses = operation.get("responses").and_then(Value::as_object).into_iter().flatten();
    for (_, response) in responses.filter(|(status, _)| status.starts_with('2')) {
        let content = document.resolve(response)?.get("content").and_then(Value::as_object);
        match content.filter(|content| !content.is_empty()) {
            None => answers.push(Success::Nothing),
            Some(content) => answers.extend(content.iter().map(|(name, media)| match kind(name) {
                Some((_, "Json")) => Success::Json(schema(media)),
                Some((_, "Text")) => Success::Text,
                _ => Success::Other(name),
            })),
        }
    }
    Ok(answers)
}
