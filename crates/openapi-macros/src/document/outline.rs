//! Reads of a large document only what a trait names. The rest is skipped, which takes less time.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};

/// The members of a document by name, as text.
#[derive(Deserialize)]
struct Outline<'a> {
    openapi: Value,
    #[serde(borrow)]
    paths: BTreeMap<String, &'a RawValue>,
    #[serde(borrow, default)]
    components: BTreeMap<String, BTreeMap<String, &'a RawValue>>,
}

/// The part of a document that has these operations, with all that they refer to, unless some of that
/// is missing or has an unusual form.
pub(super) fn read(text: &str, operations: &[(String, String)]) -> Option<Value> {
    let outline: Outline<'_> = serde_json::from_str(text).ok()?;
    let mut references = Vec::new();
    let mut paths = Map::new();
    for (path, method) in operations {
        let item = value(outline.paths.get(path)?, &mut references)?;
        item.get(method)?;
        paths.insert(path.clone(), item);
    }
    let mut components: BTreeMap<&str, Map<String, Value>> = BTreeMap::new();
    while let Some(reference) = references.pop() {
        let Some(pointer) = reference.strip_prefix('#') else { continue };
        let (kind, rest) = pointer.strip_prefix("/components/")?.split_once('/')?;
        let name = rest.split('/').next().filter(|name| !name.contains(['~', '%']))?;
        let (kind, members) = outline.components.get_key_value(kind)?;
        let found = components.entry(kind).or_default();
        if !found.contains_key(name) {
            found.insert(name.to_owned(), value(members.get(name)?, &mut references)?);
        }
    }
    Some(json!({ "openapi": outline.openapi, "paths": paths, "components": components }))
}

/// Reads a value, and adds all references in it.
fn value(raw: &RawValue, references: &mut Vec<String>) -> Option<Value> {
    let value: Value = serde_json::from_str(raw.get()).ok()?;
    collect(&value, references);
    Some(value)
}

fn collect(value: &Value, references: &mut Vec<String>) {
    if let Some(Value::String(reference)) = value.get("$ref") {
        references.push(reference.clone());
    }
    match value {
        Value::Object(members) => members.values().for_each(|value| collect(value, references)),
        Value::Array(items) => items.iter().for_each(|item| collect(item, references)),
        _ => {}
    }
}
