//! Nulls that stand for nothing.
//!
//! In strict mode, models must give all properties: those that were optional are null instead, which
//! the server would refuse.

use std::collections::HashSet;

use serde_json::{Map, Value};

use super::schema::{self, Object};

/// How many schemas are looked at, since servers may write ones that never end.
const MAX_STEPS: usize = 20_000;

/// How deep alternatives and references nest in one another.
const MAX_DEPTH: usize = 32;

/// Removes the nulls of properties that the schema neither requires nor allows to be null.
pub(super) fn remove(arguments: &mut Map<String, Value>, schema: &Value) {
    if !arguments.values().any(has_null) {
        return;
    }
    if let Some(root) = schema::normalize(schema) {
        let mut remover = Remover { root: &root, steps: MAX_STEPS };
        let schemas = remover.all(&[&root]);
        remover.object(arguments, &schemas);
    }
}

fn has_null(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Array(items) => items.iter().any(has_null),
        Value::Object(members) => members.values().any(has_null),
        _ => false,
    }
}

struct Remover<'s> {
    root: &'s Object,
    steps: usize,
}

impl<'s> Remover<'s> {
    fn object(&mut self, members: &mut Map<String, Value>, schemas: &[&'s Object]) {
        members.retain(|name, value| {
            let named = property(name, schemas);
            if value.is_null() {
                let is_required = schemas.iter().any(|schema| requires(schema, name));
                // What the schema does not name is not ours to judge.
                return is_required
                    || named.is_empty()
                    || named.iter().any(|schema| self.takes_null(schema, MAX_DEPTH));
            }
            let property = self.all(&named);
            self.value(value, &property);
            true
        });
    }

    fn value(&mut self, value: &mut Value, schemas: &[&'s Object]) {
        match value {
            Value::Object(members) => self.object(members, schemas),
            Value::Array(items) => {
                let of_items = inside(schemas, "items").collect::<Vec<_>>();
                let every = self.all(&of_items);
                for (place, item) in items.iter_mut().enumerate() {
                    let places = schemas.iter().filter_map(|schema| schema.get("prefixItems"));
                    let here: Vec<_> =
                        places.filter_map(|places| places.get(place)?.as_object()).collect();
                    if here.is_empty() {
                        self.value(item, &every);
                    } else {
                        let here = self.all(&here);
                        self.value(item, &here);
                    }
                }
            }
            _ => {}
        }
    }

    /// Whether null is valid; so it is if that takes too long to tell.
    fn takes_null(&mut self, schema: &'s Object, depth: usize) -> bool {
        if depth == 0 || self.steps == 0 {
            return true;
        }
        self.steps -= 1;
        let reference = schema.get("$ref").and_then(Value::as_str);
        let target = reference.and_then(|reference| schema::target(self.root, reference));
        let branches = |keyword: &str| {
            let branches = schema.get(keyword).and_then(Value::as_array);
            branches.map(|branches| branches.iter().filter_map(Value::as_object))
        };
        schema::takes_null(schema)
            && target.is_none_or(|target| self.takes_null(target, depth - 1))
            && branches("allOf")
                .is_none_or(|mut all| all.all(|one| self.takes_null(one, depth - 1)))
            && branches("anyOf")
                .is_none_or(|mut any| any.any(|one| self.takes_null(one, depth - 1)))
            && branches("oneOf")
                .is_none_or(|mut any| any.any(|one| self.takes_null(one, depth - 1)))
    }

    /// Schemas, those that they refer to, and those that they combine.
    fn all(&mut self, schemas: &[&'s Object]) -> Vec<&'s Object> {
        let mut todo = schemas.to_vec();
        let mut seen = HashSet::new();
        let mut all = Vec::new();
        while let Some(schema) = todo.pop() {
            if !seen.insert(std::ptr::from_ref(schema)) || self.steps == 0 {
                continue;
            }
            self.steps -= 1;
            all.push(schema);
            let reference = schema.get("$ref").and_then(Value::as_str);
            todo.extend(reference.and_then(|reference| schema::target(self.root, reference)));
            let lists = ["allOf", "anyOf", "oneOf"].into_iter().filter_map(|key| schema.get(key));
            todo.extend(lists.filter_map(Value::as_array).flatten().filter_map(Value::as_object));
        }
        all
    }
}

/// The schemas that name a property, or else those for any.
fn property<'s>(name: &str, schemas: &[&'s Object]) -> Vec<&'s Object> {
    let named = schemas.iter().filter_map(|schema| schema.get("properties")?.get(name));
    let mut found: Vec<&Object> = named.filter_map(Value::as_object).collect();
    if found.is_empty() {
        found.extend(inside(schemas, "additionalProperties"));
    }
    found
}

fn inside<'s>(schemas: &[&'s Object], keyword: &str) -> impl Iterator<Item = &'s Object> {
    schemas.iter().filter_map(move |schema| schema.get(keyword)?.as_object())
}

fn requires(schema: &Object, name: &str) -> bool {
    let names = schema.get("required").and_then(Value::as_array);
    names.is_some_and(|names| names.iter().any(|required| required == name))
}
