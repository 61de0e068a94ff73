//! Which references of a schema lead back to themselves.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

use mcp_runtime_client::protocol::reference::unescape;
use serde_json::Value;

use super::{Object, walk};

/// The references by which a value of a schema may contain one of the same schema again.
pub(super) fn recursive(root: &Object) -> HashSet<String> {
    cycles(root, &|schema| {
        let mut found = Vec::new();
        all_references(schema, &mut found);
        found
    })
}

/// The references that lead back to themselves without a value in between, so that they mean
/// nothing.
pub(super) fn endless(root: &Object) -> HashSet<String> {
    cycles(root, &|schema| {
        let mut found = Vec::new();
        references_at_once(schema, &mut found);
        found
    })
}

/// What a reference inside of a document points at, which is not percent-encoded any more.
pub(in crate::provider) fn target<'a>(root: &'a Object, reference: &str) -> Option<&'a Object> {
    let pointer = reference.strip_prefix('#')?;
    if pointer.is_empty() {
        return Some(root);
    }
    let path = pointer.strip_prefix('/')?;
    let (key, below) = path.split_at(path.find('/').unwrap_or(path.len()));
    root.get(&unescape(key))?.pointer(below)?.as_object()
}

/// What remains if references that lead nowhere further, and those to which nothing leads, are
/// removed until there are none: cycles, and what lies between two of them.
fn cycles(root: &Object, references: &dyn Fn(&Object) -> Vec<String>) -> HashSet<String> {
    let mut start = Vec::new();
    all_references(root, &mut start);
    if let Some(Value::Object(definitions)) = root.get("$defs") {
        let definitions = definitions.values().filter_map(Value::as_object);
        definitions.for_each(|definition| all_references(definition, &mut start));
    }
    let mut edges = HashMap::new();
    while let Some(reference) = start.pop() {
        if let Entry::Vacant(vacant) = edges.entry(reference) {
            let found = target(root, vacant.key()).map(references).unwrap_or_default();
            start.extend(found.iter().cloned());
            vacant.insert(found);
        }
    }
    let backwards = pruned(&edges);
    let mut reversed: HashMap<String, Vec<String>> =
        backwards.iter().map(|reference| (reference.clone(), Vec::new())).collect();
    for reference in &backwards {
        for found in edges.get(reference).into_iter().flatten() {
            if let Some(from) = reversed.get_mut(found) {
                from.push(reference.clone());
            }
        }
    }
    pruned(&reversed)
}

/// Removes the nodes without edges to remaining ones, until there are none.
fn pruned(edges: &HashMap<String, Vec<String>>) -> HashSet<String> {
    let mut left: HashMap<&str, usize> = HashMap::new();
    let mut from: HashMap<&str, Vec<&str>> = HashMap::new();
    for (node, to) in edges {
        let to = to.iter().filter(|node| edges.contains_key(*node));
        left.insert(node, to.clone().count());
        to.for_each(|to| from.entry(to).or_default().push(node));
    }
    let mut ends: Vec<&str> =
        left.iter().filter(|(_, left)| **left == 0).map(|(n, _)| *n).collect();
    while let Some(end) = ends.pop() {
        left.remove(end);
        for node in from.get(end).into_iter().flatten() {
            if let Some(count) = left.get_mut(node) {
                *count -= 1;
                if *count == 0 {
                    ends.push(node);
                }
            }
        }
    }
    left.into_keys().map(str::to_owned).collect()
}

fn all_references(schema: &Object, found: &mut Vec<String>) {
    found.extend(schema.get("$ref").and_then(Value::as_str).map(str::to_owned));
    walk::each(schema, &mut |inside| all_references(inside, found));
}

fn references_at_once(schema: &Object, found: &mut Vec<String>) {
    found.extend(schema.get("$ref").and_then(Value::as_str).map(str::to_owned));
    let lists = ["allOf", "anyOf", "oneOf"].into_iter().filter_map(|keyword| schema.get(keyword));
    let branches = lists.filter_map(Value::as_array).flatten().filter_map(Value::as_object);
    branches.for_each(|branch| references_at_once(branch, found));
}
