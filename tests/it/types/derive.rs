//! `#[schema(..)]`, and what it demands of values.

#![allow(dead_code, reason = "only the schemas of some types are looked at")]

use std::collections::BTreeMap;

use mcp_runtime::__private::{Fragment, InputSchema, Parameter};
use mcp_runtime::Schema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

fn input<T: Schema + DeserializeOwned>() -> InputSchema {
    let parameter = Parameter { name: "x", ..Parameter::default() };
    InputSchema::named(vec![(parameter, Fragment::input::<T>())]).unwrap()
}

pub(super) fn schema<T: Schema + DeserializeOwned>() -> Value {
    input::<T>().schema["properties"]["x"].clone()
}

/// Whether a value is taken, and the violations if it is not.
pub(super) fn refused<T: Schema + DeserializeOwned>(value: &Value) -> Vec<String> {
    let decoded = input::<T>().decode::<T>(0, &value.to_string(), false);
    decoded.err().unwrap_or_default().iter().map(ToString::to_string).collect()
}

mod hex {
    use serde::de::{Deserialize, Deserializer, Error};
    use serde::ser::Serializer;

    pub(super) fn serialize<S: Serializer>(value: &u32, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&format!("{value:x}"))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<u32, D::Error> {
        u32::from_str_radix(&String::deserialize(from)?, 16).map_err(D::Error::custom)
    }
}

#[test]
fn every_argument() {
    #[derive(Deserialize, Serialize, Schema)]
    struct All {
        #[schema(range(1..=5), description = "How many.")]
        /// Not this.
        stars: u8,
        #[schema(range(0..10))]
        digit: i64,
        #[schema(range(0.5..=1.0))]
        share: f32,
        #[schema(length(1..=3), pattern = "^[a-z]+$", example = "abc")]
        word: String,
        #[schema(length = 2)]
        pair: Vec<u8>,
        #[schema(length(..=2))]
        map: BTreeMap<String, bool>,
        #[schema(format = "email", header = "Mail", deprecated)]
        mail: String,
        #[schema(as = "String")]
        #[serde(with = "hex")]
        color: u32,
        #[schema(skip)]
        #[serde(default)]
        hidden: u8,
    }

    let want = json!({
        "type": "object",
        "properties": {
            "stars": { "type": "integer", "minimum": 1, "maximum": 5, "description": "How many." },
            "digit": { "type": "integer", "minimum": 0, "maximum": 9 },
            "share": { "type": "number", "minimum": 0.5, "maximum": 1.0 },
            "word": {
                "type": "string", "minLength": 1, "maxLength": 3, "pattern": "^[a-z]+$",
                "examples": ["abc"],
            },
            "pair": {
                "type": "array", "items": { "type": "integer", "minimum": 0, "maximum": 255 },
                "minItems": 2, "maxItems": 2,
            },
            "map": {
                "type": "object", "properties": {}, "additionalProperties": { "type": "boolean" },
                "maxProperties": 2,
            },
            "mail": {
                "type": "string", "format": "email", "deprecated": true, "x-mcp-header": "Mail",
            },
            "color": { "type": "string" },
        },
        "required": ["stars", "digit", "share", "word", "pair", "map", "mail", "color"],
    });
    assert_eq!(schema::<All>(), want);
    let good = json!({
        "stars": 5, "digit": 9, "share": 0.5, "word": "abc", "pair": [1, 2],
        "map": { "a": true }, "mail": "a@b.c", "color": "ff",
    });
    assert_eq!(refused::<All>(&good), [""; 0]);
    let bad = json!({
        "stars": 0, "digit": 10, "share": 1.5, "word": "ABC", "pair": [1],
        "map": { "a": true, "b": true, "c": true }, "mail": "a@b.c", "color": "ff",
    });
    assert_eq!(refused::<All>(&bad).len(), 6);
}

#[test]
fn a_range_on_a_named_type_reaches_its_number() {
    #[derive(Deserialize, Schema)]
    struct Percent(u8);
    #[derive(Deserialize, Schema)]
    #[schema(range(1..=5))]
    #[serde(transparent)]
    struct Grade(u8);
    #[derive(Deserialize, Schema)]
    struct Words(Vec<String>);
    #[derive(Deserialize, Schema)]
    struct Held {
        #[schema(range(..=100))]
        percent: Percent,
        #[schema(range(..=50))]
        maybe: Option<Percent>,
        grade: Grade,
        #[schema(length(1..))]
        words: Option<Words>,
    }

    let got = schema::<Held>();
    let number = |min: u8, max: u8| json!({ "type": "integer", "minimum": min, "maximum": max });
    assert_eq!(got["properties"]["percent"], number(0, 100));
    assert_eq!(got["properties"]["maybe"], number(0, 50));
    assert_eq!(got["properties"]["grade"], number(1, 5));
    assert_eq!(got["properties"]["words"]["minItems"], 1);
    let found = refused::<Held>(&json!({ "percent": 101, "maybe": 51, "grade": 0, "words": [] }));
    assert_eq!(
        found,
        [
            "`x.percent`: expected an integer from 0 to 100, got 101",
            "`x.maybe`: expected an integer from 0 to 50, got 51",
            "`x.grade`: expected an integer from 1 to 5, got 0",
            "`x.words`: expected an array of at least 1 item, got []",
        ]
    );
}

#[test]
fn an_option_is_seen_behind_an_alias() {
    type Maybe = Option<String>;
    #[derive(Deserialize, Schema)]
    struct Held {
        name: Maybe,
    }

    assert_eq!(
        schema::<Held>(),
        json!({ "type": "object", "properties": { "name": { "type": "string" } } })
    );
    assert!(!input::<Maybe>().arguments[0].required);
}

#[test]
fn constraints_of_variants_are_enforced_too() {
    #[derive(Deserialize, Schema)]
    #[serde(tag = "kind")]
    enum Shape {
        Circle {
            #[schema(range(0.0..))]
            radius: f64,
        },
        Square {
            #[schema(range(0.0..))]
            side: f64,
        },
    }
    #[derive(Deserialize, Schema)]
    #[serde(untagged)]
    enum Either {
        Text(String),
        Few(#[schema(length(..=2))] Vec<u8>),
    }

    let found = refused::<Vec<Shape>>(&json!([{ "kind": "Square", "side": -1 }]));
    assert_eq!(found, ["`x[0].side`: expected a number of at least 0.0, got -1"]);
    assert_eq!(refused::<Vec<Shape>>(&json!([{ "kind": "Circle", "radius": 0 }])), [""; 0]);
    assert_eq!(refused::<Either>(&json!("a")), [""; 0]);
    assert_eq!(
        refused::<Either>(&json!([1, 2, 3])),
        ["`x`: expected an array of at most 2 items, got [1,2,3]"]
    );
}

#[test]
fn what_decoding_checks_is_not_checked_again() {
    #[derive(Deserialize, Schema)]
    struct Plain {
        byte: u8,
        wide: u64,
        pair: (u8, String),
        list: Vec<Option<i32>>,
        map: BTreeMap<String, f64>,
    }
    #[derive(Deserialize, Schema)]
    struct Bounded {
        list: Vec<Inner>,
    }
    #[derive(Deserialize, Schema)]
    struct Inner {
        // As many as a u8 has, but of another type.
        #[schema(range(0..=255))]
        number: u32,
    }

    assert!(!input::<Plain>().arguments[0].constrained);
    assert!(input::<Bounded>().arguments[0].constrained);
}

#[test]
fn docs_keep_their_paragraphs_and_values_their_lines() {
    /// First line
    /// goes on.
    ///
    /// * a point
    #[derive(Deserialize, Schema)]
    struct Documented {
        /// How fast.
        speed: Option<Speed>,
        list: Vec<Speed>,
    }
    /// A speed.
    #[derive(Deserialize, Schema)]
    enum Speed {
        /// Take care.
        Slow,
        Fast,
        /// By number.
        At(u8),
    }

    let got = schema::<Documented>();
    assert_eq!(got["description"], "First line\ngoes on.\n\n* a point");
    let branches = json!([
        { "type": "string", "enum": ["Slow", "Fast"], "description": "- Slow: Take care." },
        {
            "type": "object",
            "properties": { "At": { "type": "integer", "minimum": 0, "maximum": 255 } },
            "required": ["At"],
            "description": "By number.",
        },
    ]);
    let speed = &got["properties"]["speed"];
    assert_eq!(*speed, json!({ "anyOf": branches, "description": "How fast." }));
    let item = &got["properties"]["list"]["items"];
    assert_eq!(*item, json!({ "anyOf": branches, "description": "A speed." }));
}

#[test]
fn types_of_one_name_keep_apart() {
    mod other {
        #[derive(serde::Deserialize, mcp_runtime::Schema)]
        pub(super) struct Node {
            pub(super) kids: Vec<Self>,
            pub(super) size: u8,
        }
    }
    #[derive(Deserialize, Schema)]
    struct Node {
        kids: Vec<Self>,
    }

    let named = |name| Parameter { name, ..Parameter::default() };
    let parameters = vec![
        (named("a"), Fragment::input::<Node>()),
        (named("b"), Fragment::input::<other::Node>()),
        (named("c"), Fragment::input::<Vec<other::Node>>()),
    ];
    let schema = InputSchema::named(parameters).unwrap().schema;
    assert_eq!(schema["properties"]["a"], json!({ "$ref": "#/$defs/Node" }));
    assert_eq!(schema["properties"]["b"], json!({ "$ref": "#/$defs/Node2" }));
    assert_eq!(schema["properties"]["c"]["items"], json!({ "$ref": "#/$defs/Node2" }));
    let second = &schema["$defs"]["Node2"]["properties"];
    assert_eq!(second["kids"]["items"], json!({ "$ref": "#/$defs/Node2" }));
    assert_eq!(schema["$defs"].as_object().map(serde_json::Map::len), Some(2));
}

#[test]
fn flattened_enums_make_one_object() {
    #[derive(Deserialize, Schema)]
    #[serde(rename_all = "lowercase")]
    enum By {
        Id(u8),
        Everything,
    }
    #[derive(Deserialize, Schema)]
    #[serde(tag = "order", rename_all = "lowercase")]
    enum Order {
        Up { key: String },
        None,
    }
    #[derive(Deserialize, Schema)]
    struct Search {
        #[serde(flatten)]
        by: By,
        #[serde(flatten)]
        order: Option<Order>,
    }

    let want = json!({
        "type": "object",
        "properties": {
            "id": { "type": "integer", "minimum": 0, "maximum": 255 },
            "everything": { "type": "null" },
            "order": { "type": "string", "enum": ["up", "none"] },
            "key": { "type": "string" },
        },
        "description": "Give exactly one of: id, everything.\norder up: key.",
    });
    assert_eq!(schema::<Search>(), want);
    assert_eq!(refused::<Search>(&json!({ "id": 1, "order": "up", "key": "a" })), [""; 0]);
    assert_eq!(refused::<Search>(&json!({ "everything": null })), [""; 0]);
}
