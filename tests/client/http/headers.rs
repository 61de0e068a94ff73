//! Headers that repeat what a message says.

use std::sync::atomic::{AtomicBool, Ordering};

use mcp_runtime::protocol::ProtocolVersion;
use mcp_runtime_testing::json;
use serde_json::Value;

use super::scripted::{ReceivedRequest, Say, ScriptedServer, json_body};
use super::{client, legacy};

fn tool(name: &str, properties: &Value) -> Value {
    json!({ "name": name, "inputSchema": { "type": "object", "properties": properties } })
}

fn region() -> Value {
    tool("query", &json!({ "region": { "type": "string", "x-mcp-header": "Region" } }))
}

/// Lists these tools, and calls any.
fn say(received: &ReceivedRequest, tools: &[Value]) -> Say {
    match received.rpc() {
        "tools/list" => received.result(&json!({ "tools": tools })),
        _ => json_body(200, &received.text("done")),
    }
}

#[tokio::test]
async fn a_modern_request_says_in_headers_what_it_is_for() {
    let server = ScriptedServer::modern(|received| match received.rpc() {
        "resources/read" => received.result(&json!({ "contents": [] })),
        _ => json_body(200, &received.text("done")),
    })
    .await;
    let client = server.connect(client()).await;
    client.call_tool("t\u{f6}\u{f6}l", ()).await.unwrap();
    client.read_resource("file:///a b").await.unwrap();
    client.request("tools/call", json!({ "name": "raw" })).await.unwrap();
    let received = server.received();
    let seen: Vec<_> = received
        .iter()
        .map(|one| (one.header("mcp-method").unwrap(), one.header("mcp-name")))
        .collect();
    let expected = [
        ("server/discover", None),
        ("tools/call", Some("=?base64?dMO2w7Zs?=")),
        ("resources/read", Some("file:///a b")),
        ("tools/call", Some("raw")),
    ];
    assert_eq!(seen, expected);
    for one in received {
        assert_eq!(one.header("mcp-protocol-version"), Some("2026-07-28"));
        assert_eq!(one.header("accept"), Some("application/json, text/event-stream"));
        assert_eq!(one.header("content-type"), Some("application/json"));
        assert_eq!(one.header("mcp-session-id"), None);
    }
}

#[tokio::test]
async fn a_legacy_request_has_only_the_headers_of_its_revision() {
    let server = ScriptedServer::legacy(|received| say(received, &[region()])).await;
    let client = server.connect(legacy()).await;
    client.list_tools().await.unwrap();
    client.call_tool("query", json!({ "region": "eu" })).await.unwrap();
    let received = server.received();
    let [initialize, rest @ ..] = &received[..] else { panic!("{received:?}") };
    assert_eq!(initialize.header("mcp-protocol-version"), None);
    for one in rest {
        assert_eq!(one.header("mcp-protocol-version"), Some("2025-11-25"));
        assert_eq!(one.header("mcp-session-id"), Some("s1"));
        assert_eq!((one.header("mcp-method"), one.header("mcp-param-region")), (None, None));
    }
}

#[tokio::test]
async fn arguments_are_repeated_as_the_schema_wants_it() {
    let properties = json!({
        "text": { "type": "string", "x-mcp-header": "Text" },
        "whole": { "type": "integer", "x-mcp-header": "Whole" },
        "of": { "type": "object", "properties": {
            "sure": { "type": "boolean", "x-mcp-header": "Sure" },
        } },
        "absent": { "type": "string", "x-mcp-header": "Absent" },
        "null": { "type": "string", "x-mcp-header": "Null" },
        "empty": { "type": "string", "x-mcp-header": "Empty" },
        "plain": { "type": "string" },
    });
    let server =
        ScriptedServer::modern(move |received| say(received, &[tool("all", &properties)])).await;
    let client = server.connect(client()).await;
    client.list_tools().await.unwrap();
    let arguments = json!({
        "text": "Hello, \u{4e16}\u{754c}", "whole": -7, "of": { "sure": false },
        "null": null, "empty": "", "plain": "unsaid",
    });
    client.call_tool("all", arguments).await.unwrap();
    let received = server.received();
    let call = received.last().unwrap();
    let header = |name: &str| call.header(&format!("mcp-param-{name}"));
    assert_eq!(header("text"), Some("=?base64?SGVsbG8sIOS4lueVjA==?="));
    assert_eq!((header("whole"), header("sure")), (Some("-7"), Some("false")));
    assert_eq!(header("empty"), Some(""));
    assert_eq!((header("absent"), header("null"), header("plain")), (None, None, None));
}

#[tokio::test]
async fn a_tool_with_wrong_headers_is_left_out() {
    let wrong = tool("wrong", &json!({ "x": { "type": "number", "x-mcp-header": "X" } }));
    let server = ScriptedServer::modern({
        let wrong = wrong.clone();
        move |received| say(received, &[wrong.clone(), region()])
    })
    .await;
    let modern = server.connect(client()).await;
    let names: Vec<_> = modern.list_tools().await.unwrap().into_iter().map(|t| t.name).collect();
    assert_eq!(names, ["query"]);
    let mut tools = modern.tools();
    assert_eq!(tools.next().await.unwrap().unwrap().name, "query");
    assert!(tools.next().await.unwrap().is_none());
    // Before 2026-07-28 there are no such headers.
    let server =
        ScriptedServer::legacy(move |received| say(received, std::slice::from_ref(&wrong))).await;
    let legacy = server.connect(legacy()).await;
    assert_eq!(legacy.list_tools().await.unwrap().len(), 1);
}

#[tokio::test]
async fn a_mismatch_is_repaired_once() {
    let repairs = AtomicBool::new(true);
    let server = ScriptedServer::modern(move |received| {
        let is_call = received.rpc() == "tools/call";
        let is_stubborn = received.message["params"]["name"] == "stubborn";
        if is_call && (is_stubborn || received.header("mcp-param-region").is_none()) {
            assert!(is_stubborn || repairs.swap(false, Ordering::Relaxed), "once is enough");
            let error = json!({ "code": -32020, "message": "Header mismatch" });
            let id = &received.message["id"];
            return json_body(400, &json!({ "jsonrpc": "2.0", "id": id, "error": error }));
        }
        say(received, &[region()])
    })
    .await;
    let client = server.connect(client().version(ProtocolVersion::LATEST)).await;
    let arguments = json!({ "region": "eu" });
    // Nobody has listed the tools before.
    assert_eq!(client.call_tool("query", &arguments).await.unwrap().text(), "done");
    assert_eq!(client.call_tool("query", &arguments).await.unwrap().text(), "done");
    let expected = ["server/discover", "tools/call", "tools/list", "tools/call", "tools/call"];
    let seen: Vec<String> = server.received().iter().map(|one| one.rpc().to_owned()).collect();
    assert_eq!(seen, expected);
    let error = client.call_tool("stubborn", &arguments).await.unwrap_err();
    assert_eq!((error.http_status(), error.rpc().unwrap().code.0), (Some(400), -32020));
    assert_eq!(server.seen().len(), expected.len() + 3);
}
