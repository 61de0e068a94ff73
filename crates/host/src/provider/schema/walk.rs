//! The schemas directly inside a schema.

use mcp_runtime_schema::keywords::{Holds, KEYWORDS};
use serde_json::Value;

use super::{Fault, Object};

/// What a keyword holds, if it holds schemas.
pub(super) fn holds(keyword: &str) -> Option<Holds> {
    KEYWORDS.iter().find(|(known, _)| *known == keyword).map(|&(_, holds)| holds)
}

/// Calls a function with each schema inside a schema, but for its definitions.
pub(super) fn each<'a>(schema: &'a Object, visit: &mut impl FnMut(&'a Object)) {
    let keywords = schema.iter().filter(|(keyword, _)| *keyword != "$defs");
    for (keyword, value) in keywords {
        match (holds(keyword), value) {
            (Some(Holds::Map | Holds::Dependencies), Value::Object(map)) => {
                map.values().filter_map(Value::as_object).for_each(&mut *visit);
            }
            (Some(_), Value::Array(list)) => {
                list.iter().filter_map(Value::as_object).for_each(&mut *visit);
            }
            (Some(_), Value::Object(schema)) => visit(schema),
            _ => {}
        }
    }
}

/// Replaces each schema inside a schema, those of its definitions too.
pub(super) fn try_map(
    schema: Object,
    map: &mut impl FnMut(Object) -> Result<Object, Fault>,
) -> Result<Object, Fault> {
    let members = schema.into_iter().map(|(keyword, value)| {
        let value = match holds(&keyword) {
            Some(holds) => keyword_value(holds, value, map).map_err(|fault| fault.below(&keyword)),
            None => Ok(value),
        };
        value.map(|value| (keyword, value))
    });
    members.collect()
}

fn keyword_value(
    holds: Holds,
    value: Value,
    map: &mut impl FnMut(Object) -> Result<Object, Fault>,
) -> Result<Value, Fault> {
    let mut one = |value, key: &str| match value {
        Value::Object(schema) => map(schema)
            .map(Value::Object)
            .map_err(|fault| if key.is_empty() { fault } else { fault.below(key) }),
        other => Ok(other),
    };
    match (holds, value) {
        (Holds::Map | Holds::Dependencies, Value::Object(schemas)) => {
            let schemas = schemas.into_iter().map(|(name, schema)| {
                let schema = one(schema, &name)?;
                Ok((name, schema))
            });
            schemas.collect::<Result<Object, Fault>>().map(Value::Object)
        }
        (_, Value::Array(list)) => {
            let list =
                list.into_iter().enumerate().map(|(place, schema)| one(schema, &place.to_string()));
            list.collect::<Result<Vec<Value>, Fault>>().map(Value::Array)
        }
        (_, value) => one(value, ""),
    }
}

/// Replaces each schema within a schema, as [`try_map`] does, by a function that cannot fail.
pub(super) fn map(schema: Object, map: &mut impl FnMut(Object) -> Object) -> Object {
    try_map(schema, &mut |schema| Ok(map(schema))).unwrap_or_default()
}

/// Whether a keyword holds schemas by name.
pub(super) fn is_map(keyword: &str) -> bool {
    matches!(holds(keyword), Some(Holds::Map | Holds::Dependencies))
}
