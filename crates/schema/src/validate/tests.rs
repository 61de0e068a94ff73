//! What a walk reports, and in how many steps.

use serde_json::json;

use super::*;

fn said(value: &Value, schema: &Value) -> String {
    let checked = check_foreign(&value.to_string(), schema);
    checked.err().map(|wrong| wrong.to_string()).unwrap_or_default()
}

#[test]
fn what_fits_a_foreign_schema_passes() {
    for (value, schema) in [
        (json!(1.0), json!({ "type": "integer", "enum": [1] })),
        (json!(null), json!({ "type": ["string", "null"] })),
        (json!("x"), json!({ "not": { "const": "y" }, "type": "string" })),
        (
            json!({ "a1": 1 }),
            json!({ "patternProperties": { "^a": {} }, "additionalProperties": false }),
        ),
        (
            json!([1, "x", "y"]),
            json!({ "prefixItems": [{ "type": "integer" }], "items": { "type": "string" } }),
        ),
        (json!(5), json!({ "anyOf": [true, { "type": "string" }] })),
        (json!({ "next": { "next": {} } }), json!({ "properties": { "next": { "$ref": "#" } } })),
        (json!(7), json!({ "$ref": "https://example.com/schema", "pattern": "(" })),
        (json!([1, 2]), json!({ "const": [1.0, 2] })),
    ] {
        assert_eq!(said(&value, &schema), "", "{schema}");
    }
}

#[test]
fn what_does_not_fit_a_foreign_schema_is_reported_with_its_place() {
    let schema = json!({
        "type": "object", "required": ["total"], "additionalProperties": false,
        "properties": {
            "total": { "type": "number", "minimum": 0 },
            "items": { "type": "array", "items": { "$ref": "#/$defs/item" } },
            "kind": { "oneOf": [{ "const": "a" }, { "const": "b" }] },
            "both": { "oneOf": [{ "minimum": 1 }, { "maximum": 5 }] },
            "code": { "type": "string", "pattern": "^[A-Z]+$" },
        },
        "$defs": { "item": { "type": "object", "properties": { "n": { "type": "integer" } } } },
    });
    for (value, expected) in [
        (json!([]), "expected an object, got []"),
        (json!({}), "`total`: missing, expected a number of at least 0"),
        (json!({ "total": "1" }), "`total`: expected a number of at least 0, got \"1\""),
        (json!({ "total": -1 }), "`total`: expected a number of at least 0, got -1"),
        (json!({ "total": null }), "`total`: expected a number of at least 0, got null"),
        (json!({ "total": 1, "more": 1 }), "`more`: unknown key"),
        (
            json!({ "total": 1, "items": [{}, { "n": 1.5 }] }),
            "`items[1].n`: expected an integer, got 1.5",
        ),
        (json!({ "total": 1, "kind": "c" }), "`kind`: expected \"a\" or \"b\", got \"c\""),
        (json!({ "total": 1, "both": 3 }), "`both`: it matches more than one schema of `oneOf`"),
        (
            json!({ "total": 1, "code": "a" }),
            "`code`: expected a string that matches `^[A-Z]+$`, got \"a\"",
        ),
    ] {
        assert_eq!(said(&value, &schema), expected, "{value}");
    }
}

#[test]
fn references_to_generic_types_are_followed_as_generators_write_them() {
    let schema = json!({
        "properties": { "page": { "$ref": "#/$defs/Page%3CItem%3E" } },
        "$defs": {
            "Page<Item>": { "required": ["items"], "properties": { "items": { "type": "array" } } },
            "A<B>": { "type": "integer" },
        },
    });
    let wrong = said(&json!({ "page": { "items": 1 } }), &schema);
    assert_eq!(wrong, "`page.items`: expected an array, got 1");
    let words = json!({ "not": {}, "anyOf": [{ "$ref": "#/$defs/A%3CB%3E" }, { "type": "null" }] });
    assert_eq!(expected(words.as_object().unwrap(), &schema), "an integer or null");
}

#[test]
fn a_schema_without_an_end_ends() {
    let itself = json!({ "anyOf": [{ "$ref": "#" }, { "$ref": "#" }] });
    assert!(said(&json!(1), &itself).contains("too complex"));
    let twice = json!({ "properties": { "x": { "allOf": [{ "$ref": "#" }, { "$ref": "#" }] } } });
    let deep = (0..60).fold(json!({}), |inner, _| json!({ "x": inner }));
    assert!(said(&deep, &twice).contains("too complex"));
    let long = format!("#{}", "/a".repeat(1_000_000));
    let many = json!({ "items": { "allOf": vec![json!({ "$ref": long }); 3] } });
    assert!(said(&json!([1]), &many).contains("too complex"));
}

#[test]
fn a_hostile_pattern_of_a_foreign_schema_costs_a_few_steps() {
    let patterns = |pattern: &dyn Fn(usize) -> String, count: usize| -> Value {
        let schema = |index| json!({ "pattern": pattern(index) });
        json!({ "allOf": (0..count).map(schema).collect::<Vec<_>>() })
    };
    let text = json!("a".repeat(30_000));
    let large = patterns(&|index| format!("((a?){{900}}){{40}}z{{{index}}}"), 20);
    assert_eq!(said(&text, &large), "", "what cannot be built is not checked");
    let many = patterns(&|index| format!("b{index}|a"), 1_000);
    assert!(said(&text, &many).contains("too complex"));
    let slow = patterns(&|_| "(a?){30}(a?){30}z".to_owned(), 1);
    assert!(said(&text, &slow).contains("too complex"));
}

#[test]
fn a_value_with_too_many_parts_is_said_to_be_too_complex() {
    let items = json!({ "type": "array", "items": { "type": "integer", "maximum": 1 } });
    let schema = items.as_object().unwrap();
    let many = format!("[1{}]", ",1".repeat(Steps::PER_WALK));
    let found = breaches("x", &many, schema, &Value::Null);
    let expected = "`x`: too complex to be checked; give a smaller value";
    assert_eq!(found.iter().map(ToString::to_string).collect::<Vec<_>>(), [expected]);
    let half = format!("[1{}]", ",1".repeat(Steps::PER_WALK / 3));
    assert_eq!(breaches("x", &half, schema, &Value::Null), []);
}
