//! Wraps a structured value that is not an object in one: `{"result": …}`.

use serde::Serialize;
use serde_json::{
    Value, json,
    value::{RawValue, to_raw_value},
};

use crate::reference::pointer;

/// Wraps a value.
pub(super) fn value(value: &mut Box<RawValue>) {
    #[derive(Serialize)]
    struct WrappedResult<'a> {
        result: &'a RawValue,
    }
    if let Ok(wrapped) = to_raw_value(&WrappedResult { result: value }) {
        *value = wrapped;
    }
}

/// Wraps the schema of a value.
pub(super) fn schema(schema: &Value) -> Value {
    let mut inner = schema.clone();
    move_references(&mut inner);
    let mut outer = json!({ "type": "object", "properties": {}, "required": ["result"] });
    // These two belong in the root, where clients look for them.
    for key in ["$schema", "$defs"] {
        if let Some(value) = inner.as_object_mut().and_then(|inner| inner.remove(key)) {
            outer[key] = value;
        }
    }
    outer["properties"]["result"] = inner;
    outer
}

/// Adjusts references into the old root, except those into `$defs`.
fn move_references(schema: &mut Value) {
    match schema {
        Value::Array(items) => items.iter_mut().for_each(move_references),
        Value::Object(members) => {
            for (key, value) in members {
                match value {
                    Value::String(reference) if key == "$ref" => move_reference(reference),
                    _ => move_references(value),
                }
            }
        }
        _ => {}
    }
}

fn move_reference(reference: &mut String) {
    if pointer(reference).is_some_and(|pointer| !pointer.starts_with("/$defs/")) {
        reference.insert_str(1, "/properties/result");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_still_point_where_they_did() {
        let tree = json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "type": "array",
            "items": { "anyOf": [{ "$ref": "#" }, { "$ref": "#/%24defs/Leaf" }] },
            "$defs": { "Leaf": { "type": "array", "items": { "$ref": "#/items" } } },
        });
        let expected = json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "type": "object",
            "properties": { "result": {
                "type": "array",
                "items": {
                    "anyOf": [{ "$ref": "#/properties/result" }, { "$ref": "#/%24defs/Leaf" }],
                },
            } },
            "required": ["result"],
            "$defs": {
                "Leaf": { "type": "array", "items": { "$ref": "#/properties/result/items" } },
            },
        });
        assert_eq!(schema(&tree), expected);
    }

    #[test]
    fn a_value_is_kept_to_the_byte() {
        let mut raw = RawValue::from_string("[1.0, 2]".to_owned()).unwrap();
        value(&mut raw);
        assert_eq!(raw.get(), r#"{"result":[1.0, 2]}"#);
    }
}
