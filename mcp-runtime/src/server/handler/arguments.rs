//! The arguments of one call, each still as JSON text, in the order of the schema.

use std::borrow::Cow;

use crate::jsonrpc::{ErrorObject, Scan, SyntaxError};
use crate::schema::InputSchema;

/// Where each argument finds its text.
pub(crate) struct Arguments<'a> {
    /// The whole object, for a handler that takes it in one piece, and for messages.
    raw: Cow<'a, str>,
    given: Vec<Given<'a>>,
}

/// How often an argument was given.
#[derive(Clone)]
pub(super) enum Given<'a> {
    Never,
    Once(Cow<'a, str>),
    /// Which one counts nobody can know.
    Twice,
}

impl<'a> Arguments<'a> {
    /// Finds the arguments in a JSON object; absent and null are an empty one.
    ///
    /// # Errors
    ///
    /// `-32602` if the text is another kind of value.
    pub(crate) fn scan(raw: Option<&'a str>, schema: &InputSchema) -> Result<Self, ErrorObject> {
        let raw = raw.filter(|text| *text != "null").unwrap_or("{}");
        if !raw.starts_with('{') {
            return Err(ErrorObject::invalid_params("`arguments` must be an object"));
        }
        let mut given = vec![Given::Never; schema.arguments.len()];
        let scanned = Scan::new(raw).members::<SyntaxError>(|key, scan| {
            let value = scan.value()?;
            if let Some(index) = position(schema, &key) {
                given[index] = match given[index] {
                    Given::Never => Given::Once(Cow::Borrowed(value)),
                    _ => Given::Twice,
                };
            }
            Ok(())
        });
        scanned.map_err(|error| ErrorObject::invalid_params(format!("`arguments`: {error}")))?;
        Ok(Self {
            raw: Cow::Borrowed(raw),
            given,
        })
    }

    /// Arguments that came as text, as the variables of a URI do.
    pub(crate) fn from_text(variables: Vec<(&str, String)>, schema: &InputSchema) -> Self {
        let mut given = vec![Given::Never; schema.arguments.len()];
        for (name, value) in variables {
            if let Some(index) = position(schema, name) {
                let json = serde_json::Value::String(value).to_string();
                given[index] = Given::Once(json.into());
            }
        }
        Self {
            raw: Cow::Borrowed("{}"),
            given,
        }
    }

    pub(super) fn get(&self, index: usize) -> &Given<'a> {
        self.given.get(index).unwrap_or(&Given::Never)
    }

    pub(super) fn raw(&self) -> &str {
        &self.raw
    }

    /// The keys that no argument has.
    pub(super) fn unknown_keys(&self, schema: &InputSchema) -> Vec<String> {
        let mut unknown = Vec::new();
        // This text has been scanned before, so there is no error left to tell.
        let _ = Scan::new(&self.raw).members::<SyntaxError>(|key, scan| {
            scan.value()?;
            if position(schema, &key).is_none() {
                unknown.push(key.into_owned());
            }
            Ok(())
        });
        unknown
    }
}

pub(crate) fn position(schema: &InputSchema, name: &str) -> Option<usize> {
    schema
        .arguments
        .iter()
        .position(|argument| argument.name == name)
}
