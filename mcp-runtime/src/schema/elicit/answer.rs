//! The answer of a person, held against the form.

use serde_json::{Map, Value, json};

use super::{ElicitField, ElicitForm, FieldDef, format};
use crate::protocol::PrimitiveSchema;
use crate::schema::Violation;
use crate::schema::normalise::Object;
use crate::schema::validate::{missing, violations};

/// An answer in which nothing is wrong with any field.
#[derive(Clone, Debug)]
pub struct Answer {
    fields: Vec<(&'static str, Option<Value>)>,
}

impl Answer {
    /// Checks the answer to a form.
    ///
    /// # Errors
    ///
    /// All that is wrong with it.
    pub fn read<F: ElicitForm>(content: &Map<String, Value>) -> Result<Self, Vec<Violation>> {
        let mut fields = Vec::with_capacity(F::FIELDS.len());
        let mut found = Vec::new();
        for field in F::FIELDS {
            let given = content.get(field.name).filter(|given| !given.is_null()).cloned();
            let value = given.or_else(|| field.default.map(|default| default()));
            found.extend(wrong(field, value.as_ref(), content));
            fields.push((field.name, value));
        }
        if found.is_empty() { Ok(Self { fields }) } else { Err(found) }
    }

    /// The value of one field.
    ///
    /// # Errors
    ///
    /// The answer is none of this type.
    pub fn field<T: ElicitField>(&self, index: usize) -> Result<T, Vec<Violation>> {
        let (name, value) = self.fields.get(index).map_or(("", None), |(name, value)| (*name, value.as_ref()));
        let decoded = value.map_or_else(T::absent, T::decode);
        decoded.ok_or_else(|| vec![Violation::new(name, "an answer of another type was expected")])
    }
}

fn wrong(field: &FieldDef, value: Option<&Value>, content: &Map<String, Value>) -> Vec<Violation> {
    let schema = field.schema();
    let plain = plain(&schema);
    let root = json!({});
    let Some(value) = value else {
        let unknown = content.keys().map(String::as_str);
        let absent = field.is_required().then(|| missing(field.name, &plain, &root, unknown));
        return absent.into_iter().collect();
    };
    let mut found = violations(field.name, value, &plain, &root);
    if let (true, PrimitiveSchema::String(text), Some(given)) = (found.is_empty(), &schema, value.as_str())
    {
        found.extend(text.format.and_then(|format| format::refusal(field.name, given, format)));
    }
    found
}

/// The same demands in the words of all other schemas, where a choice is an `enum`.
fn plain(schema: &PrimitiveSchema) -> Object {
    let Ok(Value::Object(mut plain)) = serde_json::to_value(schema) else { return Object::new() };
    listed(&mut plain, "oneOf");
    if let Some(Value::Object(items)) = plain.get_mut("items") {
        listed(items, "anyOf");
    }
    plain
}

fn listed(schema: &mut Object, titled: &str) {
    if let Some(Value::Array(options)) = schema.remove(titled) {
        let values = options.iter().map(|option| option["const"].clone()).collect();
        schema.insert("type".to_owned(), "string".into());
        schema.insert("enum".to_owned(), values);
    }
}
