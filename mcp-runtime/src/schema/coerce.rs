//! Forgives the mistakes that models make with types.
//!
//! Used only for a value that did not decode as it is. It works on JSON text, so that numbers
//! beyond 64 bits keep their digits.

use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::Value;
use serde_json::value::RawValue;

use super::normalise::Object;
use super::validate::violations;

/// The JSON that was probably meant, if the schema tells and it differs from what came:
/// a number, a bool, an array or an object out of a string, an integer out of `1.0`, and no
/// `null` for a property that may be left out. Nothing ever becomes a string.
pub(crate) fn coerce(json: &str, schema: &Object, root: &Value) -> Option<String> {
    Coercion { root }.value(json.trim(), schema, DEEPEST)
}

/// Values that nest deeper are not worth a second reading.
const DEEPEST: usize = 64;

struct Coercion<'a> {
    root: &'a Value,
}

impl Coercion<'_> {
    fn value(&self, json: &str, schema: &Object, depth: usize) -> Option<String> {
        let depth = depth.checked_sub(1)?;
        if let Some(Value::String(reference)) = schema.get("$ref") {
            let name = reference.trim_start_matches("#/$defs/");
            return self.value(json, self.root.get("$defs")?.get(name)?.as_object()?, depth);
        }
        if let Some(Value::Array(branches)) = schema.get("anyOf") {
            return self.branches(json, branches, depth);
        }
        match schema.get("type")?.as_str()? {
            "integer" => integer(json),
            "number" => text(json).filter(|text| is_number(text)),
            "boolean" => text(json).filter(|text| text == "true" || text == "false"),
            "array" => self.container(json, '[', |json| self.items(json, schema, depth)),
            "object" => self.container(json, '{', |json| self.properties(json, schema, depth)),
            _ => None,
        }
    }

    /// The first branch that then takes the value.
    fn branches(&self, json: &str, branches: &[Value], depth: usize) -> Option<String> {
        branches.iter().filter_map(Value::as_object).find_map(|branch| {
            let meant = self.value(json, branch, depth)?;
            let value = serde_json::from_str(&meant).ok()?;
            violations("", &value, branch, self.root).is_empty().then_some(meant)
        })
    }

    /// An array or object, or a string that holds one.
    fn container(
        &self,
        json: &str,
        open: char,
        inside: impl Fn(&str) -> Option<String>,
    ) -> Option<String> {
        if json.starts_with(open) {
            return inside(json);
        }
        let text = text(json).filter(|text| text.starts_with(open))?;
        let is_json = serde_json::from_str::<&RawValue>(&text).is_ok();
        is_json.then(|| inside(&text).unwrap_or(text))
    }

    fn items(&self, json: &str, schema: &Object, depth: usize) -> Option<String> {
        let items: Vec<&RawValue> = serde_json::from_str(json).ok()?;
        let schema = schema.get("items")?.as_object()?;
        let meant: Vec<Option<String>> =
            items.iter().map(|item| self.value(item.get(), schema, depth)).collect();
        if meant.iter().all(Option::is_none) {
            return None;
        }
        let items = items.iter().zip(&meant);
        let items = items.map(|(item, meant)| meant.as_deref().unwrap_or(item.get()));
        Some(format!("[{}]", items.collect::<Vec<_>>().join(",")))
    }

    fn properties(&self, json: &str, schema: &Object, depth: usize) -> Option<String> {
        let Entries(entries) = serde_json::from_str(json).ok()?;
        let mut changed = false;
        let mut members = Vec::with_capacity(entries.len());
        for (name, value) in entries {
            let property = schema.get("properties").and_then(|all| all.get(&name));
            if value.get() == "null" && property.is_some() && !is_required(schema, &name) {
                changed = true;
                continue;
            }
            let property = property.or_else(|| schema.get("additionalProperties"));
            let meant = property
                .and_then(Value::as_object)
                .and_then(|property| self.value(value.get(), property, depth));
            changed |= meant.is_some();
            let value = meant.as_deref().unwrap_or(value.get());
            members.push(format!("{}:{value}", Value::String(name)));
        }
        changed.then(|| format!("{{{}}}", members.join(",")))
    }
}

fn is_required(schema: &Object, name: &str) -> bool {
    let required = schema.get("required").and_then(Value::as_array);
    required.is_some_and(|required| required.iter().any(|one| one == name))
}

fn integer(json: &str) -> Option<String> {
    let inner = text(json);
    let number = inner.as_deref().unwrap_or(json);
    if !is_number(number) {
        return None;
    }
    if !number.contains(['.', 'e', 'E']) {
        return inner;
    }
    let float: f64 = number.parse().ok()?;
    // Beyond 2^53 a float is no longer one certain integer.
    (float.fract() == 0.0 && float.abs() <= 2f64.powi(53)).then(|| format!("{float:.0}"))
}

fn is_number(json: &str) -> bool {
    json.starts_with(|first: char| first == '-' || first.is_ascii_digit())
        && serde_json::from_str::<serde_json::Number>(json).is_ok()
}

/// What a JSON string says, without space around it.
fn text(json: &str) -> Option<String> {
    let text: String = serde_json::from_str(json).ok()?;
    Some(text.trim().to_owned())
}

/// The members of an object as they came.
struct Entries<'a>(Vec<(String, &'a RawValue)>);

impl<'de: 'a, 'a> Deserialize<'de> for Entries<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(EntriesVisitor)
    }
}

struct EntriesVisitor;

impl<'de> Visitor<'de> for EntriesVisitor {
    type Value = Entries<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut entries = Vec::new();
        while let Some(entry) = map.next_entry()? {
            entries.push(entry);
        }
        Ok(Entries(entries))
    }
}
