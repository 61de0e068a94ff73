//! Maps whose keys are an enum: schemars lists the keys as properties, which are all alike.

use serde_json::Value;

use super::{Object, buffered};

/// The properties of an object that are keys of such a map, which writes null for `None`. A struct leaves
/// a property out that is not required.
pub(super) fn keys(schema: &Object, properties: &Object, required: &[String]) -> Vec<String> {
    let is_map = schema.contains_key("additionalProperties") && required.is_empty();
    let is_key = |(name, property): &(&String, &Value)| {
        is_map || buffered::is_marked(property) && is_of_map(property) && !required.contains(name)
    };
    let keys: Vec<_> = properties.iter().filter(is_key).collect();
    let are_alike = keys.windows(2).all(|pair| matches!(pair, [(_, a), (_, b)] if a == b));
    if are_alike { keys.into_iter().map(|(name, _)| name.clone()).collect() } else { Vec::new() }
}

/// Whether a flattened property has nothing that only the field of a struct has.
fn is_of_map(property: &Value) -> bool {
    ["description", "default", "deprecated"].iter().all(|of_field| property.get(of_field).is_none())
}
