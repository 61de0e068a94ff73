//! What a provider has no keyword for, said in the description.

use serde_json::Value;

use super::Object;

/// The longest value that is written out.
const MAX_VALUE: usize = 400;

/// Adds keywords to the description, as `{pattern: ^[A-Z]+$, maxLength: 8}`: the convention of
/// Anthropic's own SDKs.
pub(super) fn add(schema: &mut Object, keywords: &[(&str, &Value)], separator: &str) {
    let words: Vec<String> = keywords
        .iter()
        .map(|(keyword, value)| match value {
            Value::String(text) => (keyword, text.clone()),
            value => (keyword, value.to_string()),
        })
        .filter(|(_, value)| value.len() <= MAX_VALUE)
        .map(|(keyword, value)| format!("{keyword}: {value}"))
        .collect();
    if !words.is_empty() {
        append(schema, &format!("{{{}}}", words.join(", ")), separator);
    }
}

/// Adds a text to the description.
pub(super) fn append(schema: &mut Object, text: &str, separator: &str) {
    let before = schema.get("description").and_then(Value::as_str).unwrap_or_default();
    let joined = match before.trim_end() {
        "" => text.to_owned(),
        before => format!("{before}{separator}{text}"),
    };
    schema.insert("description".into(), joined.into());
}
