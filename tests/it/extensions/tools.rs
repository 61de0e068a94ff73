//! What extensions do to tools: results of their own kinds, entries of `_meta`, tools of their own.

use mcp_runtime::{Server, server, tool};
use mcp_test_support::http::{self, Request};
use mcp_test_support::peer::{Peer, initialize_with, modern};
use serde_json::{Value, json};

use super::batch::Batch;

/// Answers.
#[tool]
fn echo(text: Option<String>) -> String {
    text.unwrap_or_default()
}

fn server() -> Server {
    server!().extension(Batch::default()).tool::<echo>().build().unwrap()
}

fn batch() -> Value {
    json!({ "extensions": { "com.example/batch": {} } })
}

fn call(capabilities: &Value, tool: &str, arguments: Value) -> Value {
    let meta = json!({ "io.modelcontextprotocol/clientCapabilities": capabilities });
    modern(json!({ "name": tool, "arguments": arguments, "_meta": meta }))
}

#[tokio::test]
async fn a_tool_is_answered_with_a_kind_of_its_own_where_that_was_declared() {
    let queue = |capabilities: &Value| call(capabilities, "echo", json!({ "queue": "batch" }));
    let answer = Peer::memory(server()).request("tools/call", queue(&batch())).await;
    let result = &answer["result"];
    assert_eq!((&result["resultType"], &result["id"]), (&json!("batch"), &json!("echo")));
    assert!(result["_meta"]["io.modelcontextprotocol/serverInfo"].is_object());
    let client = http::serve(server().into_http()).await;
    let response = client.send(Request::modern("tools/call", queue(&batch()))).await;
    assert_eq!(response.answer().await["result"]["resultType"], "batch");
    // Others get what the tool answers.
    let answer = Peer::memory(server()).request("tools/call", queue(&json!({}))).await;
    assert_eq!(answer["result"]["resultType"], "complete", "{answer}");
    // And so do those who do not want it.
    let plain = call(&batch(), "echo", json!({ "text": "plain" }));
    let answer = Peer::memory(server()).request("tools/call", plain).await;
    assert_eq!(answer["result"]["content"][0]["text"], "plain");
}

#[tokio::test]
async fn a_kind_that_the_extension_does_not_list_does_not_go_out() {
    let unlisted = call(&batch(), "echo", json!({ "queue": "surprise" }));
    let answer = Peer::memory(server()).request("tools/call", unlisted).await;
    assert_eq!(answer["error"]["code"], -32603, "{answer}");
}

#[tokio::test]
async fn an_entry_of_meta_has_a_type() {
    let request = |tool: &str, entry: Option<Value>| {
        let mut params = modern(json!({ "name": tool }));
        if let Some(entry) = entry {
            params["_meta"]["com.example/batch"] = entry;
        }
        params
    };
    let mut peer = Peer::memory(server());
    for (tool, entry, expected) in [
        ("group", Some(json!({ "group": "a" })), Ok("a")),
        ("group", Some(json!({ "group": 5 })), Ok("none")),
        ("group", None, Ok("none")),
        ("grouped", Some(json!({ "group": "a" })), Ok("a")),
        ("grouped", Some(json!({ "group": 5 })), Err(-32602)),
        ("grouped", None, Err(-32602)),
    ] {
        let answer = peer.request("tools/call", request(tool, entry)).await;
        match expected {
            Ok(text) => assert_eq!(answer["result"]["content"][0]["text"], text, "{answer}"),
            Err(code) => assert_eq!(answer["error"]["code"], code, "{answer}"),
        }
    }
}

#[tokio::test]
async fn a_tool_of_an_extension_is_there_for_those_who_declared_it() {
    let names = |answer: &Value| {
        let mut tools = answer["result"]["tools"].as_array().unwrap().iter();
        tools.any(|tool| tool["name"] == "only")
    };
    let list = |capabilities: &Value| {
        modern(json!({ "_meta": { "io.modelcontextprotocol/clientCapabilities": capabilities } }))
    };
    let mut peer = Peer::memory(server());
    for (capabilities, is_there) in [(batch(), true), (json!({}), false)] {
        let answer = peer.request("tools/list", list(&capabilities)).await;
        assert_eq!(names(&answer), is_there);
        assert_eq!(answer["result"]["cacheScope"], "private");
        let answer = peer.request("tools/call", call(&capabilities, "only", json!({}))).await;
        let expected = if is_there { Value::Null } else { json!(-32021) };
        assert_eq!(answer["error"]["code"], expected, "{answer}");

        let mut peer = Peer::memory(server());
        peer.request("initialize", initialize_with("2025-11-25", &capabilities)).await;
        let answer = peer.request("tools/list", json!({})).await;
        assert_eq!(names(&answer), is_there);
        let answer = peer.request("tools/call", json!({ "name": "only" })).await;
        let expected = if is_there { Value::Null } else { json!(-32602) };
        assert_eq!(answer["error"]["code"], expected, "{answer}");
    }
}

#[tokio::test]
async fn settings_that_cannot_be_read_leave_a_tool_without_them() {
    let mut peer = Peer::memory(server());
    for (most, expected) in [(json!(4), "Some(4)"), (json!("?"), "None"), (Value::Null, "None")] {
        let settings = json!({ "com.example/batch": { "maxItems": most, "future": [1] } });
        let params = call(&json!({ "extensions": settings }), "most", json!({}));
        let answer = peer.request("tools/call", params).await;
        assert_eq!(answer["result"]["content"][0]["text"], expected, "{answer}");
    }
}
