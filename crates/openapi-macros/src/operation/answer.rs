//! The responses of successes.

use serde_json::Value;

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
    let Some(responses) = operation.get("responses").and_then(Value::as_object) else {
        return Ok(Vec::new());
    };
    let mut answers = Vec::new();
    for (_, response) in responses.iter().filter(|(status, _)| status.starts_with('2')) {
        let response = document.resolve(response)?;
        let content = response.get("content").and_then(Value::as_object);
        let content = content.filter(|content| !content.is_empty());
        match content {
            None => answers.push(Answer::Nothing),
            Some(content) => {
                answers.extend(content.iter().map(|(name, media)| answer(name, media)))
            }
        }
    }
    Ok(answers)
}

fn answer<'a>(name: &'a str, media: &'a Value) -> Answer<'a> {
    let kind = name.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    match kind.as_str() {
        "application/json" | "*/*" => {
            Answer::Json(media.get("schema").unwrap_or(&Value::Bool(true)))
        }
        json if json.ends_with("+json") => {
            Answer::Json(media.get("schema").unwrap_or(&Value::Bool(true)))
        }
        text if text.starts_with("text/") => Answer::Text,
        _ => Answer::Other(name),
    }
}
