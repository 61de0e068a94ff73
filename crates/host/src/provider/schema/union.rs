//! `anyOf` and `oneOf`, where a provider does not take them.

use serde_json::{Value, json};

use super::value::{is_null, is_object, is_type, type_of, types, types_value};
use super::{Dialect, Object, Unions, merge, note};

/// The most alternatives of a property, and of those that are listed in words.
const MAX_SETS: usize = 20;

/// The most values that are collected from alternatives.
const MAX_VALUES: usize = 500;

/// Objects of alternatives as one object, and its alternatives in words.
#[derive(Debug, Default)]
pub(super) struct Objects {
    properties: Object,
    required: Option<Vec<Value>>,
    sets: Vec<String>,
}

impl Objects {
    /// Adds an alternative.
    pub(super) fn add(&mut self, branch: &Object) {
        let names = branch.get("required").and_then(Value::as_array).cloned().unwrap_or_default();
        let empty = Object::new();
        let properties = branch.get("properties").and_then(Value::as_object).unwrap_or(&empty);
        let mut words: Vec<String> =
            properties.iter().map(|(name, schema)| property_in_words(name, schema)).collect();
        let only_required =
            names.iter().filter_map(Value::as_str).filter(|name| !properties.contains_key(*name));
        words.extend(only_required.map(str::to_owned));
        let words = words.join(", ");
        if self.sets.len() <= MAX_SETS && !words.is_empty() && !self.sets.contains(&words) {
            self.sets.push(words);
        }
        for (name, schema) in properties {
            match self.properties.get_mut(name) {
                Some(known) => *known = either(known.take(), schema.clone()),
                None => _ = self.properties.insert(name.clone(), schema.clone()),
            }
        }
        self.required = Some(match self.required.take() {
            Some(common) => common.into_iter().filter(|name| names.contains(name)).collect(),
            None => names,
        });
    }

    /// Adds the alternatives to the object that has them.
    pub(super) fn into_schema(self, mut schema: Object) -> Object {
        if self.sets.len() > 1 {
            let more = if self.sets.len() > MAX_SETS { "; …" } else { "" };
            let sets: Vec<String> = self.sets.into_iter().take(MAX_SETS).collect();
            let text = format!("One of these sets of arguments: {}{more}.", sets.join("; "));
            note::append(&mut schema, &text, " ");
        }
        let required = self.required.unwrap_or_default();
        let mut added = Object::new();
        added.insert("properties".into(), Value::Object(self.properties));
        if !required.is_empty() {
            added.insert("required".into(), Value::Array(required));
        }
        merge::both(schema, added)
    }
}

/// The name of a property, and its value if there is one alone, as tags have it.
fn property_in_words(name: &str, schema: &Value) -> String {
    let values = schema.get("enum").and_then(Value::as_array);
    let value = schema.get("const").or_else(|| match values.map(Vec::as_slice) {
        Some([value]) => Some(value),
        _ => None,
    });
    value.map_or_else(|| name.to_owned(), |value| format!("{name} = {value}"))
}

/// A schema for what either schema allows.
fn either(known: Value, new: Value) -> Value {
    let is_any = |schema: &Value| schema.as_object().is_some_and(Object::is_empty);
    if is_any(&known) || known == new {
        return known;
    }
    if is_any(&new) {
        return new;
    }
    if let (Some(mut values), Some(more)) = (only_values(&known), only_values(&new)) {
        values.extend(more.into_iter().filter(|value| !values.contains(value)).collect::<Vec<_>>());
        if values.len() > MAX_VALUES {
            return json!({});
        }
        let types = values.iter().map(|value| type_of(value).into()).collect();
        return json!({ "type": types_value(types), "enum": values });
    }
    let mut branches = match known {
        Value::Object(mut union) if union.len() == 1 && union.contains_key("anyOf") => {
            match union.shift_remove("anyOf") {
                Some(Value::Array(branches)) => branches,
                _ => Vec::new(),
            }
        }
        known => vec![known],
    };
    if !branches.contains(&new) {
        branches.push(new);
    }
    if branches.len() > MAX_SETS { json!({}) } else { json!({ "anyOf": branches }) }
}

/// The values of a schema that lists them and says nothing else.
fn only_values(schema: &Value) -> Option<Vec<Value>> {
    let schema = schema.as_object()?;
    let is_only = schema.keys().all(|key| matches!(key.as_str(), "type" | "enum" | "const"));
    let values = schema
        .get("enum")
        .and_then(Value::as_array)
        .cloned()
        .or_else(|| schema.get("const").map(|value| vec![value.clone()]));
    values.filter(|_| is_only)
}

/// Says alternatives as the provider can.
pub(super) fn fit(mut schema: Object, dialect: &Dialect) -> Object {
    match dialect.unions {
        Unions::All => schema,
        Unions::AnyOf => any_of(schema, dialect),
        Unions::Types => {
            for keyword in ["anyOf", "oneOf"] {
                if let Some(Value::Array(branches)) = schema.shift_remove(keyword) {
                    schema = one_schema(schema, branches, dialect);
                }
            }
            schema
        }
    }
}

/// Takes null out of the alternatives of a property that may be left out, too: one way to say
/// nothing is enough for models.
pub(super) fn without_null(schema: &mut Object) {
    for keyword in ["anyOf", "oneOf"] {
        if let Some(Value::Array(branches)) = schema.get_mut(keyword)
            && branches.len() > 1
        {
            branches.retain(|branch| !is_null(branch));
        }
    }
}

/// `oneOf` as `anyOf`, which OpenAI takes alone: lint's `combinator.one-of`.
fn any_of(mut schema: Object, dialect: &Dialect) -> Object {
    if let Some(branches) = schema.shift_remove("oneOf") {
        if schema.contains_key("anyOf") {
            note::add(&mut schema, &[("oneOf", &branches)], dialect.separator);
        } else {
            schema.insert("anyOf".into(), branches);
        }
    }
    schema
}

/// The schema and its alternatives as one with a list of types.
fn one_schema(schema: Object, branches: Vec<Value>, dialect: &Dialect) -> Object {
    let branches: Vec<Object> = branches
        .into_iter()
        .filter_map(|branch| match branch {
            Value::Object(branch) => Some(fit(branch, dialect)),
            _ => None,
        })
        .collect();
    if let [branch] = branches.as_slice() {
        return merge::both(schema, branch.clone());
    }
    let is_any = branches.iter().any(|branch| types(branch).is_empty() && !is_object(branch));
    let mut names: Vec<Value> = Vec::new();
    let mut values = Some(Vec::new());
    let mut objects = Objects::default();
    let mut items = None;
    for branch in &branches {
        names.extend(types(branch).into_iter().map(Value::from));
        values = match (values, branch.get("enum").and_then(Value::as_array)) {
            (Some(mut all), Some(more)) => {
                all.extend(more.iter().cloned());
                Some(all)
            }
            (values, _) if is_null(&Value::Object(branch.clone())) => values,
            _ => None,
        };
        if is_object(branch) {
            objects.add(branch);
        }
        if is_type(branch, "array") {
            let new = branch.get("items").cloned().unwrap_or_else(|| json!({}));
            items = Some(items.map_or_else(|| new.clone(), |known| either(known, new.clone())));
        }
    }
    let has_text = |text: &str| names.iter().any(|name| name == text);
    if has_text("number") && has_text("integer") {
        names.retain(|name| name != "integer");
    }
    let mut one = Object::new();
    if !is_any {
        one.extend(types_value(names).map(|types| ("type".to_owned(), types)));
        let values = values.filter(|values| !values.is_empty());
        one.extend(values.map(|values| ("enum".to_owned(), Value::Array(values))));
    }
    one.extend(items.map(|items| ("items".to_owned(), items)));
    let mut schema = merge::both(schema, one);
    if !objects.properties.is_empty() {
        schema = objects.into_schema(schema);
    }
    schema
}
