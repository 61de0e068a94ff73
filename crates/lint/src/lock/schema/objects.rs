//! Properties: which exist, which are required, and whether others are allowed.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::node::{ANY, Node};
use super::{Bump, Comparison, Direction};

/// The constraints of an object on its properties.
struct Members<'a> {
    properties: Option<&'a Map<String, Value>>,
    required: BTreeSet<&'a str>,
    /// The schema of all other properties, if there is one.
    others: Option<&'a Value>,
    /// Whether no others are allowed.
    is_closed: bool,
    has_patterns: bool,
}

impl<'a> Members<'a> {
    fn of(node: Node<'a>) -> Self {
        let required = node.get("required").and_then(Value::as_array);
        let others = node.get("additionalProperties").filter(|others| **others != *ANY);
        let is_nothing = |schema: &Value| schema.get("not").is_some_and(|not| *not == *ANY);
        Self {
            properties: node.map("properties"),
            required: required.into_iter().flatten().filter_map(Value::as_str).collect(),
            others,
            is_closed: others.is_some_and(is_nothing)
                || node.get("unevaluatedProperties").is_some_and(is_nothing),
            has_patterns: node.map("patternProperties").is_some_and(|map| !map.is_empty()),
        }
    }

    fn get(&self, name: &str) -> Option<&'a Value> {
        self.properties?.get(name)
    }

    fn names(&self) -> impl Iterator<Item = &'a String> + use<'a> {
        self.properties.into_iter().flat_map(|properties| properties.keys())
    }

    /// The schema of a property that is not named, if there is one.
    fn unnamed(&self) -> Option<&'a Value> {
        self.others.filter(|_| !self.is_closed)
    }
}

impl<'a> Comparison<'a, '_> {
    pub(super) fn objects(&mut self, old: Node<'a>, new: Node<'a>, at: &str) {
        let old = Members::of(old);
        let new = Members::of(new);
        for name in old.names().filter(|name| new.get(name).is_none()) {
            self.removed(name, &old, &new, &format!("{at}/{name}"));
        }
        for name in new.names().filter(|name| old.get(name).is_none()) {
            self.added(name, &old, &new, &format!("{at}/{name}"));
        }
        for name in old.names() {
            if let (Some(was), Some(is)) = (old.get(name), new.get(name)) {
                self.schemas(was, is, &format!("{at}/{name}"));
            }
        }
        self.required(&old, &new, at);
        match (old.is_closed, new.is_closed) {
            (false, true) => self.add("closed", true, at, "additional fields are now rejected"),
            (true, false) => self.add("opened", false, at, "additional fields are now allowed"),
            (true, true) => {}
            (false, false) => {
                let others = |members: &Members<'a>| members.others.unwrap_or(&ANY);
                self.schemas(others(&old), others(&new), &format!("{at}/*"));
            }
        }
    }

    fn removed(&mut self, name: &str, old: &Members<'a>, new: &Members<'a>, at: &str) {
        if self.direction == Direction::In {
            let text = if new.is_closed {
                "argument removed"
            } else {
                "argument removed; callers that still send it get no error"
            };
            return self.add_as("property-removed", Bump::Major, at, text);
        }
        // If others are allowed, it may still be present, with any value.
        let breaks = old.required.contains(name) || !new.is_closed || new.has_patterns;
        let level = if breaks { Bump::Major } else { Bump::Minor };
        self.add_as("property-removed", level, at, "field removed");
    }

    fn added(&mut self, name: &str, old: &Members<'a>, new: &Members<'a>, at: &str) {
        match self.direction {
            Direction::In if new.required.contains(name) => {
                self.add_as("required-added", Bump::Major, at, "new required argument");
            }
            Direction::In => self.add_as("optional-added", Bump::Minor, at, "new argument"),
            Direction::Out => {
                let level = if old.is_closed { Bump::Major } else { Bump::Minor };
                self.add_as("property-added", level, at, "new field");
            }
        }
        // In a map, it was one of the other properties before.
        if let (Some(was), Some(is)) = (old.unnamed(), new.get(name)) {
            self.schemas(was, is, at);
        }
        if old.has_patterns {
            self.unknown(at, "may also match `patternProperties`");
        }
    }

    fn required(&mut self, old: &Members<'a>, new: &Members<'a>, at: &str) {
        // Added and removed properties are reported elsewhere.
        let is_added = |name: &str| old.get(name).is_none() && new.get(name).is_some();
        let is_removed = |name: &str| old.get(name).is_some() && new.get(name).is_none();
        for name in new.required.difference(&old.required).filter(|name| !is_added(name)) {
            self.add("became-required", true, &format!("{at}/{name}"), "is now required");
        }
        for name in old.required.difference(&new.required).filter(|name| !is_removed(name)) {
            self.add("became-optional", false, &format!("{at}/{name}"), "is now optional");
        }
    }
}
