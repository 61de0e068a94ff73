//! Walks over a value and its schema.

use std::collections::HashMap;
use std::rc::Rc;

use serde_json::{Map, Value};

use super::messages::{not_listed, unexpected, unknown_key};
use super::path::Path;
use super::{keywords, missing};
use crate::branches::{Author, BranchMatcher, is_listed, required};
use crate::json::Object;
use crate::pattern;
use crate::pattern::Pattern;
use crate::tree::{Node, ObjectEntries, Tree};
use mcp_runtime_protocol::Violation;
use mcp_runtime_protocol::step_limit::{MAX_DEPTH, Steps, TooComplex};

/// What a value is checked against.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Demand {
    /// All of our own schema.
    All,
    /// The parts of our own schema that decoding does not check.
    Constraints,
    /// All of a foreign schema.
    Foreign,
}

/// The maximum number of reported violations in one of our own values; more do not help. For a
/// foreign one only the first is reported.
pub(super) const MAX_VIOLATIONS: usize = 20;

/// The message for the schema `false`.
pub(super) const NOTHING: &str = "no value is allowed here";

/// The cost of a report, in steps.
const REPORT: usize = 50;

pub(super) type CheckResult = Result<(), TooComplex>;

pub(super) struct Check<'a, 's> {
    pub(super) matcher: BranchMatcher<'a>,
    pub(super) demand: Demand,
    pub(super) steps: &'s mut Steps,
    pub(super) found: Vec<Violation>,
    /// The foreign patterns encountered so far; none of them outlives the walk.
    pub(super) patterns: HashMap<&'a str, Option<Pattern>>,
    /// The violations of values in unions, so that they are not checked again in another branch of
    /// an outer union. Values and unions are identified by their addresses.
    pub(super) known: HashMap<(*const (), *const ()), Rc<[Violation]>>,
    depth: usize,
}

impl<'a, 's> Check<'a, 's> {
    pub(super) fn new(root: &'a Value, demand: Demand, steps: &'s mut Steps) -> Self {
        let author = if demand == Demand::Foreign { Author::Foreign } else { Author::Own };
        Self {
            matcher: BranchMatcher { root, author },
            demand,
            steps,
            found: Vec::new(),
            patterns: HashMap::new(),
            known: HashMap::new(),
            depth: 0,
        }
    }

    /// Returns the violations in a value, as far as the steps suffice.
    ///
    /// # Errors
    ///
    /// If they did not suffice, and nothing was found.
    pub(super) fn run(
        mut self,
        path: &str,
        value: &Tree<'_>,
        schema: &'a Object,
    ) -> Result<Vec<Violation>, TooComplex> {
        match self.object_schema(Path::Root(path), value, schema) {
            Err(TooComplex) if self.found.is_empty() => Err(TooComplex),
            _ => Ok(self.found),
        }
    }

    pub(super) fn value(
        &mut self,
        at: Path<'_>,
        value: &Tree<'_>,
        schema: &'a Value,
    ) -> CheckResult {
        match schema {
            Value::Object(schema) => self.object_schema(at, value, schema),
            Value::Bool(false) => self.structural(at, |_| NOTHING.to_owned()),
            _ => Ok(()),
        }
    }

    fn object_schema(&mut self, at: Path<'_>, value: &Tree<'_>, schema: &'a Object) -> CheckResult {
        // Unknown keywords take time, too.
        self.steps.take(1 + schema.len() / 16)?;
        if self.is_full() {
            return Ok(());
        }
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(TooComplex);
        }
        let fits = self.matcher.has_type(value, schema);
        if !fits || (self.demand != Demand::Foreign && schema.contains_key("not")) {
            self.structural(at, |check| unexpected(value, schema, check.matcher.root))?;
        } else if let (Demand::All, Some(error)) = (self.demand, keywords::unreadable(value)) {
            self.report(at, |_| format!("cannot be read: {error}"))?;
        } else {
            self.keywords(at, value, schema)?;
            match &value.node {
                Node::Array(items) => self.items(at, items, schema)?,
                Node::Object(entries) => self.entries(at, entries, schema)?,
                _ => {}
            }
        }
        self.depth -= 1;
        Ok(())
    }

    fn keywords(&mut self, at: Path<'_>, value: &Tree<'_>, schema: &'a Object) -> CheckResult {
        let mut is_kept = true;
        for (keyword, says) in schema {
            match (keyword.as_str(), says) {
                ("$ref", Value::String(reference)) => {
                    self.steps.take(reference.len() / 16)?;
                    if let Some(target) = self.matcher.target(reference) {
                        self.value(at, value, target)?;
                    }
                }
                ("allOf", Value::Array(schemas)) => {
                    for schema in schemas {
                        self.value(at, value, schema)?;
                    }
                }
                ("anyOf", Value::Array(branches)) => self.union(at, value, branches, false)?,
                ("oneOf", Value::Array(branches)) => self.union(at, value, branches, true)?,
                ("enum", Value::Array(values)) => self.listed(at, value, values)?,
                ("const", only) => self.listed(at, value, std::slice::from_ref(only))?,
                ("pattern", Value::String(pattern)) => {
                    is_kept = is_kept && self.matches(pattern, value)?;
                }
                (bound, says) => {
                    self.steps.take(keywords::effort(value, says))?;
                    is_kept = is_kept && keywords::keeps(value, bound, says);
                }
            }
        }
        if is_kept {
            Ok(())
        } else {
            self.report(at, |check| unexpected(value, schema, check.matcher.root))
        }
    }

    fn items(&mut self, at: Path<'_>, items: &[Tree<'_>], schema: &'a Object) -> CheckResult {
        let first = schema.get("prefixItems").and_then(Value::as_array);
        let others = schema.get("items");
        for (index, item) in items.iter().enumerate() {
            let schema = first.and_then(|first| first.get(index)).or(others);
            let Some(schema) = schema.filter(|_| !self.is_full()) else {
                return Ok(());
            };
            self.value(Path::Index(&at, index), item, schema)?;
        }
        Ok(())
    }

    fn entries(
        &mut self,
        at: Path<'_>,
        entries: &ObjectEntries<'_>,
        schema: &'a Object,
    ) -> CheckResult {
        let properties = schema.get("properties").and_then(Value::as_object);
        if self.demand != Demand::Constraints {
            self.all_there(at, entries, properties, schema)?;
        }
        // Keys that a pattern may cover are not checked.
        let others = schema
            .get("additionalProperties")
            .filter(|_| !schema.contains_key("patternProperties"));
        for entry in entries.counting() {
            let at = Path::Key(&at, &entry.key);
            match (properties.and_then(|all| all.get(&*entry.key)), others) {
                // An `Option` or a default accepts null, too.
                (Some(_), _)
                    if self.demand != Demand::Foreign
                        && matches!(entry.value.node, Node::Null)
                        && !required(schema).any(|name| name == entry.key) => {}
                (Some(schema), _) => self.value(at, &entry.value, schema)?,
                (None, Some(Value::Bool(false))) => {
                    self.structural(at, |_| unknown_key(&entry.key, properties))?;
                }
                (None, Some(schema)) => self.value(at, &entry.value, schema)?,
                (None, None) => {}
            }
        }
        Ok(())
    }

    /// Reports required members that are missing.
    fn all_there(
        &mut self,
        at: Path<'_>,
        entries: &ObjectEntries<'_>,
        properties: Option<&'a Object>,
        schema: &'a Object,
    ) -> CheckResult {
        let nothing = Map::new();
        let known = properties.unwrap_or(&nothing);
        for name in required(schema) {
            self.steps.take(1)?;
            if entries.get(name).is_some() || self.is_full() {
                continue;
            }
            let schema = known.get(name).and_then(Value::as_object).unwrap_or(&nothing);
            let unknown =
                entries.counting().map(|entry| &*entry.key).filter(|key| !known.contains_key(*key));
            self.steps.take(REPORT)?;
            let path = Path::Key(&at, name).to_string();
            self.found.push(missing(&path, schema, self.matcher.root, unknown));
        }
        Ok(())
    }

    fn listed(&mut self, at: Path<'_>, value: &Tree<'_>, values: &'a [Value]) -> CheckResult {
        if !is_listed(value, values, self.steps)? {
            self.structural(at, |_| not_listed(value, values.iter()))?;
        }
        Ok(())
    }

    fn matches(&mut self, pattern: &'a str, value: &Tree<'_>) -> Result<bool, TooComplex> {
        let Node::String(text) = &value.node else {
            return Ok(true);
        };
        if self.demand != Demand::Foreign {
            return pattern::own(pattern)
                .map_or(Ok(true), |pattern| pattern.matches(text, self.steps));
        }
        if !self.patterns.contains_key(pattern) {
            let compiled = Pattern::foreign(pattern, self.steps)?;
            self.patterns.insert(pattern, compiled);
        }
        match self.patterns.get(pattern) {
            Some(Some(pattern)) => pattern.matches(text, self.steps),
            // A pattern that could not be compiled is not checked.
            _ => Ok(true),
        }
    }

    /// Reports a violation that decoding would have caught.
    pub(super) fn structural(
        &mut self,
        at: Path<'_>,
        message: impl FnOnce(&Self) -> String,
    ) -> CheckResult {
        if self.demand == Demand::Constraints { Ok(()) } else { self.report(at, message) }
    }

    fn report(&mut self, at: Path<'_>, message: impl FnOnce(&Self) -> String) -> CheckResult {
        if !self.is_full() {
            self.steps.take(REPORT)?;
            let message = message(self);
            self.found.push(Violation::new(at.to_string(), message));
        }
        Ok(())
    }

    pub(super) fn is_full(&self) -> bool {
        let most = if self.demand == Demand::Foreign { 1 } else { MAX_VIOLATIONS };
        self.found.len() >= most
    }
}
