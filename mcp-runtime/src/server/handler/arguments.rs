//! The arguments of one call, each still as JSON text, in the order of the parameters.

use std::borrow::Cow;

use super::InputSpec;
use crate::jsonrpc::{ErrorObject, Scan, SyntaxError};

/// Where each parameter finds its text.
pub(crate) struct Arguments<'a> {
    /// The whole object, for a handler that takes it in one piece and for messages.
    raw: Option<&'a str>,
    slots: Vec<Slot<'a>>,
}

#[derive(Clone)]
enum Slot<'a> {
    Absent,
    Given(Cow<'a, str>),
    /// The caller gave the key more than once; which one counts nobody can know.
    Twice,
}

impl<'a> Arguments<'a> {
    /// Finds the arguments in a JSON object; absent and null are an empty one.
    ///
    /// # Errors
    ///
    /// `-32602` if the text is another kind of value.
    pub(crate) fn scan(raw: Option<&'a str>, spec: &InputSpec) -> Result<Self, ErrorObject> {
        let raw = raw.filter(|text| *text != "null");
        let mut slots = vec![Slot::Absent; spec.inputs.len()];
        let Some(text) = raw else { return Ok(Self { raw, slots }) };
        if !text.starts_with('{') {
            return Err(ErrorObject::invalid_params("`arguments` must be an object"));
        }
        Scan::new(text)
            .members::<SyntaxError>(|key, scan| {
                let value = scan.value()?;
                if let Some(index) = spec.position(&key) {
                    slots[index] = match slots[index] {
                        Slot::Absent => Slot::Given(Cow::Borrowed(value)),
                        _ => Slot::Twice,
                    };
                }
                Ok(())
            })
            .map_err(|error| ErrorObject::invalid_params(error.to_string()))?;
        Ok(Self { raw, slots })
    }

    /// Arguments that came as text, as the variables of a URI do.
    pub(crate) fn from_text<'v>(
        variables: impl Iterator<Item = (&'v str, String)>,
        spec: &InputSpec,
    ) -> Self {
        let mut slots = vec![Slot::Absent; spec.inputs.len()];
        for (name, value) in variables {
            if let Some(index) = spec.position(name) {
                slots[index] = Slot::Given(serde_json::Value::String(value).to_string().into());
            }
        }
        Self { raw: None, slots }
    }

    /// The text of a parameter, if it was given once.
    pub(crate) fn get(&self, index: usize) -> Option<&str> {
        match self.slots.get(index) {
            Some(Slot::Given(text)) => Some(text),
            _ => None,
        }
    }

    pub(crate) fn is_twice(&self, index: usize) -> bool {
        matches!(self.slots.get(index), Some(Slot::Twice))
    }

    /// The whole object.
    pub(crate) fn raw(&self) -> &'a str {
        self.raw.unwrap_or("{}")
    }

    /// The keys that no parameter has.
    pub(crate) fn unknown_keys(&self, spec: &InputSpec) -> Vec<String> {
        let mut unknown = Vec::new();
        // The text was scanned before, so it cannot fail now.
        let _ = Scan::new(self.raw()).members::<SyntaxError>(|key, scan| {
            scan.value()?;
            if spec.position(&key).is_none() {
                unknown.push(key.into_owned());
            }
            Ok(())
        });
        unknown
    }
}
