//! A form and its fields: blank, to collect their schemas, or with an answer, to decode them.

use serde_json::{Map, Value, json};

use super::answer::{as_meant, plain, wrong};
use crate::protocol::Violation;
use crate::protocol::base::to_value;
use crate::protocol::{PrimitiveSchema, RequestedSchema};
use crate::schema::json::Object;
use crate::schema::validate::missing;
use crate::schema::{fit_bounds, overlay};

/// A type that is supported as a form field: text, a number, a bool, an enum that derives `Elicit`,
/// a list of such an enum, and the `Option` of any of these.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a field of a form",
    label = "expected a string, a number, a bool or a choice",
    note = "forms are flat: put the fields of a nested struct next to the others; a choice is an \
            enum with `#[derive(mcp_runtime::Elicit)]`"
)]
pub trait ElicitField: Sized {
    /// Whether the field must have an answer.
    const REQUIRED: bool = true;

    /// The constraints that the type supports.
    #[doc(hidden)]
    const BOUNDS: Bounds = Bounds { range: true, length: true, format: true };

    /// Returns the schema of the type.
    fn schema() -> PrimitiveSchema;

    /// Decodes the answer; `None` if it is not of this type.
    fn decode(answer: &Value) -> Option<Self>;

    /// Encodes the value as an answer.
    fn encode(&self) -> Value;

    /// Takes a field of this type from a form.
    #[doc(hidden)]
    fn take(form: &mut Form<'_>, def: &FieldDef<Self>) -> Option<Self> {
        form.field(def)
    }

    /// The value for a field without an answer, if the type has one.
    #[must_use]
    fn absent() -> Option<Self> {
        None
    }
}

/// Which constraints the type of a field supports.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// A range of numbers.
    pub range: bool,
    /// The length of a text or a list.
    pub length: bool,
    /// The format of a string.
    pub format: bool,
}

impl Bounds {
    pub(super) const NONE: Self = Self { range: false, length: false, format: false };
}

/// The definition of a form field, as `#[derive(Elicit)]` generates it.
#[derive(Debug)]
pub struct FieldDef<T> {
    /// The key of the answer.
    pub name: &'static str,
    /// The description of the field; may be empty.
    pub description: &'static str,
    /// The title and the constraints, as the text of a JSON object; may be empty.
    pub keywords: &'static str,
    /// The initial value of the field.
    pub default: Option<fn() -> T>,
}

/// A form whose fields are taken one by one.
#[derive(Debug)]
pub struct Form<'a> {
    answer: Option<&'a Map<String, Value>>,
    schema: RequestedSchema,
    found: Vec<Violation>,
}

impl<'a> Form<'a> {
    pub(super) fn blank() -> Self {
        Self { answer: None, schema: RequestedSchema::default(), found: Vec::new() }
    }

    pub(super) fn answered(answer: &'a Map<String, Value>) -> Self {
        Self { answer: Some(answer), ..Self::blank() }
    }

    pub(super) fn into_schema(self) -> RequestedSchema {
        self.schema
    }

    pub(super) fn into_violations(self) -> Vec<Violation> {
        self.found
    }

    /// Takes the next field: `None` if the form is blank, or if the answer is invalid.
    pub(super) fn field<T: ElicitField>(&mut self, def: &FieldDef<T>) -> Option<T> {
        let schema = def.schema();
        let required = T::REQUIRED && def.default.is_none();
        let Some(answer) = self.answer else {
            self.schema.properties.0.push((def.name.to_owned(), schema));
            self.schema.required.extend(required.then(|| def.name.to_owned()));
            return None;
        };
        let Some(given) = answer.get(def.name).filter(|given| !given.is_null()) else {
            let default = def.default.map(|default| default()).or_else(T::absent);
            if default.is_none() {
                let unknown = answer.keys().map(String::as_str);
                self.found.push(missing(def.name, &plain(&schema), &json!({}), unknown));
            }
            return default;
        };
        let given = as_meant(given, &schema);
        let found = wrong(def.name, &given, &schema);
        if found.is_empty() {
            let decoded = T::decode(&given);
            let refusal = || Violation::new(def.name, "the answer has the wrong type");
            self.found.extend(decoded.is_none().then(refusal));
            return decoded;
        }
        self.found.extend(found);
        None
    }
}

impl<T: ElicitField> FieldDef<T> {
    fn schema(&self) -> PrimitiveSchema {
        let of_type = T::schema();
        let mut over: Object = serde_json::from_str(self.keywords).unwrap_or_default();
        if !self.description.is_empty() {
            over.insert("description".to_owned(), self.description.into());
        }
        over.extend(self.default.map(|default| ("default".to_owned(), default().encode())));
        let Ok(Value::Object(below)) = to_value(&of_type) else {
            return of_type;
        };
        let mut schema = overlay(below, over);
        fit_bounds(&mut schema);
        serde_json::from_value(Value::Object(schema)).unwrap_or(of_type)
    }
}
