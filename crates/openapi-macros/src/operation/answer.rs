//! The responses of successes.

use serde_json::Value;

use super::part::{kind, schema};
use crate::document::Document;

/// The content of a success.
pub(crate) enum Answer<'a> {
    Json(&'a Value),
    Text,
    Nothing,
    Other(&'a str),
}

/// The contents of successes.
pub(super) fn answers<'a>(
    document: &'a Document,
    operation: &'a Value,
) -> Result<Vec<Answer<'a>>, String> {
    let mut answers = Vec::new();
    let responses = operation.get("responses").and_then(Value::as_object).into_iter().flatten();
    for (_, response) in responses.filter(|(status, _)| status.starts_with('2')) {
        let content = document.resolve(response)?.get("content").and_then(Value::as_object);
        match content.filter(|content| !content.is_empty()) {
            None => answers.push(Answer::Nothing),
            Some(content) => answers.extend(content.iter().map(|(name, media)| match kind(name) {
                Some((_, "Json")) => Answer::Json(schema(media)),
                Some((_, "Text")) => Answer::Text,
                _ => Answer::Other(name),
            })),
        }
    }
    Ok(answers)
}
