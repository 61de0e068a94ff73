//! Holds a type against its row.

use mcp_runtime::__private::{Fragment, InputSchema, OutputSchema, Parameter};
use mcp_runtime::Schema;
use mcp_runtime::protocol::{ProtocolVersion, Revise, Tool};
use serde::de::{DeserializeOwned, Deserializer, Error};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::rows::{Row, row};
use super::truth::holds;

/// Is shown each of the types.
pub(crate) trait Visitor {
    fn visit<T: Schema + Serialize + DeserializeOwned + 'static>(&mut self, id: &'static str);
}

/// Checks a type as an argument, and what is advertised of it as a result.
pub(super) fn check<T: Schema + Serialize + DeserializeOwned>(id: &str) {
    let row = row(id);
    check_input::<T>(&row);
    check_output::<T>(&row);
    holds::<T>(id);
}

fn check_input<T: Schema + DeserializeOwned>(row: &Row) {
    let parameter = Parameter { name: "x", ..Parameter::default() };
    let schema = InputSchema::named(vec![(parameter, Fragment::input::<T>())]).expect("a schema");
    let property = &schema.schema["properties"]["x"];
    same(property, &row.want);
    same(&defs(&schema.schema), &Value::Object(row.defs.clone()));
    assert_eq!(schema.arguments[0].required, row.required.unwrap_or(schema.arguments[0].required));
    plain(&schema.schema);
    decodes::<T>(row, &schema);
    explains(row, &schema);
}

fn check_output<T: Schema>(row: &Row) {
    // A default is said of arguments only.
    if row.want_output.is_none() && row.want.to_string().contains("default") {
        return;
    }
    let output = OutputSchema::of::<T>().expect("a schema");
    let mut schema = output.schema.clone();
    schema.as_object_mut().expect("an object").remove("$defs");
    same(&schema, row.want_output.as_ref().unwrap_or(&row.want));
    let want_defs = row.defs_output.as_ref().unwrap_or(&row.defs);
    same(&defs(&output.schema), &Value::Object(want_defs.clone()));
    plain(&output.schema);
    plain(&sent(&output, ProtocolVersion::V2025_11_25));
}

/// What is listed for a tool with such results.
pub(super) fn sent(output: &OutputSchema, version: ProtocolVersion) -> Value {
    let mut tool = Tool::new("tool", json!({ "type": "object" }));
    tool.output_schema = Some(output.schema.clone().into());
    tool.wrap = output.wrap;
    tool.revise(version);
    let tool = serde_json::to_value(&tool).expect("a tool is JSON");
    tool["outputSchema"].clone()
}

/// Checks a type as the structured result of a tool, in both forms.
pub(super) fn check_result<T: Schema>(id: &str) {
    let row = row(id);
    let output = OutputSchema::of::<T>().expect("a schema");
    let with_defs = |schema: &Value| {
        let mut schema = schema.clone();
        if let (Value::Object(schema), false) = (&mut schema, row.defs.is_empty()) {
            schema.insert("$defs".to_owned(), Value::Object(row.defs.clone()));
        }
        schema
    };
    let legacy = row.want_legacy.as_ref().unwrap_or(&row.want);
    same(&sent(&output, ProtocolVersion::V2026_07_28), &with_defs(&row.want));
    for version in [ProtocolVersion::V2025_06_18, ProtocolVersion::V2025_11_25] {
        let sent = sent(&output, version);
        same(&sent, &with_defs(legacy));
        assert_eq!(sent["type"], "object", "clients look for it at the root");
        plain(&sent);
    }
    assert_eq!(
        output.wrap,
        legacy["properties"]["result"] == row.want && row.want_legacy.is_some()
    );
    plain(&output.schema);
}

/// What is taken and refused, with and without leniency.
fn decodes<T: DeserializeOwned>(row: &Row, schema: &InputSchema) {
    let decode = |value: &Value, lenient| schema.decode::<T>(0, &value.to_string(), lenient);
    for value in &row.accepts {
        for lenient in [false, true] {
            assert!(decode(value, lenient).is_ok(), "{value} is taken (lenient: {lenient})");
        }
    }
    for value in &row.rejects {
        assert!(decode(value, false).is_err(), "{value} is refused");
        // The lenient reading goes by the schema, which is that of any other number.
        let forgiven = row.id == "value-number" && *value == "1";
        assert_eq!(decode(value, true).is_ok(), forgiven, "{value} is refused (lenient)");
    }
    for value in &row.lenient {
        assert!(decode(value, false).is_err(), "{value} is refused in strict mode");
        assert!(decode(value, true).is_ok(), "{value} is taken in lenient mode");
    }
}

/// The schema says of every value whether it is taken, but for what the row says it cannot.
fn explains(row: &Row, schema: &InputSchema) {
    let says_nothing = |value: &Value| {
        let found = schema.decode::<Never>(0, &value.to_string(), false).err().unwrap_or_default();
        found.iter().any(|violation| violation.to_string().ends_with(Never::WORDS))
    };
    for value in row.accepts.iter().filter(|value| !row.beyond.contains(value)) {
        assert!(says_nothing(value), "the schema admits {value}");
    }
    for value in row.rejects.iter().filter(|value| !row.schema_misses.contains(value)) {
        assert!(!says_nothing(value), "the schema refuses {value}");
    }
}

/// A type that takes nothing, so that the schema alone has to explain.
struct Never;

impl Never {
    const WORDS: &str = "never";
}

impl<'de> Deserialize<'de> for Never {
    fn deserialize<D: Deserializer<'de>>(_: D) -> Result<Self, D::Error> {
        Err(D::Error::custom(Self::WORDS))
    }
}

fn defs(schema: &Value) -> Value {
    schema.get("$defs").cloned().unwrap_or_else(|| json!({}))
}

pub(super) fn same(got: &Value, want: &Value) {
    assert_eq!(sorted(got), sorted(want), "\n got {got}\nwant {want}");
}

/// The order of `required` says nothing.
fn sorted(value: &Value) -> Value {
    match value {
        Value::Object(object) => {
            let sorted_member = |(key, value): (&String, &Value)| {
                let mut value = sorted(value);
                if let (true, Value::Array(names)) = (key == "required", &mut value) {
                    names.sort_by_key(Value::to_string);
                }
                (key.clone(), value)
            };
            Value::Object(object.iter().map(sorted_member).collect::<Map<_, _>>())
        }
        Value::Array(items) => items.iter().map(sorted).collect(),
        other => other.clone(),
    }
}

/// What holds for every schema that is advertised.
pub(super) fn plain(schema: &Value) {
    let Value::Object(object) = schema else {
        panic!("not a schema: {schema}");
    };
    for banned in ["$schema", "title", "const", "oneOf", "allOf", "prefixItems", "x-mcp-nullable"] {
        assert!(!object.contains_key(banned), "`{banned}` in {schema}");
    }
    assert!(object.get("type").is_none_or(Value::is_string), "a list of types in {schema}");
    let kind = object.get("type").and_then(Value::as_str).unwrap_or_default();
    assert!(kind != "array" || object["items"].is_object(), "no items in {schema}");
    assert!(kind != "object" || object["properties"].is_object(), "no properties in {schema}");
    let listed = object.get("enum").and_then(Value::as_array);
    assert!(listed.is_none_or(|values| values.iter().all(Value::is_string)), "enum in {schema}");
    for named in ["properties", "$defs"] {
        object.get(named).and_then(Value::as_object).into_iter().flatten().for_each(
            |(_, inner)| {
                plain(inner);
            },
        );
    }
    if let Some(items) = object.get("items") {
        plain(items);
    }
    if let Some(additional) = object.get("additionalProperties").filter(|inner| **inner != false) {
        plain(additional);
    }
    object.get("anyOf").and_then(Value::as_array).into_iter().flatten().for_each(plain);
}
