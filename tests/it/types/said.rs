//! What a schema says where it used to say too much or too little.

#![allow(dead_code, reason = "only the schemas of some types are looked at")]

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU32, Ordering};

use mcp_runtime::__private::{Fragment, OutputSchema};
use mcp_runtime::Schema;
use mcp_runtime::protocol::ProtocolVersion;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Value, json};

use super::check::sent;
use super::derive::{refused, schema};

fn byte() -> Value {
    json!({ "type": "integer", "minimum": 0, "maximum": 255 })
}

#[test]
fn an_option_that_code_reads_has_to_be_given() {
    fn length<'de, D: Deserializer<'de>>(from: D) -> Result<Option<usize>, D::Error> {
        Ok(Option::<String>::deserialize(from)?.map(|text| text.len()))
    }
    #[derive(Deserialize, Schema)]
    struct Held {
        #[serde(deserialize_with = "length")]
        #[schema(as = "Option<String>")]
        ours: Option<usize>,
        #[serde(deserialize_with = "length")]
        #[schemars(with = "Option<String>")]
        theirs: Option<usize>,
        #[serde(deserialize_with = "length", default)]
        #[schema(as = "Option<String>")]
        free: Option<usize>,
    }

    let text = json!({ "anyOf": [{ "type": "string" }, { "type": "null" }] });
    let want = json!({
        "type": "object",
        "properties": { "ours": text, "theirs": text, "free": { "type": "string" } },
        "required": ["ours", "theirs"],
    });
    assert_eq!(schema::<Held>(), want);
    assert_eq!(refused::<Held>(&json!({ "ours": null, "theirs": "a" })), [""; 0]);
    let found = refused::<Held>(&json!({ "ours": "a" }));
    assert_eq!(found, ["`x.theirs`: missing, expected a string or null"]);
}

#[test]
fn who_denies_unknown_fields_says_so() {
    #[derive(Deserialize, Schema)]
    #[serde(deny_unknown_fields)]
    struct Options {
        a: Option<u8>,
        b: Option<u8>,
    }
    #[derive(Deserialize, Schema)]
    #[serde(untagged, deny_unknown_fields)]
    enum Untagged {
        One { one: u8 },
        Text(String),
    }
    #[derive(Deserialize, Schema)]
    #[serde(tag = "t", content = "c", deny_unknown_fields)]
    enum Adjacent {
        Unit,
        Held(u8),
    }

    assert_eq!(schema::<Options>()["additionalProperties"], false);
    assert_eq!(schema::<Untagged>()["anyOf"][0]["additionalProperties"], false);
    assert_eq!(schema::<Adjacent>()["anyOf"][0]["additionalProperties"], false);
    assert_eq!(refused::<Options>(&json!({ "other": 1 })), ["`x.other`: unknown key"]);
}

#[test]
fn the_keys_of_a_map_are_told() {
    #[derive(PartialEq, Eq, PartialOrd, Ord, Deserialize, Schema)]
    enum Plain {
        Red,
        Green,
    }
    #[derive(PartialEq, Eq, PartialOrd, Ord, Deserialize, Schema)]
    enum Documented {
        /// Like fire.
        Red,
        Green,
    }

    let want = json!({
        "type": "object",
        "properties": { "Green": byte(), "Red": byte() },
        "additionalProperties": false,
    });
    assert_eq!(schema::<BTreeMap<Plain, u8>>(), want);
    assert_eq!(schema::<BTreeMap<Documented, u8>>(), want);
    let found = refused::<BTreeMap<Plain, u8>>(&json!({ "Red": 1, "Gren": 2 }));
    assert_eq!(found, ["`x.Gren`: unknown key, did you mean `Green`?"]);
}

#[test]
fn bounds_below_zero() {
    #[derive(Deserialize, Schema)]
    struct Below {
        #[schema(range(-5..-1))]
        whole: i32,
        #[schema(range(-5.5..-1.5))]
        share: f64,
    }

    let got = schema::<Below>();
    let whole = json!({ "type": "integer", "minimum": -5, "maximum": -2 });
    assert_eq!(got["properties"]["whole"], whole);
    let share = json!({ "type": "number", "minimum": -5.5, "exclusiveMaximum": -1.5 });
    assert_eq!(got["properties"]["share"], share);
    assert_eq!(
        refused::<Below>(&json!({ "whole": -1, "share": -1.5 })),
        [
            "`x.whole`: expected an integer from -5 to -2, got -1",
            "`x.share`: expected a number of at least -5.5 and below -1.5, got -1.5",
        ]
    );
}

#[test]
fn a_range_that_the_type_leaves_nothing_of() {
    #[derive(Deserialize, Schema)]
    struct Nothing {
        #[schema(range(..0))]
        byte: u8,
    }

    let told = Fragment::input::<Nothing>().unwrap_err().to_string();
    assert!(told.contains("no value is possible"), "{told}");
}

#[test]
fn the_items_of_a_tuple_are_told() {
    #[derive(Deserialize, Schema)]
    struct Tree {
        kids: Vec<Self>,
    }

    let words = |schema: Value| schema["description"].as_str().unwrap().to_owned();
    assert_eq!(
        words(schema::<(u8, Option<String>)>()),
        "Exactly 2 items: integer, string or null."
    );
    assert_eq!(
        words(schema::<((u8, String), (bool, u8))>()),
        "Exactly 2 items: [integer, string], [boolean, integer]."
    );
    assert_eq!(words(schema::<(u8, Tree)>()), "Exactly 2 items: integer, Tree.");
}

#[test]
fn a_list_of_types_keeps_its_bounds_with_their_type() {
    #[derive(Deserialize, Schema)]
    struct Held {
        #[schemars(extend("type" = ["string", "integer", "null"], "minLength" = 2, "minimum" = 5))]
        either: Value,
    }

    let want = json!({
        "anyOf": [
            { "type": "string", "minLength": 2 },
            { "type": "integer", "minimum": 5 },
            { "type": "null" },
        ],
    });
    assert_eq!(schema::<Held>()["properties"]["either"], want);
}

#[test]
fn a_default_is_told_if_it_stays() {
    static CALLS: AtomicU32 = AtomicU32::new(0);
    fn next() -> u32 {
        CALLS.fetch_add(1, Ordering::Relaxed)
    }
    fn ten() -> u32 {
        10
    }
    fn written() -> Other {
        Other { name: 1 }
    }
    #[derive(Serialize, Deserialize, Schema)]
    struct Other {
        #[serde(rename(serialize = "out", deserialize = "in"))]
        name: u8,
    }
    #[derive(Deserialize, Schema)]
    struct Defaults {
        #[serde(default = "next")]
        moving: u32,
        #[serde(default = "ten")]
        steady: u32,
        #[serde(default = "written")]
        other: Other,
        default: Option<u8>,
    }

    let got = schema::<Defaults>();
    assert_eq!(got["properties"]["moving"].get("default"), None);
    assert_eq!(got["properties"]["steady"]["default"], 10);
    assert_eq!(got["properties"]["other"].get("default"), None);
    assert_eq!(got["properties"]["default"], byte());
    assert_eq!(got.get("required"), None);
}

#[test]
fn results_have_any_keys() {
    #[derive(Serialize, Schema)]
    struct Linked {
        #[serde(rename = "@context")]
        context: String,
        #[serde(rename = "$id")]
        id: u8,
        #[serde(rename = "$ref")]
        reference: Option<Box<Self>>,
    }

    let output = OutputSchema::of::<Linked>().unwrap();
    let sent = sent(&output, ProtocolVersion::V2025_11_25);
    let properties = sent["properties"].as_object().unwrap();
    assert_eq!(properties.keys().collect::<Vec<_>>(), ["@context", "$id", "$ref"]);
}

#[test]
fn a_map_with_keys_of_an_enum_may_have_null() {
    #[derive(PartialEq, Eq, PartialOrd, Ord, Serialize, Schema)]
    enum Size {
        Small,
        Large,
    }
    #[derive(Serialize, Schema)]
    struct Stock {
        name: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        note: Option<String>,
        #[serde(flatten)]
        sizes: BTreeMap<Size, Option<u8>>,
    }
    #[derive(Serialize, Schema)]
    struct Struct {
        #[serde(skip_serializing_if = "Option::is_none")]
        small: Option<u8>,
        #[serde(skip_serializing_if = "Option::is_none")]
        large: Option<u8>,
    }

    let output = |schema: OutputSchema| schema.schema["properties"].clone();
    let or_null = json!({ "anyOf": [byte(), { "type": "null" }] });
    let map = output(OutputSchema::of::<BTreeMap<Size, Option<u8>>>().unwrap());
    assert_eq!(map, json!({ "Large": or_null, "Small": or_null }));
    let nested =
        output(OutputSchema::of::<BTreeMap<String, BTreeMap<Size, Option<u8>>>>().unwrap());
    assert_eq!(nested, json!({}));
    let stock = output(OutputSchema::of::<Stock>().unwrap());
    assert_eq!(stock["Small"], or_null);
    assert_eq!(stock["note"], json!({ "type": "string" }));
    let of_struct = output(OutputSchema::of::<Struct>().unwrap());
    assert_eq!(of_struct, json!({ "small": byte(), "large": byte() }));
}
