//! Lists of types, which not all clients support.

use serde_json::{Value, json};

use super::Object;

/// Removes `null` from lists of types and values, and returns whether it was there; other lists
/// become a union.
pub(super) fn take_null(schema: &mut Object) -> bool {
    let mut nullable = false;
    if let Some(Value::Array(values)) = schema.get_mut("enum") {
        let all = values.len();
        values.retain(|value| !value.is_null());
        nullable = values.len() < all && !schema.contains_key("type");
    }
    let Some(Value::Array(types)) = schema.get_mut("type") else {
        return nullable;
    };
    let all = types.len();
    types.retain(|name| name != "null");
    let nullable = types.len() < all;
    let types = std::mem::take(types);
    schema.remove("type");
    match <[Value; 1]>::try_from(types) {
        Ok([only]) => {
            schema.insert("type".to_owned(), only);
        }
        Err(types) if types.is_empty() => {
            schema.insert("type".to_owned(), "null".into());
            return false;
        }
        Err(types) => split(schema, &types),
    }
    nullable
}

/// Splits a schema into one branch per type, with the keywords for its values. If there are
/// branches already, they are kept instead.
fn split(schema: &mut Object, types: &[Value]) {
    if schema.contains_key("anyOf") || schema.contains_key("oneOf") {
        return;
    }
    let names = types.iter().filter_map(Value::as_str);
    let branches = names.filter_map(|name| branch(schema, name)).collect();
    schema
        .retain(|keyword, _| KEYWORDS.iter().all(|(_, about)| !about.contains(&keyword.as_str())));
    schema.remove("enum");
    schema.remove("const");
    schema.insert("anyOf".to_owned(), Value::Array(branches));
}

/// Returns the schema for the values of one type; `None` if none of them is listed.
fn branch(schema: &Object, name: &str) -> Option<Value> {
    let about = |keyword: &str| {
        KEYWORDS.iter().any(|(types, about)| types.contains(&name) && about.contains(&keyword))
    };
    let mut branch: Object = schema
        .iter()
        .filter(|(keyword, _)| about(keyword))
        .map(|(keyword, value)| (keyword.clone(), value.clone()))
        .collect();
    branch.insert("type".to_owned(), name.into());
    let all = match (schema.get("enum"), schema.get("const")) {
        (Some(Value::Array(listed)), _) => listed.clone(),
        (_, Some(only)) => vec![only.clone()],
        _ => return Some(Value::Object(branch)),
    };
    let listed: Vec<Value> = all.into_iter().filter(|value| is_of(value, name)).collect();
    let some = !listed.is_empty();
    branch.insert("enum".to_owned(), Value::Array(listed));
    some.then_some(json!(branch))
}

fn is_of(value: &Value, name: &str) -> bool {
    match name {
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "array" => value.is_array(),
        _ => value.is_object(),
    }
}

/// The keywords that apply to values of some types only
/// (<https://json-schema.org/draft/2020-12/json-schema-validation#section-6>).
const KEYWORDS: [(&[&str], &[&str]); 4] = [
    (
        &["string"],
        &["minLength", "maxLength", "pattern", "format", "contentEncoding", "contentMediaType"],
    ),
    (
        &["integer", "number"],
        &["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "format"],
    ),
    (&["array"], &["items", "prefixItems", "minItems", "maxItems", "uniqueItems"]),
    (
        &["object"],
        &[
            "properties",
            "required",
            "additionalProperties",
            "unevaluatedProperties",
            "patternProperties",
            "minProperties",
            "maxProperties",
        ],
    ),
];
