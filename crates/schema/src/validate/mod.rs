//! Validates a value against a schema, and describes what is wrong.
//!
//! Decoding the Rust type decides whether an argument is accepted. The schema explains a refusal,
//! and enforces the constraints that its author adds to the type. A client checks a result against
//! the schema that the server sent; unsupported keywords are not checked, and references are
//! resolved only within the schema.

mod check;
mod keywords;
mod messages;
mod path;
mod union;

use serde::de::IgnoredAny;
use serde_json::Value;

use super::json::Object;
use super::tree::{Tree, Unread};
use check::{Check, Demand, NOTHING};
use mcp_runtime_protocol::step_limit::{Steps, TooComplex};
use mcp_runtime_protocol::{Violation, suggest};
use messages::{MAX_WORDS_BYTES, is_missing, quoted, short};

pub use messages::expected;

/// Returns all violations in a value. `root` holds the `$defs`; `path` is the location of the
/// value.
pub fn violations(path: &str, json: &str, schema: &Object, root: &Value) -> Vec<Violation> {
    run(path, json, schema, root, Demand::All).0
}

/// Returns the ranges, lengths and patterns that a decoded value violates.
pub fn breaches(path: &str, json: &str, schema: &Object, root: &Value) -> Vec<Violation> {
    run(path, json, schema, root, Demand::Constraints).0
}

/// Whether a parsed value completely fits one of our own schemas.
pub fn fits(
    value: &Tree<'_>,
    schema: &Object,
    root: &Value,
    steps: &mut Steps,
) -> Result<bool, TooComplex> {
    Ok(Check::new(root, Demand::All, steps).run("", value, schema)?.is_empty())
}

/// Checks whether a value fits a foreign schema.
///
/// # Errors
///
/// The first violation.
#[inline]
pub fn check_foreign(json: &str, schema: &Value) -> Result<(), Violation> {
    let Value::Object(object) = schema else {
        return match schema {
            Value::Bool(false) => Err(Violation::new("", NOTHING)),
            _ => Ok(()),
        };
    };
    let (found, _) = run("", json, object, schema, Demand::Foreign);
    found.into_iter().next().map_or(Ok(()), Err)
}

/// Explains why a value did not decode: by the schema, or else with the error of the decoder.
pub fn explain(
    path: &str,
    json: &str,
    schema: &Object,
    root: &Value,
    error: &serde_json::Error,
) -> Vec<Violation> {
    let (found, value) = run(path, json, schema, root, Demand::All);
    if !found.is_empty() {
        return found;
    }
    let message = error.to_string();
    let why = message.split(" at line ").next().unwrap_or_default();
    let expected = expected(schema, root);
    // It may quote the value, which can be long.
    let why = short(&why, MAX_WORDS_BYTES);
    vec![Violation::new(path, format!("expected {expected}, got {value}: {why}"))]
}

/// Returns the violation for a required value that is missing, given the `unknown` keys.
pub fn missing<'a>(
    path: &str,
    schema: &Object,
    root: &Value,
    unknown: impl Iterator<Item = &'a str>,
) -> Violation {
    let name = path.rsplit('.').next().unwrap_or(path);
    let meant = suggest::nearest(name, unknown);
    Violation::new(path, is_missing(&expected(schema, root), meant))
}

/// Returns the violations in a text, and the start of it.
fn run(
    path: &str,
    json: &str,
    schema: &Object,
    root: &Value,
    demand: Demand,
) -> (Vec<Violation>, String) {
    let only = |message: String| (vec![Violation::new(path, message)], String::new());
    let mut steps = Steps::default();
    let value = match Tree::parse(json, &mut steps) {
        Ok(value) => value,
        Err(Unread::NotJson(error)) => {
            // The decoder has the better error message.
            let syntax_error = serde_json::from_str::<IgnoredAny>(json).err();
            let why = syntax_error.map_or_else(|| error.to_string(), |why| why.to_string());
            return only(format!("cannot be read: {why}"));
        }
        Err(Unread::TooComplex) => return only(TooComplex::WORDS.to_owned()),
    };
    match Check::new(root, demand, &mut steps).run(path, &value, schema) {
        Ok(found) => (found, quoted(&value)),
        Err(TooComplex) => only(TooComplex::WORDS.to_owned()),
    }
}

#[cfg(test)]
mod tests;
