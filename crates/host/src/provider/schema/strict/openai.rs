//! OpenAI's strict mode: objects are closed, and all of their properties required.
//!
//! <https://platform.openai.com/docs/guides/structured-outputs#supported-schemas>

use serde_json::{Value, json};

use super::{Dialect, Fault, Object, Unions, close_object, definitions, is_object, not_strict};
use crate::provider::schema::value::{nullable, types};
use crate::provider::schema::{Keys, references, value, walk};

pub(super) const DIALECT: Dialect = Dialect {
    keywords: Some(&[
        "type",
        "title",
        "description",
        "properties",
        "required",
        "additionalProperties",
        "items",
        "anyOf",
        "enum",
        "const",
        "pattern",
        "format",
        "minimum",
        "maximum",
        "exclusiveMinimum",
        "exclusiveMaximum",
        "multipleOf",
        "minItems",
        "maxItems",
        "$ref",
        "$defs",
    ]),
    formats: Some(&[
        "date-time",
        "date",
        "time",
        "duration",
        "email",
        "hostname",
        "ipv4",
        "ipv6",
        "uuid",
    ]),
    unrolls: false,
    only_enums: false,
    plain_enums: false,
    unions: Unions::AnyOf,
    tuples: false,
    complete: true,
    plain_patterns: true,
    keys: Keys::Any,
    separator: " ",
};

const MAX_PROPERTIES: usize = 5_000;
const MAX_LEVELS: usize = 10;
const MAX_VALUES: usize = 1_000;
const MAX_CHARACTERS: usize = 120_000;

/// The schema, close_object, if it is within the limits.
pub(super) fn close(schema: Object) -> Result<Object, Fault> {
    let schema = object(schema, true)?;
    let mut size = Size::default();
    size.add(&schema, 1)?;
    for definition in definitions(&schema) {
        size.add(definition, 1)?;
    }
    size.check()?;
    Ok(schema)
}

fn object(schema: Object, is_root: bool) -> Result<Object, Fault> {
    let mut schema =
        walk::try_map(references::isolate(schema), &mut |inside| object(inside, false))?;
    if is_object(&schema) {
        close_object(&mut schema, is_root)?;
        require_all(&mut schema);
    }
    if let Some(value) = schema.get("const")
        && !schema.contains_key("type")
    {
        let name = super::type_of(value);
        schema.insert("type".into(), name.into());
    }
    let is_typed = ["type", "$ref", "anyOf", "enum"].iter().any(|key| schema.contains_key(*key));
    if is_typed {
        Ok(schema)
    } else {
        Err(not_strict("strict mode requires a type for each value"))
    }
}

/// Requires all properties: those that were optional may be null instead.
fn require_all(schema: &mut Object) {
    let required = value::required(schema);
    let Some(Value::Object(properties)) = schema.get_mut("properties") else {
        return;
    };
    for (name, property) in properties.iter_mut() {
        if let Value::Object(property) = property
            && !required.contains(name)
        {
            *property = nullable(std::mem::take(property));
        }
    }
    let keys: Vec<&String> = properties.keys().collect();
    let names = json!(keys);
    schema.insert("required".into(), names);
}

/// What the limits count.
#[derive(Default)]
struct Size {
    properties: usize,
    values: usize,
    characters: usize,
}

impl Size {
    fn add(&mut self, schema: &Object, level: usize) -> Result<(), Fault> {
        if level > MAX_LEVELS {
            return Err(not_strict(format!(
                "strict mode supports at most {MAX_LEVELS} levels of nesting"
            )));
        }
        let properties = schema.get("properties").and_then(Value::as_object);
        for name in properties.into_iter().flat_map(Object::keys) {
            self.properties += 1;
            self.characters += name.chars().count();
        }
        let values = schema.get("enum").and_then(Value::as_array);
        for value in values.into_iter().flatten().chain(schema.get("const")) {
            self.values += 1;
            self.characters += value.as_str().map_or(0, |text| text.chars().count());
        }
        let is_level = types(schema).iter().any(|name| matches!(*name, "object" | "array"));
        let mut found = Ok(());
        walk::each(schema, &mut |inside| {
            if found.is_ok() {
                found = self.add(inside, level + usize::from(is_level));
            }
        });
        found
    }

    fn check(&self) -> Result<(), Fault> {
        let limits = [
            (self.properties, MAX_PROPERTIES, "properties"),
            (self.values, MAX_VALUES, "enum values"),
            (self.characters, MAX_CHARACTERS, "characters in names and values"),
        ];
        match limits.iter().find(|(count, limit, _)| count > limit) {
            Some((_, limit, what)) => {
                Err(not_strict(format!("strict mode supports at most {limit} {what}")))
            }
            None => Ok(()),
        }
    }
}
