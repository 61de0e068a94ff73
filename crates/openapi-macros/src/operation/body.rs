//! The body of a request, and its properties.

use std::collections::BTreeMap;

use serde_json::Value;

use super::parameter::{DescribedParameter, Location, query_style};
use super::part::{array, description, is_true, kind, schema, text};
use crate::document::ApiDocument;

/// How deep `allOf` and the like are followed for the properties of a body.
const MAX_DEPTH: usize = 16;

/// The body of a request.
pub(crate) struct DescribedBody<'a> {
    /// The name of its kind, as the runtime has it.
    pub(crate) kind: &'static str,
    pub(crate) content_type: &'a str,
    pub(crate) required: bool,
    pub(crate) schema: &'a Value,
}

/// The body in the type that is sent, and how its parts are encoded.
pub(super) fn body_of(body: &Value) -> Result<Option<(DescribedBody<'_>, Option<&Value>)>, String> {
    let Some(content) = body.get("content").and_then(Value::as_object) else { return Ok(None) };
    let known = content.iter().filter_map(|(name, media)| Some((kind(name)?, name, media)));
    let Some(((rank, kind), name, media)) = known.min_by_key(|((rank, _), ..)| *rank) else {
        let Some(name) = content.keys().next() else { return Ok(None) };
        let why = "only JSON, URL-encoded forms and text are supported";
        return Err(format!("its body is `{name}`: {why}"));
    };
    let content_type = if rank == 2 { "application/json" } else { name };
    let schema = schema(media);
    let required = is_true(body, "required");
    Ok(Some((DescribedBody { kind, content_type, required, schema }, media.get("encoding"))))
}

/// The properties of a body that is an object.
pub(super) fn properties<'a>(
    document: &'a ApiDocument,
    body: &DescribedBody<'a>,
    encoding: Option<&Value>,
) -> Result<Vec<DescribedParameter<'a>>, String> {
    if body.kind == "Text" {
        return Ok(Vec::new());
    }
    let mut found = BTreeMap::new();
    collect(document, body.schema, true, 0, &mut found)?;
    let one = |(name, (schema, required)): (&str, (Option<&'a Value>, bool))| {
        let resolved = schema.and_then(|schema| document.resolve(schema).ok());
        let encoded = encoding.and_then(|encoding| encoding.get(name));
        let style = encoded.and_then(|one| text(one, "style")).unwrap_or("form");
        let explode = encoded.and_then(|one| one.get("explode")?.as_bool());
        DescribedParameter {
            required,
            read_only: resolved.is_some_and(|schema| is_true(schema, "readOnly")),
            schema,
            description: resolved.map(description).unwrap_or_default(),
            style: Some(query_style(style, explode.unwrap_or(style == "form"))),
            ..DescribedParameter::new(name, Location::Property)
        }
    };
    Ok(found.into_iter().map(one).collect())
}

/// Adds the properties of a schema, and of those that it is made of. One of an alternative is not
/// required.
fn collect<'a>(
    document: &'a ApiDocument,
    schema: &'a Value,
    is_certain: bool,
    depth: usize,
    found: &mut BTreeMap<&'a str, (Option<&'a Value>, bool)>,
) -> Result<(), String> {
    let schema = document.resolve(schema)?;
    if depth > MAX_DEPTH {
        return Ok(());
    }
    let properties = schema.get("properties").and_then(Value::as_object);
    for (name, property) in properties.into_iter().flatten() {
        found.entry(name).or_default().0.get_or_insert(property);
    }
    for name in array(schema, "required").filter_map(Value::as_str).filter(|_| is_certain) {
        found.entry(name).or_default().1 = true;
    }
    for part in array(schema, "allOf") {
        collect(document, part, is_certain, depth + 1, found)?;
    }
    for part in array(schema, "anyOf").chain(array(schema, "oneOf")) {
        collect(document, part, false, depth + 1, found)?;
    }
    Ok(())
}
