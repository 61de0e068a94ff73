//! Schemas of all kinds, in the formats of all providers.

use mcp_runtime_client::protocol::Tool;
use serde_json::{Value, json};

use super::super::schema::{normalize, target};
use super::PROVIDERS;
use super::constraints::violations;
use crate::{Loss, Provider, Tools};

/// What any provider would refuse of a tool with this schema.
pub(super) fn refused(schema: &Value) -> Vec<String> {
    let mut wrong = Vec::new();
    let tools = Tools::new([("s", vec![Tool::new("t", schema.clone())])]);
    for (_, provider) in PROVIDERS {
        let format = tools.format(provider);
        for format in [format.clone(), format.strict()] {
            let offered = format.tools();
            let left_out = format.left_out();
            wrong.extend(
                violations(provider, &offered).iter().map(|w| format!("{provider:?}: {w}")),
            );
            let is_gone = left_out.iter().any(|left_out| left_out.loss == Loss::Tool);
            assert_eq!(offered.is_empty(), is_gone, "{provider:?} {left_out:?}");
        }
    }
    wrong
}

/// The schemas of all kinds of Rust types, as arguments.
fn schemas_of_types() -> Vec<(String, Value)> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/lint/types.jsonl");
    let lines = std::fs::read_to_string(path).unwrap();
    let types = lines
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap())
        .filter(|row| row["want"].is_object());
    let schemas = types.map(|row| {
        let want = &row["want"];
        let is_root = want["type"] == "object" && want.get("properties").is_some();
        let as_argument =
            json!({ "type": "object", "properties": { "x": want }, "required": ["x"] });
        let mut schema = if is_root { want.clone() } else { as_argument };
        if row["defs"].is_object() {
            schema["$defs"] = row["defs"].clone();
        }
        (row["id"].as_str().unwrap().to_owned(), schema)
    });
    schemas.collect()
}

#[test]
fn types_suit_all_providers() {
    let schemas = schemas_of_types();
    assert!(schemas.len() > 200, "{}", schemas.len());
    for (id, schema) in schemas {
        assert_eq!(refused(&schema), Vec::<String>::new(), "{id}: {schema}");
    }
}

fn tools_of_types() -> Tools {
    let tools = schemas_of_types().into_iter().map(|(id, schema)| Tool::new(id, schema));
    Tools::new([("types", tools.collect())])
}

#[test]
fn references_are_decoded_once() {
    let kinds = [
        ("#/$defs/Page%3CItem%3E", Some("integer")),
        ("#/$defs/Page<Item>", Some("integer")),
        ("#/definitions/%2541", Some("string")),
        ("#/$defs/a%7E1b", Some("boolean")),
        ("#/properties/list/prefixItems/0", Some("number")),
        ("#/properties/list/prefixItems/00", None),
        ("#/$defs/a%2Fb", None),
        ("#/$defs/%+f", None),
    ];
    let properties =
        kinds.map(|(reference, _)| (reference.to_owned(), json!({ "$ref": reference })));
    let mut schema = json!({
        "properties": serde_json::Map::from_iter(properties),
        "definitions": { "%41": { "type": "string" }, "A": {} },
        "$defs": { "Page<Item>": { "type": "integer" }, "a/b": { "type": "boolean" }, "\u{f}": {} },
    });
    schema["properties"]["list"] = json!({ "prefixItems": [{ "type": "number" }] });
    let root = normalize(&schema).unwrap();
    for (reference, kind) in kinds {
        let cleaned = root["properties"][reference]["$ref"].as_str().unwrap();
        let found = target(&root, cleaned).map(|found| found["type"].as_str().unwrap());
        assert_eq!(found, kind, "{reference}");
    }
}

/// What all providers get of the types and of random schemas, in the form of cases.
pub(super) fn more_cases() -> Vec<Value> {
    let mut seed = 1;
    let tools = (0..100).map(|n| Tool::new(format!("t{n}"), random_root(&mut seed, 2)));
    let random = Tools::new([("random", tools.collect())]);
    let mut cases = Vec::new();
    for (kind, tools) in [("types", tools_of_types()), ("random", random)] {
        for (name, provider) in PROVIDERS {
            let format = tools.format(provider);
            let strict = format.clone().strict();
            for (case, format) in [(kind.to_owned(), format), (format!("{kind}, strict"), strict)] {
                let out = format.tools();
                cases.push(json!({ "case": case, "kind": "tools", "provider": name, "out": out }));
            }
        }
    }
    cases
}

#[test]
fn most_types_are_offered_and_strict() {
    let tools = tools_of_types();
    for (_, provider) in PROVIDERS {
        let left_out = tools.format(provider).left_out();
        let gone = left_out.iter().filter(|left_out| left_out.loss == Loss::Tool).count();
        let limit = if provider == Provider::Anthropic { 3 } else { 0 };
        assert!(gone <= limit, "{provider:?}: {left_out:#?}");
        let left_out = tools.format(provider).strict().left_out();
        let not_strict = left_out.iter().filter(|left_out| left_out.loss == Loss::Strict).count();
        assert!(not_strict < tools.iter().count() / 5, "{provider:?} {not_strict}: {left_out:#?}");
    }
}

/// A pseudo-random number below `n`.
fn next(seed: &mut u64, n: u64) -> u64 {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*seed >> 33) % n
}

/// A pseudo-random schema, often wrong, in up to so many levels.
fn random_schema(seed: &mut u64, levels: u32) -> Value {
    if levels == 0 || next(seed, 12) == 0 {
        return [json!({}), json!(true), json!(false), json!({ "type": "string" }), json!(7)]
            [usize::try_from(next(seed, 5)).unwrap()]
        .clone();
    }
    let mut schema = serde_json::Map::new();
    for _ in 0..=next(seed, 4) {
        let kind = next(seed, 24);
        let mut sub = || random_schema(seed, levels - 1);
        let (keyword, value) = match kind {
            0..=3 => ("properties", json!({ "a": sub(), "b": sub() })),
            4 => ("anyOf", json!([sub(), sub(), { "type": "null" }])),
            5 => ("oneOf", json!([sub(), sub()])),
            6 => ("allOf", json!([sub(), sub()])),
            7 => ("items", sub()),
            8 => ("prefixItems", json!([sub(), sub()])),
            9 => ("additionalProperties", sub()),
            10 => ("$ref", json!("#/$defs/A")),
            11 => ("$ref", json!("#/properties/a")),
            12 => ("$ref", json!("#")),
            13 => ("not", sub()),
            14 => ("enum", json!([1, "x", null, { "a": [] }, ""])),
            15 => ("const", json!(null)),
            16 => ("required", json!(["a", "c", "a", 3])),
            17 => ("type", json!(["object", "array", "null"])),
            18 => ("type", json!("array")),
            19 => ("pattern", json!("(?<=a)b")),
            20 => ("$defs", json!({ "A": sub() })),
            21 => ("default", json!({ "deep": [null] })),
            22 => ("if", sub()),
            _ => ("type", json!("object")),
        };
        schema.insert(keyword.into(), value);
    }
    Value::Object(schema)
}

/// One whose root is an object, with definitions.
fn random_root(seed: &mut u64, levels: u32) -> Value {
    let mut schema = random_schema(seed, levels);
    if let Value::Object(root) = &mut schema {
        root.insert("type".into(), "object".into());
        root.entry("$defs").or_insert(json!({ "A": { "properties": { "a": { "$ref": "#" } } } }));
    }
    schema
}

#[test]
fn no_schema_of_a_server_harms_a_request() {
    let mut seed = 1;
    for round in 0..100 {
        let schema = random_root(&mut seed, 3);
        assert_eq!(refused(&schema), Vec::<String>::new(), "{round}: {schema}");
    }
}

/// Models write arguments in the order of the properties, and a prompt that stays the same is
/// cached.
#[test]
fn the_order_of_properties_is_kept() {
    let property = json!({ "type": "string" });
    let names = ["zeta", "alpha", "mid"];
    let properties: serde_json::Map<_, _> =
        names.iter().map(|name| ((*name).to_owned(), property.clone())).collect();
    let schema = json!({
        "title": "Args",
        "type": "object",
        "allOf": [{ "properties": { "zeta": { "minLength": 1 } } }],
        "properties": properties,
        "required": ["mid", "zeta"],
    });
    let tools = Tools::new([("s", vec![Tool::new("t", schema)])]);
    for (name, provider) in PROVIDERS {
        for format in [tools.format(provider), tools.format(provider).strict()] {
            let json = json!(format.tools()).to_string();
            let text = json.split_once("properties").unwrap().1;
            let places = names.map(|name| text.find(&format!("\"{name}\":")).unwrap());
            assert!(places.is_sorted(), "{name}: {text}");
        }
    }
}
