//! The type of a schema.

use serde_json::Value;

use super::{Builder, Members, Place};
use crate::error::CodegenResult as Result;
use crate::limits::MAX_DEPTH;
use crate::model::{Side, Type};

/// The longest tuple for which serde has implementations that compile quickly.
const MAX_TUPLE: usize = 12;

/// What says nothing about the type when it stands beside a reference.
const STRUCTURE: [&str; 12] = [
    "additionalProperties",
    "allOf",
    "anyOf",
    "const",
    "enum",
    "items",
    "oneOf",
    "patternProperties",
    "prefixItems",
    "properties",
    "required",
    "not",
];

impl Builder<'_, '_> {
    /// The type of a schema.
    pub(super) fn of(&mut self, schema: &Value, place: &Place) -> Result<Type> {
        self.shared.budget.spend(1)?;
        let Value::Object(members) = schema else {
            return Ok(Type::Value);
        };
        if place.depth > MAX_DEPTH {
            return Ok(Type::Value);
        }
        let has_structure = || STRUCTURE.iter().any(|key| members.contains_key(*key));
        if let Some(reference) = members.get("$ref").and_then(Value::as_str)
            && !has_structure()
        {
            return self.follow(reference, place);
        }
        if let Some(only) = only_part(members) {
            return self.of(only, place);
        }
        if members.contains_key("$ref") || members.contains_key("allOf") {
            let flattened = self.flattened(schema, 0)?;
            return match &*flattened {
                // A circle of references, or too many of them.
                Value::Object(members) if members.contains_key("$ref") => Ok(Type::Value),
                Value::Object(members) => self.of_members(&flattened, members, place),
                _ => Ok(Type::Value),
            };
        }
        self.of_members(schema, members, place)
    }

    fn of_members(&mut self, schema: &Value, members: &Members, place: &Place) -> Result<Type> {
        if let Some(content) = self.of_values(schema, members, place) {
            return Ok(content);
        }
        if let Some(content) = self.of_union(schema, members, place)? {
            return Ok(content);
        }
        match members.get("type") {
            Some(Value::String(kind)) => self.of_kind(kind, schema, members, place),
            _ if members.contains_key("properties")
                || members.contains_key("additionalProperties") =>
            {
                self.of_kind("object", schema, members, place)
            }
            _ if members.contains_key("items") || members.contains_key("prefixItems") => {
                self.of_kind("array", schema, members, place)
            }
            // Arguments are an object, whether their schema says so or not.
            _ if place.is_root && self.side == Side::Arguments => {
                self.of_kind("object", schema, members, place)
            }
            _ => Ok(Type::Value),
        }
    }

    pub(super) fn of_kind(
        &mut self,
        kind: &str,
        schema: &Value,
        members: &Members,
        place: &Place,
    ) -> Result<Type> {
        Ok(match kind {
            "null" => Type::Null,
            "boolean" => Type::Boolean,
            "integer" if is_unsigned(members) => Type::Unsigned,
            "integer" => Type::Integer,
            "number" => Type::Number,
            "string" => self.of_text(members),
            "array" => self.of_array(members, place)?,
            "object" => self.of_object(schema, members, None, place)?,
            _ => Type::Value,
        })
    }

    fn of_text(&mut self, members: &Members) -> Type {
        let Some(format) = members.get("format").and_then(Value::as_str) else {
            return Type::Text;
        };
        if !self.shared.formats_seen.contains(format) {
            self.shared.formats_seen.insert(format.to_owned());
        }
        self.shared.formats.get(format).map_or(Type::Text, |name| Type::Format(name.clone()))
    }

    fn of_array(&mut self, members: &Members, place: &Place) -> Result<Type> {
        // Up to draft 2019-09, `items` is what is `prefixItems` now.
        let of_tuple = members.get("prefixItems").or_else(|| members.get("items"));
        if let Some(Value::Array(parts)) = of_tuple {
            return self.of_tuple(members, parts, place);
        }
        let content = match members.get("items") {
            Some(items) => self.of(items, &place.inner())?,
            None => Type::Value,
        };
        Ok(Type::List(Box::new(content)))
    }

    /// A tuple, if there are never more or fewer parts.
    fn of_tuple(&mut self, members: &Members, parts: &[Value], place: &Place) -> Result<Type> {
        let size = |key: &str| members.get(key).and_then(Value::as_u64);
        let length = u64::try_from(parts.len()).unwrap_or(u64::MAX);
        let no_more = ["items", "additionalItems"]
            .iter()
            .any(|key| members.get(*key) == Some(&Value::Bool(false)))
            || size("maxItems").is_some_and(|most| most <= length);
        // Arguments are written, and need no more parts than there have to be.
        let is_tuple = no_more || self.side == Side::Arguments;
        if !is_tuple || !(1..=MAX_TUPLE).contains(&parts.len()) {
            return Ok(Type::List(Box::new(Type::Value)));
        }
        let mut types = Vec::with_capacity(parts.len());
        for (at, part) in parts.iter().enumerate() {
            types.push(self.of(part, &place.part(&format!("Part{}", at + 1)))?);
        }
        Ok(Type::Tuple(types))
    }
}

/// The only part of an `allOf`, beside which nothing says anything about the type.
fn only_part(members: &Members) -> Option<&Value> {
    let parts = members.get("allOf")?.as_array()?;
    let is_alone = || {
        let mut others = STRUCTURE.iter().filter(|key| **key != "allOf");
        !members.contains_key("$ref") && !others.any(|key| members.contains_key(*key))
    };
    parts.first().filter(|_| parts.len() == 1 && is_alone())
}

/// Whether the lower bound is zero or more.
fn is_unsigned(members: &Members) -> bool {
    let bound = |key: &str| members.get(key).and_then(Value::as_f64);
    // An exclusive one of -1 leaves zero.
    bound("minimum").is_some_and(|least| least >= 0.0)
        || bound("exclusiveMinimum").is_some_and(|below| below >= -1.0)
}
