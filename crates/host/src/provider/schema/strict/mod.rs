//! The strict modes, in which a provider holds its models to the schema, of which it then takes
//! less.

mod anthropic;
mod openai;

use serde_json::Value;

use super::value::{is_object, type_of};
use super::{Dialect, Fault, Object, Unions, fit, walk};

/// Whose strict mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::provider) enum Strict {
    OpenAi,
    Anthropic,
}

impl Strict {
    /// The schema for the strict mode, or why it has none.
    pub(super) fn schema(self, schema: &Object, dialect: &Dialect) -> Result<Object, Fault> {
        let base = match self {
            Self::OpenAi => &openai::DIALECT,
            Self::Anthropic => &anthropic::DIALECT,
        };
        let strict = Dialect { keys: dialect.keys, ..*base };
        let fitted = check_keywords(schema).and_then(|()| fit::fit(schema.clone(), &strict));
        let schema = fitted.and_then(|schema| match self {
            Self::OpenAi => openai::close(schema),
            Self::Anthropic => anthropic::close(schema),
        });
        schema.map_err(|fault| match self {
            Self::OpenAi => Fault { rule: fault.rule.or(Some("openai.strict")), ..fault },
            // Lint has no rules for it.
            Self::Anthropic => fault,
        })
    }
}

/// What no strict mode can say, and a description cannot either without changing what is valid.
const NEVER_STRICT: [&str; 13] = [
    "patternProperties",
    "propertyNames",
    "not",
    "if",
    "then",
    "else",
    "allOf",
    "contains",
    "dependentRequired",
    "dependentSchemas",
    "dependencies",
    "unevaluatedProperties",
    "unevaluatedItems",
];

/// Whether all of a schema can be said in a strict mode.
fn check_keywords(schema: &Object) -> Result<(), Fault> {
    if let Some(keyword) = NEVER_STRICT.iter().find(|keyword| schema.contains_key(**keyword)) {
        return Err(not_strict(format!("strict mode does not support `{keyword}`")));
    }
    if is_object(schema) {
        match schema.get("additionalProperties") {
            None | Some(Value::Bool(false)) => {}
            Some(_) => {
                return Err(not_strict(
                    "strict mode does not support maps (`additionalProperties`)",
                ));
            }
        }
    }
    let mut found = Ok(());
    walk::each(schema, &mut |inside| {
        if found.is_ok() {
            found = check_keywords(inside);
        }
    });
    for definition in definitions(schema) {
        found = found.and_then(|()| check_keywords(definition));
    }
    found
}

fn definitions(schema: &Object) -> impl Iterator<Item = &Object> {
    let definitions = schema.get("$defs").and_then(Value::as_object);
    definitions.into_iter().flat_map(Object::values).filter_map(Value::as_object)
}

fn not_strict(why: impl Into<String>) -> Fault {
    Fault { rule: None, at: String::new(), why: why.into() }
}

/// Closes an object, which must name its properties.
fn close_object(schema: &mut Object, is_root: bool) -> Result<(), Fault> {
    let is_closed = schema.get("additionalProperties") == Some(&Value::Bool(false));
    let is_empty = schema.get("properties").and_then(Value::as_object).is_none_or(Object::is_empty);
    if is_empty && !is_root && !is_closed {
        return Err(not_strict("strict mode does not support objects without declared properties"));
    }
    schema.insert("additionalProperties".into(), false.into());
    Ok(())
}
