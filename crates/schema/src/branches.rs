//! Selects the branch of a union that a value is meant for, judging by the outermost level of the
//! value.
//!
//! Descending into every branch of a recursive enum would double the work with each level.

use serde_json::Value;

use super::json::{Object, compare};
use super::tree::{Node, Tree};
use mcp_runtime_protocol::reference::target;
use mcp_runtime_protocol::step_limit::{Steps, TooComplex};

/// Whose rules apply to numbers and references.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Author {
    /// Our own schema: its values are decoded by serde.
    Own,
    /// A foreign schema: the rules of JSON Schema apply.
    Foreign,
}

/// How well the outermost level of a value fits a branch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MatchQuality {
    /// Its type or its tag belongs to another branch.
    None,
    /// Type and tag match.
    Tag,
    /// All required members are present, too.
    Keys,
}

/// Compares the outermost level of values with branches.
#[derive(Debug)]
pub struct BranchMatcher<'a> {
    pub root: &'a Value,
    pub author: Author,
}

impl<'a> BranchMatcher<'a> {
    /// Returns the branches that a value may be meant for, that is all that fit best, and how well
    /// they fit.
    pub fn best_matches(
        &self,
        value: &Tree<'_>,
        branches: &'a [Value],
        steps: &mut Steps,
    ) -> Result<(MatchQuality, Vec<&'a Value>), TooComplex> {
        let mut best = (MatchQuality::Tag, Vec::new());
        for branch in branches {
            let quality = self.quality(value, branch, steps, NESTED)?;
            if quality > best.0 {
                best = (quality, vec![branch]);
            } else if quality == best.0 {
                best.1.push(branch);
            }
        }
        Ok(best)
    }

    /// Resolves a reference to its schema, if there is one.
    pub fn target(&self, reference: &str) -> Option<&'a Value> {
        target(self.root, reference)
    }

    fn quality(
        &self,
        value: &Tree<'_>,
        branch: &'a Value,
        steps: &mut Steps,
        nested: usize,
    ) -> Result<MatchQuality, TooComplex> {
        steps.take(1)?;
        let Value::Object(schema) = branch else {
            let nothing = *branch == Value::Bool(false);
            return Ok(if nothing { MatchQuality::None } else { MatchQuality::Keys });
        };
        let is_other = match schema.get("const") {
            Some(only) => !is_listed(value, std::slice::from_ref(only), steps)?,
            None => false,
        };
        if is_other || !self.has_type(value, schema) {
            return Ok(MatchQuality::None);
        }
        let mut quality = self.by_keys(value, schema, steps)?;
        let Some(nested) = nested.checked_sub(1).filter(|_| quality > MatchQuality::None) else {
            return Ok(quality);
        };
        if let Some(Value::String(reference)) = schema.get("$ref") {
            steps.take(reference.len() / 16)?;
            if let Some(target) = self.target(reference) {
                quality = quality.min(self.quality(value, target, steps, nested)?);
            }
        }
        for union in ["anyOf", "oneOf"].into_iter().filter_map(|keyword| schema.get(keyword)) {
            let mut best = MatchQuality::None;
            for branch in union.as_array().into_iter().flatten() {
                best = best.max(self.quality(value, branch, steps, nested)?);
            }
            quality = quality.min(best);
        }
        Ok(quality)
    }

    fn by_keys(
        &self,
        value: &Tree<'_>,
        schema: &'a Object,
        steps: &mut Steps,
    ) -> Result<MatchQuality, TooComplex> {
        let mut quality = MatchQuality::Keys;
        let Node::Object(entries) = &value.node else {
            return Ok(quality);
        };
        for name in required(schema) {
            steps.take(1)?;
            let tag = tag_values(schema, name);
            match (entries.get(name), tag) {
                (None, None) => quality = MatchQuality::Tag,
                (None, Some(_)) => return Ok(MatchQuality::None),
                (Some(given), Some(values)) => {
                    if !is_listed(given, values, steps)? {
                        return Ok(MatchQuality::None);
                    }
                }
                (Some(_), None) => {}
            }
        }
        Ok(quality)
    }

    pub fn has_type(&self, value: &Tree<'_>, schema: &Object) -> bool {
        match schema.get("type") {
            Some(Value::String(kind)) => self.is(value, kind),
            Some(Value::Array(kinds)) => {
                // There are only seven types.
                let mut kinds = kinds.iter().take(7).filter_map(Value::as_str).peekable();
                kinds.peek().is_none() || kinds.any(|kind| self.is(value, kind))
            }
            _ => true,
        }
    }

    /// Whether a value is of a type; an unknown type accepts all.
    fn is(&self, value: &Tree<'_>, kind: &str) -> bool {
        match kind {
            "null" => matches!(value.node, Node::Null),
            "boolean" => matches!(value.node, Node::Bool(_)),
            "string" => matches!(value.node, Node::String(_)),
            "array" => matches!(value.node, Node::Array(_)),
            "object" => matches!(value.node, Node::Object(_)),
            "number" => matches!(value.node, Node::Number(_)),
            "integer" => match (self.author, &value.node) {
                // serde does not accept `1.0` as an integer.
                (Author::Own, Node::Number(text)) => !text.contains(['.', 'e', 'E']),
                (Author::Foreign, Node::Number(_)) => {
                    let number = value.number().and_then(|number| number.as_f64());
                    number.is_some_and(|number| number.fract() == 0.0)
                }
                _ => false,
            },
            _ => true,
        }
    }
}

/// How deep the search for tags goes: a reference, and an enum in an enum.
const NESTED: usize = 6;

/// Returns the tags of a branch: the required properties with a fixed set of values.
pub fn tags(branch: &Object) -> impl Iterator<Item = (&str, &[Value])> {
    required(branch).filter_map(|name| Some((name, tag_values(branch, name)?)))
}

fn tag_values<'a>(branch: &'a Object, name: &str) -> Option<&'a [Value]> {
    let property = branch.get("properties")?.get(name)?;
    match property.get("enum") {
        Some(values) => values.as_array().map(Vec::as_slice),
        None => property.get("const").map(std::slice::from_ref),
    }
}

pub fn required(schema: &Object) -> impl Iterator<Item = &str> {
    schema.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str)
}

/// Whether a value is in a list.
pub fn is_listed(
    value: &Tree<'_>,
    values: &[Value],
    steps: &mut Steps,
) -> Result<bool, TooComplex> {
    steps.take((values.len() + value.text.len()) / 16)?;
    for listed in values {
        if equal(value, listed, steps)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether two values are equal; numbers are compared by value.
fn equal(value: &Tree<'_>, other: &Value, steps: &mut Steps) -> Result<bool, TooComplex> {
    Ok(match (&value.node, other) {
        (Node::Null, Value::Null) => true,
        (Node::Bool(value), Value::Bool(other)) => value == other,
        (Node::String(value), Value::String(other)) => value == other,
        (Node::Number(_), Value::Number(other)) => {
            value.number().is_some_and(|number| compare(&number, other).is_eq())
        }
        (Node::Array(items), Value::Array(others)) if items.len() == others.len() => {
            for (item, other) in items.iter().zip(others) {
                steps.take(1)?;
                if !equal(item, other, steps)? {
                    return Ok(false);
                }
            }
            true
        }
        (Node::Object(entries), Value::Object(others)) => {
            for (name, other) in others {
                steps.take(1)?;
                let Some(value) = entries.get(name) else {
                    return Ok(false);
                };
                if !equal(value, other, steps)? {
                    return Ok(false);
                }
            }
            entries.counting().count() == others.len()
        }
        _ => false,
    })
}
