//! Methods of extensions: who may use them, in which revision.

use mcp_runtime::{ServerBuilder, server, tool};
use mcp_test_support::http::{self, Client, Request};
use mcp_test_support::peer::{Peer, initialize_with, modern};
use serde_json::{Value, json};

use super::batch::Batch;

const RUN: &str = "com.example/batch/run";

/// Answers.
#[tool]
fn echo(text: Option<String>) -> String {
    text.unwrap_or_default()
}

fn with_batch() -> ServerBuilder {
    server!().extension(Batch::default()).tool::<echo>()
}

fn batch(settings: &Value) -> Value {
    json!({ "extensions": { "com.example/batch": settings } })
}

/// The parameters of a modern request, of a client with these capabilities.
fn of(capabilities: &Value, mut params: Value) -> Value {
    params["_meta"]["io.modelcontextprotocol/clientCapabilities"] = capabilities.clone();
    modern(params)
}

async fn session(version: &str, capabilities: &Value) -> Peer {
    let mut peer = Peer::memory(with_batch().build().unwrap());
    peer.request("initialize", initialize_with(version, capabilities)).await;
    peer.send(mcp_test_support::peer::notification("notifications/initialized", json!({}))).await;
    peer
}

fn stdio() -> Peer {
    Peer::memory(with_batch().build().unwrap())
}

async fn over_http() -> Client {
    http::serve(with_batch().build().unwrap().into_http()).await
}

#[tokio::test]
async fn a_method_is_served_to_clients_that_declared_its_extension() {
    let params = of(&batch(&json!({ "maxItems": 3, "future": 1 })), json!({ "calls": ["a", "b"] }));
    let mut peer = stdio();
    let id = peer.start(RUN, params.clone()).await;
    let begun = peer.receive().await;
    assert_eq!(begun["method"], "notifications/batch/begun", "{begun}");
    assert_eq!(begun["params"], json!({ "count": 2 }));
    let answer = peer.answer(id).await;
    let result = &answer["result"];
    assert_eq!((&result["count"], &result["most"]), (&json!(2), &json!(3)), "{answer}");
    assert_eq!(result["resultType"], "complete");
    assert!(result["_meta"]["io.modelcontextprotocol/serverInfo"].is_object(), "{answer}");

    let response = over_http().await.send(Request::modern(RUN, params)).await;
    assert_eq!(response.status, 200);
    assert_eq!(response.answer().await["result"]["count"], 2);
}

#[tokio::test]
async fn who_did_not_declare_it_is_refused_in_each_era() {
    let data = json!({ "requiredCapabilities": { "extensions": { "com.example/batch": {} } } });
    let client = over_http().await;
    for settings in [json!(null), json!(true), json!([])] {
        let params = of(&batch(&settings), json!({ "calls": [] }));
        let response = client.send(Request::modern(RUN, params.clone())).await;
        assert_eq!(response.status, 400, "{settings}");
        let error = response.json().await["error"].take();
        assert_eq!((&error["code"], &error["data"]), (&json!(-32021), &data));
        let answer = stdio().request(RUN, params).await;
        assert_eq!(answer["error"]["code"], -32021);
    }
    let mut peer = session("2025-11-25", &json!({})).await;
    let answer = peer.request(RUN, json!({ "calls": [] })).await;
    assert_eq!(answer["error"]["code"], -32601, "{answer}");
    // Nothing is remembered of a modern request.
    let mut peer = stdio();
    let declared = of(&batch(&json!({})), json!({ "calls": [] }));
    let id = peer.start(RUN, declared).await;
    peer.receive().await;
    assert!(peer.answer(id).await.get("result").is_some());
    let answer = peer.request(RUN, of(&json!({}), json!({ "calls": [] }))).await;
    assert_eq!(answer["error"]["code"], -32021);
}

#[tokio::test]
async fn a_session_that_declared_it_is_served_until_it_ends() {
    let mut peer = session("2025-11-25", &batch(&json!({ "maxItems": 4 }))).await;
    for _ in 0..2 {
        let id = peer.start(RUN, json!({ "calls": ["a"] })).await;
        assert_eq!(peer.receive().await["method"], "notifications/batch/begun");
        let answer = peer.answer(id).await;
        // No more than the members: the revision has neither kinds of results nor servers in them.
        assert_eq!(answer["result"], json!({ "count": 1, "most": 4 }));
    }
    let client = over_http().await;
    let opened = client.initialize_with("2025-11-25", &batch(&json!({ "maxItems": 4 }))).await;
    let answer = opened.request(RUN, json!({ "calls": ["a"] })).await;
    assert_eq!(answer["result"], json!({ "count": 1, "most": 4 }));
}

#[tokio::test]
async fn the_gate_is_as_the_vectors_say() {
    let vectors = super::vectors::vectors();
    let http = over_http().await;
    let mut checked = 0;
    for record in vectors["gate"].as_array().unwrap() {
        let version = record["version"].as_str().unwrap();
        let capabilities =
            if record["declared"].as_bool().unwrap() { batch(&json!({})) } else { json!({}) };
        // The same extension has a method from 2026-07-28 on.
        let (method, params) = match record["since"].as_str().unwrap() {
            "2025-11-25" => (RUN, json!({ "calls": [] })),
            _ => ("com.example/batch/stop", json!({ "batchId": "1" })),
        };
        let answer = if version == "2026-07-28" {
            let params = of(&capabilities, params);
            let mut request = Request::modern(method, params.clone());
            if method != RUN {
                request = request.header("Mcp-Name", "1");
            }
            let response = http.send(request).await;
            if let Some(status) = record["http"].as_u64() {
                assert_eq!(u64::from(response.status), status, "{record}");
            }
            response.answer().await
        } else {
            let mut peer = session(version, &capabilities).await;
            let id = peer.start(method, params).await;
            let mut answer = peer.receive().await;
            if answer.get("id").is_none() {
                answer = peer.answer(id).await;
            }
            answer
        };
        match record["expected"].as_i64() {
            Some(code) => assert_eq!(answer["error"]["code"], code, "{record}: {answer}"),
            None => assert!(answer.get("result").is_some(), "{record}: {answer}"),
        }
        checked += 1;
    }
    assert_eq!(checked, 20);
}

#[tokio::test]
async fn a_method_exists_in_its_revisions_only() {
    let declared = batch(&json!({}));
    let old = "com.example/batch/old";
    let mut peer = session("2025-11-25", &declared).await;
    assert_eq!(peer.request(old, json!({})).await["result"], json!({}));
    let response = over_http().await.send(Request::modern(old, of(&declared, json!({})))).await;
    assert_eq!(response.status, 404);
    assert_eq!(response.json().await["error"]["code"], -32601);
    // As where nobody knows the extension.
    let plain = server!().tool::<echo>().build().unwrap();
    let client = http::serve(plain.clone().into_http()).await;
    let response = client.send(Request::modern(RUN, of(&declared, json!({})))).await;
    assert_eq!(response.status, 404);
    assert_eq!(response.json().await["error"]["code"], -32601);
    let answer = Peer::memory(plain).request(RUN, of(&declared, json!({}))).await;
    assert_eq!(answer["error"]["code"], -32601);
}

#[tokio::test]
async fn settings_that_cannot_be_read_are_told_by_their_member() {
    let wrong = batch(&json!({ "maxItems": "many", "other": 1 }));
    let answer = stdio().request(RUN, of(&wrong, json!({ "calls": [] }))).await;
    assert_eq!(answer["error"]["code"], -32602, "{answer}");
    let message = answer["error"]["message"].as_str().unwrap();
    assert!(message.contains("`maxItems`") && message.contains("com.example/batch"), "{message}");
    // Where they are optional, the call continues without.
    let answer = stdio().request("com.example/batch/about", of(&wrong, json!({}))).await;
    assert_eq!(answer["result"]["most"], Value::Null, "{answer}");
    let right = batch(&json!({ "maxItems": 7 }));
    let answer = stdio().request("com.example/batch/about", of(&right, json!({}))).await;
    assert_eq!(answer["result"]["most"], 7);
    // An open method is for everybody.
    let answer = stdio().request("com.example/batch/about", of(&json!({}), json!({}))).await;
    assert_eq!(answer["result"]["count"], 0);
}

#[tokio::test]
async fn bad_arguments_of_a_method_are_all_told() {
    let params = of(&batch(&json!({})), json!({ "calls": 5 }));
    let answer = stdio().request(RUN, params).await;
    assert_eq!(answer["error"]["code"], -32602, "{answer}");
    assert!(answer["error"]["message"].as_str().unwrap().contains("calls"), "{answer}");
    let params = of(&batch(&json!({})), json!({ "batchId": "none" }));
    let answer = stdio().request("com.example/batch/stop", params).await;
    assert_eq!(answer["error"]["message"], "no such batch");
}

#[tokio::test]
async fn http_repeats_what_a_method_is_for() {
    let client = over_http().await;
    let stop = |name: Option<&str>| {
        let params = of(&batch(&json!({})), json!({ "batchId": "7" }));
        let request = Request::modern("com.example/batch/stop", params);
        name.into_iter().fold(request, |request, name| request.header("Mcp-Name", name))
    };
    assert_eq!(client.send(stop(Some("7"))).await.status, 200);
    for wrong in [Some("8"), None] {
        let response = client.send(stop(wrong)).await;
        assert_eq!(response.status, 400);
        assert_eq!(response.json().await["error"]["code"], -32020, "{wrong:?}");
    }
}

#[tokio::test]
async fn a_notification_of_the_client_is_heard_if_it_declared_the_extension() {
    let hint = |params| mcp_test_support::peer::notification("notifications/batch/hint", params);
    let mut peer = session("2025-11-25", &batch(&json!({}))).await;
    for items in [json!(3), json!("?"), json!(4)] {
        peer.send(hint(json!({ "items": items }))).await;
    }
    assert_eq!(peer.call("hints", json!({})).await["content"][0]["text"], "[3, 4]");
    let mut peer = session("2025-11-25", &json!({})).await;
    peer.send(hint(json!({ "items": 3 }))).await;
    assert_eq!(peer.call("hints", json!({})).await["content"][0]["text"], "[]");

    let mut peer = stdio();
    peer.send(hint(of(&batch(&json!({})), json!({ "items": 5 })))).await;
    peer.send(hint(of(&json!({}), json!({ "items": 6 })))).await;
    let call = |tool: &str| modern(json!({ "name": tool }));
    let answer = peer.request("tools/call", call("hints")).await;
    assert_eq!(answer["result"]["content"][0]["text"], "[5]");

    let client = over_http().await;
    let message = hint(of(&batch(&json!({})), json!({ "items": 9 })));
    let posted = client.send(Request::post(message).header("MCP-Protocol-Version", "2026-07-28"));
    assert_eq!(posted.await.status, 202);
    assert_eq!(client.call("hints", json!({})).await, "[9]");
}

#[tokio::test]
async fn mistakes_are_told_when_the_server_is_built() {
    let error = server!().handlers(Batch::default()).build().unwrap_err().to_string();
    assert!(error.contains("belongs to the extension `com.example/batch`: add it with"), "{error}");
    let twice = with_batch().extension(Batch::default());
    let error = twice.build().unwrap_err().to_string();
    assert!(error.contains("extension `com.example/batch` is added twice"), "{error}");
    assert!(error.contains(&format!("two methods are called `{RUN}`")), "{error}");
    assert_eq!(error.matches("methods.rs:").count(), 2, "{error}");

    let error = server!().extension(Greedy).build().unwrap_err().to_string();
    assert!(error.contains("method `tasks/get` of the extension `com.example/greedy`"), "{error}");
    assert!(error.contains("`com.example/get`"), "{error}");
}

/// Takes what belongs to the protocol.
#[mcp_runtime::extension("com.example/greedy")]
struct Greedy;

#[mcp_runtime::handlers]
impl Greedy {
    #[mcp_runtime::method("tasks/get")]
    fn get(&self) {}
}

/// Measures.
#[mcp_runtime::extension("com.example/gauge")]
struct Gauge;

#[derive(serde::Serialize)]
struct Reading {
    value: f64,
}

#[mcp_runtime::handlers]
impl Gauge {
    #[mcp_runtime::method("com.example/gauge/read")]
    fn read(&self, of: u8) -> Reading {
        Reading { value: f64::from(of).ln() }
    }
}

#[tokio::test]
async fn a_result_of_a_method_with_a_number_that_json_cannot_carry_is_an_error() {
    let capabilities = json!({ "extensions": { "com.example/gauge": {} } });
    let mut peer = Peer::memory(server!().extension(Gauge).build().unwrap());
    let answer =
        peer.request("com.example/gauge/read", of(&capabilities, json!({ "of": 1 }))).await;
    assert_eq!(answer["result"]["value"], 0.0, "{answer}");
    let answer =
        peer.request("com.example/gauge/read", of(&capabilities, json!({ "of": 0 }))).await;
    let message = "the result has the number -inf, which JSON cannot represent";
    assert_eq!(answer["error"]["message"], message, "{answer}");
}
