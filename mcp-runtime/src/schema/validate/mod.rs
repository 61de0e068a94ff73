//! Holds a value against a schema, and says all that is wrong.
//!
//! Decoding the Rust type is what accepts or refuses a value. The schema explains a refusal, and
//! enforces what its author demands beyond the type.

mod foreign;
mod words;

use serde_json::{Map, Value};

use super::normalise::{Object, compare};
use super::{Violation, pattern, suggest};
use crate::jsonrpc::cut;
use words::{list, quoted};

pub(crate) use foreign::check_foreign;
pub(crate) use words::expected;

/// More than this of one argument is no help.
const MOST: usize = 20;

/// All that is wrong with a value. `root` holds the `$defs`; `path` is where the value stands.
pub(crate) fn violations(
    path: &str,
    value: &Value,
    schema: &Object,
    root: &Value,
) -> Vec<Violation> {
    run(path, value, schema, root, Demand::All)
}

/// Which ranges, lengths and patterns a decoded value does not keep.
pub(crate) fn breaches(path: &str, value: &Value, schema: &Object, root: &Value) -> Vec<Violation> {
    run(path, value, schema, root, Demand::Constraints)
}

/// Why a value did not decode: by the schema, or else in the words of the decoder.
pub(crate) fn explain(
    path: &str,
    json: &str,
    schema: &Object,
    root: &Value,
    error: &serde_json::Error,
) -> Vec<Violation> {
    let value = match serde_json::from_str(json) {
        Ok(value) => value,
        Err(error) => return vec![Violation::new(path, format!("cannot be read: {error}"))],
    };
    let found = violations(path, &value, schema, root);
    if !found.is_empty() {
        return found;
    }
    let why = error.to_string();
    let why = why.split(" at line ").next().unwrap_or_default();
    let expected = expected(schema, root);
    vec![Violation::new(path, format!("expected {expected}, got {}: {}", quoted(&value), cut(why)))]
}

/// What to say of a required value that did not come, where `unknown` keys came.
pub(crate) fn missing<'a>(
    path: &str,
    schema: &Object,
    root: &Value,
    unknown: impl Iterator<Item = &'a str>,
) -> Violation {
    let name = path.rsplit('.').next().unwrap_or(path);
    let meant = suggest::nearest(name, unknown);
    Violation::new(path, is_missing(&expected(schema, root), meant))
}

fn run(path: &str, value: &Value, schema: &Object, root: &Value, demand: Demand) -> Vec<Violation> {
    let mut check = Check { root, demand, found: Vec::new() };
    check.value(path, value, schema);
    check.found
}

/// What a value is held against.
#[derive(Clone, Copy, PartialEq)]
enum Demand {
    All,
    /// Only what decoding has not settled.
    Constraints,
}

struct Check<'a> {
    root: &'a Value,
    demand: Demand,
    found: Vec<Violation>,
}

impl<'a> Check<'a> {
    fn value(&mut self, path: &str, value: &Value, schema: &'a Object) {
        let schema = words::resolved(schema, self.root);
        if let Some(Value::Array(branches)) = schema.get("anyOf") {
            return self.branches(path, value, schema, branches);
        }
        if !has_type(value, schema) {
            self.structural(path, || {
                format!("expected {}, got {}", expected(schema, self.root), quoted(value))
            });
            return;
        }
        if let Some(Value::Array(allowed)) = schema.get("enum")
            && !allowed.contains(value)
        {
            self.structural(path, || not_listed(value, allowed));
        }
        self.constraints(path, value, schema);
        match value {
            Value::Array(items) => self.items(path, items, schema),
            Value::Object(object) => self.object(path, object, schema),
            _ => {}
        }
    }

    fn constraints(&mut self, path: &str, value: &Value, schema: &Object) {
        let kept = match value {
            Value::Number(_) => {
                within(schema, value, "minimum", "maximum")
                    && within(schema, value, "exclusiveMinimum", "exclusiveMaximum")
                    && is_multiple(schema, value)
            }
            Value::String(text) => {
                let pattern = schema.get("pattern").and_then(Value::as_str);
                within(schema, &text.chars().count().into(), "minLength", "maxLength")
                    && pattern.is_none_or(|pattern| pattern::matches(pattern, text))
            }
            Value::Array(items) => within(schema, &items.len().into(), "minItems", "maxItems"),
            Value::Object(object) => {
                within(schema, &object.len().into(), "minProperties", "maxProperties")
            }
            _ => true,
        };
        if !kept {
            let expected = expected(schema, self.root);
            let message = format!("expected {expected}, got {}", quoted(value));
            self.report(Violation::new(path, message));
        }
    }

    fn items(&mut self, path: &str, items: &[Value], schema: &'a Object) {
        let Some(Value::Object(schema)) = schema.get("items") else {
            return;
        };
        for (index, item) in items.iter().enumerate() {
            self.value(&format!("{path}[{index}]"), item, schema);
        }
    }

    fn object(&mut self, path: &str, object: &Map<String, Value>, schema: &'a Object) {
        let no_properties = Map::new();
        let properties = schema.get("properties").and_then(Value::as_object);
        let required: Vec<&str> = required(schema).collect();
        let known = properties.unwrap_or(&no_properties);
        for name in required.iter().filter(|name| !object.contains_key(**name)) {
            let schema = known.get(*name).and_then(Value::as_object).unwrap_or(&no_properties);
            let unknown = object.keys().map(String::as_str).filter(|key| !known.contains_key(*key));
            if self.demand == Demand::All {
                self.report(missing(&join(path, name), schema, self.root, unknown));
            }
        }
        for (name, value) in object {
            let path = join(path, name);
            match (properties.and_then(|all| all.get(name)), schema.get("additionalProperties")) {
                // An `Option` or a default takes null too.
                (Some(_), _) if value.is_null() && !required.contains(&name.as_str()) => {}
                (Some(Value::Object(schema)), _) | (None, Some(Value::Object(schema))) => {
                    self.value(&path, value, schema);
                }
                (None, Some(Value::Bool(false))) => {
                    let names = known.keys().map(String::as_str);
                    self.structural(&path, || unknown_key(name, names));
                }
                _ => {}
            }
        }
    }

    /// A union: nothing is wrong if one branch takes the value, else the nearest branch tells.
    fn branches(&mut self, path: &str, value: &Value, schema: &'a Object, branches: &'a [Value]) {
        let mut nearest: Option<Vec<Violation>> = None;
        for branch in branches.iter().filter_map(Value::as_object) {
            let branch = words::resolved(branch, self.root);
            let mut check = Check { root: self.root, demand: self.demand, found: Vec::new() };
            check.value(path, value, branch);
            let alike = has_type(value, branch) && has_tags(value, branch);
            if check.found.is_empty() && (alike || self.demand == Demand::All) {
                return;
            }
            if alike && nearest.as_ref().is_none_or(|found| check.found.len() < found.len()) {
                nearest = Some(check.found);
            }
        }
        match (nearest, wrong_tag(value, branches)) {
            (Some(found), _) => self.found.extend(found),
            (None, Some((tag, message))) => self.structural(&join(path, tag), || message),
            (None, None) => self.structural(path, || {
                format!("expected {}, got {}", expected(schema, self.root), quoted(value))
            }),
        }
        self.found.truncate(MOST);
    }

    fn structural(&mut self, path: &str, message: impl FnOnce() -> String) {
        if self.demand == Demand::All {
            self.report(Violation::new(path, message()));
        }
    }

    fn report(&mut self, violation: Violation) {
        if self.found.len() < MOST {
            self.found.push(violation);
        }
    }
}

fn has_type(value: &Value, schema: &Object) -> bool {
    if schema.contains_key("not") {
        return false;
    }
    match schema.get("type").and_then(Value::as_str) {
        Some("string") => value.is_string(),
        Some("boolean") => value.is_boolean(),
        Some("array") => value.is_array(),
        Some("object") => value.is_object(),
        Some("null") => value.is_null(),
        Some("number") => value.is_number(),
        Some("integer") => is_integer(value),
        _ => true,
    }
}

/// `1.0` is no integer for serde; a number beyond 64 bits is one that lost its digits here.
fn is_integer(value: &Value) -> bool {
    let beyond = |number: f64| number.abs() >= 2f64.powi(63);
    value.is_i64() || value.is_u64() || value.as_f64().is_some_and(beyond)
}

/// Whether the properties that a branch fixes to some values have one of them.
fn has_tags(value: &Value, branch: &Object) -> bool {
    tags(branch).all(|(name, values)| value.get(name).is_some_and(|value| values.contains(value)))
}

/// The tag that no branch of a tagged enum has, and what is wrong with it.
fn wrong_tag<'a>(value: &Value, branches: &'a [Value]) -> Option<(&'a str, String)> {
    let branches: Vec<&Object> = branches.iter().filter_map(Value::as_object).collect();
    let (tag, _) = tags(branches.first()?).next()?;
    let of_branch = |branch: &&'a Object| tags(branch).find(|(name, _)| *name == tag);
    let all: Vec<Value> = branches
        .iter()
        .map(of_branch)
        .collect::<Option<Vec<_>>>()?
        .into_iter()
        .flat_map(|(_, values)| values.iter().cloned())
        .collect();
    let message = match value.as_object()?.get(tag) {
        Some(given) => not_listed(given, &all),
        None => is_missing(&list(&all), None),
    };
    Some((tag, message))
}

fn tags(branch: &Object) -> impl Iterator<Item = (&str, &Vec<Value>)> {
    let properties = branch.get("properties").and_then(Value::as_object);
    required(branch)
        .filter_map(move |name| Some((name, properties?.get(name)?.get("enum")?.as_array()?)))
}

fn required(schema: &Object) -> impl Iterator<Item = &str> {
    schema.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str)
}

fn within(schema: &Object, value: &Value, least: &str, most: &str) -> bool {
    let Value::Number(value) = value else {
        return true;
    };
    let exclusive = least.starts_with("exclusive");
    let keeps = |bound: &str, outside: std::cmp::Ordering| match schema.get(bound) {
        Some(Value::Number(bound)) => {
            let order = compare(value, bound);
            order != outside && !(exclusive && order.is_eq())
        }
        _ => true,
    };
    keeps(least, std::cmp::Ordering::Less) && keeps(most, std::cmp::Ordering::Greater)
}

fn is_multiple(schema: &Object, value: &Value) -> bool {
    let step = schema.get("multipleOf").and_then(Value::as_f64);
    match (step, value.as_f64()) {
        (Some(step), Some(value)) if step > 0.0 => {
            let quotient = value / step;
            (quotient - quotient.round()).abs() < 1e-9
        }
        _ => true,
    }
}

fn not_listed(value: &Value, allowed: &[Value]) -> String {
    let names = allowed.iter().filter_map(Value::as_str);
    let meant = value.as_str().and_then(|text| suggest::nearest(text, names));
    let meant = meant.map(|meant| format!("; did you mean {meant:?}?")).unwrap_or_default();
    format!("expected {}, got {}{meant}", list(allowed), quoted(value))
}

fn is_missing(expected: &str, meant: Option<&str>) -> String {
    let meant = meant.map(|key| format!(" (is `{key}` meant for it?)")).unwrap_or_default();
    format!("missing, expected {expected}{meant}")
}

fn unknown_key<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> String {
    match suggest::nearest(name, known) {
        Some(meant) => format!("unknown key, did you mean `{meant}`?"),
        None => "unknown key".to_owned(),
    }
}

fn join(path: &str, name: &str) -> String {
    if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") }
}
