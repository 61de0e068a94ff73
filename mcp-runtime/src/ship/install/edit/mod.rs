//! Changes one entry of a file, and nothing else in it: comments, order, indents, line ends and a byte
//! order mark stay.

mod json;
mod toml;
mod yaml;

use std::fmt;

use serde_json::Value;

use crate::ship::clients::Format;

/// Why a file is not changed, and where in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NotEdited {
    pub(crate) line: usize,
    pub(crate) column: usize,
    pub(crate) why: String,
}

impl fmt::Display for NotEdited {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.why)
    }
}

impl NotEdited {
    /// At a byte of a text.
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
    /// Its client refuses comments.
    pub(crate) strict: bool,
}

const MARK: char = '\u{feff}';

impl Syntax {
    /// What a file says; an empty one says nothing.
    ///
    /// # Errors
    ///
    /// When it does not parse.
    pub(crate) fn read(self, text: &str) -> Result<Value, NotEdited> {
        let text = text.strip_prefix(MARK).unwrap_or(text);
        match self.format {
            Format::Json | Format::Jsonc => json::read(text, self.strict),
            Format::Toml => toml::read(text),
            Format::Yaml => yaml::read(text),
        }
    }

    /// The file with an entry, in the place of one that is there.
    ///
    /// # Errors
    ///
    /// When it does not parse, or something else stands where the entry belongs.
    pub(crate) fn set(
        self,
        text: &str,
        key: &[String],
        value: &Value,
    ) -> Result<String, NotEdited> {
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

    /// The file without an entry.
    ///
    /// # Errors
    ///
    /// When it does not parse.
    pub(crate) fn remove(self, text: &str, key: &[String]) -> Result<String, NotEdited> {
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

/// What stands at a key.
pub(crate) fn at<'a>(value: &'a Value, key: &[String]) -> Option<&'a Value> {
    key.iter().try_fold(value, |value, part| value.get(part))
}

/// A value without what stands at a key, and without what is empty then: it may not have been there.
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

/// Edits what stands behind a byte order mark.
fn unmarked(
    text: &str,
    edit: impl FnOnce(&str) -> Result<String, NotEdited>,
) -> Result<String, NotEdited> {
    match text.strip_prefix(MARK) {
        Some(rest) => edit(rest).map(|edited| format!("{MARK}{edited}")),
        None => edit(text),
    }
}

fn strange() -> NotEdited {
    let why = "it is written in a way that cannot be changed safely; add the entry by hand";
    NotEdited { line: 1, column: 1, why: why.into() }
}

/// The line end that a text has.
fn line_end(text: &str) -> &'static str {
    let first = text.find('\n');
    if first.is_some_and(|end| text[..end].ends_with('\r')) { "\r\n" } else { "\n" }
}

/// What a byte's line begins with: spaces and tabs.
fn indent_of(text: &str, byte: usize) -> &str {
    let start = text[..byte].rfind('\n').map_or(0, |end| end + 1);
    let line = &text[start..];
    &line[..line.len() - line.trim_start_matches([' ', '\t']).len()]
}
