//! What can be an argument, and the parameters of a request.

use serde_json::Value;

use super::part::{description, is_true};
use crate::document::Document;

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

impl DescribedParameter<'_> {
    /// A variable of a path of which the document says nothing else.
    pub(super) fn of_path(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            place: Place::Path,
            required: true,
            read_only: false,
            schema: None,
            description: String::new(),
            style: "",
            unsupported: None,
        }
    }
}

/// Reads a parameter.
pub(super) fn parameter_of<'a>(
    document: &'a Document,
    parameter: &'a Value,
) -> DescribedParameter<'a> {
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
pub(super) fn query_style(style: &str, explode: bool) -> &'static str {
    match (style, explode) {
        ("deepObject", _) => "DeepObject",
        ("spaceDelimited", false) => "SpaceDelimited",
        ("pipeDelimited", false) => "PipeDelimited",
        ("form", false) => "Form",
        _ => "FormExploded",
    }
}
