//! Rejects schemas that no client could use, when a server is built.

use serde_json::Value;

use super::keywords::{is_type, strings};
use super::{Contract, NormalisedSchema, Object, with_defs};
use crate::json::compare;
use crate::validate::violations;
use crate::{SchemaError, pattern};

/// Rejects a schema that cannot be used.
pub(super) fn check(normalised: &NormalisedSchema, contract: Contract) -> Result<(), SchemaError> {
    let NormalisedSchema { schema, defs, .. } = normalised;
    if contract == Contract::Input {
        inhabited(schema, defs)?;
    }
    let root = with_defs(Object::new(), defs);
    let roots = std::iter::once(schema).chain(defs.values().filter_map(Value::as_object));
    for part in roots {
        walk(part, &mut Vec::new(), &|schema| {
            refusal(schema, contract).or_else(|| example_refusal(schema, &root, true))
        })?;
    }
    Ok(())
}

/// Returns why this schema, without the ones in it, cannot be used, if so.
fn refusal(schema: &Object, contract: Contract) -> Option<String> {
    let of_input = || match contract {
        Contract::Input => std_time_refusal(schema).or_else(|| null_refusal(schema)),
        Contract::Output => None,
    };
    keyword_refusal(schema).or_else(of_input)
}

/// Returns what is wrong with a schema's combination of keywords, if anything.
pub(crate) fn keyword_refusal(schema: &Object) -> Option<String> {
    let pattern = schema.get("pattern").and_then(Value::as_str);
    pattern
        .and_then(pattern::refusal)
        .or_else(|| misfit(schema))
        .or_else(|| empty_range(schema))
        .or_else(|| no_integer(schema))
        .or_else(|| header_refusal(schema))
}

/// Returns why one of the examples is none, if so. `root` has the `$defs`; null stands for a value that is
/// omitted.
pub(crate) fn example_refusal(schema: &Object, root: &Value, is_optional: bool) -> Option<String> {
    let examples = schema
        .get("examples")
        .and_then(Value::as_array)?
        .iter()
        .filter(|example| !(is_optional && example.is_null()));
    examples.map(|example| (example, violations("", &example.to_string(), schema, root))).find_map(
        |(example, violations)| {
            let violation = violations.first()?;
            Some(format!("the example `{example}` does not match the type: {violation}"))
        },
    )
}

/// Returns a constraint that does not apply to values of the type.
fn misfit(schema: &Object) -> Option<String> {
    let kind = schema.get("type").and_then(Value::as_str)?;
    let misfit = |keyword: &String| {
        let (what, fitting): (_, &[&str]) = match keyword.as_str() {
            "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" | "multipleOf" => {
                ("a range applies only to numbers", &["integer", "number"])
            }
            "minLength" | "maxLength" => (
                "a length applies only to strings, arrays and maps",
                &["string", "array", "object"],
            ),
            "pattern" => ("a pattern applies only to strings", &["string"]),
            "format" => ("a format applies only to strings", &["string"]),
            _ => return None,
        };
        (!fitting.contains(&kind)).then(|| format!("{what}, but the type is {kind}"))
    };
    schema.keys().find_map(misfit)
}

fn empty_range(schema: &Object) -> Option<String> {
    let pairs = [
        ("minimum", "maximum"),
        ("minimum", "exclusiveMaximum"),
        ("exclusiveMinimum", "maximum"),
        ("exclusiveMinimum", "exclusiveMaximum"),
        ("minLength", "maxLength"),
        ("minItems", "maxItems"),
        ("minProperties", "maxProperties"),
    ];
    pairs.into_iter().find_map(|(least, most)| {
        let low = schema.get(least)?.as_number()?;
        let high = schema.get(most)?.as_number()?;
        let exclusive = [least, most].iter().any(|keyword| keyword.starts_with("exclusive"));
        let order = compare(low, high);
        let empty = order.is_gt() || (exclusive && order.is_eq());
        let how = if order.is_gt() { "is above" } else { "leaves nothing below" };
        empty.then(|| format!("no value is possible: {least} {low} {how} {most} {high}"))
    })
}

/// Returns why no integer is between the bounds, if only fractions are.
fn no_integer(schema: &Object) -> Option<String> {
    let bound = |keyword: &str| schema.get(keyword).and_then(Value::as_f64);
    let low = bound("minimum")?;
    let high = bound("maximum").or(bound("exclusiveMaximum"))?;
    (is_type(schema, "integer") && low.ceil() > high.floor())
        .then(|| format!("no integer is possible: none is between {low} and {high}"))
}

/// Checks mirrored arguments: a request header can carry only a scalar
/// (<https://modelcontextprotocol.io/specification/2026-07-28/server/tools#x-mcp-header>).
fn header_refusal(schema: &Object) -> Option<String> {
    let scalar = ["string", "integer", "boolean"].iter().any(|name| is_type(schema, name));
    (schema.contains_key("x-mcp-header") && !scalar).then(|| {
        "only a string, an integer or a boolean can have `x-mcp-header`; clients drop the tool otherwise"
            .to_owned()
    })
}

fn std_time_refusal(schema: &Object) -> Option<String> {
    match strings(schema, "required")[..] {
        ["secs", "nanos"] => Some(
            "`Duration` is {\"secs\": .., \"nanos\": ..} in JSON, which models get wrong: in a \
             parameter, use #[arg(seconds)] (a number) or #[arg(humantime)] (\"1h 30m\"); in a \
             field, use a number, or #[serde(with = \"..\")] with #[schema(as = \"String\")]"
                .to_owned(),
        ),
        ["secs_since_epoch", "nanos_since_epoch"] => Some(
            "`SystemTime` is {\"secs_since_epoch\": .., ..} in JSON: use chrono::DateTime<Utc> or \
             jiff::Timestamp"
                .to_owned(),
        ),
        _ => None,
    }
}

/// Refuses a required property that can only be `null`: it is noise.
fn null_refusal(schema: &Object) -> Option<String> {
    let required = strings(schema, "required");
    let properties = schema.get("properties").and_then(Value::as_object)?;
    let only_null = |(name, property): &(&String, &Value)| {
        property.as_object().is_some_and(|property| is_type(property, "null"))
            && required.contains(&name.as_str())
    };
    properties.iter().find(only_null).map(|(name, _)| {
        format!("`{name}` carries no data, since it can only be null: add #[serde(skip)]")
    })
}

/// Checks that a finite value exists.
fn inhabited(schema: &Object, defs: &Object) -> Result<(), SchemaError> {
    let mut search = Search { defs, open: Vec::new(), endless: None, path: Vec::new() };
    if search.any(schema) {
        return Ok(());
    }
    let message = match search.endless {
        Some(name) => {
            format!("`{name}` contains itself without Option, Vec or enum: no finite value exists")
        }
        None => "no value of this type exists".to_owned(),
    };
    Err(SchemaError::new(message).at(&search.path))
}

struct Search<'a> {
    defs: &'a Object,
    open: Vec<&'a str>,
    endless: Option<&'a str>,
    path: Vec<String>,
}

impl<'a> Search<'a> {
    fn any(&mut self, schema: &'a Object) -> bool {
        if let Some(Value::String(reference)) = schema.get("$ref") {
            return self.behind(reference);
        }
        let listed = schema.get("enum").is_none_or(|values| *values != serde_json::json!([]));
        listed && !schema.contains_key("not") && self.branches(schema) && self.required(schema)
    }

    fn behind(&mut self, reference: &'a str) -> bool {
        let name = reference.trim_start_matches("#/$defs/");
        if self.open.contains(&name) {
            self.endless = Some(name);
            return false;
        }
        let Some(Value::Object(definition)) = self.defs.get(name) else {
            return true;
        };
        self.open.push(name);
        let any = self.any(definition);
        self.open.pop();
        any
    }

    fn branches(&mut self, schema: &'a Object) -> bool {
        let Some(Value::Array(branches)) = schema.get("anyOf") else {
            return true;
        };
        let any = branches.iter().filter_map(Value::as_object).any(|branch| self.any(branch));
        if any {
            self.path.clear();
        }
        any
    }

    /// Checks that every required property can have a value, and so can the items of an array that
    /// may not be empty.
    fn required(&mut self, schema: &'a Object) -> bool {
        let items = schema.get("items").and_then(Value::as_object);
        let some = schema.get("minItems").and_then(Value::as_u64).is_some_and(|min| min > 0);
        if some && !items.is_none_or(|items| self.any(items)) {
            return false;
        }
        strings(schema, "required").into_iter().all(|name| {
            let property = schema.get("properties").and_then(|all| all.get(name));
            let any = property.and_then(Value::as_object).is_none_or(|schema| self.any(schema));
            if !any {
                self.path.insert(0, name.to_owned());
            }
            any
        })
    }
}

/// Calls `refusal` on a schema and all schemas in it.
fn walk(
    schema: &Object,
    path: &mut Vec<String>,
    refusal: &dyn Fn(&Object) -> Option<String>,
) -> Result<(), SchemaError> {
    if let Some(message) = refusal(schema) {
        return Err(SchemaError::new(message).at(path));
    }
    let properties = schema.get("properties").and_then(Value::as_object);
    for (name, property) in properties.into_iter().flatten() {
        if let Value::Object(property) = property {
            path.push(name.clone());
            walk(property, path, refusal)?;
            path.pop();
        }
    }
    let inner = ["items", "additionalProperties"].into_iter().filter_map(|key| schema.get(key));
    let branches = schema.get("anyOf").and_then(Value::as_array).into_iter().flatten();
    for schema in inner.chain(branches).filter_map(Value::as_object) {
        walk(schema, path, refusal)?;
    }
    Ok(())
}
