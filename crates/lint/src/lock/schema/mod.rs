//! Compares two schemas, keyword by keyword.
//!
//! A schema of arguments breaks callers if it accepts less than before, one of results if it allows
//! more. A change that is not understood counts as breaking: the verdict may be too strict, but
//! never too lax.
//!
//! Source: [JSON Schema 2020-12](https://json-schema.org/draft/2020-12/json-schema-validation).

mod keywords;
mod node;
mod objects;
mod prepare;
mod same;
mod types;
mod unions;

#[cfg(test)]
mod tests;

use std::collections::HashSet;

use serde_json::Value;

use super::change::{Bump, Changes};
use node::{ANY, Node};

/// The maximum number of pairs of schemas to compare: a server may list any schema.
pub(super) const MAX_PAIRS: usize = 20_000;
/// The maximum depth to which schemas are compared, including references.
pub(super) const MAX_NESTING: usize = 200;

/// Who depends on a schema.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Direction {
    /// Arguments: what was accepted still has to be accepted.
    In,
    /// Results: nothing may be returned that could not be returned before.
    Out,
}

/// Compares two schemas.
pub(super) fn compare(
    old: &Value,
    new: &Value,
    at: &str,
    direction: Direction,
    changes: &mut Changes,
) {
    let old = prepare::prepared(old);
    let new = prepare::prepared(new);
    if old == new {
        return;
    }
    let seen = HashSet::new();
    let mut comparison = Comparison { direction, old: &old, new: &new, seen, nesting: 0, changes };
    comparison.schemas(&old, &new, at);
}

struct Comparison<'a, 'c> {
    direction: Direction,
    /// The whole schemas, which references point into.
    old: &'a Value,
    new: &'a Value,
    /// The pairs that are compared or being compared, by their addresses, so that recursion ends.
    seen: HashSet<(usize, usize)>,
    nesting: usize,
    changes: &'c mut Changes,
}

impl<'a> Comparison<'a, '_> {
    fn schemas(&mut self, old: &'a Value, new: &'a Value, at: &str) {
        if !self.seen.insert((address(old), address(new))) {
            return;
        }
        if self.seen.len() > MAX_PAIRS || self.nesting >= MAX_NESTING {
            return self.unknown(at, "too large to be compared");
        }
        self.nesting += 1;
        let nodes = (Node::of(old, self.old), Node::of(new, self.new));
        match nodes {
            (Some(old), Some(new)) => self.nodes(old, new, at),
            _ if old == new => {}
            _ => self.unknown(at, "a `$ref` that does not resolve"),
        }
        self.nesting -= 1;
    }

    fn nodes(&mut self, old: Node<'a>, new: Node<'a>, at: &str) {
        self.unions(old, new, at);
        self.types(old, new, at);
        self.keywords(old, new, at);
        self.objects(old, new, at);
        if old.get("items").or_else(|| new.get("items")).is_some() {
            let items = |node: Node<'a>| node.get("items").unwrap_or(&ANY);
            self.schemas(items(old), items(new), &format!("{at}/[]"));
        }
        self.texts(old, new, at);
    }

    /// Adds a change that makes the schema accept less, or more.
    fn add(&mut self, rule: &str, narrows: bool, at: &str, text: &str) {
        let breaks = narrows == (self.direction == Direction::In);
        self.add_as(rule, if breaks { Bump::Major } else { Bump::Minor }, at, text);
    }

    fn add_as(&mut self, rule: &str, level: Bump, at: &str, text: &str) {
        self.changes.add(self.rule(rule), level, at, text);
    }

    fn unknown(&mut self, at: &str, text: &str) {
        self.add_as("unknown", Bump::Major, at, text);
    }

    fn rule(&self, rule: &str) -> String {
        let direction = match self.direction {
            Direction::In => "in",
            Direction::Out => "out",
        };
        format!("{direction}.{rule}")
    }
}

fn address(schema: &Value) -> usize {
    std::ptr::from_ref(schema).addr()
}
