//! How values are written into queries, headers, cookies and forms.

use std::borrow::Cow;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::Value;

use crate::operation::Style;

/// All but what means nothing in any part of a URL.
///
/// Source: [RFC 3986, section 2.3](https://www.rfc-editor.org/rfc/rfc3986#section-2.3).
const RESERVED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// How deep objects in a query may be.
const MAX_DEPTH: usize = 8;

/// Encodes a value so that it is only a value in each part of a URL.
pub(crate) fn encode(value: &str) -> String {
    utf8_percent_encode(value, RESERVED).to_string()
}

/// Returns a text, a number or a boolean as text.
pub(crate) fn scalar(value: &Value) -> Option<Cow<'_, str>> {
    match value {
        Value::String(text) => Some(text.into()),
        Value::Number(number) => Some(number.to_string().into()),
        Value::Bool(value) => Some(value.to_string().into()),
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    }
}

/// Returns a value as text, with lists separated by commas.
///
/// Source: [OpenAPI 3.1, style `simple`](https://spec.openapis.org/oas/v3.1.1.html#style-values).
pub(crate) fn simple(value: &Value) -> Option<String> {
    match value {
        Value::Array(items) => {
            items.iter().map(scalar).collect::<Option<Vec<_>>>().map(|all| all.join(","))
        }
        other => scalar(other).map(Cow::into_owned),
    }
}

/// The pairs of a query or a form, encoded.
#[derive(Default)]
pub(crate) struct Pairs(String);

impl Pairs {
    /// Adds a value.
    ///
    /// # Errors
    ///
    /// When the style cannot hold such a value.
    pub(crate) fn add(
        &mut self,
        name: &str,
        value: &Value,
        style: Style,
    ) -> Result<(), &'static str> {
        let name = encode(name);
        match (style, value) {
            (_, Value::Null) => {}
            (Style::Json, value) => self.pair(&name, &encode(&value.to_string())),
            (Style::DeepObject, value) => self.deep(&name, value, 0)?,
            (Style::FormExploded, Value::Array(items)) => {
                for item in items.iter().filter(|item| !item.is_null()) {
                    self.pair(&name, &encode(&scalar(item).ok_or(NESTED)?));
                }
            }
            (Style::FormExploded, Value::Object(members)) => {
                for (name, value) in members.iter().filter(|(_, value)| !value.is_null()) {
                    self.pair(&encode(name), &encode(&scalar(value).ok_or(NESTED)?));
                }
            }
            (style, Value::Array(items)) => {
                let items = items.iter().filter(|item| !item.is_null());
                self.list(&name, items.map(scalar), separator(style))?;
            }
            (style, Value::Object(members)) => {
                let members = members.iter().filter(|(_, value)| !value.is_null());
                let parts = members.flat_map(|(name, value)| [Some(name.into()), scalar(value)]);
                self.list(&name, parts, separator(style))?;
            }
            (_, value) => self.pair(&name, &encode(&scalar(value).ok_or(NESTED)?)),
        }
        Ok(())
    }

    /// Adds a text as it is.
    pub(crate) fn text(&mut self, name: &str, value: &str) {
        self.pair(&encode(name), &encode(value));
    }

    /// Whether there is a pair of this name.
    pub(crate) fn has(&self, name: &str) -> bool {
        let name = encode(name);
        self.0.split('&').any(|pair| pair.split('=').next() == Some(name.as_str()))
    }

    /// The pairs as text.
    pub(crate) fn into_text(self) -> String {
        self.0
    }

    fn pair(&mut self, name: &str, value: &str) {
        if !self.0.is_empty() {
            self.0.push('&');
        }
        self.0.extend([name, "=", value]);
    }

    /// Adds a list as one value; one that is empty is left out.
    fn list<'a>(
        &mut self,
        name: &str,
        items: impl Iterator<Item = Option<Cow<'a, str>>>,
        separator: &str,
    ) -> Result<(), &'static str> {
        let encoded: Option<Vec<String>> = items.map(|item| Some(encode(&item?))).collect();
        let items = encoded.ok_or(NESTED)?;
        if !items.is_empty() {
            self.pair(name, &items.join(separator));
        }
        Ok(())
    }

    /// Adds the members of an object, as `name[member]=value`.
    fn deep(&mut self, name: &str, value: &Value, depth: usize) -> Result<(), &'static str> {
        if depth > MAX_DEPTH {
            return Err("the value is nested too deeply");
        }
        match value {
            Value::Null => {}
            Value::Object(members) => {
                for (member, value) in members {
                    self.deep(&format!("{name}[{}]", encode(member)), value, depth + 1)?;
                }
            }
            Value::Array(items) => {
                for item in items {
                    self.deep(name, item, depth + 1)?;
                }
            }
            value => self.pair(name, &encode(&scalar(value).unwrap_or_default())),
        }
        Ok(())
    }
}

const NESTED: &str = "expected a value without lists or objects in it";

/// What separates the parts of a list that is one value.
fn separator(style: Style) -> &'static str {
    match style {
        Style::SpaceDelimited => "%20",
        Style::PipeDelimited => "%7C",
        Style::Form | Style::FormExploded | Style::DeepObject | Style::Json => ",",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn written(value: &Value, style: Style) -> String {
        let mut pairs = Pairs::default();
        match pairs.add("id", value, style) {
            Ok(()) => pairs.into_text(),
            Err(why) => why.to_owned(),
        }
    }

    #[test]
    fn each_style_is_written_as_the_specification_shows() {
        let list = json!(["blue", "a,b", 3]);
        let object = json!({ "R": 100, "G": "x&y", "none": null });
        let cases = [
            (Style::FormExploded, &list, "id=blue&id=a%2Cb&id=3"),
            (Style::Form, &list, "id=blue,a%2Cb,3"),
            (Style::SpaceDelimited, &list, "id=blue%20a%2Cb%203"),
            (Style::PipeDelimited, &list, "id=blue%7Ca%2Cb%7C3"),
            (Style::FormExploded, &object, "R=100&G=x%26y"),
            (Style::Form, &object, "id=R,100,G,x%26y"),
            (Style::DeepObject, &object, "id[R]=100&id[G]=x%26y"),
            (Style::Json, &list, "id=%5B%22blue%22%2C%22a%2Cb%22%2C3%5D"),
        ];
        for (style, value, expected) in cases {
            assert_eq!(written(value, style), expected, "{style:?}");
        }
    }

    #[test]
    fn single_values_are_the_same_in_each_style() {
        for style in [Style::FormExploded, Style::Form, Style::SpaceDelimited, Style::DeepObject] {
            assert_eq!(written(&json!("ä b=c&d#"), style), "id=%C3%A4%20b%3Dc%26d%23");
            assert_eq!(written(&json!(true), style), "id=true");
            assert_eq!(written(&json!(1.5), style), "id=1.5");
            assert_eq!(written(&json!(""), style), "id=");
            assert_eq!(written(&Value::Null, style), "");
            assert_eq!(written(&json!([]), style), "");
        }
    }

    #[test]
    fn what_a_style_cannot_hold_is_refused() {
        for style in [Style::FormExploded, Style::Form, Style::PipeDelimited] {
            assert_eq!(written(&json!([[1]]), style), NESTED);
            assert_eq!(written(&json!({ "a": { "b": 1 } }), style), NESTED);
        }
        let deep = (0..20).fold(json!(1), |inner, _| json!({ "a": inner }));
        assert_eq!(written(&deep, Style::DeepObject), "the value is nested too deeply");
        let nested = json!({ "a": { "b": [1, 2] } });
        assert_eq!(written(&nested, Style::DeepObject), "id[a][b]=1&id[a][b]=2");
    }
}
