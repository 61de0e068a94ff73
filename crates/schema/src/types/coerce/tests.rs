//! What is corrected, and in how many steps.

use serde_json::json;

use super::*;
use crate::types::recursive::{deep, ways};

fn meant(json: &str, schema: &Value) -> Option<String> {
    coerce(json, schema.as_object().unwrap(), schema)
}

#[test]
fn digits_are_kept_and_so_are_keys_that_come_twice() {
    let schema = json!({ "type": "object", "properties": { "n": { "type": "integer" } } });
    for (json, expected) in [
        (r#"{"n":"18446744073709551617"}"#, Some(r#"{"n":18446744073709551617}"#)),
        (r#"{"n":18446744073709551617}"#, None),
        (r#"{"n":"1","n":2}"#, Some(r#"{"n":1,"n":2}"#)),
        (r#"{"n":null}"#, Some("{}")),
        (r#"{"a":[1.50], "n":1.0}"#, Some(r#"{"a":[1.50],"n":1}"#)),
    ] {
        assert_eq!(meant(json, &schema).as_deref(), expected, "{json}");
    }
}

#[test]
fn a_union_takes_what_fits_as_it_is() {
    let schema = json!({ "anyOf": [{ "type": "string" }, { "type": "integer" }] });
    assert_eq!(meant(r#""5""#, &schema), None);
    let schema = json!({ "anyOf": [{ "type": "integer" }, { "type": "null" }] });
    assert_eq!(meant(r#""5""#, &schema).as_deref(), Some("5"));
    assert_eq!(meant("null", &schema), None);
}

#[test]
fn a_recursive_enum_is_read_in_steps_by_its_depth() {
    for (way, input, write) in ways() {
        let property = input.schema["properties"]["x"].as_object().unwrap();
        for depth in [12, 14, 20, 40, 60] {
            let read = |leaf: Value| {
                let mut steps = Steps::default();
                let json = deep(write, depth, leaf);
                let meant = coerced(&json, property, &input.schema, &mut steps);
                (steps.taken(), meant)
            };
            for (leaf, is_other) in [(json!("wrong"), false), (json!("1"), true)] {
                let (taken, meant) = read(leaf);
                if way == "untagged" {
                    // The intended branch is ambiguous; the step limit ends the search.
                    assert!(taken <= Steps::PER_WALK);
                    continue;
                }
                assert_eq!(meant.is_some(), is_other, "{way} {depth}");
                assert!(taken < 100 + 40 * depth, "{way} {depth}: {taken}");
            }
        }
    }
}

#[test]
fn strings_in_strings_are_not_read_without_end() {
    let schema = json!({ "type": "array", "items": { "$ref": "#/$defs/a" },
        "$defs": { "a": { "type": "array", "items": { "$ref": "#/$defs/a" } } } });
    let nested = (0..18).fold("[1]".to_owned(), |inner, _| json!([inner]).to_string());
    let mut steps = Steps::default();
    coerced(&nested, schema.as_object().unwrap(), &schema, &mut steps);
    assert!(steps.taken() < 200, "{}", steps.taken());
}
