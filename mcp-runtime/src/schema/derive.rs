//! What the code of `#[derive(Schema)]` calls.

use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Value, json};

use super::normalise::{Object, fit_length, overlay, trace};

/// Names a type. Where one has no schema, the compiler says that this trait is missing, instead
/// of listing all the types that have one.
pub trait DeriveSchema {
    /// The type itself.
    type This: ?Sized;
}

#[diagnostic::do_not_recommend]
impl<T: JsonSchema + ?Sized> DeriveSchema for T {
    type This = Self;
}

/// The schema of a derived type, by way of its mirror `T`.
pub fn made<T: JsonSchema>(generator: &mut SchemaGenerator) -> schemars::Schema {
    let mut schema = T::json_schema(generator);
    if !T::inline_schema() {
        trace::mark(generator, &T::schema_id(), &mut schema);
    }
    schema
}

/// Lays keywords, the text of a JSON object, over a schema.
pub fn keywords(json: &'static str) -> impl FnMut(&mut schemars::Schema) {
    move |schema| {
        let over: Object = serde_json::from_str(json).unwrap_or_default();
        let below = std::mem::take(schema.ensure_object());
        let mut laid = overlay(below, over);
        fit_length(&mut laid);
        *schema = laid.into();
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
