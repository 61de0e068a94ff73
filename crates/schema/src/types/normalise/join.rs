//! Joins the branches of an enum: fewer of them, and unit variants as one list of names.

use serde_json::Value;

use super::keywords::{is_type, strings};
use super::merge::{describe, overlay, value_doc};
use super::{Object, scalar};

/// One branch of a `oneOf` or `anyOf`.
pub(super) struct Branch {
    pub(super) schema: Object,
    /// Whether it is a unit variant (or several), not a type that is itself a string enum.
    pub(super) unit: bool,
}

/// Joins branches into one schema: a single one stays as it is, several become `anyOf`.
pub(super) fn join(branches: Vec<Branch>) -> Object {
    let branches = with_tags_joined(without_repeats(with_units_joined(branches)));
    match <[Object; 1]>::try_from(branches) {
        Ok([only]) => only,
        Err(branches) if branches.is_empty() => never(),
        Err(branches) => {
            let branches = branches.into_iter().map(Value::Object).collect();
            Object::from_iter([("anyOf".to_owned(), Value::Array(branches))])
        }
    }
}

/// Combines joined branches with the keywords next to them.
pub(super) fn under(mut joined: Object, mut beside: Object) -> Object {
    if let Some(Value::String(below)) = joined.remove("description") {
        describe(&mut beside, &below);
    }
    overlay(joined, beside)
}

/// Turns an enum of only unit variants into one list of names, in which the keys of a map are
/// found, too.
#[inline]
pub(crate) fn list_variants(mut schema: Object) -> Object {
    let branches = schema.get("oneOf").and_then(Value::as_array);
    if !branches.is_some_and(|branches| branches.iter().all(is_unit_variant)) {
        return schema;
    }
    let Some(Value::Array(branches)) = schema.shift_remove("oneOf") else {
        return schema;
    };
    let branches = branches.into_iter().filter_map(|branch| match branch {
        Value::Object(mut branch) => {
            scalar::rewrite_enum(&mut branch);
            Some(Branch { schema: branch, unit: true })
        }
        _ => None,
    });
    under(join(branches.collect()), schema)
}

pub(super) fn is_unit_variant(raw: &Value) -> bool {
    let Value::Object(raw) = raw else {
        return false;
    };
    let several = raw.contains_key("enum") && raw.contains_key("description");
    is_type(raw, "string") && (raw.contains_key("const") || raw.contains_key("enum")) && !several
}

/// Returns a schema that accepts no value.
pub(super) fn never() -> Object {
    Object::from_iter([("not".to_owned(), Value::Object(Object::new()))])
}

/// Returns the properties that distinguish the branches of a tagged enum, with their values.
pub(super) fn tags(branch: &Object) -> Vec<(&str, &Vec<Value>)> {
    let required = strings(branch, "required");
    let properties = branch.get("properties").and_then(Value::as_object);
    properties
        .into_iter()
        .flatten()
        .filter(|(name, _)| required.contains(&name.as_str()))
        .filter_map(|(name, schema)| {
            let schema = schema.as_object().filter(|schema| schema.len() == 2)?;
            let values = schema.get("enum")?.as_array()?;
            is_type(schema, "string").then_some((name.as_str(), values))
        })
        .collect()
}

/// Joins unit variants into one string enum, at the position of the first.
fn with_units_joined(branches: Vec<Branch>) -> Vec<Object> {
    let mut joined: Vec<Object> = Vec::new();
    let mut at = None;
    for Branch { mut schema, unit } in branches {
        if !unit {
            joined.extend(flat(schema));
            continue;
        }
        if let (1, Some(Value::String(doc))) =
            (strings(&schema, "enum").len(), schema.remove("description"))
        {
            let line = strings(&schema, "enum").first().map(|name| value_doc(name, &doc));
            schema.extend(line.map(|line| ("description".to_owned(), line.into())));
        }
        match at.and_then(|at: usize| joined.get_mut(at)) {
            Some(first) => {
                // Other keywords of one variant do not apply to the others.
                let shared = ["type", "enum", "description"];
                first.retain(|keyword, _| shared.contains(&keyword.as_str()));
                append_values(first, schema);
            }
            None => {
                at = Some(joined.len());
                joined.push(schema);
            }
        }
    }
    joined
}

/// Flattens a branch that consists only of branches.
fn flat(branch: Object) -> Vec<Object> {
    match (branch.len(), branch.get("anyOf")) {
        (1, Some(Value::Array(inner))) => {
            inner.iter().filter_map(Value::as_object).cloned().collect()
        }
        _ => vec![branch],
    }
}

fn without_repeats(branches: Vec<Object>) -> Vec<Object> {
    let mut unique = Vec::new();
    for branch in branches {
        if !unique.contains(&branch) {
            unique.push(branch);
        }
    }
    unique
}

/// Joins variants that have nothing but their tag into one branch, at the position of the first.
fn with_tags_joined(branches: Vec<Object>) -> Vec<Object> {
    let mut joined: Vec<Object> = Vec::new();
    for branch in branches {
        let tag = only_tag(&branch).map(str::to_owned);
        let same = |other: &&mut Object| tag.is_some() && only_tag(other) == tag.as_deref();
        match (joined.iter_mut().find(same), &tag) {
            (Some(first), Some(tag)) => {
                let values = |schema: &mut Object| schema["properties"][tag].take();
                let mut branch = branch;
                if let (Some(Value::Object(first)), Value::Object(values)) = (
                    first.get_mut("properties").and_then(|all| all.get_mut(tag)),
                    values(&mut branch),
                ) {
                    append_values(first, values);
                }
            }
            _ => joined.push(branch),
        }
    }
    joined
}

/// Returns the tag of a branch that has no other property and no description.
fn only_tag(branch: &Object) -> Option<&str> {
    let properties = branch.get("properties")?.as_object()?;
    let bare = properties.len() == 1 && branch.len() == 3;
    if bare { tags(branch).first().map(|(name, _)| *name) } else { None }
}

fn append_values(first: &mut Object, mut other: Object) {
    if let (Some(Value::Array(values)), Some(Value::Array(more))) =
        (first.get_mut("enum"), other.remove("enum"))
    {
        values.extend(more);
    }
    if let Some(Value::String(docs)) = other.remove("description") {
        describe(first, &docs);
    }
}
