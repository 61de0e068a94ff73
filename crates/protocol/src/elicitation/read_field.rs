//! Reads the fields of a form. Libraries that derive them from types write more of JSON Schema than
//! the specification allows in a form, such as `null` for what is optional. A person can fill them
//! in nevertheless.

use serde::{
    Deserialize, Deserializer,
    de::{self, DeserializeOwned},
};
use serde_json::{Map, Value};

use super::{PrimitiveSchema, StringFormat};

type Object = Map<String, Value>;

impl<'de> Deserialize<'de> for PrimitiveSchema {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let schema = plain(Object::deserialize(deserializer)?);
        let kind = schema.get("type").and_then(Value::as_str).unwrap_or_default();
        match kind {
            "string" if schema.contains_key("oneOf") => read(schema, Self::TitledSelect),
            "string" if schema.contains_key("enum") => read(schema, Self::UntitledSelect),
            "string" => read(schema, Self::String),
            "number" | "integer" => read(schema, Self::Number),
            "boolean" => read(schema, Self::Boolean),
            "array" => read(schema, Self::MultiSelect),
            _ => Err(de::Error::custom(
                "unsupported type of a form field: expected string, number, integer, boolean or array",
            )),
        }
    }
}

/// Goes through text, as the deserializer of text is there already.
fn read<T: DeserializeOwned, E: de::Error>(
    schema: Object,
    variant: fn(T) -> PrimitiveSchema,
) -> Result<PrimitiveSchema, E> {
    let text = Value::Object(schema).to_string();
    serde_json::from_str(&text).map(variant).map_err(E::custom)
}

/// Returns a schema in the terms of the specification: with one type, with choices as `enum` or
/// `oneOf`, and without what has no meaning there.
#[inline]
fn plain(mut schema: Object) -> Object {
    for union in ["anyOf", "oneOf"] {
        if let Some(Value::Array(branches)) = schema.remove(union) {
            schema = with_branches(schema, branches);
        }
    }
    if let Some(Value::Array(kinds)) = schema.get("type") {
        let kind = preferred(kinds, |kind| kind == "null", |kind| kind == "string").cloned();
        schema.insert("type".to_owned(), kind.unwrap_or_default());
    }
    if let Some(only) = schema.remove("const") {
        schema.insert("enum".to_owned(), Value::Array(vec![only]));
    }
    if let Some(Value::Array(options)) = schema.get_mut("enum") {
        options.retain(|option| !option.is_null());
        let kind = match options.first() {
            Some(Value::Number(_)) => "number",
            Some(Value::Bool(_)) => "boolean",
            _ => "string",
        };
        schema.entry("type").or_insert_with(|| kind.into());
    }
    if let Some(Value::Object(items)) = schema.get_mut("items") {
        *items = plain_items(std::mem::take(items));
    }
    drop_unusable(&mut schema);
    schema
}

/// Adds the branches of a union. One of texts with titles is a choice; of others, a person can give
/// only one type, best a text.
#[inline]
fn with_branches(mut schema: Object, mut branches: Vec<Value>) -> Object {
    let is_null =
        |branch: &Value| branch["type"] == "null" || branch.get("const") == Some(&Value::Null);
    branches.retain(|branch| !is_null(branch));
    if !branches.is_empty() && branches.iter().all(|branch| branch.get("const").is_some()) {
        schema.entry("type").or_insert_with(|| "string".into());
        schema.insert("oneOf".to_owned(), titled(branches));
        return schema;
    }
    let branch = preferred(&branches, |_| false, |branch| branch["type"] == "string");
    if let Some(Value::Object(branch)) = branch {
        for (key, value) in plain(branch.clone()) {
            schema.entry(key).or_insert(value);
        }
    }
    schema
}

/// The options of a multi-select field: `anyOf` if they have titles.
#[inline]
fn plain_items(items: Object) -> Object {
    let mut items = plain(items);
    if let Some(options) = items.remove("oneOf") {
        items.insert("anyOf".to_owned(), options);
    }
    items
}

/// Gives each option a title.
#[inline]
fn titled(mut options: Vec<Value>) -> Value {
    for option in options.iter_mut().filter(|option| !option["title"].is_string()) {
        option["title"] = option["const"].clone();
    }
    Value::Array(options)
}

fn preferred(
    all: &[Value],
    is_none: impl Fn(&Value) -> bool,
    is_best: impl Fn(&Value) -> bool,
) -> Option<&Value> {
    let mut all = all.iter().filter(|one| !is_none(one));
    let first = all.clone().next();
    all.find(|one| is_best(one)).or(first)
}

/// Removes hints that cannot be used, such as a format that the specification does not know, and
/// the initial value `null`.
#[inline]
fn drop_unusable(schema: &mut Object) {
    let kind = schema.get("type").cloned().unwrap_or_default();
    schema.retain(|key, value| match key.as_str() {
        "format" => StringFormat::deserialize(&*value).is_ok(),
        "default" => match kind.as_str() {
            Some("string") => value.is_string(),
            Some("number" | "integer") => value.is_number(),
            Some("boolean") => value.is_boolean(),
            _ => value.as_array().is_some_and(|values| values.iter().all(Value::is_string)),
        },
        "minLength" | "maxLength" | "minItems" | "maxItems" => value.is_u64(),
        "minimum" | "maximum" => value.is_number(),
        _ => true,
    });
}
