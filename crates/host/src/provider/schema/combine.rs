//! `allOf`, merged into the schema that has it.

use serde_json::Value;

use super::{Object, merge, walk};

/// The schema without `allOf`, but where two recursive references meet.
pub(super) fn combine(schema: Object) -> Object {
    let mut schema = walk::map(schema, &mut combine);
    if let Some(Value::Array(parts)) = schema.shift_remove("allOf") {
        let references = parts.iter().filter(|part| part.get("$ref").is_some()).count();
        if references + usize::from(schema.contains_key("$ref")) > 1 {
            schema.insert("allOf".into(), Value::Array(parts));
        } else {
            let parts = parts.into_iter().filter_map(|part| match part {
                Value::Object(part) => Some(part),
                _ => None,
            });
            schema = parts.fold(schema, merge::both);
        }
    }
    // With nothing else to evaluate properties, it says what `additionalProperties` does, which
    // all providers know.
    if !ELSEWHERE.iter().any(|keyword| schema.contains_key(*keyword))
        && let Some(rest) = schema.shift_remove("unevaluatedProperties")
    {
        schema.entry("additionalProperties").or_insert(rest);
    }
    schema
}

/// The keywords by which properties are evaluated elsewhere.
const ELSEWHERE: [&str; 6] = ["$ref", "allOf", "anyOf", "oneOf", "if", "dependentSchemas"];
