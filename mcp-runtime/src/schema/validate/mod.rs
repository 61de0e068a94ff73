//! Checks a value against a schema, and says what is wrong.
//!
//! Decoding the Rust type is what accepts or refuses an argument. The schema explains a refusal,
//! and enforces what its author demands beyond the type. A client checks a result against the
//! schema that the server gave; what is not understood there is not checked, and references lead
//! to the schema itself, and nowhere else.

mod check;
mod keywords;
mod messages;
mod path;
mod union;

use serde::de::IgnoredAny;
use serde_json::Value;

use super::json::Object;
use super::steps::{Steps, TooComplex};
use super::tree::{Tree, Unread};
use super::{Violation, suggest};
use crate::jsonrpc::truncate_for_display;
use check::{Check, Demand, NOTHING};
use messages::quoted;

pub(crate) use messages::expected;

/// All that is wrong with a value. `root` holds the `$defs`; `path` is where the value stands.
pub(crate) fn violations(path: &str, json: &str, schema: &Object, root: &Value) -> Vec<Violation> {
    run(path, json, schema, root, Demand::All).0
}

/// Which ranges, lengths and patterns a decoded value does not keep.
pub(crate) fn breaches(path: &str, json: &str, schema: &Object, root: &Value) -> Vec<Violation> {
    run(path, json, schema, root, Demand::Constraints).0
}

/// Whether a value that was read fits a schema of ours in all.
pub(super) fn fits(
    value: &Tree<'_>,
    schema: &Object,
    root: &Value,
    steps: &mut Steps,
) -> Result<bool, TooComplex> {
    Ok(Check::new(root, Demand::All, steps).run("", value, schema)?.is_empty())
}

/// Looks whether a value fits a schema that somebody else wrote.
///
/// # Errors
///
/// The first thing that is wrong.
#[allow(dead_code, reason = "only a client has schemas of others")]
pub(crate) fn check_foreign(json: &str, schema: &Value) -> Result<(), Violation> {
    let Value::Object(object) = schema else {
        return match schema {
            Value::Bool(false) => Err(Violation::new("", NOTHING)),
            _ => Ok(()),
        };
    };
    let (found, _) = run("", json, object, schema, Demand::Foreign);
    found.into_iter().next().map_or(Ok(()), Err)
}

/// Why a value did not decode: by the schema, or else in the words of the decoder.
pub(crate) fn explain(
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
    let why = error.to_string();
    let why = why.split(" at line ").next().unwrap_or_default();
    let expected = expected(schema, root);
    vec![Violation::new(
        path,
        format!("expected {expected}, got {value}: {}", truncate_for_display(why)),
    )]
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

fn is_missing(expected: &str, meant: Option<&str>) -> String {
    let meant = meant.map(|key| format!(" (is `{key}` meant for it?)")).unwrap_or_default();
    format!("missing, expected {expected}{meant}")
}

/// What is wrong with a text, and the beginning of it.
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
            // The decoder knows better what is wrong.
            let why = serde_json::from_str::<IgnoredAny>(json).err();
            let why = why.map_or_else(|| error.to_string(), |why| why.to_string());
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
