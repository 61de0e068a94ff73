//! Types for objects.

use std::collections::HashSet;

use serde_json::Value;

use super::{Builder, Members, Place, constraints};
use crate::error::CodegenResult as Result;
use crate::model::{Field, ItemKind, Side, Type};
use crate::names::{self, NameScope};
use crate::text::literal;

impl Builder<'_, '_> {
    /// The type of an object. The member that tells it apart from others, its tag, is left out: it
    /// belongs to the enum.
    pub(super) fn of_object(
        &mut self,
        schema: &Value,
        members: &Members,
        tag: Option<&str>,
        place: &Place,
    ) -> Result<Type> {
        let required = required(members);
        let has_fields = has_fields(members) || !required.is_empty();
        // Arguments have a type of their own also where there are none: it can get members.
        let is_arguments = place.is_root && self.side == Side::Arguments;
        let rest = self.rest(members, has_fields || tag.is_some(), place)?;
        if !has_fields && tag.is_none() && (!is_arguments || rest.is_some()) {
            return Ok(Type::Map(Box::new(rest.unwrap_or(Type::Value))));
        }
        let name = self.name(place);
        let place = place.named(&name);
        let mut taken = match self.side {
            Side::Arguments => NameScope::with(&["new"]),
            Side::Results => NameScope::default(),
        };
        let properties = members.get("properties").and_then(Value::as_object);
        let any = Value::Bool(true);
        let is_required: HashSet<&str> = required.iter().copied().collect();
        let is_known = |wire: &str| properties.is_some_and(|all| all.contains_key(wire));
        let unknown = required.iter().filter(|wire| !is_known(wire)).map(|wire| (*wire, &any));
        let known = properties.into_iter().flatten().map(|(wire, schema)| (wire.as_str(), schema));
        let mut fields = Vec::new();
        for (wire, schema) in known.chain(unknown).filter(|(wire, _)| tag != Some(*wire)) {
            let name = taken.snake(&names::snake(wire, "field", fields.len() + 1));
            let part = place.part(&names::pascal(wire, "Field", fields.len() + 1));
            fields.push(self.field(wire, name, schema, is_required.contains(wire), &part)?);
        }
        let rest = rest.map(|content| (taken.snake("other"), content));
        Ok(self.add(name, schema, ItemKind::Struct { fields, rest }))
    }

    fn field(
        &mut self,
        wire: &str,
        name: String,
        schema: &Value,
        is_required: bool,
        place: &Place,
    ) -> Result<Field> {
        self.shared.budget.spend(1)?;
        let content = self.of(schema, place)?;
        let constant = schema
            .get("const")
            .filter(|_| self.side == Side::Arguments)
            .and_then(|value| self.constant(value, &content));
        let content = match content {
            Type::Value | Type::Null if !is_required => Type::Optional(Box::new(content)),
            content if is_required => content,
            content => content.optional(),
        };
        let docs = constraints::docs(schema);
        Ok(Field { wire: wire.to_owned(), name, docs, content, is_required, constant })
    }

    /// The only value of a member, as an expression of its type.
    fn constant(&self, value: &Value, content: &Type) -> Option<String> {
        Some(match (content, value) {
            (Type::Named(name), _) => {
                let item = self.shared.items.iter().rev().find(|item| item.name == *name)?;
                let ItemKind::Strings { variants, .. } = &item.kind else {
                    return None;
                };
                format!("{name}::{}", variants.first()?.name)
            }
            (Type::Null, _) => "()".to_owned(),
            (Type::Boolean | Type::Integer | Type::Unsigned, value) => value.to_string(),
            // With a point or an exponent, as a number of Rust has to be.
            (Type::Number, value) => format!("{:?}", value.as_f64()?),
            (Type::Value, value) => {
                format!("::mcp_runtime_client::typed::json({})", literal(&value.to_string()))
            }
            _ => return None,
        })
    }

    /// The type of the members that are not named, if they have one.
    fn rest(&mut self, members: &Members, has_fields: bool, place: &Place) -> Result<Option<Type>> {
        let others = members.get("additionalProperties").filter(|others| others.is_object());
        let patterns = members.get("patternProperties").and_then(Value::as_object);
        let place = if has_fields { place.part("Other") } else { place.part("Value") };
        match (others, patterns) {
            (Some(others), None) => self.of(others, &place).map(Some),
            (None, Some(patterns)) if !has_fields && patterns.len() == 1 => {
                let is_closed = members.get("additionalProperties") == Some(&Value::Bool(false));
                match patterns.values().next().filter(|_| is_closed) {
                    Some(schema) => self.of(schema, &place).map(Some),
                    None => Ok(Some(Type::Value)),
                }
            }
            (None, None) => Ok(None),
            // Members of several types.
            _ => Ok(Some(Type::Value)),
        }
    }
}

/// The names of the members that have to be there, each once.
pub(super) fn required(members: &Members) -> Vec<&str> {
    let mut seen = HashSet::new();
    let names = members.get("required").and_then(Value::as_array).into_iter().flatten();
    names.filter_map(Value::as_str).filter(|name| seen.insert(*name)).collect()
}

fn has_fields(members: &Members) -> bool {
    members.get("properties").and_then(Value::as_object).is_some_and(|all| !all.is_empty())
}
