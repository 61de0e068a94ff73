//! A form on its way: blank, to learn its fields, or with an answer, to read them.

use std::collections::HashSet;

use serde_json::{Map, Value, json};

use super::{ElicitField, format};
use crate::protocol::{PrimitiveSchema, RequestedSchema};
use crate::schema::Violation;
use crate::schema::normalise::{Object, fit_bounds, overlay};
use crate::schema::validate::{missing, violations};

/// What a form says about a field, as `#[derive(Elicit)]` writes it.
#[derive(Debug)]
pub struct FieldDef<T> {
    /// The key of the answer.
    pub name: &'static str,
    /// What to fill in; may be empty.
    pub description: &'static str,
    /// The title and the bounds, as the text of a JSON object; may be empty.
    pub keywords: &'static str,
    /// What the field starts with.
    pub default: Option<fn() -> T>,
}

/// More about one answer does not help.
const MAX_MISTAKES: usize = 20;

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

    /// Takes the next field: `None` if the form is blank, or if something is wrong with it.
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
        let found = wrong(def.name, given, &schema);
        if found.is_empty() {
            let decoded = T::decode(given);
            let refusal = || Violation::new(def.name, "the answer is of another type");
            self.found.extend(decoded.is_none().then(refusal));
            return decoded;
        }
        self.found.extend(found);
        None
    }
}

/// What is wrong with an answer, held against the form that was asked for.
pub(crate) fn check(answer: &Map<String, Value>, form: &RequestedSchema) -> Vec<Violation> {
    let required: HashSet<&String> = form.required.iter().collect();
    let fields = form.properties.0.iter();
    let found = fields.flat_map(|(name, schema)| match answer.get(name) {
        Some(given) if !given.is_null() => wrong(name, given, schema),
        _ if required.contains(name) => {
            let unknown = answer.keys().map(String::as_str);
            vec![missing(name, &plain(schema), &json!({}), unknown)]
        }
        _ => Vec::new(),
    });
    found.take(MAX_MISTAKES).collect()
}

impl<T: ElicitField> FieldDef<T> {
    fn schema(&self) -> PrimitiveSchema {
        let of_type = T::schema();
        let mut over: Object = serde_json::from_str(self.keywords).unwrap_or_default();
        if !self.description.is_empty() {
            over.insert("description".to_owned(), self.description.into());
        }
        over.extend(self.default.map(|default| ("default".to_owned(), default().encode())));
        let Ok(Value::Object(below)) = serde_json::to_value(&of_type) else {
            return of_type;
        };
        let mut schema = overlay(below, over);
        fit_bounds(&mut schema);
        serde_json::from_value(Value::Object(schema)).unwrap_or(of_type)
    }
}

fn wrong(name: &str, given: &Value, schema: &PrimitiveSchema) -> Vec<Violation> {
    let mut found = violations(name, &given.to_string(), &plain(schema), &json!({}));
    if let (true, PrimitiveSchema::String(schema), Value::String(text)) =
        (found.is_empty(), schema, given)
    {
        found.extend(schema.format.and_then(|format| format::refusal(name, text, format)));
    }
    found
}

/// The same demands in the words of all other schemas, where a choice is an `enum`.
pub(crate) fn plain(schema: &PrimitiveSchema) -> Object {
    let Ok(Value::Object(mut plain)) = serde_json::to_value(schema) else {
        return Object::new();
    };
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
