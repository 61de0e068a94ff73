//! Schemas and calls that are made to take long.

use std::time::{Duration, Instant};

use mcp_runtime_client::protocol::Tool;
use serde_json::{Value, json};

use super::PROVIDERS;
use super::schemas::refused;
use crate::{Loss, Provider, Tools};

/// Far above what any of them takes, as tests run beside others.
const LONG: Duration = Duration::from_secs(20);

/// Converts a schema for all providers; returns how many do not get it.
fn left_out(schema: &Value) -> usize {
    let start = Instant::now();
    assert_eq!(refused(schema), Vec::<String>::new());
    assert!(start.elapsed() < LONG, "{:?}", start.elapsed());
    let tools = Tools::new([("s", vec![Tool::new("t", schema.clone())])]);
    let count = |provider: &Provider| {
        let left_out = tools.format(*provider).left_out();
        left_out.iter().any(|left_out| left_out.loss == Loss::Tool)
    };
    PROVIDERS.iter().filter(|(_, provider)| count(provider)).count()
}

fn doubling(levels: usize) -> Value {
    let mut definitions: serde_json::Map<_, _> = (0..levels)
        .map(|level| {
            let next = json!({ "$ref": format!("#/$defs/d{}", level + 1) });
            (
                format!("d{level}"),
                json!({ "type": "object", "properties": { "a": next, "b": next } }),
            )
        })
        .collect();
    definitions.insert(format!("d{levels}"), json!({ "type": "string" }));
    json!({ "type": "object", "properties": { "x": { "$ref": "#/$defs/d0" } }, "$defs": definitions })
}

#[test]
fn references_that_double() {
    assert_eq!(left_out(&doubling(4)), 0);
    assert_eq!(left_out(&doubling(40)), 6);
    assert_eq!(left_out(&doubling(400)), 6);
}

#[test]
fn recursion_in_many_places() {
    let properties: serde_json::Map<_, _> =
        (0..60).map(|n| (format!("p{n}"), json!({ "$ref": "#/$defs/All" }))).collect();
    let all = json!({
        "type": "object",
        "properties": { "x": { "$ref": "#/$defs/All" } },
        "$defs": { "All": { "type": "object", "properties": properties } },
    });
    assert_eq!(left_out(&all), 0, "fewer levels are written out");
    let definitions: serde_json::Map<_, _> = (0..300)
        .map(|n| {
            let others: serde_json::Map<_, _> = (0..30)
                .map(|m| {
                    (format!("p{m}"), json!({ "$ref": format!("#/$defs/d{}", (n * 7 + m) % 300) }))
                })
                .collect();
            (format!("d{n}"), json!({ "type": "object", "properties": others }))
        })
        .collect();
    let mutual = json!({ "type": "object", "properties": { "x": { "$ref": "#/$defs/d0" } }, "$defs": definitions });
    assert_eq!(left_out(&mutual), 6);
}

#[test]
fn references_without_a_value_between() {
    for (a, b) in [
        (json!({ "$ref": "#/$defs/B" }), json!({ "$ref": "#/$defs/A" })),
        (json!({ "anyOf": [{ "$ref": "#/$defs/A" }] }), json!({})),
        (
            json!({ "allOf": [{ "$ref": "#/$defs/B" }] }),
            json!({ "oneOf": [{ "$ref": "#/$defs/A" }] }),
        ),
        (json!({ "$ref": "#/properties/x" }), json!({})),
    ] {
        let schema = json!({
            "type": "object",
            "properties": { "x": { "$ref": "#/$defs/A" } },
            "$defs": { "A": a, "B": b },
        });
        assert_eq!(left_out(&schema), 0, "{schema}");
    }
    for root in ["#", "#/$defs/A", "#/$defs/none", "other.json"] {
        let schema = json!({ "$ref": root, "$defs": { "A": { "$ref": "#" } } });
        assert_eq!(left_out(&schema), 0, "{schema}");
    }
}

#[test]
fn large_and_deep_schemas() {
    let text = "x".repeat(1 << 20);
    assert_eq!(left_out(&json!({ "type": "object", "description": text })), 6);
    let many: serde_json::Map<_, _> =
        (0..40_000).map(|n| (format!("p{n}"), json!({ "type": "string" }))).collect();
    assert_eq!(left_out(&json!({ "type": "object", "properties": many })), 6);
    let mut deep = json!({ "type": "string" });
    for _ in 0..1_000 {
        deep = json!({ "type": "array", "items": deep });
    }
    assert_eq!(left_out(&json!({ "type": "object", "properties": { "x": deep } })), 6);
    let mut branches = json!({ "properties": { "a": {} } });
    for _ in 0..20 {
        branches = json!({ "anyOf": [branches, branches] });
        if branches.to_string().len() > 100_000 {
            break;
        }
    }
    left_out(&json!({ "type": "object", "allOf": [branches] }));
}

#[test]
fn nulls_in_schemas_without_an_end() {
    let schema = json!({
        "type": "object",
        "properties": { "a": { "$ref": "#" }, "n": { "anyOf": [{ "$ref": "#/$defs/L" }] } },
        "$defs": { "L": { "type": "string", "allOf": [{ "$ref": "#/$defs/L" }, { "$ref": "#/properties/n" }] } },
    });
    let tools = Tools::new([("s", vec![Tool::new("t", schema)])]);
    let mut arguments = json!({ "a": null });
    for _ in 0..100 {
        arguments = json!({ "a": arguments, "n": null });
    }
    let call = json!({ "call_id": "c", "name": "s__t", "arguments": arguments.to_string() });
    let start = Instant::now();
    let call = tools.format(Provider::OpenAiResponses).strict().call(&call).unwrap();
    assert!(start.elapsed() < LONG);
    assert!(!serde_json::to_string(&call.arguments).unwrap().contains("null"));
}

#[test]
fn many_parts_of_each_kind() {
    let parts = |part: &dyn Fn(usize) -> Value| (0..1_000).map(part).collect::<Vec<_>>();
    let node = json!({ "type": "object", "properties": { "n": { "$ref": "#/$defs/N" } } });
    for root in [
        json!({ "allOf": parts(&|n| json!({ "required": [format!("a{n}")] })) }),
        json!({ "anyOf": parts(&|n| json!({ "required": [format!("a{n}")] })) }),
        json!({ "oneOf": parts(&|n| json!({ "properties": { "a": { "const": n } } })) }),
        json!({ "oneOf": parts(&|n| json!({ "properties": { "a": { "minimum": n } } })) }),
        json!({ "anyOf": parts(&|_| json!({ "$ref": "#/$defs/N" })) }),
        json!({ "properties": { "a": { "allOf": parts(&|n| json!({ "pattern": n.to_string() })) } } }),
        json!({ "properties": { "a": { "anyOf": parts(&|n| json!({ "$ref": format!("#/$defs/N/x{n}") })) } } }),
    ] {
        let mut schema = root;
        schema["type"] = "object".into();
        schema["$defs"] = json!({ "N": node });
        left_out(&schema);
    }
}
