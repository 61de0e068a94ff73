//! Changes one entry of a file, and nothing else in it: comments, order, indentation, line endings
//! and a byte order mark are kept.

mod json;
mod toml;
mod yaml;

use std::fmt;

use serde_json::Value;

use crate::clients::Format;

/// Why a file is not changed, and where in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct EditError {
    pub(crate) line: usize,
    pub(crate) column: usize,
    pub(crate) why: String,
}

impl fmt::Display for EditError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.why)
    }
}

impl EditError {
    /// Creates an error at a byte of a text.
    fn at(text: &str, byte: usize, why: impl Into<String>) -> Self {
        let before = text.get(..byte).unwrap_or(text);
        let line_start = before.rfind('\n').map_or(0, |end| end + 1);
        let line = before.matches('\n').count() + 1;
        Self { line, column: before[line_start..].chars().count() + 1, why: why.into() }
    }
}

/// How a file is read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Syntax {
    pub(crate) format: Format,
    /// Whether its client refuses comments.
    pub(crate) strict: bool,
}

const MARK: char = '\u{feff}';

impl Syntax {
    /// Parses a file; an empty one has no entries.
    ///
    /// # Errors
    ///
    /// When it does not parse.
    pub(crate) fn read(self, text: &str) -> Result<Value, EditError> {
        let text = text.strip_prefix(MARK).unwrap_or(text);
        match self.format {
            Format::Json | Format::Jsonc => json::read(text, self.strict),
            Format::Toml => toml::read(text),
            Format::Yaml => yaml::read(text),
        }
    }

    /// Adds an entry to a file, or replaces an existing one.
    ///
    /// # Errors
    ///
    /// When it does not parse, or when something else is in the place of the entry.
    pub(crate) fn set(
        self,
        text: &str,
        key: &[String],
        value: &Value,
    ) -> Result<String, EditError> {
        let was = self.read(text)?;
        let edited = unmarked(text, |text| match self.format {
            Format::Json | Format::Jsonc => json::set(text, self.strict, key, value),
            Format::Toml => toml::set(text, key, value),
            Format::Yaml => yaml::set(text, key, value),
        })?;
        let is = self.read(&edited)?;
        let is_there = at(&is, key) == Some(value);
        let is_so = is_there && without(is, key) == without(was, key);
        if is_so { Ok(edited) } else { Err(strange()) }
    }

    /// Removes an entry from a file.
    ///
    /// # Errors
    ///
    /// When it does not parse.
    pub(crate) fn remove(self, text: &str, key: &[String]) -> Result<String, EditError> {
        let was = self.read(text)?;
        if at(&was, key).is_none() {
            return Ok(text.to_owned());
        }
        let edited = unmarked(text, |text| match self.format {
            Format::Json | Format::Jsonc => json::remove(text, self.strict, key),
            Format::Toml => toml::remove(text, key),
            Format::Yaml => yaml::remove(text, key),
        })?;
        let is = self.read(&edited)?;
        let is_so = at(&is, key).is_none() && without(is, key) == without(was, key);
        if is_so { Ok(edited) } else { Err(strange()) }
    }
}

/// The value at a key.
pub(crate) fn at<'a>(value: &'a Value, key: &[String]) -> Option<&'a Value> {
    key.iter().try_fold(value, |value, part| value.get(part))
}

/// Removes the value at a key, and the maps that are then empty: they may not have existed before.
fn without(mut value: Value, key: &[String]) -> Value {
    if let (Some((first, rest)), Value::Object(members)) = (key.split_first(), &mut value) {
        let inner = members.get(first).cloned();
        let left = inner.filter(|_| !rest.is_empty()).map(|inner| without(inner, rest));
        match left.filter(|left| left.as_object().is_none_or(|left| !left.is_empty())) {
            Some(left) if !left.is_null() => drop(members.insert(first.clone(), left)),
            _ => drop(members.shift_remove(first)),
        }
    }
    value
}

/// Edits the text after a byte order mark.
fn unmarked(
    text: &str,
    edit: impl FnOnce(&str) -> Result<String, EditError>,
) -> Result<String, EditError> {
    match text.strip_prefix(MARK) {
        Some(rest) => edit(rest).map(|edited| format!("{MARK}{edited}")),
        None => edit(text),
    }
}

fn strange() -> EditError {
    let why = "it is written in a way that cannot be changed safely; add the entry by hand";
    EditError { line: 1, column: 1, why: why.into() }
}

/// The line ending of a text.
fn line_end(text: &str) -> &'static str {
    let first = text.find('\n');
    if first.is_some_and(|end| text[..end].ends_with('\r')) { "\r\n" } else { "\n" }
}

/// The indentation of the line of a byte: spaces and tabs.
fn indent_of(text: &str, byte: usize) -> &str {
    let start = text[..byte].rfind('\n').map_or(0, |end| end + 1);
    let line = &text[start..];
    &line[..line.len() - line.trim_start_matches([' ', '\t']).len()]
}
