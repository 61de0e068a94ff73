//! A schema without what nobody reads, and valid in 2020-12.

use mcp_runtime_client::protocol::reference::{escape, pointer, unescape};
use mcp_runtime_schema::keywords::{FORMATS, Holds};
use serde_json::{Value, json};

use super::budget::Budget;
use super::fault::kind;
use super::keyword::{LOWER, NOISE, UPPER};
use super::{Fault, Object, value, walk};

/// The schema, cleaned; what had to go for it is added to `details`.
pub(super) fn clean(
    schema: &Value,
    budget: &mut Budget,
    details: &mut Vec<Fault>,
) -> Result<Object, Fault> {
    let schema = match schema {
        Value::Bool(true) => return Ok(Object::new()),
        Value::Object(schema) => schema,
        other => {
            return Err(Fault::new(
                "input.missing",
                format!("the schema must be an object, not {}", kind(other)),
            ));
        }
    };
    let mut root = Cleaner { budget, details }.object(schema, "")?;
    root.shift_remove("title");
    Ok(root)
}

struct Cleaner<'a> {
    budget: &'a mut Budget,
    details: &'a mut Vec<Fault>,
}

impl Cleaner<'_> {
    fn schema(&mut self, schema: &Value, at: &str) -> Result<Value, Fault> {
        match schema {
            // Clients drop whole lists for a boolean, Fireworks fails: lint's `schema.bool-deep`.
            Value::Bool(true) => Ok(json!({})),
            Value::Bool(false) => Ok(json!({ "not": {} })),
            Value::Object(schema) => self.object(schema, at).map(Value::Object),
            other => {
                self.invalid(
                    at,
                    format!("a schema must be an object or a boolean, not {}", kind(other)),
                );
                Ok(json!({}))
            }
        }
    }

    fn object(&mut self, schema: &Object, at: &str) -> Result<Object, Fault> {
        let mut clean = Object::new();
        self.budget.enter().map_err(|fault| fault.at(at))?;
        for (keyword, value) in schema {
            if NOISE.contains(&keyword.as_str()) || keyword.starts_with("x-") {
                continue;
            }
            self.budget.key(keyword)?;
            let at = format!("{at}/{}", escape(keyword));
            match walk::holds(keyword) {
                Some(holds) => self.schemas(keyword, holds, value, &at, &mut clean)?,
                None => self.word(keyword, value, &at, &mut clean)?,
            }
        }
        self.budget.leave();
        Ok(finish(schema, clean))
    }

    /// A keyword that holds schemas.
    fn schemas(
        &mut self,
        keyword: &str,
        holds: Holds,
        value: &Value,
        at: &str,
        clean: &mut Object,
    ) -> Result<(), Fault> {
        match (holds, value) {
            (Holds::Map | Holds::Dependencies, Value::Object(map)) => {
                let schemas = self.map(map, at)?;
                let keyword = if keyword == "definitions" { "$defs" } else { keyword };
                match clean.get_mut(keyword) {
                    Some(Value::Object(all)) => all.extend(schemas),
                    _ => _ = clean.insert(keyword.into(), Value::Object(schemas)),
                }
            }
            (Holds::List | Holds::SchemaOrList, Value::Array(list)) if !list.is_empty() => {
                let list = list
                    .iter()
                    .enumerate()
                    .map(|(place, schema)| self.schema(schema, &format!("{at}/{place}")))
                    .collect::<Result<_, _>>()?;
                // `items` is a list in draft-07 alone.
                let keyword = if keyword == "items" { "prefixItems" } else { keyword };
                clean.insert(keyword.into(), Value::Array(list));
            }
            // Whether other properties are allowed is said by a boolean, which all providers know.
            (Holds::Schema, Value::Bool(_)) if IS_ALLOWED.contains(&keyword) => {
                clean.insert(keyword.into(), value.clone());
            }
            (Holds::Schema | Holds::SchemaOrList, Value::Object(_) | Value::Bool(_)) => {
                let schema = self.schema(value, at)?;
                clean.insert(keyword.into(), schema);
            }
            _ => self.invalid(at, format!("`{keyword}` cannot be {}", kind(value))),
        }
        Ok(())
    }

    fn map(&mut self, map: &Object, at: &str) -> Result<Object, Fault> {
        let schemas = map.iter().map(|(name, schema)| {
            self.budget.key(name)?;
            let at = format!("{at}/{}", escape(name));
            let schema = match schema {
                // A list of names, as `dependencies` of draft-07 may have.
                Value::Array(_) => {
                    self.budget.value(schema)?;
                    schema.clone()
                }
                schema => self.schema(schema, &at)?,
            };
            Ok((name.clone(), schema))
        });
        schemas.collect()
    }

    /// A keyword that holds anything else.
    fn word(
        &mut self,
        keyword: &str,
        value: &Value,
        at: &str,
        clean: &mut Object,
    ) -> Result<(), Fault> {
        if keyword == "format" && !value.as_str().is_some_and(|name| FORMATS.contains(&name)) {
            return Ok(());
        }
        self.budget.value(value)?;
        match valid(keyword, value) {
            Some(Value::String(text)) if keyword == "$ref" => {
                clean.insert(keyword.into(), reference(&text).into());
            }
            Some(value) => _ = clean.insert(keyword.into(), value),
            // Draft-04 has booleans there, which `finish` reads; OpenAPI has `required` on a property.
            None if value.is_boolean() => {}
            None => self.invalid(at, format!("`{keyword}` cannot be {}", kind(value))),
        }
        Ok(())
    }

    fn invalid(&mut self, at: &str, why: String) {
        self.details.push(Fault::new("schema.invalid", why).at(at));
    }
}

/// Keywords whose boolean values stay.
const IS_ALLOWED: [&str; 3] = ["additionalProperties", "unevaluatedProperties", "unevaluatedItems"];

/// The value of a keyword, as far as it is valid.
fn valid(keyword: &str, value: &Value) -> Option<Value> {
    let is_bound = LOWER.contains(&keyword) || UPPER.contains(&keyword);
    let is_valid = match keyword {
        "type" => return value::valid_types(value),
        "required" => {
            let mut names: Vec<&str> = value.as_array()?.iter().filter_map(Value::as_str).collect();
            let mut seen = std::collections::HashSet::new();
            names.retain(|name| seen.insert(*name));
            return Some(json!(names));
        }
        "enum" => value.as_array().is_some_and(|values| !values.is_empty()),
        "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" => value.is_number(),
        "multipleOf" => value.as_f64().is_some_and(|number| number > 0.0),
        _ if is_bound => value.is_u64(),
        "title" | "description" | "pattern" | "$ref" => value.is_string(),
        "dependentRequired" => value.is_object(),
        "examples" => value.is_array(),
        "uniqueItems" | "nullable" | "deprecated" => value.is_boolean(),
        _ => true,
    };
    is_valid.then(|| value.clone())
}

/// What the keywords of other dialects say, in those of 2020-12.
fn finish(given: &Object, mut clean: Object) -> Object {
    for (flag, bound) in [("exclusiveMinimum", "minimum"), ("exclusiveMaximum", "maximum")] {
        if given.get(flag) == Some(&Value::Bool(true))
            && let Some(value) = clean.shift_remove(bound)
        {
            clean.insert(flag.into(), value);
        }
    }
    if let Some(rest) = clean.shift_remove("additionalItems")
        && clean.contains_key("prefixItems")
    {
        clean.entry("items").or_insert(rest);
    }
    if clean.shift_remove("nullable") == Some(Value::Bool(true)) {
        clean = value::nullable(clean);
    }
    // A property for which no value is valid is none.
    let required = value::required(&clean);
    if let Some(Value::Object(properties)) = clean.get_mut("properties") {
        let none = json!({ "not": {} });
        properties.retain(|name, schema| *schema != none || required.contains(name));
    }
    clean
}

/// The reference as this schema spells it now: one spelling for each place, or there might be many
/// references to one.
fn reference(value: &str) -> String {
    let Some(pointer) = pointer(value) else { return value.to_owned() };
    let keys: Vec<String> = pointer.split('/').map(|key| escape(&unescape(key))).collect();
    let pointer = keys.join("/");
    match pointer.strip_prefix("/definitions/") {
        Some(name) => format!("#/$defs/{name}"),
        None => format!("#{pointer}"),
    }
}
