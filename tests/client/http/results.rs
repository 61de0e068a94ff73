//! Results that are held against the schemas of their tools.

use std::sync::atomic::{AtomicUsize, Ordering};

use mcp_runtime_testing::json;
use serde_json::Value;

use super::super::{VERSIONS, agent, interaction};
use super::client;
use super::scripted::{Say, ScriptedServer};

/// A server with the tool `count`, which promises an integer and answers what its caller says.
async fn server() -> ScriptedServer {
    ScriptedServer::modern(|received| -> Say {
        let schema = json!({
            "type": "object", "properties": { "n": { "type": "integer" } }, "required": ["n"],
        });
        let tool = json!({
            "name": "count", "inputSchema": { "type": "object" }, "outputSchema": schema,
        });
        match received.rpc() {
            "tools/list" => received.result(&json!({ "tools": [tool] })),
            _ => received.result(&received.message["params"]["arguments"]),
        }
    })
    .await
}

fn answer(content: &Value) -> Value {
    json!({ "content": [], "structuredContent": content })
}

#[tokio::test]
async fn a_result_that_is_not_as_listed_is_an_error() {
    let server = server().await;
    let client = server.connect(client().validate_results()).await;
    let fits = answer(&json!({ "n": 1, "more": true }));
    let result = client.call_tool("count", &fits).await.unwrap();
    assert!(result.structured_content.is_some());
    let failed = json!({ "content": [], "isError": true });
    assert_eq!(client.call_tool("count", failed).await.unwrap().is_error, Some(true));
    let lists = server.seen().iter().filter(|one| *one == "POST tools/list").count();
    assert_eq!(lists, 1, "the tools are listed when the first one is called");
    for (wrong, why) in [
        (answer(&json!({ "n": "1" })), "`n`: expected an integer, got \"1\""),
        (answer(&json!({})), "`n`: missing"),
        (json!({ "content": [] }), "no structured content"),
    ] {
        let error = client.call_tool("count", &wrong).await.unwrap_err().to_string();
        assert!(error.contains("\"count\"") && error.contains(why), "{error}");
        client.call::<Value>("count", &wrong).await.unwrap_err();
    }
}

/// What is wrong by the schema that is known may be right by that of now.
#[tokio::test]
async fn a_schema_that_has_changed_is_looked_up() {
    let lists = AtomicUsize::new(0);
    let server = ScriptedServer::modern(move |received| match received.rpc() {
        "tools/list" => {
            let kind = ["integer", "string"][lists.fetch_add(1, Ordering::Relaxed).min(1)];
            let schema = json!({ "type": "object", "properties": { "n": { "type": kind } } });
            let input = json!({ "type": "object" });
            let tool = json!({ "name": "count", "inputSchema": input, "outputSchema": schema });
            received.result(&json!({ "tools": [tool] }))
        }
        _ => received.result(&received.message["params"]["arguments"]),
    })
    .await;
    let client = server.connect(client().validate_results()).await;
    client.call_tool("count", answer(&json!({ "n": 1 }))).await.unwrap();
    client.call_tool("count", answer(&json!({ "n": "1" }))).await.unwrap();
    client.call_tool("count", answer(&json!({ "n": 1 }))).await.unwrap_err();
}

/// A server may list any schema: what it costs to look is bounded, and nothing is kept.
#[tokio::test]
async fn a_schema_that_is_hard_to_check_is_given_up() {
    let text = |pattern: &str| json!({ "properties": { "x": { "pattern": pattern } } });
    let many: Vec<Value> = (0..200).map(|index| text(&format!("{index}|a"))).collect();
    let itself = json!([{ "$ref": "#" }, { "$ref": "#" }]);
    for (schema, given_up) in [
        // What cannot be built is not checked.
        (text("((a?){900}){40}z"), false),
        (text("(a?){30}(a?){30}z"), true),
        (json!({ "allOf": many }), true),
        (json!({ "properties": { "x": true }, "allOf": itself }), true),
        (json!({ "properties": { "x": true }, "oneOf": itself }), true),
    ] {
        let server = ScriptedServer::modern(move |received| match received.rpc() {
            "tools/list" => {
                let input = json!({ "type": "object" });
                let tool = json!({ "name": "text", "inputSchema": input, "outputSchema": schema });
                received.result(&json!({ "tools": [tool] }))
            }
            _ => received.result(&answer(&json!({ "x": "a".repeat(100_000) }))),
        })
        .await;
        let client = server.connect(client().validate_results()).await;
        match client.call_tool("text", json!({})).await {
            Ok(_) => assert!(!given_up),
            Err(error) => {
                let error = error.to_string();
                assert!(given_up && error.contains("too complex to be checked"), "{error}");
            }
        }
    }
}

#[tokio::test]
async fn nobody_looks_who_was_not_asked_to() {
    let server = server().await;
    let client = server.connect(client()).await;
    client.list_tools().await.unwrap();
    client.call_tool("count", answer(&json!({ "n": "1" }))).await.unwrap();
}

/// Where a value that is not an object is wrapped, its schema is listed so.
#[tokio::test]
async fn a_server_of_ours_keeps_its_promises_in_every_revision() {
    for &version in VERSIONS {
        let client =
            agent().version(version).validate_results().connect(interaction()).await.unwrap();
        let ticks: u64 = client.call("charges", ()).await.unwrap();
        assert_eq!(ticks, 0, "{version}");
        let order = json!({
            "customer": { "name": "A", "email": "a@b.c",
                          "address": { "street": "S", "city": "C", "zip": "1" } },
            "items": [{ "sku": "x", "qty": 2, "price": 1.5 }],
        });
        let summary: Value = client.call("order", order).await.unwrap();
        assert_eq!(summary["total"], 3.0, "{version}");
    }
}
