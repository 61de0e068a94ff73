//! The constraints of an argument or a field on its values, beyond its type.

use crate::attr::bounds::{Length, Range};
use crate::attr::json::quoted;
use crate::attr::values::{self, Text};
use crate::errors::Errors;
use crate::pattern;
use crate::types::{Json, option};
use darling::FromMeta;
use syn::Type;

/// The formats of JSON Schema, as in `mcp-runtime/src/testing/lint/schema/formats.rs`; a client's validator
/// warns about any other, or throws.
const FORMATS: [&str; 19] = [
    "date-time",
    "date",
    "time",
    "duration",
    "email",
    "idn-email",
    "hostname",
    "idn-hostname",
    "ipv4",
    "ipv6",
    "uri",
    "uri-reference",
    "iri",
    "iri-reference",
    "uuid",
    "uri-template",
    "json-pointer",
    "relative-json-pointer",
    "regex",
];

/// `range(..)`, `length(..)`, `pattern = ..`, `format = ..` and `example = ..`.
#[derive(Clone, Default, FromMeta)]
pub(crate) struct Constraints {
    pub(crate) range: Option<Range>,
    pub(crate) length: Option<Length>,
    pub(crate) pattern: Option<Text>,
    pub(crate) format: Option<Text>,
    #[darling(multiple, rename = "example")]
    pub(crate) examples: Vec<values::Json>,
}

impl Constraints {
    /// The keywords of the schema, with their values as JSON text.
    pub(crate) fn keywords(&self) -> Vec<(&'static str, String)> {
        let mut keywords = self.range.as_ref().map(Range::keywords).unwrap_or_default();
        keywords.extend(self.lengths());
        let texts = [("pattern", &self.pattern), ("format", &self.format)];
        for (keyword, text) in texts {
            keywords.extend(text.as_ref().map(|text| (keyword, quoted(&text.0.value()))));
        }
        if !self.examples.is_empty() {
            let examples: Vec<&str> =
                self.examples.iter().map(|example| example.text.as_str()).collect();
            keywords.push(("examples", format!("[{}]", examples.join(","))));
        }
        keywords
    }

    /// Whether there are any constraints.
    pub(crate) fn is_some(&self) -> bool {
        self.length.is_some() || !self.keywords().is_empty()
    }

    /// The length as the keywords of a string, which the runtime adapts to the type.
    fn lengths(&self) -> Vec<(&'static str, String)> {
        let Some(length) = &self.length else {
            return Vec::new();
        };
        let bounds = [("minLength", length.min), ("maxLength", length.max)];
        bounds
            .into_iter()
            .filter_map(|(keyword, bound)| Some((keyword, bound?.to_string())))
            .collect()
    }

    /// Rejects constraints that are wrong for every type.
    pub(crate) fn check(&self, errors: &mut Errors) {
        if let Some(text) = &self.pattern
            && let Some(refusal) = pattern::refusal(&text.0.value())
        {
            errors.refuse(text, refusal);
        }
        if let Some(text) = &self.format
            && !FORMATS.contains(&text.0.value().as_str())
        {
            let formats = FORMATS.join(", ");
            errors.refuse(text, format!("not a format of JSON Schema; these are: {formats}"));
        }
    }

    /// Rejects constraints that can never hold for the type, as far as its tokens show.
    pub(crate) fn fit(&self, ty: &Type, errors: &mut Errors) {
        let json = Json::of(ty);
        let number = matches!(json, Json::Integer | Json::Float);
        if let Some(Range { tokens, .. }) = &self.range
            && !number
            && json != Json::Unknown
        {
            let instead = if json == Json::Bool { "remove it" } else { "use `length(..)`" };
            errors.refuse(tokens, format!("`range` bounds numbers: {instead}"));
        }
        if let Some(Length { tokens, .. }) = &self.length
            && (number || json == Json::Bool)
        {
            let instead = if number { "use `range(..)`" } else { "remove it" };
            let message = format!("`length` bounds strings, lists and maps: {instead}");
            errors.refuse(tokens, message);
        }
        for text in [&self.pattern, &self.format].into_iter().flatten() {
            if !matches!(json, Json::Text | Json::Unknown) {
                errors.refuse(text, "`pattern` and `format` are for strings: remove it");
            }
        }
        if let Some(range) = &self.range
            && let Some(refusal) = range.refusal(ty)
        {
            errors.refuse(&range.tokens, refusal);
        }
        for example in &self.examples {
            if let Some(refusal) = example_refusal(example, self, ty) {
                errors.refuse(&example.written, refusal);
            }
        }
    }
}

/// Why the example is not one, as far as the tokens of the type show.
fn example_refusal(example: &values::Json, of: &Constraints, ty: &Type) -> Option<String> {
    let text = example.text.as_str();
    let number = text.parse::<f64>().ok();
    let (fits, kind) = match Json::of(ty) {
        Json::Integer => (number.is_some_and(|number| number.fract() == 0.0), "an integer"),
        Json::Float => (number.is_some(), "a number"),
        Json::Text => (text.starts_with('"'), "a string"),
        Json::Bool => (matches!(text, "true" | "false"), "`true` or `false`"),
        Json::List => (text.starts_with('['), "a list, as in `[1, 2]`"),
        Json::Map => (text.starts_with('{'), "an object, as in `{\"key\": 1}`"),
        Json::Unknown => (true, ""),
    };
    let is_absent = text == "null" && option(ty).is_some();
    if !fits && !is_absent {
        return Some(format!("no value of the type is like this example: write {kind}"));
    }
    let range = of.range.as_ref()?;
    let outside = number.is_some_and(|number| !range.contains(number));
    outside.then(|| format!("the example {text} is outside its range"))
}

/// Keywords as the text of a JSON object, empty if there are none.
pub(crate) fn object(keywords: &[(&'static str, String)]) -> String {
    if keywords.is_empty() {
        return String::new();
    }
    let members: Vec<String> =
        keywords.iter().map(|(keyword, value)| format!("{}:{value}", quoted(keyword))).collect();
    format!("{{{}}}", members.join(","))
}
