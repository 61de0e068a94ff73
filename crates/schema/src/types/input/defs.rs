//! The definitions of several parameters in one schema.

use serde_json::Value;

use crate::json::Object;

/// Merges the definitions of a parameter into the shared ones, and returns its schema. A definition
/// whose name is already taken by another type is renamed.
pub(super) fn share(shared: &mut Object, schema: Value, defs: Object) -> Value {
    let mut schema = schema;
    let mut defs = Value::Object(defs);
    let names: Vec<String> = names(&defs).map(str::to_owned).collect();
    for name in &names {
        let free = free_name(shared, name, &defs);
        if free != *name {
            rename(&mut schema, name, &free);
            rename(&mut defs, name, &free);
            if let Value::Object(defs) = &mut defs {
                let definition = defs.remove(name);
                defs.extend(definition.map(|definition| (free, definition)));
            }
        }
    }
    if let Value::Object(defs) = defs {
        shared.extend(defs);
    }
    schema
}

fn names(defs: &Value) -> impl Iterator<Item = &str> {
    defs.as_object().into_iter().flatten().map(|(name, _)| name.as_str())
}

/// Returns the name itself, or the first of `name2`, `name3`, .. that is free or has the same
/// definition.
fn free_name(shared: &Object, name: &str, defs: &Value) -> String {
    let numbered = (2..).map(|number: u32| format!("{name}{number}"));
    let free = |candidate: &String| {
        let Some(other) = shared.get(candidate) else {
            return candidate == name || defs.get(candidate).is_none();
        };
        let mut definition = defs.get(name).cloned().unwrap_or_default();
        rename(&mut definition, name, candidate);
        definition == *other
    };
    std::iter::once(name.to_owned()).chain(numbered).find(free).unwrap_or_default()
}

/// Renames the references to a definition.
fn rename(value: &mut Value, from: &str, to: &str) {
    match value {
        Value::Object(object) => {
            for (key, value) in object {
                if key == "$ref" && *value == format!("#/$defs/{from}") {
                    *value = format!("#/$defs/{to}").into();
                } else {
                    rename(value, from, to);
                }
            }
        }
        Value::Array(values) => values.iter_mut().for_each(|value| rename(value, from, to)),
        _ => {}
    }
}
