//! One value at a time: what a model is told about a bad one, and what is forgiven.

#![allow(clippy::unwrap_used, reason = "a test that panics has failed")]

use std::collections::BTreeMap;

use mcp_runtime::__private::{Fragment, InputSchema, Parameter};
use mcp_runtime::Schema;
use serde::Deserialize;
use serde::de::DeserializeOwned;

#[derive(Debug, PartialEq, Deserialize, Schema)]
#[serde(rename_all = "snake_case")]
enum Style {
    Formal,
    Casual,
    VeryShort,
}

#[derive(Debug, PartialEq, Deserialize, Schema)]
#[serde(deny_unknown_fields)]
struct Item {
    sku: String,
    #[schema(range(1..=100))]
    qty: u32,
    #[serde(default)]
    gift: bool,
}

#[derive(Debug, PartialEq, Deserialize, Schema)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum Shape {
    Circle { radius: f64 },
    Square { side: f64 },
    Nothing,
}

#[derive(Debug, PartialEq, Deserialize, Schema)]
#[serde(untagged)]
enum Id {
    Number(u32),
    Name(String),
}

#[derive(Debug, PartialEq, Deserialize, Schema)]
struct Node {
    name: String,
    #[serde(default)]
    kids: Vec<Self>,
}

#[derive(Debug, PartialEq, Deserialize, Schema)]
struct User {
    #[schema(length(1..=8), pattern = "^[a-z]+$")]
    login: String,
    #[serde(alias = "mail")]
    #[schema(format = "email")]
    email: Option<String>,
    #[schema(length(1..=2))]
    roles: Vec<String>,
    #[schema(length(..=1))]
    tags: BTreeMap<String, u8>,
}

fn schema<T: Schema + DeserializeOwned>() -> InputSchema {
    let parameter = Parameter { name: "x", ..Parameter::default() };
    InputSchema::named(vec![(parameter, Fragment::input::<T>())]).unwrap()
}

/// What is said about a value that even the lenient reading refuses.
fn told<T: Schema + DeserializeOwned>(json: &str) -> Vec<String> {
    match schema::<T>().decode::<T>(0, json, true) {
        Ok(_) => Vec::new(),
        Err(found) => found.iter().map(ToString::to_string).collect(),
    }
}

/// What the lenient reading makes of a value that the strict one refuses.
fn meant<T: Schema + DeserializeOwned>(json: &str) -> T {
    let schema = schema::<T>();
    assert!(schema.decode::<T>(0, json, false).is_err(), "{json} is refused in strict mode");
    schema.decode(0, json, true).unwrap().unwrap()
}

/// Checks the lines that are told of each value.
fn check(table: &[(Vec<String>, &str)]) {
    for (told, want) in table {
        assert_eq!(told.join("\n"), *want);
    }
}

#[test]
fn mistakes_in_scalars() {
    check(&[
        (told::<u8>("256"), "`x`: expected an integer from 0 to 255, got 256"),
        (told::<u8>("-1"), "`x`: expected an integer from 0 to 255, got -1"),
        (told::<u8>("1.5"), "`x`: expected an integer from 0 to 255, got 1.5"),
        (told::<u8>("true"), "`x`: expected an integer from 0 to 255, got true"),
        (told::<u8>("null"), "`x`: expected an integer from 0 to 255, got null"),
        (told::<u8>(r#""many""#), r#"`x`: expected an integer from 0 to 255, got "many""#),
        (told::<u64>("-1"), "`x`: expected an integer of at least 0, got -1"),
        (told::<i64>("[]"), "`x`: expected an integer, got []"),
        (told::<f64>(r#""a lot""#), r#"`x`: expected a number, got "a lot""#),
        (told::<f64>("{}"), "`x`: expected a number, got {}"),
        (told::<bool>("1"), "`x`: expected true or false, got 1"),
        (told::<bool>(r#""yes""#), r#"`x`: expected true or false, got "yes""#),
        (told::<String>("5"), "`x`: expected a string, got 5"),
        (told::<String>("null"), "`x`: expected a string, got null"),
        (told::<char>(r#""ab""#), r#"`x`: expected a string of 1 character, got "ab""#),
    ]);
}

#[test]
fn mistakes_in_lists_and_choices() {
    check(&[
        (told::<Option<u8>>("-1"), "`x`: expected an integer from 0 to 255, got -1"),
        (told::<Vec<u8>>("1"), "`x`: expected an array, got 1"),
        (told::<Vec<u8>>(r#""1, 2""#), r#"`x`: expected an array, got "1, 2""#),
        (told::<Vec<u8>>(r#"[1, "x"]"#), r#"`x[1]`: expected an integer from 0 to 255, got "x""#),
        (told::<[u8; 2]>("[1]"), "`x`: expected an array of 2 items, got [1]"),
        (
            told::<(u8, String)>(r#"["a", 1]"#),
            r#"`x`: expected an array of 2 items, got ["a",1]: invalid type: string "a", expected u8"#,
        ),
        (
            told::<BTreeMap<String, u8>>(r#"{"a": 1, "b": -1}"#),
            "`x.b`: expected an integer from 0 to 255, got -1",
        ),
        (told::<BTreeMap<String, u8>>("[]"), "`x`: expected an object, got []"),
        (
            told::<Style>(r#""formel""#),
            r#"`x`: expected one of "formal", "casual", "very_short", got "formel"; did you mean "formal"?"#,
        ),
        (
            told::<Style>(r#""VeryShort""#),
            r#"`x`: expected one of "formal", "casual", "very_short", got "VeryShort"; did you mean "very_short"?"#,
        ),
        (told::<Style>("1"), r#"`x`: expected one of "formal", "casual", "very_short", got 1"#),
    ]);
}

#[test]
fn mistakes_in_objects() {
    check(&[
        (
            told::<Vec<Item>>(r#"[{"sku": "a", "qty": 1}, {"sku": "b", "qty": 0}]"#),
            "`x[1].qty`: expected an integer from 1 to 100, got 0",
        ),
        (
            told::<Item>(r#"{"sku": "a", "qyt": 1}"#),
            "`x.qty`: missing, expected an integer from 1 to 100 (did you mean this by `qyt`?)\n\
             `x.qyt`: unknown key, did you mean `qty`?",
        ),
        (told::<Item>(r#"{"sku": "a", "qty": 1, "color": 1}"#), "`x.color`: unknown key"),
        (
            told::<Item>(r#"{"sku": 1, "qty": "no", "gift": "maybe"}"#),
            "`x.sku`: expected a string, got 1\n\
             `x.qty`: expected an integer from 1 to 100, got \"no\"\n\
             `x.gift`: expected true or false, got \"maybe\"",
        ),
        (told::<Item>(r#""a""#), r#"`x`: expected an object, got "a""#),
        (
            told::<Shape>(r#"{"kind": "circel", "radius": 1}"#),
            r#"`x.kind`: expected one of "circle", "square", "nothing", got "circel"; did you mean "circle"?"#,
        ),
        (
            told::<Shape>(r#"{"radius": 1}"#),
            r#"`x.kind`: missing, expected one of "circle", "square", "nothing""#,
        ),
        (
            told::<Shape>(r#"{"kind": "circle", "side": 1}"#),
            "`x.radius`: missing, expected a number",
        ),
        (
            told::<Shape>(r#"{"kind": "square", "side": "long"}"#),
            r#"`x.side`: expected a number, got "long""#,
        ),
        (told::<Shape>(r#""circle""#), r#"`x`: expected an object, got "circle""#),
        (told::<Id>("true"), "`x`: expected an integer from 0 to 4294967295 or a string, got true"),
    ]);
}

#[test]
fn mistakes_in_deep_values_constraints_and_formats() {
    check(&[
        (
            told::<Node>(r#"{"name": "a", "kids": [{"name": "b", "kids": [{}]}]}"#),
            "`x.kids[0].kids[0].name`: missing, expected a string",
        ),
        (
            told::<User>(r#"{"login": "Ada", "roles": [], "tags": {"a": 1, "b": 2}}"#),
            "`x.login`: expected a string of 1 to 8 characters that matches `^[a-z]+$`, got \"Ada\"\n\
             `x.roles`: expected an array of 1 to 2 items, got []\n\
             `x.tags`: expected an object of at most 1 property, got {\"a\":1,\"b\":2}",
        ),
        (
            told::<uuid::Uuid>(r#""67e5""#),
            "`x`: expected a string in the format uuid, such as \
             67e55044-10b1-426f-9247-bb680e5fe0c8, got \"67e5\": UUID parsing failed: \
             invalid length: found 4",
        ),
        (
            told::<String>(
                r#"{"a": "0123456789012345678901234567890123456789012345678901234567890"}"#,
            ),
            "`x`: expected a string, got {\"a\":\"012345678901234567890123456789012345678901234567890123…",
        ),
        (told::<u8>("{"), "`x`: cannot be read: EOF while parsing an object at line 1 column 1"),
    ]);
}

#[test]
fn what_is_meant_is_taken() {
    assert_eq!(meant::<u8>(r#""5""#), 5);
    assert_eq!(meant::<u8>(r#"" 5 ""#), 5);
    assert_eq!(meant::<u8>("5.0"), 5);
    assert_eq!(meant::<i64>(r#""-3.0""#), -3);
    assert_eq!(meant::<u64>("1e3"), 1000);
    assert_eq!(meant::<u128>(r#""340282366920938463463374607431768211455""#), u128::MAX);
    assert_eq!(meant::<Vec<u128>>(r#"["340282366920938463463374607431768211455"]"#), [u128::MAX]);
    assert_eq!(meant::<f64>(r#""1.5""#), 1.5);
    assert!(meant::<bool>(r#""true""#));
    assert_eq!(meant::<Option<u8>>(r#""5""#), Some(5));
    assert_eq!(meant::<Vec<u8>>(r#""[1, \"2\"]""#), [1, 2]);
    assert_eq!(meant::<Id>(r#"7.0"#), Id::Number(7));
    let item = Item { sku: "a".into(), qty: 3, gift: false };
    assert_eq!(meant::<Item>(r#"{"sku": "a", "qty": "3"}"#), item);
    assert_eq!(meant::<Item>(r#"{"sku": "a", "qty": 3, "gift": null}"#), item);
    assert_eq!(meant::<Item>(r#""{\"sku\": \"a\", \"qty\": 3}""#), item);
    assert_eq!(
        meant::<Shape>(r#"{"kind": "circle", "radius": "2"}"#),
        Shape::Circle { radius: 2.0 }
    );
    let tree = meant::<Node>(r#"{"name": "a", "kids": "[{\"name\": \"b\", \"kids\": null}]"}"#);
    assert_eq!(tree.kids, [Node { name: "b".into(), kids: Vec::new() }]);
    let map = meant::<BTreeMap<String, u8>>(r#"{"a": "1", "b": 2}"#);
    assert_eq!(map, BTreeMap::from([("a".into(), 1), ("b".into(), 2)]));
}

#[test]
fn nothing_becomes_a_string_and_no_range_is_forgiven() {
    assert!(!told::<String>("5").is_empty());
    assert!(!told::<Vec<String>>("[1]").is_empty());
    assert!(!told::<u8>(r#""256""#).is_empty());
    assert!(!told::<u8>(r#""5 apples""#).is_empty());
    assert!(!told::<u64>("1e300").is_empty());
    assert!(!told::<Item>(r#"{"sku": "a", "qty": "0"}"#).is_empty());
    assert!(!told::<bool>(r#""1""#).is_empty());
}

#[test]
fn a_key_that_serde_knows_as_an_alias_is_no_mistake() {
    let user = r#"{"login": "ada", "mail": "a@b.c", "roles": ["r"], "tags": {}}"#;
    assert_eq!(told::<User>(user), [""; 0]);
}

#[test]
fn deep_values_are_refused_without_harm() {
    let deep = format!("{}{}", r#"{"name":"a","kids":["#.repeat(5000), "]}".repeat(5000));
    assert_eq!(told::<Node>(&deep).len(), 1);
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    assert_eq!(told::<Node>(&deep).len(), 1);
    assert_eq!(told::<serde_json::Value>(&deep).len(), 1);
}

#[test]
fn many_mistakes_are_cut() {
    let many = format!("[{}]", vec!["true"; 1000].join(","));
    assert_eq!(told::<Vec<u8>>(&many).len(), 20);
}
