//! Batches, which 2025-03-26 has and no other revision.

use mcp_test_support::http::{Client, Request, Session, called, text};
use mcp_test_support::peer::{initialize, notification, request};
use serde_json::{Value, json};

use super::start;

async fn open() -> (Client, Session, super::Probe) {
    let (client, probe) = start().await;
    (client, client.initialize("2025-03-26").await, probe)
}

#[tokio::test]
async fn what_wants_an_answer_gets_one_in_one_body() {
    let (client, session, _probe) = open().await;
    let batch = json!([
        request(1, "tools/call", called("add", json!({"a": 1, "b": 2}))),
        notification("notifications/unknown", json!({})),
        request("two", "ping", json!({})),
        request(3, "no/such", json!({})),
        {"jsonrpc": "2.0", "id": 9, "result": {}},
        7,
    ]);
    let response = client.send(session.post(batch)).await;
    assert_eq!(response.status, 200);
    let answer = response.json().await;
    let answers = answer.as_array().unwrap();
    assert_eq!(answers.len(), 4, "{answers:?}");
    let of = |id: Value| answers.iter().find(|answer| answer["id"] == id).unwrap();
    assert_eq!(text(of(json!(1))), "3");
    assert_eq!(of(json!("two"))["result"], json!({}));
    assert_eq!(of(json!(3))["error"]["code"], -32601);
    assert_eq!(of(Value::Null)["error"]["code"], -32600);
}

#[tokio::test]
async fn a_batch_that_wants_no_answer_is_accepted() {
    let (client, session, _probe) = open().await;
    let batch = json!([
        notification("notifications/unknown", json!({})),
        {"jsonrpc": "2.0", "id": 9, "result": {}},
    ]);
    let response = client.send(session.post(batch)).await;
    assert_eq!((response.status, response.text().await.as_str()), (202, ""));
}

#[tokio::test]
async fn the_answers_come_together_after_all_else_that_streams() {
    let (client, session, probe) = open().await;
    probe.go.give(2);
    let mut params = called("tell", json!({}));
    params["_meta"] = json!({"progressToken": "t"});
    let batch = json!([
        request(1, "tools/call", params.clone()),
        request(2, "ping", json!({})),
        request(1, "tools/call", params),
    ]);
    let mut response = client.send(session.post(batch)).await;
    assert!(response.is_stream());
    let mut messages = response.rest().await;
    let answers = messages.pop().unwrap();
    assert_eq!(answers.as_array().map(Vec::len), Some(3), "{answers}");
    assert_eq!(messages.len(), 4);
    assert!(messages.iter().all(|message| message["method"] == "notifications/progress"));
}

/// <https://modelcontextprotocol.io/specification/2025-03-26/basic/lifecycle#initialization>
#[tokio::test]
async fn some_batches_are_refused_as_a_whole() {
    let (client, session, probe) = open().await;
    let start = request(1, "initialize", initialize("2025-03-26"));
    let call = request(2, "tools/call", called("wait", json!({})));
    for batch in [json!([]), json!([&start]), json!([&call, &start])] {
        let response = client.send(session.post(&batch)).await;
        assert_eq!(response.status, 400, "{batch}");
        let answer = response.json().await;
        assert_eq!(answer["error"]["code"], -32600, "{answer}");
    }
    // Nor does a batch open a session.
    let response = client.send(Request::post(json!([&start]))).await;
    assert_eq!((response.status, response.header("mcp-session-id")), (400, None));
    assert_eq!(probe.started.count(), 0);
}

#[tokio::test]
async fn other_revisions_have_no_batches() {
    let (client, probe) = start().await;
    let call = || json!([request(1, "tools/call", called("wait", json!({})))]);
    for version in ["2025-06-18", "2025-11-25"] {
        let session = client.initialize(version).await;
        let response = client.send(session.post(call())).await;
        assert_eq!(response.status, 400, "{version}");
        assert_eq!(response.json().await["error"]["code"], -32600);
    }
    let modern = Request::post(call()).header("MCP-Protocol-Version", "2026-07-28");
    assert_eq!(client.send(modern).await.status, 400);
    assert_eq!(probe.started.count(), 0);
}
