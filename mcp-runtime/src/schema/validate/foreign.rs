//! Holds a value against a schema that somebody else wrote, with a bounded effort.
//!
//! What is not understood here is not checked; references lead to the schema itself, and nowhere
//! else.

use std::borrow::Cow;

use serde_json::Value;

use super::words::{list, quoted};
use super::{Object, compare, is_multiple, required, within};
use crate::schema::{Violation, pattern};

/// More steps than this, or deeper ones, are no check, but a schema that never ends.
const MOST_STEPS: usize = 100_000;
const DEEPEST: usize = 200;

/// Looks whether a value fits a schema.
///
/// # Errors
///
/// The first thing that is wrong.
pub(crate) fn check_foreign(value: &Value, schema: &Value) -> Result<(), Violation> {
    Check { root: schema, steps: 0 }.value(value, schema, 0)
}

struct Check<'a> {
    root: &'a Value,
    steps: usize,
}

impl<'a> Check<'a> {
    fn value(&mut self, value: &Value, schema: &'a Value, depth: usize) -> Result<(), Violation> {
        self.steps += 1;
        if self.steps > MOST_STEPS || depth > DEEPEST {
            return wrong("the schema is too complex to be checked");
        }
        let schema = match schema {
            Value::Object(schema) => schema,
            Value::Bool(false) => return wrong("there must be nothing here"),
            _ => return Ok(()),
        };
        own(value, schema)?;
        self.combined(value, schema, depth + 1)?;
        match value {
            Value::Array(items) => self.items(items, schema, depth + 1),
            Value::Object(object) => self.object(object, schema, depth + 1),
            _ => Ok(()),
        }
    }

    /// Schemas that have a say beside the one that names them.
    fn combined(
        &mut self,
        value: &Value,
        schema: &'a Object,
        depth: usize,
    ) -> Result<(), Violation> {
        let place = schema.get("$ref").and_then(Value::as_str).and_then(|at| at.strip_prefix('#'));
        if let Some(schema) = place.and_then(|place| self.root.pointer(place)) {
            self.value(value, schema, depth)?;
        }
        for schema in branches(schema, "allOf") {
            self.value(value, schema, depth)?;
        }
        for keyword in ["anyOf", "oneOf"] {
            let mut nearest = None;
            let mut fits = 0;
            for schema in branches(schema, keyword) {
                match self.value(value, schema, depth) {
                    Ok(()) => fits += 1,
                    Err(violation) => nearest = Some(violation),
                }
            }
            match nearest {
                Some(violation) if fits == 0 => return Err(violation),
                _ if keyword == "oneOf" && fits > 1 => return wrong("it fits several of `oneOf`"),
                _ => {}
            }
        }
        Ok(())
    }

    fn items(
        &mut self,
        items: &[Value],
        schema: &'a Object,
        depth: usize,
    ) -> Result<(), Violation> {
        let mut first = branches(schema, "prefixItems");
        for (index, item) in items.iter().enumerate() {
            if let Some(schema) = first.next().or_else(|| schema.get("items")) {
                let checked = self.value(item, schema, depth);
                checked.map_err(|violation| violation.below(&format!("[{index}]")))?;
            }
        }
        Ok(())
    }

    fn object(
        &mut self,
        object: &Object,
        schema: &'a Object,
        depth: usize,
    ) -> Result<(), Violation> {
        if let Some(name) = required(schema).find(|name| !object.contains_key(*name)) {
            return Err(Violation::new(name, "missing"));
        }
        let properties = schema.get("properties").and_then(Value::as_object);
        // Whom a pattern takes in is not looked at.
        let others = match schema.contains_key("patternProperties") {
            true => None,
            false => schema.get("additionalProperties"),
        };
        for (name, value) in object {
            let schema = properties.and_then(|properties| properties.get(name)).or(others);
            if let Some(schema) = schema {
                let checked = self.value(value, schema, depth);
                checked.map_err(|violation| violation.below(name))?;
            }
        }
        Ok(())
    }
}

/// What a schema says of a value by itself.
fn own(value: &Value, schema: &Object) -> Result<(), Violation> {
    let types: Vec<&str> = match schema.get("type") {
        Some(Value::Array(types)) => types.iter().filter_map(Value::as_str).collect(),
        Some(Value::String(only)) => vec![only],
        _ => Vec::new(),
    };
    if !types.is_empty() && !types.iter().any(|kind| is(value, kind)) {
        return wrong(format!("expected {}, got {}", types.join(" or "), shown(value)));
    }
    if let Some(Value::Array(allowed)) = schema.get("enum")
        && !allowed.iter().any(|allowed| equal(value, allowed))
    {
        return wrong(format!("expected {}, got {}", list(allowed), shown(value)));
    }
    if let Some(only) = schema.get("const").filter(|only| !equal(value, only)) {
        return wrong(format!("expected {}, got {}", shown(only), shown(value)));
    }
    let keeps = |value: &Value, least: &str, most: &str| within(schema, value, least, most);
    let pattern = schema.get("pattern").and_then(Value::as_str);
    let is_kept = match value {
        Value::Number(_) => {
            keeps(value, "minimum", "maximum")
                && keeps(value, "exclusiveMinimum", "exclusiveMaximum")
                && is_multiple(schema, value)
        }
        Value::String(text) => {
            keeps(&text.chars().count().into(), "minLength", "maxLength")
                && pattern.is_none_or(|pattern| pattern::matches(pattern, text))
        }
        Value::Array(items) => keeps(&items.len().into(), "minItems", "maxItems"),
        Value::Object(object) => keeps(&object.len().into(), "minProperties", "maxProperties"),
        Value::Null | Value::Bool(_) => true,
    };
    if is_kept { Ok(()) } else { wrong(format!("{} is out of bounds", shown(value))) }
}

fn branches<'a>(schema: &'a Object, keyword: &str) -> impl Iterator<Item = &'a Value> {
    schema.get(keyword).and_then(Value::as_array).into_iter().flatten()
}

/// Whether a value is of a type; one that there is not takes all.
fn is(value: &Value, kind: &str) -> bool {
    match kind {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "string" => value.is_string(),
        "number" => value.is_number(),
        "integer" => value.as_f64().is_some_and(|number| number.fract() == 0.0),
        "array" => value.is_array(),
        "object" => value.is_object(),
        _ => true,
    }
}

/// Numbers are equal by their value.
fn equal(value: &Value, other: &Value) -> bool {
    match (value, other) {
        (Value::Number(value), Value::Number(other)) => compare(value, other).is_eq(),
        _ => value == other,
    }
}

/// A value in a few words, whatever its size.
fn shown(value: &Value) -> Cow<'static, str> {
    match value {
        Value::Array(_) => Cow::Borrowed("an array"),
        Value::Object(_) => Cow::Borrowed("an object"),
        _ => Cow::Owned(quoted(value)),
    }
}

fn wrong(message: impl Into<String>) -> Result<(), Violation> {
    Err(Violation::new("", message))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn said(value: &Value, schema: &Value) -> String {
        check_foreign(value, schema).err().map(|wrong| wrong.to_string()).unwrap_or_default()
    }

    #[test]
    fn what_fits_passes() {
        for (value, schema) in [
            (json!(1.0), json!({ "type": "integer", "enum": [1] })),
            (json!(null), json!({ "type": ["string", "null"] })),
            (json!("x"), json!({ "not": { "const": "y" }, "type": "string" })),
            (
                json!({ "a1": 1 }),
                json!({ "patternProperties": { "^a": {} }, "additionalProperties": false }),
            ),
            (
                json!([1, "x", "y"]),
                json!({ "prefixItems": [{ "type": "integer" }], "items": { "type": "string" } }),
            ),
            (json!(5), json!({ "anyOf": [true, { "type": "string" }] })),
            (
                json!({ "next": { "next": {} } }),
                json!({ "properties": { "next": { "$ref": "#" } } }),
            ),
            (json!(7), json!({ "$ref": "https://example.com/schema", "pattern": "(" })),
        ] {
            assert_eq!(said(&value, &schema), "", "{schema}");
        }
    }

    #[test]
    fn what_does_not_fit_is_told_with_its_place() {
        let schema = json!({
            "type": "object", "required": ["total"], "additionalProperties": false,
            "properties": {
                "total": { "type": "number", "minimum": 0 },
                "items": { "type": "array", "items": { "$ref": "#/$defs/item" } },
                "kind": { "oneOf": [{ "const": "a" }, { "const": "b" }] },
            },
            "$defs": { "item": { "type": "object", "properties": { "n": { "type": "integer" } } } },
        });
        for (value, expected) in [
            (json!([]), "expected object, got an array"),
            (json!({}), "`total`: missing"),
            (json!({ "total": "1" }), "`total`: expected number, got \"1\""),
            (json!({ "total": -1 }), "`total`: -1 is out of bounds"),
            (json!({ "total": 1, "more": 1 }), "`more`: there must be nothing here"),
            (
                json!({ "total": 1, "items": [{}, { "n": 1.5 }] }),
                "`items[1].n`: expected integer, got 1.5",
            ),
            (json!({ "total": 1, "kind": "c" }), "`kind`: expected \"b\", got \"c\""),
        ] {
            assert_eq!(said(&value, &schema), expected, "{value}");
        }
    }

    #[test]
    fn a_schema_without_an_end_ends() {
        let itself = json!({ "anyOf": [{ "$ref": "#" }, { "$ref": "#" }] });
        assert!(said(&json!(1), &itself).contains("too complex"));
        let twice =
            json!({ "properties": { "x": { "allOf": [{ "$ref": "#" }, { "$ref": "#" }] } } });
        let deep = (0..60).fold(json!({}), |inner, _| json!({ "x": inner }));
        assert!(said(&deep, &twice).contains("too complex"));
    }
}
