//! An operation as the document describes it.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::document::Document;

/// How deep `allOf` and the like are followed for the properties of a body.
const MAX_DEPTH: usize = 16;

/// An operation of the document.
pub(crate) struct Described<'a> {
    pub(crate) description: String,
    /// The parameters, and the properties of the body.
    pub(crate) parameters: Vec<DescribedParameter<'a>>,
    pub(crate) body: Option<DescribedBody<'a>>,
    /// The contents of successes; empty if the document says nothing of them.
    pub(crate) answers: Vec<Answer<'a>>,
}

/// Something that can be an argument.
#[derive(Clone)]
pub(crate) struct DescribedParameter<'a> {
    pub(crate) name: String,
    pub(crate) place: Place,
    pub(crate) required: bool,
    pub(crate) read_only: bool,
    pub(crate) schema: Option<&'a Value>,
    pub(crate) description: String,
    /// The name of its style, as the runtime has it.
    pub(crate) style: &'static str,
    /// Why it cannot be an argument.
    pub(crate) unsupported: Option<String>,
}

/// The part of a request that something belongs to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    Path,
    Query,
    Header,
    Cookie,
    /// A property of the body.
    Property,
    /// The whole body.
    Body,
}

impl Place {
    /// Its name in a document, where a body is one, too.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Path => "path",
            Self::Query => "query",
            Self::Header => "header",
            Self::Cookie => "cookie",
            Self::Property | Self::Body => "body",
        }
    }
}

/// The body of a request.
pub(crate) struct DescribedBody<'a> {
    /// The name of its kind, as the runtime has it.
    pub(crate) kind: &'static str,
    pub(crate) content_type: &'a str,
    pub(crate) required: bool,
    pub(crate) schema: &'a Value,
}

/// The content of a success.
pub(crate) enum Answer<'a> {
    Json(&'a Value),
    Text,
    Nothing,
    Other(&'a str),
}

/// # Errors
///
/// When a reference cannot be followed, or the body has no type that can be sent.
pub(crate) fn describe<'a>(
    document: &'a Document,
    item: &'a Value,
    operation: &'a Value,
) -> Result<Described<'a>, String> {
    let mut parameters: Vec<DescribedParameter<'a>> = Vec::new();
    for holder in [item, operation] {
        for parameter in array(holder, "parameters") {
            let read = parameter_of(document, document.resolve(parameter)?);
            // An operation overrides what its path says.
            parameters.retain(|other| other.name != read.name || other.place != read.place);
            parameters.push(read);
        }
    }
    let body = match operation.get("requestBody") {
        Some(body) => body_of(document.resolve(body)?)?,
        None => None,
    };
    if let Some((body, encoding)) = &body {
        parameters.extend(properties(document, body, *encoding)?);
    }
    Ok(Described {
        description: description(operation),
        parameters,
        body: body.map(|(body, _)| body),
        answers: answers(document, operation)?,
    })
}

/// The summary and the description of something.
pub(crate) fn description(of: &Value) -> String {
    const MAX_CHARS: usize = 1000;
    let part = |key| of.get(key).and_then(Value::as_str).map(str::trim).unwrap_or_default();
    let (summary, description) = (part("summary"), part("description"));
    let text = match (summary, description) {
        (one, "") | ("", one) => one.to_owned(),
        (summary, description) if description.starts_with(summary) => description.to_owned(),
        (summary, description) => format!("{summary}\n\n{description}"),
    };
    let shown = text.chars().filter(|c| !c.is_control() || *c == '\n');
    shown.take(MAX_CHARS).collect()
}

fn array<'a>(of: &'a Value, key: &str) -> impl Iterator<Item = &'a Value> + use<'a> {
    of.get(key).and_then(Value::as_array).into_iter().flatten()
}

fn is_true(of: &Value, key: &str) -> bool {
    of.get(key) == Some(&Value::Bool(true))
}

fn parameter_of<'a>(document: &'a Document, parameter: &'a Value) -> DescribedParameter<'a> {
    let text = |key| parameter.get(key).and_then(Value::as_str);
    let name = text("name").unwrap_or_default().to_owned();
    let (place, mut unsupported) = match text("in") {
        Some("path") => (Place::Path, None),
        Some("query") => (Place::Query, None),
        Some("header") => (Place::Header, None),
        Some("cookie") => (Place::Cookie, None),
        other => {
            let other = other.unwrap_or("nothing");
            (Place::Query, Some(format!("its `in` is `{other}`, which is not supported")))
        }
    };
    let content = parameter.get("content").and_then(Value::as_object);
    let content = content.and_then(|content| content.iter().next());
    let of_content = content.and_then(|(_, media)| media.get("schema"));
    let schema = parameter.get("schema").or(of_content);
    let default = if matches!(place, Place::Query | Place::Cookie) { "form" } else { "simple" };
    let style = text("style").unwrap_or(default);
    let explode = parameter.get("explode").and_then(Value::as_bool).unwrap_or(style == "form");
    let style = match (place, style) {
        _ if content.is_some() && place == Place::Query => "Json",
        (Place::Query, style) => query_style(style, explode),
        (Place::Path | Place::Header, "simple") | (Place::Cookie, _) => "",
        (_, style) => {
            unsupported = Some(format!("its style is `{style}`, which is not supported"));
            ""
        }
    };
    let is_reserved =
        ["accept", "authorization", "content-type"].contains(&&*name.to_ascii_lowercase());
    if place == Place::Header && is_reserved {
        unsupported = Some("that header is set by the `Api` and the body".to_owned());
    }
    let of_schema = schema.and_then(|schema| document.resolve(schema).ok()).map(description);
    let own = Some(description(parameter)).filter(|text| !text.is_empty());
    DescribedParameter {
        required: is_true(parameter, "required") || place == Place::Path,
        read_only: false,
        description: own.or(of_schema).unwrap_or_default(),
        name,
        place,
        schema,
        style,
        unsupported,
    }
}

/// A style of queries and forms, as the runtime names it.
fn query_style(style: &str, explode: bool) -> &'static str {
    match (style, explode) {
        ("deepObject", _) => "DeepObject",
        ("spaceDelimited", false) => "SpaceDelimited",
        ("pipeDelimited", false) => "PipeDelimited",
        ("form", false) => "Form",
        _ => "FormExploded",
    }
}

/// The body in the type that is sent, and how its parts are encoded.
fn body_of(body: &Value) -> Result<Option<(DescribedBody<'_>, Option<&Value>)>, String> {
    let Some(content) = body.get("content").and_then(Value::as_object) else { return Ok(None) };
    let kind = |name: &str| {
        let name = name.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
        match name.as_str() {
            "application/json" => Some((0, "Json")),
            json if json.ends_with("+json") => Some((1, "Json")),
            "*/*" => Some((2, "Json")),
            "application/x-www-form-urlencoded" => Some((3, "Form")),
            text if text.starts_with("text/") => Some((4, "Text")),
            _ => None,
        }
    };
    let known = content.iter().filter_map(|(name, media)| Some((kind(name)?, name, media)));
    let Some(((rank, kind), name, media)) = known.min_by_key(|((rank, _), ..)| *rank) else {
        let Some(name) = content.keys().next() else { return Ok(None) };
        return Err(format!(
            "its body is `{name}`, which is not supported: JSON, forms and text are"
        ));
    };
    let content_type = if rank == 2 { "application/json" } else { name };
    let schema = media.get("schema").unwrap_or(&Value::Bool(true));
    let required = is_true(body, "required");
    Ok(Some((DescribedBody { kind, content_type, required, schema }, media.get("encoding"))))
}

/// The properties of a body that is an object.
fn properties<'a>(
    document: &'a Document,
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
        let style = encoded.and_then(|one| one.get("style")?.as_str()).unwrap_or("form");
        let explode = encoded.and_then(|one| one.get("explode")?.as_bool()).unwrap_or(true);
        DescribedParameter {
            name: name.to_owned(),
            place: Place::Property,
            required,
            read_only: resolved.is_some_and(|schema| is_true(schema, "readOnly")),
            schema,
            description: resolved.map(description).unwrap_or_default(),
            style: query_style(style, explode),
            unsupported: None,
        }
    };
    Ok(found.into_iter().map(one).collect())
}

/// Adds the properties of a schema, and of those that it is made of. One of an alternative is not
/// required.
fn collect<'a>(
    document: &'a Document,
    schema: &'a Value,
    is_certain: bool,
    depth: usize,
    found: &mut BTreeMap<&'a str, (Option<&'a Value>, bool)>,
) -> Result<(), String> {
    let schema = document.resolve(schema)?;
    if depth > MAX_DEPTH {
        return Ok(());
    }
    for (name, property) in
        schema.get("properties").and_then(Value::as_object).into_iter().flatten()
    {
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

/// The contents of successes.
fn answers<'a>(document: &'a Document, operation: &'a Value) -> Result<Vec<Answer<'a>>, String> {
    let Some(responses) = operation.get("responses").and_then(Value::as_object) else {
        return Ok(Vec::new());
    };
    let mut answers = Vec::new();
    for (_, response) in responses.iter().filter(|(status, _)| status.starts_with('2')) {
        let response = document.resolve(response)?;
        let content = response.get("content").and_then(Value::as_object);
        let content = content.filter(|content| !content.is_empty());
        match content {
            None => answers.push(Answer::Nothing),
            Some(content) => {
                answers.extend(content.iter().map(|(name, media)| answer(name, media)))
            }
        }
    }
    Ok(answers)
}

fn answer<'a>(name: &'a str, media: &'a Value) -> Answer<'a> {
    let kind = name.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    match kind.as_str() {
        "application/json" | "*/*" => {
            Answer::Json(media.get("schema").unwrap_or(&Value::Bool(true)))
        }
        json if json.ends_with("+json") => {
            Answer::Json(media.get("schema").unwrap_or(&Value::Bool(true)))
        }
        text if text.starts_with("text/") => Answer::Text,
        _ => Answer::Other(name),
    }
}
