//! The tools of a request together.

use std::time::{Duration, Instant};

use mcp_runtime_client::protocol::Tool;
use serde_json::{Map, Value, json};

use super::PROVIDERS;
use crate::conversions::{ConversionSettings, Converted};
use crate::{Loss, Tools};

/// A schema of about 1.3 KB, of which much becomes when its references are written out.
fn growing() -> Value {
    let level = |level: usize| {
        let next = json!({ "$ref": format!("#/$defs/d{}", level + 1) });
        let own = json!({ "type": "object", "properties": { "a": next, "b": next } });
        (format!("d{level}"), own)
    };
    let mut definitions: Map<String, Value> = (0..10).map(level).collect();
    definitions.insert("d10".to_owned(), json!({ "type": "string" }));
    let first = json!({ "$ref": "#/$defs/d0" });
    json!({ "type": "object", "properties": { "x": first }, "$defs": definitions })
}

fn small() -> Value {
    json!({ "type": "object", "properties": { "query": { "type": "string" } } })
}

fn tools(prefix: &str, count: usize, schema: &Value) -> Vec<Tool> {
    (0..count).map(|at| Tool::new(format!("{prefix}{at}"), schema.clone())).collect()
}

/// Each value of `tools` of a request, and how many tools are not offered.
fn offered(tools: &Tools) -> Vec<(&'static str, Value, usize)> {
    let of = |(name, provider)| {
        let format = tools.format(provider);
        let left_out = format.left_out();
        let count = left_out.iter().filter(|left_out| left_out.loss == Loss::Tool).count();
        (name, json!(format.tools()), count)
    };
    PROVIDERS.map(of).to_vec()
}

#[test]
fn all_tools_of_a_request_have_one_limit() {
    let tools = Tools::new([("s", tools("t", 200, &growing()))]);
    let started = Instant::now();
    let all = offered(&tools);
    println!("200 tools for six providers: {:?}", started.elapsed());
    for (name, offered, left_out) in all {
        let bytes = offered.to_string().len();
        println!("{name}: {bytes} bytes, {left_out} left out");
        assert!(bytes < 1_100_000, "{name}: {bytes}");
        assert!((1..200).contains(&left_out), "{name}: {left_out}");
    }
    assert!(started.elapsed() < Duration::from_secs(120), "{:?}", started.elapsed());
}

#[test]
fn large_tools_take_no_room_of_small_ones() {
    let large = json!({ "type": "object", "description": "x".repeat(200_000) });
    let servers = [("large", tools("t", 100, &large)), ("small", tools("t", 100, &small()))];
    for (name, offered, left_out) in offered(&Tools::new(servers)) {
        let text = offered.to_string();
        for at in 0..100 {
            assert!(text.contains(&format!("\"small__t{at}\"")), "{name}: {at}");
        }
        assert!(left_out > 0, "{name}");
    }
}

#[test]
fn large_tools_are_offered_where_there_is_room() {
    let large = json!({ "type": "object", "description": "x".repeat(200_000) });
    for (count, expected) in [(1, 0), (4, 0), (5, 0), (6, 1), (9, 4)] {
        let servers = [("large", tools("t", count, &large)), ("small", tools("t", 20, &small()))];
        for (name, _, left_out) in offered(&Tools::new(servers)) {
            assert_eq!(left_out, expected, "{name}: {count}");
        }
    }
}

#[test]
fn a_conversion_is_kept_for_all_turns_of_a_snapshot() {
    let tools = Tools::new([("s", tools("t", 2, &growing()))]);
    let first = Instant::now();
    let before = offered(&tools);
    let first = first.elapsed();
    let later = Instant::now();
    assert_eq!(offered(&tools.clone()), before);
    println!("the first time {first:?}, later {:?}", later.elapsed());
    for (_, provider) in PROVIDERS {
        let settings = ConversionSettings { provider, strict: false, output_schemas: false };
        tools.clone().conversions().get(settings, || panic!("it is made again"));
        let other = tools.format(provider).images(false).max_text(1);
        assert_eq!(other.tools(), tools.format(provider).tools());
        // Other settings are another conversion, also of those that have no strict mode.
        let mut is_made = false;
        let settings = ConversionSettings { strict: true, ..settings };
        tools.conversions().get(settings, || {
            is_made = true;
            Converted::default()
        });
        assert!(is_made);
    }
}
