//! Shapes that cannot be served, found from the type when a server is built.

#![allow(dead_code, reason = "only the schemas of the types are looked at")]

use std::collections::HashMap;
use std::time::{Duration, SystemTime};

use mcp_runtime::__private::{Fragment, InputSchema, Parameter};
use mcp_runtime::Schema;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// The rows that are checked here. Some of them are refused by the macros already, where the
/// tokens tell; these are for aliases and nested types.
pub(super) const ROWS: [&str; 7] = [
    "recursive-infinite",
    "map-struct-key",
    "enum-params",
    "value-params",
    "option-params",
    "duration",
    "systemtime",
];

fn refusal<T: Schema + DeserializeOwned>(keywords: &str) -> String {
    let parameter = Parameter { name: "x", keywords, ..Parameter::default() };
    let refused = InputSchema::named(vec![(parameter, Fragment::input::<T>())]).unwrap_err();
    refused.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

fn refusal_of_all<T: Schema + DeserializeOwned>() -> String {
    Fragment::input::<T>().and_then(InputSchema::whole).unwrap_err().to_string()
}

#[derive(PartialEq, Eq, Hash, Deserialize, Schema)]
struct Point {
    x: i32,
}

#[test]
fn a_struct_is_no_key() {
    #[derive(Deserialize, Schema)]
    struct Places {
        names: Vec<HashMap<Point, String>>,
    }

    let want = "argument `x`: JSON object keys are strings: `Point` cannot be a key";
    assert_eq!(refusal::<HashMap<Point, String>>(""), want);
    assert_eq!(refusal::<Places>(""), want);
}

#[test]
fn a_type_that_is_flattened_or_tagged_is_no_key() {
    #[derive(Deserialize, Schema)]
    #[serde(tag = "kind")]
    enum Shape {
        At(Point),
        Near { distance: u8 },
    }
    #[derive(Deserialize, Schema)]
    struct Flat {
        #[serde(flatten)]
        at: Point,
        #[serde(flatten)]
        shape: Option<Shape>,
        by_name: HashMap<String, Point>,
    }

    assert!(Fragment::input::<Flat>().is_ok());
    assert!(Fragment::input::<Shape>().is_ok());
}

#[test]
fn a_type_without_finite_values() {
    #[derive(Deserialize, Schema)]
    struct Endless {
        inner: Box<Self>,
    }
    #[derive(Deserialize, Schema)]
    struct Outer {
        list: Vec<Endless>,
        one: Endless,
    }

    let endless = "`Endless` contains itself without Option, Vec or enum: no finite value exists";
    assert_eq!(refusal::<Endless>(""), format!("argument `x`, at `inner`: {endless}"));
    assert_eq!(refusal::<Outer>(""), format!("argument `x`, at `one.inner`: {endless}"));
}

#[test]
fn types_of_the_standard_library_that_nobody_means() {
    #[derive(Deserialize, Schema)]
    struct Job {
        limit: Option<Duration>,
    }

    let told = refusal::<Job>("");
    assert!(told.starts_with("argument `x`, at `limit`: `Duration` is {"), "{told}");
    assert!(told.contains("#[arg(seconds)]"), "{told}");
    assert!(told.contains("in a field, use a number"), "{told}");
    let told = refusal::<Vec<SystemTime>>("");
    assert!(told.contains("use chrono::DateTime<Utc> or jiff::Timestamp"), "{told}");
}

#[test]
fn values_without_data() {
    type Nothing = ();
    #[derive(Deserialize, Schema)]
    struct Held {
        nothing: Nothing,
    }

    let told = refusal::<Option<Nothing>>("");
    assert!(told.contains("carries no data, since the value could only be null"), "{told}");
    let told = refusal::<Held>("");
    assert_eq!(
        told,
        "argument `x`: `nothing` carries no data, since it can only be null: add #[serde(skip)]"
    );
}

#[test]
fn all_arguments_are_one_object() {
    #[derive(Deserialize, Schema)]
    #[serde(tag = "kind")]
    enum Shape {
        Circle { r: f64 },
        Square { side: f64 },
    }
    #[derive(Deserialize, Schema)]
    struct Params {
        a: u8,
    }

    assert!(refusal_of_all::<Shape>().contains("put it into a field of a struct"));
    assert!(refusal_of_all::<Value>().contains("use a struct or serde_json::Map"));
    assert!(refusal_of_all::<Vec<Params>>().contains("use a struct or serde_json::Map"));
    assert!(refusal_of_all::<Option<Params>>().contains("make its fields optional"));
}

type Byte = u8;

#[test]
fn keywords_that_do_not_fit() {
    for (told, want) in [
        (
            refusal::<String>(r#"{"minimum":1}"#),
            "a range applies only to numbers, but the type is string",
        ),
        (refusal::<u8>(r#"{"minLength":1}"#), "a length applies only to strings, arrays and maps"),
        (refusal::<u8>(r#"{"minimum":300}"#), "no value is possible: minimum 300 is above maximum"),
        (
            refusal::<Vec<u8>>(r#"{"pattern":"a"}"#),
            "a pattern applies only to strings, but the type is array",
        ),
        (refusal::<String>(r#"{"pattern":"(?=a)"}"#), "lookaround"),
        (refusal::<f64>(r#"{"x-mcp-header":"Rate"}"#), "only a string, an integer or a boolean"),
        (
            refusal::<u8>(r#"{"examples":[1, 300]}"#),
            "the example `300` does not match the type: expected an integer",
        ),
        (
            refusal::<Byte>(r#"{"examples":["a"]}"#),
            "the example `\"a\"` does not match the type: expected an integer",
        ),
        (
            refusal::<Vec<Point>>(r#"{"examples":[[{}]]}"#),
            "the example `[{}]` does not match the type: ",
        ),
        (
            refusal::<u8>(r#"{"examples":[null]}"#),
            "the example `null` does not match the type: expected an integer",
        ),
        (
            refusal::<String>(r#"{"maxLength":1,"examples":["ab"]}"#),
            "the example `\"ab\"` does not match the type",
        ),
        (refusal::<i32>(r#"{"minimum":0.5,"maximum":0.7}"#), "no integer is possible"),
    ] {
        assert!(told.starts_with("argument `x`: ") && told.contains(want), "{told}");
    }
}

#[test]
fn what_other_derives_let_through() {
    #[derive(Deserialize, schemars::JsonSchema)]
    struct Foreign {
        #[serde(rename = "$filter")]
        filter: String,
    }
    #[derive(Deserialize, schemars::JsonSchema)]
    struct Pattern {
        #[schemars(regex(pattern = "(?i)a"))]
        name: String,
    }

    let told = refusal::<Foreign>("");
    assert!(told.contains("at `$filter`: the property key `$filter` does not match"), "{told}");
    let told = refusal::<Vec<Pattern>>("");
    assert!(told.contains("at `name`: the pattern `(?i)a`: clients read patterns as"), "{told}");
}

#[test]
fn a_default_has_to_keep_the_range() {
    let parameter = Parameter {
        name: "limit",
        keywords: r#"{"minimum":1,"maximum":100}"#,
        default: Some("500".to_owned()),
        ..Parameter::default()
    };
    let refused = InputSchema::named(vec![(parameter, Fragment::input::<u32>())]).unwrap_err();
    assert_eq!(
        refused[0].to_string(),
        "argument `limit`: the default `500` is not valid: expected an integer from 1 to 100, got 500"
    );
}

#[test]
fn every_bad_argument_is_told() {
    let parameters = vec![
        (Parameter { name: "a b", ..Parameter::default() }, Fragment::input::<u8>()),
        (Parameter { name: "ok", ..Parameter::default() }, Fragment::input::<u8>()),
        (Parameter { name: "at", ..Parameter::default() }, Fragment::input::<Duration>()),
    ];
    let refused = InputSchema::named(parameters).unwrap_err();
    assert_eq!(refused.len(), 2);
    assert!(refused[0].to_string().starts_with("argument `a b`: the name `a b` does not match"));
    assert!(refused[1].to_string().starts_with("argument `at`: `Duration` is {"));
}

/// Where serde reads a value as a whole before it knows its type, it finds no integer in a key.
#[test]
fn maps_with_integer_keys_where_serde_reads_only_strings() {
    type Rows = HashMap<u32, String>;
    #[derive(Deserialize, Schema)]
    struct Table {
        rows: Rows,
    }
    #[derive(Deserialize, Schema)]
    struct Flat {
        #[serde(flatten)]
        table: Table,
        beside: Rows,
    }
    #[derive(Deserialize, Schema)]
    struct FlatMap {
        #[serde(flatten)]
        rows: Rows,
    }
    #[derive(Deserialize, Schema)]
    #[serde(tag = "kind")]
    enum Tagged {
        Of(Table),
        Held { tables: Vec<Table> },
    }
    #[derive(Deserialize, Schema)]
    #[serde(untagged)]
    enum Untagged {
        Text(String),
        Of { table: Option<Table> },
    }

    let integer_keys = "the integer keys of this map are inside a type with #[serde(flatten)]";
    for (told, at) in [
        (refusal::<Flat>(""), "argument `x`, at `rows`: "),
        (refusal::<FlatMap>(""), "argument `x`: "),
        (refusal::<Tagged>(""), "argument `x`, at `rows`: "),
        (refusal::<Untagged>(""), "argument `x`, at `table.rows`: "),
        (refusal::<Vec<Option<Flat>>>(""), "argument `x`, at `rows`: "),
    ] {
        assert!(told.starts_with(&format!("{at}{integer_keys}")), "{told}");
    }
    // That it is so.
    let text = r#"{ "rows": { "1": "a" }, "beside": { "1": "a" } }"#;
    assert!(serde_json::from_str::<Flat>(text).is_err());
    assert!(serde_json::from_str::<FlatMap>(r#"{ "1": "a" }"#).is_err());
    assert!(serde_json::from_str::<Tagged>(r#"{ "kind": "Of", "rows": { "1": "a" } }"#).is_err());
    assert!(serde_json::from_str::<Untagged>(r#"{ "table": { "rows": { "1": "a" } } }"#).is_err());
}

#[test]
fn maps_with_integer_keys_are_read_elsewhere() {
    #[derive(Deserialize, Schema)]
    struct Table {
        rows: HashMap<u32, String>,
    }
    #[derive(Deserialize, Schema)]
    struct Beside {
        #[serde(flatten)]
        names: HashMap<String, String>,
        table: Table,
    }
    #[derive(Deserialize, Schema)]
    enum External {
        Of(Table),
        Rows { rows: HashMap<i8, u8> },
    }
    #[derive(Deserialize, Schema)]
    #[serde(tag = "kind", content = "of")]
    enum Adjacent {
        Of(Table),
        Rows(HashMap<u8, u8>),
    }

    fn is_read<T: Schema + DeserializeOwned>(text: &str) {
        assert!(Fragment::input::<T>().is_ok());
        assert!(serde_json::from_str::<T>(text).is_ok(), "{text}");
    }
    is_read::<Table>(r#"{ "rows": { "1": "a" } }"#);
    is_read::<Option<Table>>(r#"{ "rows": { "1": "a" } }"#);
    is_read::<Beside>(r#"{ "a": "b", "table": { "rows": { "1": "a" } } }"#);
    is_read::<External>(r#"{ "Of": { "rows": { "1": "a" } } }"#);
    is_read::<External>(r#"{ "Rows": { "rows": { "-1": 1 } } }"#);
    is_read::<Adjacent>(r#"{ "kind": "Rows", "of": { "1": 1 } }"#);
}

#[test]
fn an_example_has_to_be_a_value_of_its_field() {
    #[derive(Deserialize, Schema)]
    struct Long {
        #[schema(length(..=3), example = "long")]
        name: String,
    }
    #[derive(Deserialize, Schema)]
    struct Unlike {
        #[schema(pattern = "^[a-z]+$", example = "abc", example = "ABC")]
        name: Option<String>,
    }
    #[derive(Deserialize, Schema)]
    struct Many {
        #[schema(length(2..), example = ["a"])]
        names: Vec<String>,
    }
    #[derive(Deserialize, Schema)]
    struct Right {
        #[schema(length(..=3), example = "abc", example = null)]
        name: Option<String>,
    }

    let told = refusal::<Long>("");
    assert!(
        told.contains("at `name`: the example `\"long\"` does not match the type: expected"),
        "{told}"
    );
    let told = refusal::<Vec<Unlike>>("");
    assert!(
        told.contains("at `name`: the example `\"ABC\"` does not match the type: expected"),
        "{told}"
    );
    let told = refusal::<Many>("");
    assert!(
        told.contains("at `names`: the example `[\"a\"]` does not match the type: expected"),
        "{told}"
    );
    assert!(Fragment::input::<Right>().is_ok());
}
