//! Reads of a large document only what a trait names. The rest is skipped: what is not there takes no
//! time and no memory of the compiler.

use std::collections::BTreeMap;
use std::fmt;

use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::value::RawValue;
use serde_json::{Map, Value};

type Members<'a> = BTreeMap<String, &'a RawValue>;

/// The members of a document by name, as text.
#[derive(Default)]
struct Outline<'a> {
    version: Option<Value>,
    paths: Members<'a>,
    components: BTreeMap<String, Members<'a>>,
}

impl<'de> Deserialize<'de> for Outline<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(OutlineVisitor)
    }
}

struct OutlineVisitor;

impl<'de> Visitor<'de> for OutlineVisitor {
    type Value = Outline<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an OpenAPI document")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut outline = Outline::default();
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "openapi" => outline.version = Some(map.next_value()?),
                "paths" => outline.paths = map.next_value()?,
                "components" => outline.components = map.next_value()?,
                _ => drop(map.next_value::<IgnoredAny>()?),
            }
        }
        Ok(outline)
    }
}

/// The part of a document that has these operations, with all that they refer to, unless some of that
/// is missing or has an unusual form.
pub(super) fn read(text: &str, operations: &[(String, String)]) -> Option<Value> {
    let outline: Outline<'_> = serde_json::from_str(text).ok()?;
    let mut references = Vec::new();
    let mut items = Map::new();
    for (path, method) in operations {
        let item = value(outline.paths.get(path)?)?;
        item.get(method)?;
        collect(&item, &mut references);
        items.insert(path.clone(), item);
    }
    let mut components: BTreeMap<&str, Map<String, Value>> = BTreeMap::new();
    while let Some(reference) = references.pop() {
        let Some(pointer) = reference.strip_prefix('#') else { continue };
        let (kind, rest) = pointer.strip_prefix("/components/")?.split_once('/')?;
        let name = rest.split('/').next().filter(|name| !name.contains(['~', '%']))?;
        let (kind, members) = outline.components.get_key_value(kind)?;
        let found = components.entry(kind).or_default();
        if !found.contains_key(name) {
            let component = value(members.get(name)?)?;
            collect(&component, &mut references);
            found.insert(name.to_owned(), component);
        }
    }
    let components = components.into_iter().map(|(kind, found)| (kind.to_owned(), found.into()));
    let components: Map<String, Value> = components.collect();
    let members =
        [("openapi", outline.version?), ("paths", items.into()), ("components", components.into())];
    Some(members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
}

fn value(raw: &RawValue) -> Option<Value> {
    serde_json::from_str(raw.get()).ok()
}

/// Adds all references in a value.
fn collect(value: &Value, references: &mut Vec<String>) {
    match value {
        Value::Object(members) => {
            for (name, value) in members {
                match value {
                    Value::String(text) if name == "$ref" => references.push(text.clone()),
                    value => collect(value, references),
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|item| collect(item, references)),
        _ => {}
    }
}
