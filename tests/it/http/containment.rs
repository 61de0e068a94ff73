//! What a handler that panics, or a client that does not read, cannot do to others.

use mcp_runtime::middleware::{Request as Inner, RequestService};
use mcp_test_support::http::{Request, called, serve, text};
use mcp_test_support::peer::{initialize, request};
use serde_json::{Value, json};
use tower::layer::layer_fn;
use tower::{Service as _, service_fn};

use super::{LEGACY, assert_serves, fixture, start};

#[tokio::test]
async fn a_panic_is_answered_without_what_it_says() {
    let (client, _probe) = start().await;
    for tool in ["boom", "boom_later"] {
        let mut answers = vec![client.modern("tools/call", called(tool, json!({}))).await];
        for version in LEGACY {
            let session = client.initialize(version).await;
            answers.push(session.start(1, "tools/call", called(tool, json!({}))).await);
            assert_eq!(session.request("ping", json!({})).await["result"], json!({}));
        }
        for answer in answers {
            assert_eq!(answer.status, 200);
            let answer = answer.json().await;
            assert_eq!(answer["result"]["isError"], true, "{answer}");
            assert_eq!(text(&answer), format!("tool `{tool}` failed: internal error"));
        }
    }
    assert_serves(client).await;
}

#[tokio::test]
async fn a_layer_that_panics_is_answered_too() {
    let panicking = layer_fn(|inner: RequestService| {
        service_fn(move |request: Inner| {
            let is_wait = request.params.as_deref().unwrap_or_default().contains("\"wait\"");
            assert!(!is_wait, "the secret");
            inner.clone().call(request)
        })
    });
    let (server, _probe) = fixture();
    let client = serve(server.layer(panicking).build().unwrap().into_http()).await;
    let modern = client.modern("tools/call", called("wait", json!({}))).await;
    assert_eq!(modern.status, 500);
    let legacy = client
        .initialize("2025-11-25")
        .await
        .start(1, "tools/call", called("wait", json!({})))
        .await;
    assert_eq!(legacy.status, 200, "only modern errors have a status");
    for answer in [modern.json().await, legacy.json().await] {
        assert_eq!((&answer["id"], &answer["error"]["code"]), (&json!(1), &json!(-32603)));
        assert!(!answer.to_string().contains("secret"), "{answer}");
    }
    assert_serves(client).await;
}

#[tokio::test]
async fn a_layer_that_panics_at_initialize_opens_no_session() {
    let panicking = layer_fn(|_: RequestService| {
        service_fn(
            async |_: Inner| -> Result<mcp_runtime::middleware::Reply, mcp_runtime::ErrorObject> {
                panic!("the secret")
            },
        )
    });
    let (server, _probe) = fixture();
    let client = serve(server.layer(panicking).build().unwrap().into_http()).await;
    let open = Request::post(request(0, "initialize", initialize("2025-11-25")));
    let refused = client.send(open).await;
    assert_eq!(refused.header("mcp-session-id"), None);
    assert_eq!(refused.json().await["error"]["code"], -32603);
}

/// 20 MB wait for somebody who does not read them.
#[tokio::test]
async fn a_reader_that_stalls_delays_nobody() {
    let (client, _probe) = start().await;
    let flood = json!({"count": 2_000, "size": 10_000});
    for version in LEGACY {
        let session = client.initialize(version).await;
        let stalled = session.start_call(1, "flood", flood.clone()).await;
        let mut params = called("flood", flood.clone());
        params["_meta"] = json!({"progressToken": 1});
        let modern = client.modern("tools/call", params).await;
        for _ in 0..20 {
            assert_eq!(session.request("ping", json!({})).await["result"], json!({}));
            assert_eq!(session.call("add", json!({"a": 1, "b": 2})).await, "3");
        }
        assert_serves(client).await;
        drop((stalled, modern));
    }
}

#[tokio::test]
async fn a_reader_that_goes_on_gets_everything() {
    let (client, _probe) = start().await;
    let session = client.initialize("2025-11-25").await;
    let flood = json!({"count": 2_000, "size": 10_000});
    let mut stalled = session.start_call(1, "flood", flood).await;
    assert_eq!(session.request("ping", json!({})).await["result"], json!({}));
    let messages: Vec<Value> = stalled.rest().await;
    assert_eq!(messages.len(), 2_001);
    assert_eq!(text(&messages[2_000]), "flooded");
}
