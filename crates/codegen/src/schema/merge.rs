//! One schema for those that all have to be met.

use serde_json::{Value, json};

use super::{Builder, Members};
use crate::error::CodegenResult as Result;
use crate::limits::MAX_DEPTH;

impl Builder<'_, '_> {
    /// A schema with what it refers to, and with the members of its `allOf`.
    pub(super) fn flattened(&mut self, schema: &Value, depth: usize) -> Result<Value> {
        let Value::Object(members) = schema else {
            return Ok(schema.clone());
        };
        let refers = members.contains_key("$ref") || members.contains_key("allOf");
        if !refers || depth > MAX_DEPTH {
            return Ok(schema.clone());
        }
        self.shared.budget.spend(members.len())?;
        let mut own = members.clone();
        own.shift_remove("$ref");
        own.shift_remove("allOf");
        let mut merged = own;
        if let Some(reference) = members.get("$ref").and_then(Value::as_str)
            && let Some(target) = self.target(reference)?.cloned()
        {
            let target = self.flattened(&target, depth + 1)?;
            self.merge(&mut merged, &target)?;
        }
        for part in members.get("allOf").and_then(Value::as_array).into_iter().flatten() {
            let part = self.flattened(part, depth + 1)?;
            self.merge(&mut merged, &part)?;
        }
        Ok(Value::Object(merged))
    }

    /// Adds what another schema demands; where both say something, the first is kept.
    pub(super) fn merge(&mut self, into: &mut Members, from: &Value) -> Result<()> {
        let Value::Object(from) = from else {
            return Ok(());
        };
        self.shared.budget.spend(from.len())?;
        for (key, value) in from {
            match (key.as_str(), into.get_mut(key), value) {
                (_, None, _) => {
                    self.spend_on(value)?;
                    into.insert(key.clone(), value.clone());
                }
                ("properties", Some(Value::Object(into)), Value::Object(from)) => {
                    self.shared.budget.spend(from.len())?;
                    for (name, schema) in from {
                        match into.get_mut(name) {
                            Some(known) if known == schema => {}
                            Some(known) => *known = json!({ "allOf": [known.take(), schema] }),
                            None => drop(into.insert(name.clone(), schema.clone())),
                        }
                    }
                }
                ("required", Some(Value::Array(into)), Value::Array(from)) => {
                    self.shared.budget.spend(from.len())?;
                    into.extend(from.iter().cloned());
                }
                // Fewer forms are left, such as `string` of `["string", "null"]`.
                ("type", Some(into @ Value::Array(_)), Value::String(_)) => *into = value.clone(),
                _ => {}
            }
        }
        Ok(())
    }

    /// Copies cost as much as they are large.
    fn spend_on(&mut self, value: &Value) -> Result<()> {
        match value {
            Value::Object(members) => self.shared.budget.spend(members.len()),
            Value::Array(items) => self.shared.budget.spend(items.len()),
            _ => Ok(()),
        }
    }
}
