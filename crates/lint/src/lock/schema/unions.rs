//! `anyOf`, and every other keyword that is only compared for equality.

use serde_json::Value;

use super::super::hash::canonical;
use super::node::{Node, is_annotation};
use super::prepare::is_place;
use super::types::Choices;
use super::{Bump, Comparison, Direction};
use mcp_runtime_schema::mirrored::KEYWORD;

/// The keywords that are compared in other files.
const ELSEWHERE: [&str; 25] = [
    "type",
    "const",
    "enum",
    "properties",
    "required",
    "additionalProperties",
    "items",
    "$ref",
    "minimum",
    "exclusiveMinimum",
    "minLength",
    "minItems",
    "minProperties",
    "maximum",
    "exclusiveMaximum",
    "maxLength",
    "maxItems",
    "maxProperties",
    "pattern",
    "format",
    "multipleOf",
    "uniqueItems",
    KEYWORD,
    "contentEncoding",
    "contentMediaType",
];

impl<'a> Comparison<'a, '_> {
    pub(super) fn unions(&mut self, old: Node<'a>, new: Node<'a>, at: &str) {
        let [was, is] = [old, new].map(|node| Choices::of(node).map(|it| it.keyword));
        let keywords = old
            .members
            .keys()
            .chain(new.members.keys().filter(|key| !old.members.contains_key(*key)));
        for keyword in keywords {
            if ELSEWHERE.contains(&keyword.as_str()) || is_annotation(keyword) || is_place(keyword)
            {
                continue;
            }
            // A keyword that only lists values is compared as such.
            let member = |node: Node<'a>, choices: Option<&str>| {
                node.get(keyword).filter(|_| choices != Some(keyword))
            };
            let a = member(old, was);
            let b = member(new, is);
            if let (Some(Value::Array(a)), Some(Value::Array(b))) = (a, b) {
                self.branches(keyword, a, b, at);
            } else if !self.is_equal(keyword, a, b) {
                let text = format!("`{keyword}` changed in a way that cannot be compared");
                self.unknown(at, &text);
            }
        }
        // `enum` beside `const` says more than the choices do.
        if was == Some("const") || is == Some("const") {
            let [a, b] =
                [old, new].map(|node| node.get("enum").filter(|_| node.get("const").is_some()));
            if a.map(canonical) != b.map(canonical) {
                self.unknown(at, "`enum` next to `const` changed");
            }
        }
        self.header(old, new, at);
    }

    fn is_equal(&self, keyword: &str, old: Option<&'a Value>, new: Option<&'a Value>) -> bool {
        match (old, new) {
            (None, None) => true,
            (Some(Value::Object(old)), Some(Value::Object(new)))
                if keyword.ends_with("ties") || keyword == "dependentSchemas" =>
            {
                old.len() == new.len()
                    && old
                        .iter()
                        .all(|(key, old)| new.get(key).is_some_and(|new| self.is_same(old, new)))
            }
            (Some(old), Some(new)) => self.is_same(old, new),
            _ => false,
        }
    }

    fn branches(&mut self, keyword: &str, old: &'a [Value], new: &'a [Value], at: &str) {
        if keyword == "prefixItems" {
            let is_same = old.len() == new.len()
                && old.iter().zip(new).all(|(old, new)| self.is_same(old, new));
            if !is_same {
                self.unknown(at, "`prefixItems` changed in a way that cannot be compared");
            }
            return;
        }
        let missing = |of: &'a [Value],
                       others: &'a [Value],
                       is_same: &dyn Fn(&'a Value, &'a Value) -> bool| {
            of.iter().filter(|one| !others.iter().any(|other| is_same(one, other))).count()
        };
        let gone = missing(old, new, &|one, other| self.is_same(one, other));
        let come = missing(new, old, &|one, other| self.is_same(other, one));
        match (keyword, gone, come) {
            // The number of times that a branch occurs only matters to `oneOf`.
            ("oneOf", 0, 0) if old.len() != new.len() => {
                self.unknown(at, "the number of times that a branch of `oneOf` occurs has changed");
            }
            (_, 0, 0) => {}
            ("anyOf", _, 0) => {
                self.add(
                    "branch-removed",
                    true,
                    at,
                    &format!("{gone} of the alternatives removed"),
                );
            }
            ("anyOf", 0, _) => {
                let noun = if come == 1 { "alternative" } else { "alternatives" };
                self.add("branch-added", false, at, &format!("{come} {noun} added"));
            }
            _ => {
                let text = format!("`{keyword}` changed in a way that cannot be compared");
                self.unknown(at, &text);
            }
        }
    }

    /// Compares the header in which clients repeat an argument: a gateway may block it.
    fn header(&mut self, old: Node<'a>, new: Node<'a>, at: &str) {
        let old = old.get(KEYWORD);
        let new = new.get(KEYWORD);
        if old == new || self.direction == Direction::Out {
            return;
        }
        match new {
            Some(header) => {
                let text = format!("is now mirrored in the header {header}");
                self.changes.add("header.added", Bump::Major, at, &text);
            }
            None => self.changes.add(
                "header.removed",
                Bump::Minor,
                at,
                "is no longer mirrored in a header",
            ),
        }
    }
}
