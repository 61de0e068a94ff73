//! One schema for those that all have to be met.

use std::borrow::Cow;

use serde_json::{Value, json};

use super::{Builder, Members};
use crate::error::CodegenResult as Result;
use crate::limits::MAX_DEPTH;

/// What is looked up in the document and nowhere else: it is in no copy.
const DEFINITIONS: [&str; 2] = ["$defs", "definitions"];

/// How much text of a copy costs as much as a member.
const BYTES_PER_STEP: usize = 32;

impl<'a> Builder<'a, '_> {
    /// What is behind the references of a schema, with the members of its `allOf`.
    pub(super) fn resolved<'s>(&mut self, schema: &'s Value) -> Result<Cow<'s, Value>>
    where
        'a: 's,
    {
        let found = self.behind(schema)?;
        self.flattened(found, 0)
    }

    /// A schema with what it refers to, and with the members of its `allOf`. It is copied only if it
    /// has one of these.
    pub(super) fn flattened<'s>(
        &mut self,
        schema: &'s Value,
        depth: usize,
    ) -> Result<Cow<'s, Value>>
    where
        'a: 's,
    {
        let Value::Object(members) = schema else {
            return Ok(Cow::Borrowed(schema));
        };
        let refers = members.contains_key("$ref") || members.contains_key("allOf");
        if !refers || depth > MAX_DEPTH {
            return Ok(Cow::Borrowed(schema));
        }
        let mut merged = self.copied(members, &["$ref", "allOf"])?;
        if let Some(reference) = members.get("$ref").and_then(Value::as_str)
            && let Some(target) = self.target(reference)?
        {
            let target = self.flattened(target, depth + 1)?;
            self.merge(&mut merged, &target)?;
        }
        for part in members.get("allOf").and_then(Value::as_array).into_iter().flatten() {
            let part = self.flattened(part, depth + 1)?;
            self.merge(&mut merged, &part)?;
        }
        Ok(Cow::Owned(Value::Object(merged)))
    }

    /// A copy of the members of a schema without some of them.
    pub(super) fn copied(&mut self, members: &Members, without: &[&str]) -> Result<Members> {
        self.shared.budget.spend(members.len())?;
        let mut copy = Members::new();
        for (key, value) in members {
            if !without.contains(&key.as_str()) && !DEFINITIONS.contains(&key.as_str()) {
                self.spend_on(value)?;
                copy.insert(key.clone(), value.clone());
            }
        }
        Ok(copy)
    }

    /// Adds what another schema demands; where both say something, the first is kept.
    pub(super) fn merge(&mut self, into: &mut Members, from: &Value) -> Result<()> {
        let Value::Object(from) = from else {
            return Ok(());
        };
        self.shared.budget.spend(from.len())?;
        for (key, value) in from {
            match (key.as_str(), into.get_mut(key), value) {
                (key, ..) if DEFINITIONS.contains(&key) => {}
                (_, None, _) => {
                    self.spend_on(value)?;
                    into.insert(key.clone(), value.clone());
                }
                ("properties", Some(Value::Object(into)), Value::Object(from)) => {
                    self.shared.budget.spend(from.len())?;
                    for (name, schema) in from {
                        match into.get_mut(name) {
                            Some(known) if known == schema => {}
                            known => {
                                self.spend_on(schema)?;
                                match known {
                                    Some(known) => {
                                        *known = json!({ "allOf": [known.take(), schema] });
                                    }
                                    None => drop(into.insert(name.clone(), schema.clone())),
                                }
                            }
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
    pub(super) fn spend_on(&mut self, value: &Value) -> Result<()> {
        let own = match value {
            Value::String(text) => text.len() / BYTES_PER_STEP,
            Value::Array(items) => {
                items.iter().try_for_each(|item| self.spend_on(item))?;
                items.len()
            }
            Value::Object(members) => {
                for (key, value) in members {
                    self.shared.budget.spend(key.len() / BYTES_PER_STEP)?;
                    self.spend_on(value)?;
                }
                members.len()
            }
            _ => 0,
        };
        self.shared.budget.spend(own)
    }
}
