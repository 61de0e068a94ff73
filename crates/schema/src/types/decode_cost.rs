//! Estimates the cost of decoding a value for which serde has to try variants.
//!
//! An untagged enum is decoded by trying its variants one after the other, each on a copy of the
//! value. If one is recursive, the attempts multiply with each level, and cannot be interrupted
//! once they run. So they are counted first, using the schema.

use serde_json::Value;

use super::branches::{Author, BranchMatcher, required, tags};
use super::json::Object;
use super::step_limit::{MAX_DEPTH, Steps, TooComplex};
use super::tree::{Node, ObjectEntries, Tree, Unread};

/// Whether values of a schema may take more attempts than they have parts.
pub(super) fn is_needed(root: &Value) -> bool {
    root.get("$defs").is_some() && has_look_alikes(root)
}

/// Whether a value can be decoded within the step limit.
pub(super) fn is_affordable(json: &str, schema: &Object, root: &Value) -> bool {
    tried(json, schema, root, &mut Steps::default()).is_ok()
}

fn tried(json: &str, schema: &Object, root: &Value, steps: &mut Steps) -> Result<(), TooComplex> {
    let value = match Tree::parse(json, steps) {
        Ok(value) => value,
        Err(Unread::TooComplex) => return Err(TooComplex),
        // Any decoder rejects this.
        Err(Unread::NotJson(_)) => return Ok(()),
    };
    let matcher = BranchMatcher { root, author: Author::Own };
    Trial { matcher, steps, depth: 0 }.fits(&value, schema).map(drop)
}

/// Whether there is a union with two branches that may both accept a value.
fn has_look_alikes(schema: &Value) -> bool {
    match schema {
        Value::Object(object) => {
            let branches: Vec<&Object> = object
                .get("anyOf")
                .and_then(Value::as_array)
                .into_iter()
                .flatten()
                .filter_map(Value::as_object)
                .collect();
            let pairs = branches.iter().enumerate().any(|(index, one)| {
                branches[index + 1..].iter().any(|other| are_alike(one, other))
            });
            pairs || object.values().any(has_look_alikes)
        }
        Value::Array(values) => values.iter().any(has_look_alikes),
        _ => false,
    }
}

fn are_alike(one: &Object, other: &Object) -> bool {
    let is = |schema: &Object, kind: &str| schema.get("type").is_some_and(|is| is == kind);
    if is(one, "object") && is(other, "object") {
        let names = one.get("properties").and_then(Value::as_object).into_iter().flatten();
        let of_other = other.get("properties");
        let mut shared =
            names.filter(|(name, _)| of_other.is_some_and(|all| all.get(name).is_some()));
        return tags(one).next().is_none() && shared.next().is_some();
    }
    // The target of a reference may be anything.
    let is_reference = |schema: &Object| schema.contains_key("$ref");
    is(one, "array") && is(other, "array") || is_reference(one) && !is(other, "null")
}

/// The cost of trying a type on a value, in steps.
const TRY: usize = 4;

/// How much of a value is copied per step, in bytes.
const COPIED_BYTES_PER_STEP: usize = 16;

struct Trial<'a, 's> {
    matcher: BranchMatcher<'a>,
    steps: &'s mut Steps,
    depth: usize,
}

impl<'a> Trial<'a, '_> {
    /// Whether decoding succeeds, according to the schema, taking as many steps as it will cost.
    fn fits(&mut self, value: &Tree<'_>, schema: &'a Object) -> Result<bool, TooComplex> {
        self.steps.take(TRY)?;
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(TooComplex);
        }
        let fits = self.is_decoded(value, schema)?;
        self.depth -= 1;
        Ok(fits)
    }

    fn is_decoded(&mut self, value: &Tree<'_>, schema: &'a Object) -> Result<bool, TooComplex> {
        if let Some(Value::String(reference)) = schema.get("$ref") {
            return match self.matcher.target(reference) {
                Some(Value::Object(target)) => self.fits(value, target),
                _ => Ok(true),
            };
        }
        if let Some(Value::Array(branches)) = schema.get("anyOf") {
            return self.any(value, branches);
        }
        if !self.matcher.has_type(value, schema) {
            return Ok(false);
        }
        match (&value.node, schema.get("enum")) {
            (Node::String(text), Some(Value::Array(values))) => {
                Ok(values.iter().any(|one| one == &**text))
            }
            (Node::Array(items), _) => self.items(items, schema),
            (Node::Object(entries), _) => self.entries(entries, schema),
            _ => Ok(true),
        }
    }

    /// Tries each variant on a copy.
    fn any(&mut self, value: &Tree<'_>, branches: &'a [Value]) -> Result<bool, TooComplex> {
        for branch in branches.iter().filter_map(Value::as_object) {
            self.steps.take(value.text.len() / COPIED_BYTES_PER_STEP)?;
            if self.fits(value, branch)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn items(&mut self, items: &[Tree<'_>], schema: &'a Object) -> Result<bool, TooComplex> {
        let Some(Value::Object(schema)) = schema.get("items") else {
            return Ok(true);
        };
        for item in items {
            if !self.fits(item, schema)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Checks the tag first, and missing members last.
    fn entries(
        &mut self,
        entries: &ObjectEntries<'_>,
        schema: &'a Object,
    ) -> Result<bool, TooComplex> {
        let is_tag = |(name, values): (&str, &[Value])| {
            let given = entries.get(name).map(|given| &given.node);
            matches!(given, Some(Node::String(given)) if values.iter().any(|one| one == &**given))
        };
        if !tags(schema).all(is_tag) {
            return Ok(false);
        }
        let properties = schema.get("properties");
        let others = schema.get("additionalProperties");
        for entry in entries.given() {
            let fits = match properties.and_then(|all| all.get(&*entry.key)).or(others) {
                Some(Value::Object(schema)) => {
                    let is_null = matches!(entry.value.node, Node::Null);
                    is_null && !required(schema).any(|name| name == entry.key)
                        || self.fits(&entry.value, schema)?
                }
                Some(Value::Bool(false)) => false,
                _ => true,
            };
            if !fits {
                return Ok(false);
            }
        }
        Ok(required(schema).all(|name| entries.get(name).is_some()))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::types::recursive::{deep, ways};

    #[test]
    fn only_untagged_enums_that_contain_themselves_are_tried() {
        for (way, input, _) in ways() {
            assert_eq!(is_needed(&input.schema), way == "untagged", "{way}");
        }
        let option = json!({ "anyOf": [{ "$ref": "#/$defs/a" }, { "type": "null" }], "$defs": {} });
        assert!(!is_needed(&option));
    }

    #[test]
    fn tries_that_multiply_are_counted_before_they_run() {
        let [.., (_, input, write)] = ways();
        let property = input.schema["properties"]["x"].as_object().unwrap();
        let tries = |depth, leaf| {
            let mut steps = Steps::default();
            let json = deep(write, depth, leaf);
            let tried = tried(&json, property, &input.schema, &mut steps);
            (steps.taken(), tried.is_ok())
        };
        let (taken, is_affordable) = tries(40, json!(1));
        assert!(is_affordable && taken < 10_000, "{taken}");
        let (taken, is_affordable) = tries(4, json!("wrong"));
        assert!(is_affordable && taken > 500, "{taken}");
        for depth in [12, 20, 60] {
            assert_eq!(tries(depth, json!("wrong")), (Steps::PER_WALK, false), "{depth}");
        }
    }
}
