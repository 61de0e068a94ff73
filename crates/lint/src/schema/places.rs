//! The positions of schemas inside a schema.

use mcp_runtime_protocol::reference::escape;
use mcp_runtime_schema::keywords::{Holds, KEYWORDS};
use serde_json::Value;

/// A schema directly inside another one.
pub(super) struct Subschema<'a> {
    pub(super) keyword: &'static str,
    /// Its name, where the keyword holds a map.
    pub(super) name: Option<&'a str>,
    /// The JSON pointer from the outer schema.
    pub(super) pointer: String,
    pub(super) value: &'a Value,
}

/// Lists the schemas directly inside a schema.
pub(super) fn inside(schema: &Value) -> Vec<Subschema<'_>> {
    let mut places = Vec::new();
    for &(keyword, holds) in KEYWORDS {
        if let Some(value) = schema.get(keyword) {
            add_places(keyword, holds, value, &mut places);
        }
    }
    places
}

fn add_places<'a>(
    keyword: &'static str,
    holds: Holds,
    value: &'a Value,
    places: &mut Vec<Subschema<'a>>,
) {
    match (holds, value) {
        (Holds::Map | Holds::Dependencies, Value::Object(map)) => {
            let is_schema = |value: &Value| holds == Holds::Map || !value.is_array();
            for (name, value) in map.iter().filter(|(_, value)| is_schema(value)) {
                let pointer = format!("/{keyword}/{}", escape(name));
                places.push(Subschema { keyword, name: Some(name), pointer, value });
            }
        }
        (Holds::List | Holds::SchemaOrList, Value::Array(list)) => {
            for (index, value) in list.iter().enumerate() {
                let pointer = format!("/{keyword}/{index}");
                places.push(Subschema { keyword, name: None, pointer, value });
            }
        }
        (Holds::Schema | Holds::SchemaOrList, value) => {
            let pointer = format!("/{keyword}");
            places.push(Subschema { keyword, name: None, pointer, value });
        }
        // Reported as invalid.
        (Holds::Map | Holds::Dependencies | Holds::List, _) => {}
    }
}
