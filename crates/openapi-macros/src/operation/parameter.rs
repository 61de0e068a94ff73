//! What can be an argument, and the parameters of a request.

use serde_json::Value;

use super::part::{description, is_true, text};
use crate::document::ApiDocument;

/// Something that can be an argument.
#[derive(Clone)]
pub(crate) struct DescribedParameter<'a> {
    pub(crate) name: String,
    pub(crate) place: Location,
    pub(crate) required: bool,
    pub(crate) read_only: bool,
    pub(crate) schema: Option<&'a Value>,
    pub(crate) description: String,
    /// The name of its style, as the runtime has it, in a query or a form.
    pub(crate) style: Option<&'static str>,
    /// Why it cannot be an argument.
    pub(crate) unsupported: Option<String>,
}

/// The part of a request that something belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Location {
    Path,
    Query,
    Header,
    Cookie,
    /// A property of the body.
    Property,
    /// The whole body.
    Body,
}

/// The places by their names in a document, where a body is one, too.
const PLACES: [(&str, Location); 5] = [
    ("path", Location::Path),
    ("query", Location::Query),
    ("header", Location::Header),
    ("cookie", Location::Cookie),
    ("body", Location::Property),
];

impl Location {
    pub(crate) fn named(name: &str) -> Option<Self> {
        PLACES.iter().find(|(known, _)| *known == name).map(|(_, place)| *place)
    }

    pub(crate) fn name(self) -> &'static str {
        PLACES.iter().find(|(_, place)| *place == self).map_or("body", |(name, _)| name)
    }
}

impl<'a> DescribedParameter<'a> {
    /// Something of which the document says nothing else.
    pub(crate) fn new(name: &str, place: Location) -> Self {
        Self {
            name: name.to_owned(),
            place,
            required: place == Location::Path,
            read_only: false,
            schema: None,
            description: String::new(),
            style: None,
            unsupported: None,
        }
    }

    /// Reads a parameter.
    pub(super) fn read(document: &'a ApiDocument, parameter: &'a Value) -> Self {
        let name = text(parameter, "name").unwrap_or_default();
        let part = text(parameter, "in").unwrap_or("nothing");
        let known = Location::named(part).filter(|place| *place != Location::Property);
        let place = known.unwrap_or(Location::Query);
        let content = parameter.get("content").and_then(Value::as_object);
        let media = content.and_then(|content| content.values().next());
        let schema = parameter.get("schema").or(media.and_then(|media| media.get("schema")));
        let default =
            if matches!(place, Location::Query | Location::Cookie) { "form" } else { "simple" };
        let style = text(parameter, "style").unwrap_or(default);
        let explode = parameter.get("explode").and_then(Value::as_bool).unwrap_or(style == "form");
        let is_set = ["accept", "authorization", "content-type"]
            .iter()
            .any(|set| place == Location::Header && name.eq_ignore_ascii_case(set));
        let unsupported = if known.is_none() {
            Some(format!("its `in` is `{part}`, which is not supported"))
        } else if matches!(place, Location::Path | Location::Header) && style != "simple" {
            Some(format!("its style is `{style}`, which is not supported"))
        } else {
            is_set.then(|| "that header is set by the `Api` and the body".to_owned())
        };
        let own = Some(description(parameter)).filter(|text| !text.is_empty());
        let of_schema = || Some(description(document.resolve(schema?).ok()?));
        let in_query = || if media.is_some() { "Json" } else { query_style(style, explode) };
        Self {
            required: !is_set && (is_true(parameter, "required") || place == Location::Path),
            description: own.or_else(of_schema).unwrap_or_default(),
            schema,
            style: (place == Location::Query).then(in_query),
            unsupported,
            ..Self::new(name, place)
        }
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
