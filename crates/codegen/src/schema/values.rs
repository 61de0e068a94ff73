//! Types for schemas that list their values.

use serde_json::Value;

use super::{Builder, Members, Place};
use crate::model::{ItemKind, Side, Type, Variant};
use crate::names::{self, NameScope};

/// How many values an enum has; with more, it is a string.
const MAX_VARIANTS: usize = 500;

/// A value of an enum, with what is said about it.
pub(super) struct EnumValue {
    pub(super) value: String,
    pub(super) docs: Vec<String>,
}

impl Builder<'_, '_> {
    /// The type of a schema with `const` or `enum`.
    pub(super) fn of_values(
        &mut self,
        schema: &Value,
        members: &Members,
        place: &Place,
    ) -> Option<Type> {
        if let Some(value) = members.get("const") {
            // A new constant is a new value of an enum.
            return Some(match value {
                Value::String(_) if self.side == Side::Results => Type::Text,
                _ => self.of_list(schema, std::slice::from_ref(value), place),
            });
        }
        let values = members.get("enum")?.as_array()?;
        let content = self.of_list(schema, values, place);
        let says_null = |kinds: &Vec<Value>| kinds.iter().any(|kind| kind == "null");
        let is_nullable = members.get("type").and_then(Value::as_array).is_some_and(says_null);
        Some(if is_nullable { content.optional() } else { content })
    }

    fn of_list(&mut self, schema: &Value, values: &[Value], place: &Place) -> Type {
        let given = || values.iter().filter(|value| !value.is_null());
        let are = |is: fn(&Value) -> bool| given().all(is);
        let content = if given().next().is_none() {
            return if values.is_empty() { Type::Value } else { Type::Null };
        } else if are(Value::is_string) {
            let listed = given()
                .filter_map(Value::as_str)
                .map(|value| EnumValue { value: value.to_owned(), docs: Vec::new() });
            self.strings(schema, listed.collect(), place)
        } else if are(Value::is_i64) {
            Type::Integer
        } else if are(Value::is_u64) {
            Type::Unsigned
        } else if are(Value::is_number) {
            Type::Number
        } else if are(Value::is_boolean) {
            Type::Boolean
        } else {
            return Type::Value;
        };
        if values.iter().any(Value::is_null) { content.optional() } else { content }
    }

    /// The variant of an enum for what comes later, which arguments do not have. Its name stays when
    /// a value is added that is called so.
    pub(super) fn other(&self) -> Option<String> {
        (self.side == Side::Results).then(|| "Other".to_owned())
    }

    /// An enum of strings.
    pub(super) fn strings(
        &mut self,
        schema: &Value,
        listed: Vec<EnumValue>,
        place: &Place,
    ) -> Type {
        if listed.len() > MAX_VARIANTS {
            return Type::Text;
        }
        let name = self.name(place);
        let other = self.other();
        let mut taken = NameScope::with(other.as_deref().as_slice());
        let mut seen = std::collections::HashSet::new();
        let mut variants = Vec::with_capacity(listed.len());
        for (at, EnumValue { value, docs }) in listed.into_iter().enumerate() {
            if !seen.insert(value.clone()) {
                continue;
            }
            let bare = match value.as_str() {
                "" => "Empty".to_owned(),
                value => names::pascal(value, "Value", at + 1),
            };
            variants.push(Variant { name: taken.pascal(&bare), docs, content: value });
        }
        self.add(name, schema, ItemKind::Strings { variants, other })
    }
}
