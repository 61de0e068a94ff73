//! Decodes arguments: unchanged, else with corrections, else with an explanation. The default of an
//! omitted one is applied by `server::handler::call`.

use serde::de::DeserializeOwned;
use serde_json::Value;

use super::InputSchema;
use crate::json::{Object, integer};
use crate::types::{coerce, decode_cost};
use crate::validate::{breaches, explain, missing};
use mcp_runtime_protocol::Violation;
use mcp_runtime_protocol::step_limit::TooComplex;

impl InputSchema {
    /// Decodes the argument at `index` from its JSON; `None` if it counts as omitted.
    ///
    /// # Errors
    ///
    /// All violations in it.
    pub fn decode<T: DeserializeOwned>(
        &self,
        index: usize,
        json: &str,
        lenient: bool,
    ) -> Result<Option<T>, Vec<Violation>> {
        if self.may_be_costly
            && let Some((name, schema)) = self.argument(index)
        {
            self.check_cost(name, json, schema)?;
        }
        let error = match serde_json::from_str(json) {
            Ok(value) => return self.enforce(index, json).map(|()| Some(value)),
            Err(error) => error,
        };
        if lenient && json.trim() == "null" && self.is_optional(index) {
            return Ok(None);
        }
        let meant = if lenient { self.meant(index, json) } else { None };
        // What was given as text counts only now.
        if let (Some(meant), Some((name, schema))) = (&meant, self.argument(index)) {
            self.check_cost(name, meant, schema)?;
        }
        // Mistakes that could be corrected are not reported if something else is wrong.
        match meant.map(|meant| (serde_json::from_str(&meant), meant)) {
            Some((Ok(value), meant)) => self.enforce(index, &meant).map(|()| Some(value)),
            Some((Err(error), meant)) => Err(self.explain(index, &meant, &error)),
            None => Err(self.explain(index, json, &error)),
        }
    }

    /// Whether the text of a variable is in the only form that its value has in a URI.
    pub fn is_normal(&self, index: usize, json: &str) -> bool {
        let kind = self.argument(index).and_then(|(_, schema)| schema.get("type")?.as_str());
        let Ok(text) = serde_json::from_str::<String>(json) else { return true };
        match kind {
            Some("integer") => integer(&text).is_some_and(|number| number == text),
            Some("number") => text.parse::<f64>().is_ok_and(|number| {
                let is_negative_zero = number == 0.0 && number.is_sign_negative();
                number.to_string() == text && !is_negative_zero
            }),
            Some("boolean") => text.trim() == text,
            _ => true,
        }
    }

    /// Decodes the arguments that are taken as one value from the object of all arguments.
    ///
    /// # Errors
    ///
    /// All violations in them.
    pub fn decode_whole<T: DeserializeOwned>(
        &self,
        json: &str,
        lenient: bool,
    ) -> Result<T, Vec<Violation>> {
        let schema = self.whole.as_ref().unwrap_or(&self.schema);
        let Value::Object(root) = schema else {
            return Err(Vec::new());
        };
        self.check_cost("", json, root)?;
        let constrained = self.of_whole().iter().any(|argument| argument.constrained);
        let error = match serde_json::from_str(json) {
            Ok(value) => return enforce("", json, root, schema, constrained).map(|()| value),
            Err(error) => error,
        };
        let meant = if lenient { coerce(json, root, schema) } else { None };
        if let Some(meant) = &meant {
            self.check_cost("", meant, root)?;
        }
        match meant.map(|meant| (serde_json::from_str(&meant), meant)) {
            Some((Ok(value), meant)) => {
                enforce("", &meant, root, schema, constrained).map(|()| value)
            }
            Some((Err(error), meant)) => Err(explain("", &meant, root, schema, &error)),
            None => Err(explain("", json, root, schema, &error)),
        }
    }

    /// Refuses a value that would take too long to decode. Corrections would neither make it
    /// smaller nor let more of it fit.
    fn check_cost(&self, path: &str, json: &str, schema: &Object) -> Result<(), Vec<Violation>> {
        if !self.may_be_costly || decode_cost::is_affordable(json, schema, &self.schema) {
            return Ok(());
        }
        Err(vec![Violation::new(path, TooComplex::WORDS)])
    }

    /// Returns the violation if the argument at `index` is missing, given the keys that match no
    /// argument.
    pub fn missing<'a>(
        &self,
        index: usize,
        unknown: impl Iterator<Item = &'a str>,
    ) -> Option<Violation> {
        let (name, schema) = self.argument(index)?;
        Some(missing(name, schema, &self.schema, unknown))
    }

    fn argument(&self, index: usize) -> Option<(&str, &Object)> {
        let name = self.arguments.get(index)?.name.as_str();
        Some((name, self.schema.get("properties")?.get(name)?.as_object()?))
    }

    fn is_optional(&self, index: usize) -> bool {
        self.arguments.get(index).is_some_and(|argument| !argument.required)
    }

    fn meant(&self, index: usize, json: &str) -> Option<String> {
        let (_, schema) = self.argument(index)?;
        coerce(json, schema, &self.schema)
    }

    fn enforce(&self, index: usize, json: &str) -> Result<(), Vec<Violation>> {
        if !self.arguments.get(index).is_some_and(|argument| argument.constrained) {
            return Ok(());
        }
        match self.argument(index) {
            Some((name, schema)) => enforce(name, json, schema, &self.schema, true),
            None => Ok(()),
        }
    }

    fn explain(&self, index: usize, json: &str, error: &serde_json::Error) -> Vec<Violation> {
        let Some((name, schema)) = self.argument(index) else {
            return Vec::new();
        };
        explain(name, json, schema, &self.schema, error)
    }
}

/// Checks a decoded value against the constraints that its author adds to its type.
fn enforce(
    path: &str,
    json: &str,
    schema: &Object,
    root: &Value,
    constrained: bool,
) -> Result<(), Vec<Violation>> {
    if !constrained {
        return Ok(());
    }
    let found = breaches(path, json, schema, root);
    if found.is_empty() { Ok(()) } else { Err(found) }
}
