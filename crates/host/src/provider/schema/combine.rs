//! `allOf`, merged into the schema that has it.

use serde_json::Value;

use super::{Object, merge, walk};

/// The schema without `allOf`, but where two recursive references meet.
pub(super) fn combine(schema: Object) -> Object {
    let mut schema = walk::map(schema, &mut combine);
    let Some(Value::Array(parts)) = schema.remove("allOf") else {
        return schema;
    };
    let references = parts.iter().filter(|part| part.get("$ref").is_some()).count();
    if references + usize::from(schema.contains_key("$ref")) > 1 {
        schema.insert("allOf".into(), Value::Array(parts));
        return schema;
    }
    let had_parts = parts.len() > 1 || schema.contains_key("properties");
    for part in parts {
        if let Value::Object(part) = part {
            schema = merge::both(schema, part);
        }
    }
    // It speaks of all parts, as `additionalProperties` does now.
    if had_parts
        && !schema.contains_key("anyOf")
        && !schema.contains_key("oneOf")
        && let Some(rest) = schema.remove("unevaluatedProperties")
    {
        schema.entry("additionalProperties").or_insert(rest);
    }
    schema
}
