//! What the code of `#[derive(Schema)]` calls.

use std::borrow::Cow;
use std::marker::PhantomData;

use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Value, json};

use super::Schema;
use super::normalise::{Object, overlay};

/// Stands for the type of a field: asks for a schema in our words.
#[derive(Debug)]
pub struct Field<T: ?Sized>(PhantomData<T>);

impl<T: Schema + ?Sized> JsonSchema for Field<T> {
    fn inline_schema() -> bool {
        T::inline_schema()
    }

    fn schema_name() -> Cow<'static, str> {
        T::schema_name()
    }

    fn schema_id() -> Cow<'static, str> {
        T::schema_id()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> schemars::Schema {
        T::json_schema(generator)
    }
}

/// Lays keywords, the text of a JSON object, over a schema.
pub fn keywords(json: &'static str) -> impl FnMut(&mut schemars::Schema) {
    move |schema| {
        let over: Object = serde_json::from_str(json).unwrap_or_default();
        let below = std::mem::take(schema.ensure_object());
        *schema = overlay(below, over).into();
    }
}

/// Adds the tag that serde writes into a struct with `#[serde(tag = "..")]`.
pub fn tagged(tag: &'static str, name: &'static str) -> impl FnMut(&mut schemars::Schema) {
    move |schema| {
        let tagged = json!({
            "properties": { tag: { "type": "string", "const": name } },
            "required": [tag],
        });
        let below = std::mem::take(schema.ensure_object());
        if let Value::Object(tagged) = tagged {
            *schema = overlay(below, tagged).into();
        }
    }
}

/// The condition under which a field with a default is left out of the schema: none.
pub fn never<T: ?Sized>(_: &T) -> bool {
    false
}
