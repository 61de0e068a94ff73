//! The constraints of an argument or a field on its values, beyond its type.

use super::bounds::{Length, Range};
use super::json::quoted;
use super::values::{Json, Text};
use darling::FromMeta;

/// `range(..)`, `length(..)`, `pattern = ..`, `format = ..` and `example = ..`.
#[derive(Clone, Default, FromMeta)]
pub(crate) struct Constraints {
    pub(crate) range: Option<Range>,
    pub(crate) length: Option<Length>,
    pub(crate) pattern: Option<Text>,
    pub(crate) format: Option<Text>,
    #[darling(multiple, rename = "example")]
    pub(crate) examples: Vec<Json>,
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
