//! What a context tells of its request.

use mcp_runtime::middleware::Request;
use mcp_runtime::protocol::{Completion, CompletionReference};
use mcp_runtime::{Caller, Changes, Context, json, server, tool};
use mcp_runtime_client::HttpTransport;
use serde_json::Value;
use tower::util::MapRequestLayer;

use super::{VERSIONS, client, connect, serve};

/// What a context knows, as text.
fn known(context: &Context) -> String {
    let agent = context.http().and_then(|head| head.headers.get("x-agent")?.to_str().ok());
    let meta = context.meta();
    let id = serde_json::to_value(context.request_id());
    let trace = meta.get("trace").and_then(Value::as_str).unwrap_or("none").to_owned();
    let session = context.session_id().is_some();
    let has_id = id.is_ok_and(|id| !id.is_null());
    format!("{} {agent:?} {session} {trace} {has_id}", context.version())
}

/// Tells what it knows.
#[tool]
fn tell(context: &Context, caller: Caller) -> String {
    format!("{} {:?}", known(context), caller.principal())
}

/// Tells what it knows, and knows no more than that it is called.
#[tool]
async fn tell_later(context: Context) -> String {
    tokio::task::yield_now().await;
    known(&context)
}

fn traced(tool: &str) -> Value {
    json!({ "name": tool, "_meta": { "trace": "t1" } })
}

#[tokio::test]
async fn a_handler_knows_its_request() {
    let url = serve(server!().tool::<tell>().tool::<tell_later>()).await;
    for version in VERSIONS {
        let transport = HttpTransport::new(&url).header("X-Agent", "tester");
        let client = client().version(version).connect(transport).await.unwrap();
        let session = version < *VERSIONS.last().unwrap();
        let expected = format!("{version} Some(\"tester\") {session} t1 true");
        for (tool, expected) in [("tell_later", expected.clone()), ("tell", expected + " None")] {
            let result = client.request("tools/call", traced(tool)).await.unwrap();
            assert_eq!(result["content"][0]["text"], expected);
        }
    }
}

#[tokio::test]
async fn without_http_there_is_neither_a_head_nor_a_principal() {
    let server = server!().tool::<tell>();
    let client = mcp_runtime_testing::connect(server).await.unwrap();
    let result = client.call_tool("tell", json!({})).await.unwrap();
    assert_eq!(result.text(), "2026-07-28 None false none true None");
}

#[tokio::test]
async fn middleware_knows_the_request_too() {
    let (send, mut seen) = tokio::sync::mpsc::unbounded_channel();
    let layer = MapRequestLayer::new(move |request: Request| {
        send.send(known(&request.context)).unwrap();
        request
    });
    let url = serve(server!().tool::<tell>().layer(layer)).await;
    let transport = HttpTransport::new(&url).header("X-Agent", "tester");
    let client = client().connect(transport).await.unwrap();
    client.request("tools/call", traced("tell")).await.unwrap();
    let mut last = seen.recv().await.unwrap();
    while let Ok(next) = seen.try_recv() {
        last = next;
    }
    assert_eq!(last, "2026-07-28 Some(\"tester\") false t1 true");
}

#[tokio::test]
async fn a_completion_for_all_prompts_knows_who_asks() {
    let server = server!().changes(Changes::new().prompts()).on_complete(|asked| async move {
        let context = asked.context();
        let who = context.caller().principal().unwrap_or("nobody").to_owned();
        let has_key = context.http().is_some_and(|head| head.headers.contains_key("x-api-key"));
        let what = (asked.params().argument.name.as_str(), asked.typed(), asked.argument("of"));
        Ok(Completion::new(vec![who, format!("{has_key} {what:?}")]))
    });
    let url = serve(server).await;
    for version in VERSIONS {
        for (key, name) in [("key-of-alice", "alice"), ("key-of-bob", "bob"), ("none", "nobody")] {
            let client = connect(&url, key, client(), version).await;
            let ticket = CompletionReference::prompt("added-later");
            let completion = client.complete(ticket, "ticket", "web").await.unwrap();
            let expected = [name, "true (\"ticket\", \"web\", None)"];
            assert_eq!(completion.values, expected, "{version}");
        }
    }
}
