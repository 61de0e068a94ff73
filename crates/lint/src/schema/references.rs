//! `$ref` and `$defs`.

use std::collections::{HashMap, HashSet};
use std::ptr;

use mcp_runtime_protocol::reference::pointer;
use serde_json::Value;

use crate::Rule;
use crate::findings::Subject;

use super::node::SchemaNode;
use super::places::inside;

/// The keywords that may stand beside `$ref`.
const BESIDE: [&str; 5] = ["$ref", "description", "default", "$defs", "definitions"];

/// Checks the references and the definitions of one schema.
pub(super) fn check(root: &Value, nodes: &[SchemaNode<'_>], subject: &mut Subject<'_, '_>) {
    let mut graph = Graph { root, inside: HashMap::new() };
    for node in nodes {
        if node.is_input() {
            check_known(node, subject);
        }
        if let Some(reference) = node.get("$ref").and_then(Value::as_str) {
            check_reference(reference, node, &mut graph, subject);
        }
    }
    check_definitions(nodes, subject);
}

/// Checks keywords that Bedrock does not support.
fn check_known(node: &SchemaNode<'_>, subject: &mut Subject<'_, '_>) {
    for keyword in ["$ref", "$defs", "$anchor", "$dynamicRef"] {
        if node.has(keyword) {
            subject.report(Rule::RefBedrock, node.at(keyword));
        }
    }
}

fn check_reference<'a>(
    reference: &'a str,
    node: &SchemaNode<'a>,
    graph: &mut Graph<'a>,
    subject: &mut Subject<'_, '_>,
) {
    if !reference.starts_with('#') {
        subject.report_found(Rule::RefRemote, node.at("$ref"), reference);
    } else if graph.resolve(reference).is_none() {
        subject.report_found(Rule::RefUnresolved, node.at("$ref"), reference);
    }
    if !node.is_input() {
        return;
    }
    if let Some(keys) = node.value.as_object()
        && keys.keys().any(|key| !BESIDE.contains(&key.as_str()))
    {
        subject.report(Rule::RefSiblings, &node.pointer);
    }
    if reference.starts_with('#') {
        if !reference.starts_with("#/$defs/") {
            subject.report_found(Rule::RefRoot, node.at("$ref"), reference);
        }
        if !graph.is_recursive(reference) {
            subject.report_found(Rule::RefNeedless, &node.pointer, reference);
        }
    }
}

fn check_definitions(nodes: &[SchemaNode<'_>], subject: &mut Subject<'_, '_>) {
    let references = nodes
        .iter()
        .filter_map(|node| pointer(node.get("$ref")?.as_str()?))
        .collect::<HashSet<_>>();
    let definitions =
        nodes.iter().filter(|node| matches!(node.keyword, Some("$defs" | "definitions")));
    let mut is_first = true;
    for definition in definitions {
        if is_first && definition.is_input() {
            subject.report(Rule::RefDefs, &definition.pointer);
        }
        is_first = false;
        let inside_root = definition.pointer.strip_prefix(definition.side.pointer());
        if !inside_root.is_some_and(|pointer| references.contains(pointer)) {
            subject.report(Rule::RefUnusedDefs, &definition.pointer);
        }
    }
}

/// The references inside the target of a reference.
struct Graph<'a> {
    root: &'a Value,
    inside: HashMap<&'a str, Vec<&'a str>>,
}

impl<'a> Graph<'a> {
    fn resolve(&self, reference: &str) -> Option<&'a Value> {
        if !reference.starts_with('#') {
            return None;
        }
        // Anchors are not looked up: they count as resolved.
        let pointer = pointer(reference).unwrap_or_default();
        self.root.pointer(&pointer).filter(|value| value.is_object() || value.is_boolean())
    }

    /// Whether following a reference leads back to it.
    fn is_recursive(&mut self, reference: &'a str) -> bool {
        let itself = self.resolve(reference).map(ptr::from_ref);
        let mut todo = self.references_in(reference).to_vec();
        let mut seen = HashSet::new();
        while let Some(next) = todo.pop() {
            if seen.insert(next) {
                if self.resolve(next).map(ptr::from_ref) == itself {
                    return true;
                }
                todo.extend(self.references_in(next));
            }
        }
        false
    }

    fn references_in(&mut self, reference: &'a str) -> &[&'a str] {
        let target = self.resolve(reference);
        self.inside.entry(reference).or_insert_with(|| {
            let mut found = Vec::new();
            let mut todo = Vec::from_iter(target);
            while let Some(schema) = todo.pop() {
                found.extend(schema.get("$ref").and_then(Value::as_str));
                let places = inside(schema)
                    .into_iter()
                    .filter(|place| !["$defs", "definitions"].contains(&place.keyword));
                todo.extend(places.map(|place| place.value));
            }
            found
        })
    }
}
