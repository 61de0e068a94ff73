//! The rows about structured results, by the type whose schema is advertised.

#![allow(dead_code, reason = "only the schemas of the types are looked at")]

use std::collections::HashMap;

use mcp_runtime::Schema;
use serde::Serialize;
use serde_json::{Map, Value};

use super::check::check_result;

/// The rows that are checked here.
pub(super) const ROWS: [&str; 18] = [
    "result-json-int",
    "result-vec",
    "result-map",
    "result-map-value",
    "result-value",
    "result-struct",
    "result-option-struct",
    "result-enum",
    "result-enum-tagged",
    "result-result",
    "result-anyhow",
    "result-u64",
    "result-tuple",
    "result-recursive",
    "result-skip-if",
    "result-default",
    "result-f64-nan",
    "result-datetime",
];

#[derive(Serialize, Schema)]
struct Weather {
    c: f64,
    note: Option<String>,
}

#[derive(Serialize, Schema)]
struct P {
    x: i32,
}

#[derive(Serialize, Schema)]
#[serde(rename_all = "lowercase")]
enum Level {
    Low,
    High,
}

#[derive(Serialize, Schema)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum Shape {
    Circle { r: f64 },
    None,
    All,
}

#[derive(Serialize, Schema)]
struct Node {
    name: String,
    kids: Vec<Self>,
}

#[derive(Serialize, Schema)]
struct SkipIf {
    #[serde(skip_serializing_if = "Option::is_none")]
    n: Option<u8>,
}

#[derive(Serialize, Schema)]
struct WithDefault {
    #[serde(default)]
    n: u8,
}

#[test]
fn the_schemas_of_results() {
    check_result::<i32>("result-json-int");
    check_result::<Vec<String>>("result-vec");
    check_result::<HashMap<String, f64>>("result-map");
    check_result::<Map<String, Value>>("result-map-value");
    check_result::<Value>("result-value");
    check_result::<Weather>("result-struct");
    check_result::<Option<P>>("result-option-struct");
    check_result::<Level>("result-enum");
    check_result::<Shape>("result-enum-tagged");
    check_result::<P>("result-result");
    check_result::<Vec<u8>>("result-anyhow");
    check_result::<u64>("result-u64");
    check_result::<(String, u8)>("result-tuple");
    check_result::<Node>("result-recursive");
    check_result::<SkipIf>("result-skip-if");
    check_result::<WithDefault>("result-default");
    check_result::<f64>("result-f64-nan");
    check_result::<chrono::DateTime<chrono::Utc>>("result-datetime");
}

#[test]
fn a_recursive_enum_is_wrapped_with_its_definition() {
    #[derive(Serialize, Schema)]
    enum Expr {
        Num(f64),
        Neg(Box<Self>),
    }

    let output = mcp_runtime::__private::Output::of::<Expr>().unwrap();
    assert!(output.wrap);
    assert_eq!(output.legacy["properties"]["result"]["$ref"], "#/$defs/Expr");
    assert!(output.legacy["$defs"]["Expr"]["anyOf"].is_array());
}
