//! Edits of the schema of arguments: of the members that it has at its root.

use serde_json::{Map, Value};

/// The schema of an argument.
pub(super) fn argument<'a>(
    schema: &'a mut Value,
    name: &str,
) -> Option<&'a mut Map<String, Value>> {
    schema.get_mut("properties")?.get_mut(name)?.as_object_mut()
}

/// Whether an argument is required.
pub(super) fn is_required(schema: &Value, name: &str) -> bool {
    let required = schema.get("required").and_then(Value::as_array);
    required.is_some_and(|required| required.iter().any(|required| required == name))
}

/// Makes an argument optional.
pub(super) fn make_optional(schema: &mut Value, name: &str) {
    let Some(root) = schema.as_object_mut() else { return };
    if let Some(required) = root.get_mut("required").and_then(Value::as_array_mut) {
        required.retain(|required| required != name);
        // Some clients refuse an empty list.
        if required.is_empty() {
            root.remove("required");
        }
    }
}

/// Removes an argument; returns whether there was one.
pub(super) fn remove(schema: &mut Value, name: &str) -> bool {
    make_optional(schema, name);
    let properties = schema.get_mut("properties").and_then(Value::as_object_mut);
    properties.is_some_and(|properties| properties.shift_remove(name).is_some())
}
