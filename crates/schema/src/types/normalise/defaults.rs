//! Removes defaults that are not accurate.

use serde_json::Value;

use super::{NormalisedSchema, Object, with_defs};
use crate::validate::violations;

/// Removes defaults that may not be sent: serde writes some types differently than it reads them.
pub(super) fn keep_true(normalised: &mut NormalisedSchema) {
    let root = with_defs(Object::new(), &normalised.defs);
    valid(&mut normalised.schema, &root);
    normalised.defs.values_mut().filter_map(Value::as_object_mut).for_each(|definition| {
        valid(definition, &root);
    });
}

fn valid(schema: &mut Object, root: &Value) {
    if let Some(default) = schema.get("default")
        && !violations("", &default.to_string(), schema, root).is_empty()
    {
        schema.remove("default");
    }
    for keyword in ["items", "additionalProperties"] {
        schema.get_mut(keyword).and_then(Value::as_object_mut).into_iter().for_each(|inner| {
            valid(inner, root);
        });
    }
    let properties = schema.get_mut("properties").and_then(Value::as_object_mut);
    properties
        .into_iter()
        .flat_map(Object::values_mut)
        .filter_map(Value::as_object_mut)
        .for_each(|property| valid(property, root));
    let branches = schema.get_mut("anyOf").and_then(Value::as_array_mut);
    branches.into_iter().flatten().filter_map(Value::as_object_mut).for_each(|branch| {
        valid(branch, root);
    });
}

/// Removes defaults that change between calls: the time of day, a random name.
pub(super) fn keep_steady(schema: &mut Value, again: &Value) {
    match (schema, again) {
        (Value::Object(schema), Value::Object(again)) => {
            if schema.get("default") != again.get("default") {
                schema.shift_remove("default");
            }
            for (keyword, value) in schema {
                match (keyword.as_str(), value, again.get(keyword)) {
                    // These hold values, not schemas.
                    ("default" | "const" | "enum" | "examples", ..) | (_, _, None) => {}
                    ("properties" | "patternProperties", Value::Object(named), Some(again)) => {
                        named
                            .iter_mut()
                            .zip(again.as_object().into_iter().flatten())
                            .for_each(|((_, schema), (_, again))| keep_steady(schema, again));
                    }
                    (_, value, Some(again)) => keep_steady(value, again),
                }
            }
        }
        (Value::Array(schemas), Value::Array(again)) => {
            schemas.iter_mut().zip(again).for_each(|(schema, again)| keep_steady(schema, again));
        }
        _ => {}
    }
}
