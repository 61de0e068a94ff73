//! Corrects the type mistakes that models make.
//!
//! Used only for a value that did not decode unchanged. It works on the text of numbers, so that
//! those beyond 64 bits keep their digits.

use serde_json::Value;

use super::branches::{Author, BranchMatcher, MatchQuality, required};
use super::json::Object;
use super::json::{integer, is_number};
use super::step_limit::{MAX_DEPTH, Steps, TooComplex};
use super::tree::{Node, ObjectEntries, Tree, Unread};
use super::validate::fits;

/// Returns the JSON that was probably meant, if the schema determines it and it differs from the
/// input: a number, bool, array or object from a string, an integer from `1.0` or `-0`, and no
/// `null` for an optional property. Nothing is ever turned into a string. Values that are too complex are not
/// corrected.
pub(crate) fn coerce(json: &str, schema: &Object, root: &Value) -> Option<String> {
    coerced(json, schema, root, &mut Steps::default())
}

fn coerced(json: &str, schema: &Object, root: &Value, steps: &mut Steps) -> Option<String> {
    let value = Tree::parse(json, steps).ok()?;
    let matcher = BranchMatcher { root, author: Author::Own };
    let mut coercion = Coercion { matcher, steps, output: String::new(), depth: 0 };
    let is_changed = coercion.value(&value, schema).ok()?;
    is_changed.then_some(coercion.output)
}

/// Whether the output differs from the input.
type CoerceResult = Result<bool, TooComplex>;

struct Coercion<'a, 's> {
    matcher: BranchMatcher<'a>,
    steps: &'s mut Steps,
    output: String,
    depth: usize,
}

impl<'a> Coercion<'a, '_> {
    /// Writes the corrected form of a value.
    fn value(&mut self, value: &Tree<'_>, schema: &'a Object) -> CoerceResult {
        self.steps.take(1)?;
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(TooComplex);
        }
        let is_changed = self.by_schema(value, schema)?;
        self.depth -= 1;
        Ok(is_changed)
    }

    fn by_schema(&mut self, value: &Tree<'_>, schema: &'a Object) -> CoerceResult {
        if let Some(Value::String(reference)) = schema.get("$ref") {
            return match self.matcher.target(reference) {
                Some(Value::Object(target)) => self.value(value, target),
                _ => self.as_it_is(value),
            };
        }
        if let Some(Value::Array(branches)) = schema.get("anyOf") {
            return self.union(value, branches);
        }
        let kind = schema.get("type").and_then(Value::as_str).unwrap_or_default();
        let meant = match (kind, &value.node) {
            ("array", Node::Array(items)) => return self.items(items, value, schema),
            ("object", Node::Object(entries)) => return self.entries(entries, schema),
            ("array", Node::String(text)) => return self.json_in_string(text, '[', value, schema),
            ("object", Node::String(text)) => return self.json_in_string(text, '{', value, schema),
            ("integer", Node::Number(text)) => integer(text).filter(|meant| meant != text),
            ("integer", Node::String(text)) => integer(text.trim()),
            ("number", Node::String(text)) => {
                Some(text.trim()).filter(is_number).map(str::to_owned)
            }
            ("boolean", Node::String(text)) => Some(text.trim())
                .filter(|text| matches!(*text, "true" | "false"))
                .map(str::to_owned),
            _ => None,
        };
        match meant {
            Some(meant) => {
                self.output.push_str(&meant);
                Ok(true)
            }
            None => self.as_it_is(value),
        }
    }

    fn as_it_is(&mut self, value: &Tree<'_>) -> CoerceResult {
        self.output.push_str(value.text);
        Ok(false)
    }

    /// Uses the branch that the outermost level of the value indicates, or else the first that
    /// accepts the corrected value.
    fn union(&mut self, value: &Tree<'_>, branches: &'a [Value]) -> CoerceResult {
        let (quality, best_matches) = self.matcher.best_matches(value, branches, self.steps)?;
        let best_matches: Vec<&Object> = match (&value.node, quality) {
            // Neither a missing member nor a wrong tag can be corrected.
            (_, MatchQuality::Tag) if best_matches.len() > 1 => return self.as_it_is(value),
            // Only these can be converted, unless a branch accepts them unconverted.
            (Node::String(_) | Node::Number(_), _)
                if !self.is_accepted(value, &best_matches)? =>
            {
                if let Some(is_changed) = self.union_in_string(value, branches)? {
                    return Ok(is_changed);
                }
                branches.iter().filter_map(Value::as_object).collect()
            }
            _ => best_matches.into_iter().filter_map(Value::as_object).collect(),
        };
        if let [only] = best_matches[..] {
            return self.value(value, only);
        }
        let start = self.output.len();
        for branch in best_matches {
            let is_changed = self.value(value, branch)?;
            if self.fits(start, branch)? {
                return Ok(is_changed);
            }
            self.output.truncate(start);
        }
        self.as_it_is(value)
    }

    /// Whether a branch accepts a value without corrections.
    fn is_accepted(
        &mut self,
        value: &Tree<'_>,
        branches: &[&'a Value],
    ) -> Result<bool, TooComplex> {
        for branch in branches {
            let Value::Object(branch) = branch else { return Ok(true) };
            if fits(value, branch, self.matcher.root, self.steps)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Corrects an array or object that was given as a string, if a branch may be meant for it.
    fn union_in_string(
        &mut self,
        value: &Tree<'_>,
        branches: &'a [Value],
    ) -> Result<Option<bool>, TooComplex> {
        let Node::String(text) = &value.node else { return Ok(None) };
        if !text.trim_start().starts_with(['[', '{']) {
            return Ok(None);
        }
        let inner = match Tree::parse(text.trim(), self.steps) {
            Ok(inner) => inner,
            Err(Unread::NotJson(_)) => return Ok(None),
            Err(Unread::TooComplex) => return Err(TooComplex),
        };
        if self.matcher.best_matches(&inner, branches, self.steps)?.1.is_empty() {
            return Ok(None);
        }
        self.union(&inner, branches).map(|_| Some(true))
    }

    /// Whether the output from `start` on fits a branch.
    fn fits(&mut self, start: usize, branch: &'a Object) -> Result<bool, TooComplex> {
        match Tree::parse(self.output.get(start..).unwrap_or_default(), self.steps) {
            Ok(meant) => fits(&meant, branch, self.matcher.root, self.steps),
            Err(Unread::NotJson(_)) => Ok(false),
            Err(Unread::TooComplex) => Err(TooComplex),
        }
    }

    /// Corrects an array or object that was given as a string.
    fn json_in_string(
        &mut self,
        text: &str,
        open: char,
        value: &Tree<'_>,
        schema: &'a Object,
    ) -> CoerceResult {
        if !text.trim_start().starts_with(open) {
            return self.as_it_is(value);
        }
        match Tree::parse(text.trim(), self.steps) {
            Ok(inner) => self.value(&inner, schema).map(|_| true),
            Err(Unread::NotJson(_)) => self.as_it_is(value),
            Err(Unread::TooComplex) => Err(TooComplex),
        }
    }

    fn items(&mut self, items: &[Tree<'_>], value: &Tree<'_>, schema: &'a Object) -> CoerceResult {
        let Some(Value::Object(schema)) = schema.get("items") else {
            return self.as_it_is(value);
        };
        let mut is_changed = false;
        self.output.push('[');
        for (index, item) in items.iter().enumerate() {
            self.output.push_str(if index > 0 { "," } else { "" });
            is_changed |= self.value(item, schema)?;
        }
        self.output.push(']');
        Ok(is_changed)
    }

    fn entries(&mut self, entries: &ObjectEntries<'_>, schema: &'a Object) -> CoerceResult {
        let properties = schema.get("properties");
        let others = schema.get("additionalProperties");
        let mut is_changed = false;
        let mut comma = "";
        self.output.push('{');
        for entry in entries.given() {
            let property = properties.and_then(|all| all.get(&*entry.key));
            let is_null = matches!(entry.value.node, Node::Null);
            if is_null && property.is_some() && !required(schema).any(|name| name == entry.key) {
                is_changed = true;
                continue;
            }
            self.output.push_str(comma);
            self.output.push_str(&Value::from(&*entry.key).to_string());
            self.output.push(':');
            is_changed |= match property.or(others).and_then(Value::as_object) {
                Some(schema) => self.value(&entry.value, schema)?,
                None => self.as_it_is(&entry.value)?,
            };
            comma = ",";
        }
        self.output.push('}');
        Ok(is_changed)
    }
}

#[cfg(test)]
mod tests;
