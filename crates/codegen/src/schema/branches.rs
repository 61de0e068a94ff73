//! The forms of a union.

use serde_json::Value;

use super::{Builder, Members};
use crate::error::CodegenResult as Result;
use crate::limits::{MAX_BRANCHES, MAX_DEPTH};

/// What a value looks like in JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Null,
    Boolean,
    Integer,
    Number,
    Text,
    Array,
    Object,
}

/// A form of a union.
#[derive(Debug)]
pub(super) struct Branch {
    pub(super) kind: Kind,
    /// As it is written: with the name of what it refers to.
    pub(super) schema: Value,
    /// With what it refers to.
    pub(super) resolved: Value,
}

impl Branch {
    /// The members of its schema.
    pub(super) fn members(&self) -> Option<&Members> {
        self.resolved.as_object()
    }
}

impl Builder<'_, '_> {
    /// Separates the forms of a schema, each of one kind; none if that is not known of all.
    pub(super) fn branches(&mut self, schemas: &[Value]) -> Result<Option<Vec<Branch>>> {
        let mut found = Vec::new();
        for schema in schemas {
            if !self.separate(schema, &mut found, 0)? {
                return Ok(None);
            }
        }
        Ok(Some(found))
    }

    /// Adds the forms of a schema; returns whether their kinds are known.
    fn separate(&mut self, schema: &Value, found: &mut Vec<Branch>, depth: usize) -> Result<bool> {
        self.shared.budget.spend(1)?;
        if depth > MAX_DEPTH || found.len() > MAX_BRANCHES {
            return Ok(false);
        }
        let resolved = self.flattened(&self.behind(schema)?, 0)?;
        let Value::Object(members) = &resolved else {
            return Ok(false);
        };
        let values = match (members.get("const"), members.get("enum")) {
            (Some(only), _) => Some(std::slice::from_ref(only)),
            (None, Some(Value::Array(values))) => Some(values.as_slice()),
            _ => None,
        };
        if let Some(values) = values {
            return Ok(separate_values(values, schema, &resolved, found));
        }
        let of_union = ["anyOf", "oneOf"].iter().find_map(|key| members.get(*key)?.as_array());
        if let Some(schemas) = of_union {
            if members.contains_key("properties") {
                return Ok(false);
            }
            for schema in schemas {
                if !self.separate(schema, found, depth + 1)? {
                    return Ok(false);
                }
            }
            return Ok(true);
        }
        if let Some(Value::Array(kinds)) = members.get("type") {
            for kind in kinds {
                let Some(of) = kind.as_str().and_then(kind_of) else {
                    return Ok(false);
                };
                self.shared.budget.spend(members.len())?;
                let mut one = members.clone();
                one.insert("type".to_owned(), kind.clone());
                let one = Value::Object(one);
                found.push(Branch { kind: of, schema: one.clone(), resolved: one });
            }
            return Ok(true);
        }
        let of = match members.get("type") {
            Some(kind) => kind.as_str().and_then(kind_of),
            None if members.contains_key("properties") => Some(Kind::Object),
            None if members.contains_key("additionalProperties") => Some(Kind::Object),
            None if members.contains_key("items") => Some(Kind::Array),
            None if members.contains_key("prefixItems") => Some(Kind::Array),
            None => None,
        };
        let Some(kind) = of else {
            return Ok(false);
        };
        found.push(Branch { kind, schema: schema.clone(), resolved });
        Ok(true)
    }
}

/// Adds a form for values, which have to be of one kind; `null` is another form.
fn separate_values(
    values: &[Value],
    schema: &Value,
    resolved: &Value,
    found: &mut Vec<Branch>,
) -> bool {
    let mut given = values.iter().filter(|value| !value.is_null());
    let push = |found: &mut Vec<Branch>, kind| {
        found.push(Branch { kind, schema: schema.clone(), resolved: resolved.clone() });
    };
    if values.iter().any(Value::is_null) {
        push(found, Kind::Null);
    }
    if let Some(first) = given.next() {
        let kind = kind_of_value(first);
        if given.any(|value| kind_of_value(value) != kind) {
            return false;
        }
        push(found, kind);
    }
    true
}

fn kind_of(name: &str) -> Option<Kind> {
    Some(match name {
        "null" => Kind::Null,
        "boolean" => Kind::Boolean,
        "integer" => Kind::Integer,
        "number" => Kind::Number,
        "string" => Kind::Text,
        "array" => Kind::Array,
        "object" => Kind::Object,
        _ => return None,
    })
}

fn kind_of_value(value: &Value) -> Kind {
    match value {
        Value::Null => Kind::Null,
        Value::Bool(_) => Kind::Boolean,
        Value::Number(number) if number.is_f64() => Kind::Number,
        Value::Number(_) => Kind::Integer,
        Value::String(_) => Kind::Text,
        Value::Array(_) => Kind::Array,
        Value::Object(_) => Kind::Object,
    }
}
