//! Forms: what a person is asked, from a flat struct, and the answer as that struct.
//!
//! The specification allows nothing but flat objects of texts, numbers, booleans and choices
//! (<https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#requested-schema>).

mod answer;
mod field;
mod format;

use serde_json::{Map, Value};

use super::Violation;
use super::normalise::{Object, fit_length, overlay};
use crate::protocol::{PrimitiveSchema, RequestedSchema};

pub use answer::Answer;
pub use field::{Choice, ElicitChoice, ElicitField};

/// A form that a person fills in; derive it with `#[derive(Elicit)]`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no form",
    label = "not a form",
    note = "add `#[derive(mcp_runtime::Elicit)]` to `{Self}`, a struct of texts, numbers, \
            booleans and choices"
)]
pub trait ElicitForm: Sized {
    /// The fields, in the order in which they are shown.
    #[doc(hidden)]
    const FIELDS: &'static [FieldDef];

    /// Reads the answer of a person.
    ///
    /// # Errors
    ///
    /// All that is wrong with it.
    fn decode(content: &Map<String, Value>) -> Result<Self, Vec<Violation>>;

    /// The form as a client is asked to show it.
    #[must_use]
    fn requested_schema() -> RequestedSchema {
        let fields = Self::FIELDS.iter();
        let properties = fields.map(|field| (field.name.to_owned(), field.schema())).collect();
        let mut form = RequestedSchema::new(properties);
        let required = Self::FIELDS.iter().filter(|field| field.is_required());
        form.required = required.map(|field| field.name.to_owned()).collect();
        form
    }
}

/// One field of a form, as `#[derive(Elicit)]` writes it.
#[derive(Clone, Copy, Debug)]
pub struct FieldDef {
    /// The key of the answer.
    pub name: &'static str,
    /// What to fill in; may be empty.
    pub description: &'static str,
    /// Bounds and titles, as the text of a JSON object; may be empty.
    pub keywords: &'static str,
    /// The schema of the type.
    pub of_type: fn() -> PrimitiveSchema,
    /// Whether the type has no value that stands for no answer.
    pub required: bool,
    /// What the field starts with.
    pub default: Option<fn() -> Value>,
}

impl FieldDef {
    fn is_required(&self) -> bool {
        self.required && self.default.is_none()
    }

    fn schema(&self) -> PrimitiveSchema {
        let of_type = (self.of_type)();
        let mut over: Object = serde_json::from_str(self.keywords).unwrap_or_default();
        if !self.description.is_empty() {
            over.insert("description".to_owned(), self.description.into());
        }
        over.extend(self.default.map(|default| ("default".to_owned(), default())));
        let Ok(Value::Object(below)) = serde_json::to_value(&of_type) else { return of_type };
        let mut schema = overlay(below, over);
        fit_length(&mut schema);
        serde_json::from_value(Value::Object(schema)).unwrap_or(of_type)
    }
}
