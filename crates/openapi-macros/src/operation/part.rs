//! Parts of objects of the document.

use serde_json::Value;

/// How long a description may be.
const MAX_CHARS: usize = 1000;

/// The summary and the description of something.
pub(super) fn description(of: &Value) -> String {
    let part = |key| text(of, key).map(str::trim).unwrap_or_default();
    let whole = match (part("summary"), part("description")) {
        (one, "") | ("", one) => one.to_owned(),
        (summary, description) if description.starts_with(summary) => description.to_owned(),
        (summary, description) => format!("{summary}\n\n{description}"),
    };
    whole.chars().filter(|c| !c.is_control() || *c == '\n').take(MAX_CHARS).collect()
}

/// A member that is a text.
pub(super) fn text<'a>(of: &'a Value, key: &str) -> Option<&'a str> {
    of.get(key).and_then(Value::as_str)
}

/// The items of a member.
pub(super) fn array<'a>(of: &'a Value, key: &str) -> impl Iterator<Item = &'a Value> + use<'a> {
    of.get(key).and_then(Value::as_array).into_iter().flatten()
}

/// Whether a member is `true`.
pub(super) fn is_true(of: &Value, key: &str) -> bool {
    of.get(key) == Some(&Value::Bool(true))
}

/// The schema of a media type; without one, all values are allowed.
pub(super) fn schema(media: &Value) -> &Value {
    media.get("schema").unwrap_or(&Value::Bool(true))
}

/// The kinds of bodies, as the runtime names them, from the one that is preferred.
pub(super) fn kind(media_type: &str) -> Option<(u8, &'static str)> {
    let name = media_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    match name.as_str() {
        "application/json" => Some((0, "Json")),
        json if json.ends_with("+json") => Some((1, "Json")),
        "*/*" => Some((2, "Json")),
        "application/x-www-form-urlencoded" => Some((3, "Form")),
        text if text.starts_with("text/") => Some((4, "Text")),
        _ => None,
    }
}
