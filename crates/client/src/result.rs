//! The result of a request: its text, and what determines how the client continues.

#[cfg(test)]
mod fuzz;

use std::ops::Range;

use crate::error::Error;
use crate::jsonrpc::{ReadPart, Scan, SyntaxError, string};
use crate::protocol::DetailedTask;

/// The maximum length of a remembered `_meta`, in bytes.
const MAX_META: usize = 4096;

/// The result of a request, or why it failed.
pub(super) type Outcome = Result<RawResult, Error>;

/// A result as JSON text.
///
/// The members that determine how the client continues are found while the message is scanned, so
/// that most results are parsed only once.
#[derive(Clone, Default)]
pub(super) struct RawResult {
    text: Box<str>,
    structured_content: Range<usize>,
    /// Whether a tool has failed.
    pub(super) is_error: bool,
    /// Whether the server needs input first.
    pub(super) is_input_required: bool,
    /// The type of the result, if it is not one of the core types.
    pub(super) other_type: Option<Box<str>>,
}

impl RawResult {
    /// The entire text.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// The entire text, for callers that do not need the rest.
    pub(super) fn into_text(self) -> Box<str> {
        self.text
    }

    /// A result that was not received in a message.
    pub(super) fn of(text: &str) -> Self {
        let mut reader = ResultReader::default();
        // Syntax errors are found when the text is parsed.
        let _ = reader.read(&mut Scan::new(text));
        reader.to_owned()
    }

    /// Whether the request continues as a task, for modern results.
    pub(super) fn is_task(&self) -> bool {
        self.other_type.as_deref() == Some(DetailedTask::RESULT_TYPE)
    }

    /// The text before and after the structured content of a tool.
    pub(super) fn around_structured_content(&self) -> [&str; 2] {
        let Range { start, end } = self.structured_content;
        [self.text.get(..start), self.text.get(end..)].map(Option::unwrap_or_default)
    }

    /// The structured content of a tool's result.
    pub(super) fn structured_content(&self) -> Option<&str> {
        let content = self.text.get(self.structured_content.clone());
        content.filter(|content| !matches!(*content, "" | "null"))
    }
}

/// Reads a result while its message is scanned.
#[derive(Default)]
pub(super) struct ResultReader<'a> {
    text: &'a str,
    structured_content: Range<usize>,
    is_error: bool,
    result_type: &'a str,
    /// The `_meta` of the previous result: most servers describe themselves identically in each.
    known_meta: &'a str,
    /// The new `_meta`, if it is different.
    new_meta: &'a str,
}

impl<'a> ResultReader<'a> {
    /// Reads a result after one that had this `_meta`.
    pub(super) fn after(known_meta: &'a str) -> Self {
        Self { known_meta, ..Self::default() }
    }

    /// The `_meta` that later results may repeat. A long one is not remembered.
    pub(super) fn new_meta(&self) -> Option<&'a str> {
        Some(self.new_meta).filter(|meta| meta.starts_with('{') && meta.len() <= MAX_META)
    }

    /// Returns an owned copy of the result.
    pub(super) fn to_owned(&self) -> RawResult {
        // Most results are complete, or do not declare a type.
        let kind = match self.result_type {
            "" | "null" | "\"complete\"" => None,
            kind => Some(string(kind).unwrap_or(kind.into())),
        };
        let is_input_required = kind.as_deref() == Some("input_required");
        RawResult {
            text: self.text.into(),
            structured_content: self.structured_content.clone(),
            is_error: self.is_error,
            is_input_required,
            other_type: kind.filter(|_| !is_input_required).map(|kind| (&*kind).into()),
        }
    }
}

impl<'a> ReadPart<'a> for ResultReader<'a> {
    fn read(&mut self, scan: &mut Scan<'a>) -> Result<(), SyntaxError> {
        if scan.peek() != Some(b'{') {
            self.text = scan.value()?;
            return Ok(());
        }
        let start = scan.at();
        let (text, read) = scan.spanned(|scan| {
            scan.members(|key, scan| {
                match &*key {
                    "structuredContent" => {
                        let content = scan.value()?;
                        let end = scan.at() - start;
                        self.structured_content = end - content.len()..end;
                    }
                    "isError" => self.is_error = scan.value()? == "true",
                    "resultType" => self.result_type = scan.value()?,
                    "_meta" if scan.skip(self.known_meta) => {}
                    "_meta" => self.new_meta = scan.value()?,
                    _ => drop(scan.value()?),
                }
                Ok(())
            })
        });
        self.text = text;
        read
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_meta_is_not_remembered() {
        for (length, is_remembered) in [(10, true), (MAX_META, false)] {
            let text = format!(r#"{{"_meta":{{"a":"{}"}}}}"#, "x".repeat(length));
            let mut reader = ResultReader::default();
            reader.read(&mut Scan::new(&text)).unwrap();
            assert_eq!(reader.new_meta().is_some(), is_remembered);
            assert_eq!(reader.to_owned().text(), text);
        }
    }
}
