//! References, written out where that ends.

use std::collections::{HashMap, HashSet};

use serde_json::{Value, json};

use super::budget::Budget;
use super::fault::MAX_BYTES;
use super::{Fault, Object, graph, merge, walk};

/// How many levels of a recursive schema are written out, where no references are known.
const LEVELS: usize = 2;

/// The schema with its references written out, but for recursive ones, which point into `$defs`;
/// if it `unrolls`, these are written out for some levels.
pub(super) fn write_out(
    root: &Object,
    unrolls: bool,
    max: usize,
    details: &mut Vec<Fault>,
) -> Result<Object, Fault> {
    if !unrolls {
        return Writer::new(root, None, max).root(details);
    }
    // With more room, it may not need fewer levels.
    let least = if max < MAX_BYTES { LEVELS } else { 1 };
    let levels = (least..=LEVELS).rev();
    let tries = levels.map(|levels| Writer::new(root, Some(levels), max).root(details));
    let mut last = Err(Fault::too_large());
    for tried in tries {
        match tried {
            Ok(schema) => return Ok(schema),
            // A schema with many branches may fit in with fewer levels.
            Err(fault) => last = Err(fault),
        }
    }
    last
}

/// The names of the definitions that a schema refers to.
pub(super) fn names_in(schema: &Object) -> Vec<String> {
    let mut names = Vec::new();
    add_names(schema, &mut names);
    names
}

fn add_names(schema: &Object, names: &mut Vec<String>) {
    let reference = schema.get("$ref").and_then(Value::as_str);
    names.extend(reference.and_then(|text| text.strip_prefix("#/$defs/")).map(str::to_owned));
    walk::each(schema, &mut |inside| add_names(inside, names));
}

struct Writer<'a> {
    root: &'a Object,
    recursive: HashSet<String>,
    endless: HashSet<String>,
    /// How many levels of recursive schemas are written out; `None` keeps the references.
    levels: Option<usize>,
    /// The references whose targets are being written.
    stack: Vec<&'a str>,
    /// The names of the definitions that are kept.
    names: HashMap<&'a str, String>,
    /// How many names have begun alike.
    counts: HashMap<String, usize>,
    /// Those of which the definitions are not written yet.
    queue: Vec<&'a str>,
    /// The references that lead nowhere.
    dead: Vec<&'a str>,
    budget: Budget,
}

impl<'a> Writer<'a> {
    fn new(root: &'a Object, levels: Option<usize>, max: usize) -> Self {
        Self {
            root,
            recursive: graph::recursive(root),
            endless: graph::endless(root),
            levels,
            stack: Vec::new(),
            names: HashMap::new(),
            counts: HashMap::new(),
            queue: Vec::new(),
            dead: Vec::new(),
            budget: Budget::of(max),
        }
    }

    fn root(mut self, details: &mut Vec<Fault>) -> Result<Object, Fault> {
        let mut schema = self.members(self.root)?;
        // Providers read the root without following references.
        if let Some(reference) = self.root.get("$ref").and_then(Value::as_str) {
            let target = self.start(reference)?;
            schema = merge::both(schema, target);
        }
        let mut definitions = Object::new();
        while let Some(reference) = self.queue.pop() {
            let Some(target) = graph::target(self.root, reference) else {
                continue;
            };
            let definition = self.schema(target)?;
            if let Some(name) = self.names.get(reference) {
                self.budget.key(name)?;
                definitions.insert(name.clone(), Value::Object(definition));
            }
        }
        if !definitions.is_empty() {
            schema.insert("$defs".into(), Value::Object(definitions));
        }
        let mut seen = HashSet::new();
        self.dead.retain(|reference| seen.insert(*reference));
        details.extend(self.dead.into_iter().map(|reference| {
            let rule = if reference.starts_with('#') { "ref.unresolved" } else { "ref.remote" };
            Fault::new(rule, format!("the `$ref` {reference} cannot be resolved"))
        }));
        Ok(schema)
    }

    /// What the reference at the root points at, without one itself.
    fn start(&mut self, reference: &'a str) -> Result<Object, Fault> {
        let mut written = Object::new();
        let mut next = Some(reference);
        while let Some(reference) = next.take() {
            let target = graph::target(self.root, reference);
            let Some(target) = target.filter(|_| !self.endless.contains(reference)) else {
                self.dead.push(reference);
                break;
            };
            self.stack.push(reference);
            let members = self.members(target)?;
            self.stack.pop();
            written = merge::both(written, members);
            next = target.get("$ref").and_then(Value::as_str);
        }
        Ok(written)
    }

    fn schema(&mut self, schema: &'a Object) -> Result<Object, Fault> {
        let beside = self.members(schema)?;
        match schema.get("$ref").and_then(Value::as_str) {
            Some(reference) => Ok(merge::both(beside, self.reference(reference)?)),
            None => Ok(beside),
        }
    }

    fn reference(&mut self, reference: &'a str) -> Result<Object, Fault> {
        let target = graph::target(self.root, reference);
        let Some(target) = target.filter(|_| !self.endless.contains(reference)) else {
            self.dead.push(reference);
            return Ok(Object::new());
        };
        if self.recursive.contains(reference) {
            let Some(levels) = self.levels else {
                let name = self.name(reference);
                self.budget.key(&name)?;
                return Ok(Object::from_iter([(
                    "$ref".to_owned(),
                    Value::String(format!("#/$defs/{name}")),
                )]));
            };
            if self.stack.iter().filter(|other| **other == reference).count() >= levels {
                let types = target.get("type").map(|types| ("type".to_owned(), types.clone()));
                let mut leaf = Object::from_iter(types);
                leaf.insert("description".into(), "as above".into());
                return Ok(leaf);
            }
        }
        self.stack.push(reference);
        let written = self.schema(target)?;
        self.stack.pop();
        Ok(written)
    }

    /// The keywords of a schema but for references and definitions.
    fn members(&mut self, schema: &'a Object) -> Result<Object, Fault> {
        self.budget.enter()?;
        let mut written = Object::new();
        for (keyword, value) in schema {
            if matches!(keyword.as_str(), "$ref" | "$defs") {
                continue;
            }
            self.budget.key(keyword)?;
            let value = match (walk::holds(keyword), value) {
                (Some(_), Value::Object(schema)) if !walk::is_map(keyword) => {
                    Value::Object(self.schema(schema)?)
                }
                (Some(_), Value::Object(map)) => {
                    let mut schemas = Object::new();
                    for (name, schema) in map {
                        self.budget.key(name)?;
                        schemas.insert(name.clone(), self.value(schema)?);
                    }
                    Value::Object(schemas)
                }
                (Some(_), Value::Array(list)) => {
                    Value::Array(list.iter().map(|one| self.value(one)).collect::<Result<_, _>>()?)
                }
                (_, value) => {
                    self.budget.value(value)?;
                    value.clone()
                }
            };
            written.insert(keyword.clone(), value);
        }
        self.budget.leave();
        Ok(written)
    }

    fn value(&mut self, value: &'a Value) -> Result<Value, Fault> {
        match value {
            Value::Object(schema) => self.schema(schema).map(Value::Object),
            other => {
                self.budget.value(other)?;
                Ok(other.clone())
            }
        }
    }

    /// The name of a definition that is kept.
    fn name(&mut self, reference: &'a str) -> String {
        if let Some(name) = self.names.get(reference) {
            return name.clone();
        }
        let is_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
        let last = reference.rsplit(['/', '#']).next().unwrap_or_default();
        let mut base: String =
            last.chars().map(|c| if is_word(c) { c } else { '_' }).take(48).collect();
        if base.is_empty() {
            base.push_str("Root");
        }
        let count = self.counts.entry(base.clone()).or_default();
        *count += 1;
        // No other name has a dot.
        let name = if *count == 1 { base } else { format!("{base}.{count}") };
        self.names.insert(reference, name.clone());
        self.queue.push(reference);
        name
    }
}

/// Whether a schema is a reference and nothing else.
pub(super) fn is_reference(schema: &Object) -> bool {
    schema.len() == 1 && schema.contains_key("$ref")
}

/// A reference with what is said beside it, as those need it that take nothing beside.
pub(super) fn isolate(mut schema: Object) -> Object {
    if !schema.contains_key("$ref") || is_reference(&schema) {
        return schema;
    }
    let reference = schema.shift_remove("$ref");
    schema.retain(|keyword, _| keyword == "description");
    schema.insert("anyOf".into(), json!([{ "$ref": reference }]));
    schema
}
