//! Parts of objects of the document.

use serde_json::Value;

/// The summary and the description of something.
pub(super) fn description(of: &Value) -> String {
    const MAX_CHARS: usize = 1000;
    let part = |key| of.get(key).and_then(Value::as_str).map(str::trim).unwrap_or_default();
    let (summary, description) = (part("summary"), part("description"));
    let text = match (summary, description) {
        (one, "") | ("", one) => one.to_owned(),
        (summary, description) if description.starts_with(summary) => description.to_owned(),
        (summary, description) => format!("{summary}\n\n{description}"),
    };
    let shown = text.chars().filter(|c| !c.is_control() || *c == '\n');
    shown.take(MAX_CHARS).collect()
}

/// The items of a member.
pub(super) fn array<'a>(of: &'a Value, key: &str) -> impl Iterator<Item = &'a Value> + use<'a> {
    of.get(key).and_then(Value::as_array).into_iter().flatten()
}

/// Whether a member is `true`.
pub(super) fn is_true(of: &Value, key: &str) -> bool {
    of.get(key) == Some(&Value::Bool(true))
}
