//! Schemas that are written by hand.

use std::borrow::Cow;

use mcp_runtime::__private::{Fragment, InputSchema, Parameter};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Deserialize;
use serde_json::{Value, json};

/// In words that the plain form of a schema does not have.
#[derive(Deserialize)]
struct Contact {
    #[expect(dead_code, reason = "decoded, and not used")]
    phone: Option<String>,
}

impl JsonSchema for Contact {
    fn schema_name() -> Cow<'static, str> {
        "Contact".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        written().try_into().unwrap()
    }
}

fn written() -> Value {
    json!({
        "type": "object",
        "properties": { "phone": { "$ref": "#/$defs/phone" } },
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "if": { "required": ["phone"] },
        "then": { "propertyNames": { "const": "phone" } },
        "$defs": { "phone": { "$anchor": "phone", "type": "string", "title": "Phone" } },
    })
}

#[test]
fn a_schema_that_names_its_dialect_stays_as_it_is() {
    let input = InputSchema::whole(Fragment::input::<Contact>().unwrap()).unwrap();
    assert_eq!(input.schema, written());
}

#[test]
fn the_root_alone_names_the_dialect() {
    let parameter = Parameter { name: "contact", ..Parameter::default() };
    let input = InputSchema::named(vec![(parameter, Fragment::input::<Contact>())]).unwrap();
    let mut schema = written();
    let property = schema.as_object_mut().unwrap();
    property.shift_remove("$schema");
    let defs = property.shift_remove("$defs").unwrap();
    assert_eq!(input.schema["properties"]["contact"], Value::Object(property.clone()));
    assert_eq!(input.schema["$defs"], defs);
}
