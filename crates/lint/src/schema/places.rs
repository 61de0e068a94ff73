//! The positions of schemas inside a schema.

use serde_json::Value;

use crate::json::escape;

/// What a keyword holds.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Holds {
    Schema,
    /// A non-empty array of schemas.
    List,
    /// An object with a schema for each name.
    Map,
    SchemaOrList,
    /// Like a map, but with arrays of names among the schemas.
    Dependencies,
}

/// The keywords of draft-07 and of 2020-12 that hold schemas.
pub(super) const KEYWORDS: &[(&str, Holds)] = &[
    ("properties", Holds::Map),
    ("patternProperties", Holds::Map),
    ("$defs", Holds::Map),
    ("definitions", Holds::Map),
    ("dependentSchemas", Holds::Map),
    ("dependencies", Holds::Dependencies),
    ("allOf", Holds::List),
    ("anyOf", Holds::List),
    ("oneOf", Holds::List),
    ("prefixItems", Holds::List),
    ("items", Holds::SchemaOrList),
    ("additionalItems", Holds::Schema),
    ("additionalProperties", Holds::Schema),
    ("contains", Holds::Schema),
    ("propertyNames", Holds::Schema),
    ("not", Holds::Schema),
    ("if", Holds::Schema),
    ("then", Holds::Schema),
    ("else", Holds::Schema),
    ("unevaluatedItems", Holds::Schema),
    ("unevaluatedProperties", Holds::Schema),
    ("contentSchema", Holds::Schema),
];

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
