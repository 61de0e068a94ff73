//! The rows about structured results, by the type whose schema is advertised.

#![allow(dead_code, reason = "only the schemas of the types are looked at")]

use std::collections::HashMap;

use mcp_runtime::protocol::{CallToolResult, ContentBlock};
use mcp_runtime::{Image, Json, Schema, server, tool};
use mcp_test_support::peer::{Peer, modern};
use serde::Serialize;
use serde_json::{Map, Value, json};

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

/// Counts in a tree.
#[tool]
fn tree() -> Node {
    Node { name: "root".to_owned(), kids: vec![Node { name: "kid".to_owned(), kids: vec![] }] }
}

#[derive(Serialize, Schema)]
enum Expr {
    Num(f64),
    Neg(Box<Self>),
}

/// Negates a number.
#[tool]
fn negated() -> Expr {
    Expr::Neg(Box::new(Expr::Num(1.0)))
}

/// A mean of nothing.
#[tool]
fn mean(values: Vec<f64>) -> Json<f64> {
    Json(values.iter().sum::<f64>() / values.len() as f64)
}

#[tokio::test]
async fn recursive_results_keep_their_promises_on_the_wire_in_every_revision() {
    for version in ["2025-06-18", "2025-11-25", "2026-07-28"] {
        let server = server!().tool::<tree>().tool::<negated>().build().unwrap();
        let mut peer = Peer::memory(server);
        let is_modern = version == "2026-07-28";
        let with_meta = |params: Value| if is_modern { modern(params) } else { params };
        if !is_modern {
            peer.initialize(version).await;
        }
        let listed = peer.request("tools/list", with_meta(json!({}))).await;
        let tools = listed["result"]["tools"].as_array().unwrap();
        let schema = |name: &str| {
            let tool = tools.iter().find(|tool| tool["name"] == name).unwrap();
            tool["outputSchema"].clone()
        };
        let of_tree = schema("tree");
        let of_negated = schema("negated");
        let root = if is_modern { "$ref" } else { "type" };
        assert!(of_tree.get(root).is_some(), "{version}: {of_tree}");
        let kids = "/$defs/Node/properties/kids/items/$ref";
        assert_eq!(of_tree.pointer(kids), Some(&json!("#/$defs/Node")), "{version}");
        let wrapped = of_negated.pointer("/properties/result/$ref");
        assert_eq!(wrapped, (!is_modern).then_some(&json!("#/$defs/Expr")), "{version}");
        assert!(of_negated["$defs"]["Expr"]["anyOf"].is_array(), "{version}: {of_negated}");
        for (name, content) in [
            ("tree", json!({ "name": "root", "kids": [{ "name": "kid", "kids": [] }] })),
            ("negated", json!({ "Neg": { "Num": 1.0 } })),
        ] {
            let params = with_meta(json!({ "name": name, "arguments": {} }));
            let answer = peer.request("tools/call", params).await;
            let is_wrapped = name == "negated" && !is_modern;
            let content = if is_wrapped { json!({ "result": content }) } else { content };
            assert_eq!(answer["result"]["structuredContent"], content, "{version} {name}");
        }
    }
}

#[tokio::test]
async fn a_number_that_json_cannot_carry_is_an_error_of_the_tool() {
    let mut peer = Peer::memory(server!().tool::<mean>().build().unwrap());
    peer.initialize("2025-11-25").await;
    let answer = peer.call("mean", json!({ "values": [1, 2] })).await;
    assert_eq!(answer["structuredContent"], json!({ "result": 1.5 }), "{answer}");
    let answer = peer.call("mean", json!({ "values": [] })).await;
    assert_eq!(answer["isError"], true, "{answer}");
    let text = "the result has the number NaN, which JSON cannot represent";
    assert_eq!(answer["content"][0]["text"], text);
    assert_eq!(answer.get("structuredContent"), None);
}

/// Blocks, if there are any.
#[tool]
fn blocks(count: Option<usize>) -> Option<Vec<ContentBlock>> {
    count.map(|count| vec![ContentBlock::text("block"); count])
}

/// A picture with words, if there is one.
#[tool]
fn picture(found: bool) -> Result<Option<(Image, String)>, String> {
    Ok(found.then(|| (Image::png(b""), "a dot".to_owned())))
}

/// A whole result, if there is one.
#[tool]
fn whole(found: bool) -> Option<CallToolResult> {
    found.then(|| CallToolResult::error("found what is wrong"))
}

/// Several pictures, if there are any.
#[tool]
fn pictures(found: bool) -> Option<Vec<Image>> {
    found.then(|| vec![Image::png(b""); 3])
}

#[tokio::test]
async fn content_that_may_be_absent_is_content_or_none() {
    let server = server!().tool::<blocks>().tool::<picture>().tool::<whole>().tool::<pictures>();
    let mut peer = Peer::memory(server.build().unwrap());
    peer.initialize("2025-11-25").await;
    for (tool, arguments, blocks) in [
        ("blocks", json!({}), 0),
        ("blocks", json!({ "count": 0 }), 0),
        ("blocks", json!({ "count": 2 }), 2),
        ("picture", json!({ "found": false }), 0),
        ("picture", json!({ "found": true }), 2),
        ("pictures", json!({ "found": true }), 3),
        ("whole", json!({ "found": false }), 0),
        ("whole", json!({ "found": true }), 1),
    ] {
        let answer = peer.call(tool, arguments).await;
        assert_eq!(answer["content"].as_array().map(Vec::len), Some(blocks), "{tool}: {answer}");
        assert_eq!(answer.get("structuredContent"), None, "{tool}");
    }
    let listed = peer.request("tools/list", json!({})).await;
    let tools = listed["result"]["tools"].as_array().unwrap();
    assert!(tools.iter().all(|tool| tool.get("outputSchema").is_none()), "{listed}");
}

#[derive(Serialize, Schema)]
struct Measured {
    name: &'static str,
    values: Vec<Option<f32>>,
    by_place: HashMap<String, f64>,
}

/// Measures something.
#[tool]
fn measured(value: u8, place: u8) -> Measured {
    let values = vec![None, Some(f32::from(value) / 0.0)];
    let by_place = HashMap::from([("here".to_owned(), f64::from(place).ln())]);
    Measured { name: "m", values, by_place }
}

/// A ratio.
#[tool]
fn ratio(of: u8, to: u8) -> Option<f64> {
    Some(f64::from(of) / f64::from(to))
}

#[tokio::test]
async fn numbers_that_json_cannot_carry_are_found_wherever_they_are() {
    let server = server!().tool::<measured>().tool::<ratio>().build().unwrap();
    let mut peer = Peer::memory(server);
    peer.initialize("2025-11-25").await;
    for (tool, arguments, number) in [
        ("measured", json!({ "value": 1, "place": 1 }), "inf"),
        ("measured", json!({ "value": 0, "place": 1 }), "NaN"),
        ("ratio", json!({ "of": 0, "to": 0 }), "NaN"),
        ("ratio", json!({ "of": 1, "to": 0 }), "inf"),
    ] {
        let answer = peer.call(tool, arguments).await;
        let text = format!("the result has the number {number}, which JSON cannot represent");
        assert_eq!(answer["isError"], true, "{answer}");
        assert_eq!(answer["content"], json!([{ "type": "text", "text": text }]));
        assert_eq!(answer.get("structuredContent"), None);
    }
}

/// Waits.
#[tool]
fn wait(
    #[arg(default = f64::INFINITY)] at_most: f64,
    #[arg(default = 1.5)] at_least: f64,
    #[arg(default = vec![f32::NAN])] between: Vec<f32>,
) -> String {
    format!("{at_least} to {at_most} by {between:?}")
}

#[tokio::test]
async fn a_default_that_json_cannot_carry_is_not_in_the_schema() {
    let mut peer = Peer::memory(server!().tool::<wait>().build().unwrap());
    peer.initialize("2025-11-25").await;
    let listed = peer.request("tools/list", json!({})).await;
    let arguments = &listed["result"]["tools"][0]["inputSchema"]["properties"];
    assert_eq!(arguments["at_most"].get("default"), None, "{arguments}");
    assert_eq!(arguments["between"].get("default"), None, "{arguments}");
    assert_eq!(arguments["at_least"]["default"], 1.5);
    assert_eq!(peer.call("wait", json!({})).await["content"][0]["text"], "1.5 to inf by [NaN]");
}
