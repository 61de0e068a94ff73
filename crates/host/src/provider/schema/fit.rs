//! A schema as the dialect of a provider says it.

use serde_json::{Value, json};

use super::keyword::is_for_models;
use super::value::{is_object, is_type, types};
use super::{Dialect, Fault, Keys, Object, Unions, array, note, union, value, walk};

/// The schema in a dialect.
///
/// # Errors
///
/// If it has a name that the provider refuses.
pub(super) fn fit(schema: Object, dialect: &Dialect) -> Result<Object, Fault> {
    let mut schema = union::fit(schema, dialect);
    array::fit(&mut schema, dialect);
    value::fit(&mut schema, dialect);
    object(&mut schema, dialect)?;
    pattern(&mut schema, dialect);
    known_keywords(&mut schema, dialect);
    walk::try_map(schema, &mut |inside| fit(inside, dialect))
}

fn object(schema: &mut Object, dialect: &Dialect) -> Result<(), Fault> {
    let required = value::required(schema);
    if dialect.needs_types() {
        one_kind(schema, !required.is_empty());
    }
    if dialect.complete && is_object(schema) {
        schema.entry("properties").or_insert_with(|| json!({}));
    }
    let order = schema.get("required").and_then(Value::as_array).cloned().unwrap_or_default();
    let Some(Value::Object(properties)) = schema.get_mut("properties") else {
        return Ok(());
    };
    // Gemini refuses a name without a property: lint's `required.unknown`.
    for name in order.iter().filter_map(Value::as_str) {
        properties.entry(name).or_insert_with(|| json!({}));
    }
    for (name, property) in properties.iter_mut() {
        if dialect.keys == Keys::Words && !is_word(name) {
            let why = "the name of a property must be 1 to 64 characters of A-Z a-z 0-9 _ . -";
            return Err(Fault::new("key.pattern", why).below(name).below("properties"));
        }
        let is_optional = !required.contains(name);
        if dialect.unions == Unions::Types
            && is_optional
            && let Value::Object(property) = property
        {
            union::without_null(property);
        }
    }
    Ok(())
}

/// Gives an object its type, and takes from others what only objects have, for which Gemini
/// refuses them: lint's `object.props-on-scalar`.
fn one_kind(schema: &mut Object, has_required: bool) {
    let has_type = schema.contains_key("type");
    if is_object(schema) || (!has_type && has_required) {
        schema.entry("type").or_insert_with(|| "object".into());
        if has_required {
            schema.entry("properties").or_insert_with(|| json!({}));
        }
    } else if has_type {
        schema.retain(|key, _| !matches!(key.as_str(), "properties" | "required"));
    }
}

fn is_word(name: &str) -> bool {
    let is_allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-');
    (1..=64).contains(&name.len()) && name.chars().all(is_allowed)
}

/// Says in words what the provider refuses in patterns: lint's `pattern.lookaround`.
fn pattern(schema: &mut Object, dialect: &Dialect) {
    let pattern = schema.get("pattern").and_then(Value::as_str);
    if dialect.plain_patterns
        && pattern.is_some_and(looks_around)
        && let Some(pattern) = schema.shift_remove("pattern")
    {
        note::add(schema, &[("pattern", &pattern)], dialect.separator);
    }
}

/// Whether a pattern looks ahead or behind. One that only looks so is moved in vain, which does no
/// harm.
fn looks_around(pattern: &str) -> bool {
    ["(?=", "(?!", "(?<=", "(?<!"].iter().any(|start| pattern.contains(start))
}

/// Leaves the keywords that the provider lists, and says others in words.
fn known_keywords(schema: &mut Object, dialect: &Dialect) {
    let mut unknown = Vec::new();
    let keywords: Vec<String> = schema.keys().cloned().collect();
    for keyword in keywords {
        let format = schema.get(&keyword).filter(|_| keyword == "format").and_then(Value::as_str);
        let is_format = format.is_none_or(|format| has_format(schema, format, dialect));
        if dialect.has(&keyword) && is_format {
            continue;
        }
        if let Some(value) = schema.shift_remove(&keyword)
            && (is_for_models(&keyword) || (keyword == "additionalProperties" && value.is_object()))
        {
            unknown.push((keyword, value));
        }
    }
    let words: Vec<_> = unknown.iter().map(|(keyword, value)| (keyword.as_str(), value)).collect();
    note::add(schema, &words, dialect.separator);
}

fn has_format(schema: &Object, format: &str, dialect: &Dialect) -> bool {
    let is_text = types(schema).is_empty() || is_type(schema, "string");
    dialect.formats.is_none_or(|formats| is_text && formats.contains(&format))
}
