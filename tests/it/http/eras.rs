//! Both eras on one endpoint, and in which form an answer comes.

use mcp_test_support::http::{Request, called, text};
use mcp_test_support::peer::{self, request};
use serde_json::{Value, json};
use tokio::time::{pause, resume};

use super::{LEGACY, start};

const SUM: (&str, &str) = ("add", "3");

fn numbers() -> Value {
    json!({"a": 1, "b": 2})
}

#[tokio::test]
async fn one_endpoint_serves_both_eras() {
    let (client, _probe) = start().await;
    for version in LEGACY {
        let session = client.initialize(version).await;
        assert_eq!(session.call(SUM.0, numbers()).await, SUM.1, "{version}");
        let tools = session.request("tools/list", json!({})).await;
        assert_eq!(tools["result"].get("resultType"), None, "{version}");
        // Requests of the other era neither need nor disturb the session.
        assert_eq!(client.call(SUM.0, numbers()).await, SUM.1);
        assert_eq!(session.call(SUM.0, numbers()).await, SUM.1);
    }
    let tools = client.modern("tools/list", json!({})).await;
    assert_eq!(tools.header("mcp-session-id"), None);
    assert_eq!(tools.json().await["result"]["resultType"], "complete");
    let discovered = client.modern("server/discover", json!({})).await.json().await;
    assert_eq!(discovered["result"]["supportedVersions"].as_array().unwrap().len(), 5);
}

#[tokio::test]
async fn a_notification_of_a_session_stays_with_it_whatever_its_meta_says() {
    let (client, probe) = start().await;
    let session = client.initialize(LEGACY[0]).await;
    let waits = tokio::spawn({
        let session = session.clone();
        async move { session.start("x", "tools/call", called("wait", json!({}))).await }
    });
    probe.started.given(1).await;
    let meta = json!({ "io.modelcontextprotocol/clientCapabilities": {} });
    session.notify("notifications/cancelled", json!({ "requestId": "x", "_meta": meta })).await;
    probe.ended.given(1).await;
    assert_eq!(waits.await.unwrap().text().await, "");
}

/// What a legacy client sends beside a modern request means nothing there.
#[tokio::test]
async fn a_modern_request_is_served_whatever_session_it_names() {
    let (client, _probe) = start().await;
    let request = || Request::modern("tools/call", called(SUM.0, numbers()));
    for (name, value) in [("Mcp-Session-Id", "no such"), ("Last-Event-ID", "1-1")] {
        let response = client.send(request().header(name, value)).await;
        assert_eq!((response.status, response.header("mcp-session-id")), (200, None), "{name}");
        assert_eq!(text(&response.json().await), SUM.1);
    }
}

#[tokio::test]
async fn a_request_that_is_not_json_is_refused_with_its_id() {
    let (client, _probe) = start().await;
    let session = client.initialize("2025-11-25").await;
    for body in [
        r#"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"cut \ud83d off"}}"#,
        r#"{"method":"tools/call","params":{"arguments":{"a":NaN}},"jsonrpc":"2.0","id":7}"#,
        r#"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"cu"#,
    ] {
        let modern = Request::post(body)
            .header("MCP-Protocol-Version", "2026-07-28")
            .header("Mcp-Method", "tools/call");
        for request in [modern, session.post(body)] {
            let response = client.send(request).await;
            assert_eq!(response.status, 400, "{body}");
            let answer = response.json().await;
            assert_eq!(answer["error"]["code"], -32700, "{body}: {answer}");
            assert_eq!(answer["id"], 7, "{body}: {answer}");
        }
    }
}

#[tokio::test]
async fn an_answer_is_json_when_nothing_streams() {
    let (client, _probe) = start().await;
    let modern = client.modern("tools/call", called(SUM.0, numbers())).await;
    assert_eq!(text(&modern.json().await), SUM.1);
    for version in LEGACY {
        let session = client.initialize(version).await;
        let legacy = session.start_call(1, SUM.0, numbers()).await;
        assert_eq!(text(&legacy.json().await), SUM.1, "{version}");
    }
}

#[tokio::test]
async fn an_answer_is_streamed_as_soon_as_there_is_progress() {
    let (client, probe) = start().await;
    let mut params = called("tell", json!({}));
    params["_meta"] = json!({"progressToken": 1});
    let mut responses = vec![client.modern("tools/call", params).await];
    for version in LEGACY {
        responses.push(client.initialize(version).await.start_call(1, "tell", json!({})).await);
    }
    // The heads are there, and the handlers still run.
    probe.started.given(4).await;
    assert_eq!(probe.ended.count(), 0);
    for response in &mut responses {
        assert!(response.is_stream());
        assert_eq!(response.header("cache-control"), Some("no-cache, no-transform"));
        assert_eq!(response.header("x-accel-buffering"), Some("no"));
        assert_eq!(response.message().await.unwrap()["params"]["progress"], 1.0);
    }
    probe.go.give(4);
    for response in &mut responses {
        let rest = response.rest().await;
        assert_eq!(rest.len(), 2, "{rest:?}");
        assert_eq!(rest[0]["params"]["progress"], 2.0);
        assert_eq!(text(&rest[1]), "told");
    }
}

#[tokio::test]
async fn an_answer_that_takes_long_is_streamed() {
    let (client, probe) = start().await;
    let session = client.initialize("2025-11-25").await;
    let modern = tokio::spawn(client.modern("tools/call", called("wait", json!({}))));
    let legacy =
        tokio::spawn(
            async move { session.start(1, "tools/call", called("wait", json!({}))).await },
        );
    probe.started.given(2).await;
    // From here on nothing happens but that time passes.
    pause();
    let responses = [modern.await.unwrap(), legacy.await.unwrap()];
    resume();
    probe.go.give(2);
    for response in responses {
        assert!(response.is_stream());
        assert_eq!(text(&response.answer().await), "");
    }
}

#[tokio::test]
async fn who_takes_no_stream_gets_json() {
    let (client, probe) = start().await;
    let session = client.initialize("2025-11-25").await;
    let mut params = called("tell", json!({}));
    params["_meta"] = json!({"progressToken": 1});
    let legacy = session.post(request(1, "tools/call", params.clone()));
    let modern = Request::modern("tools/call", params);
    for request in [legacy, modern] {
        for accept in [Some("application/json"), Some("*/*"), None] {
            probe.go.give(1);
            let bare = request.clone().without("Accept");
            let request = accept.iter().fold(bare, |request, it| request.with("Accept", it));
            assert_eq!(text(&client.send(request).await.json().await), "told", "{accept:?}");
        }
        let picky = client.send(request.with("Accept", "text/html")).await;
        assert_eq!(picky.status, 406);
        assert_eq!(picky.json().await["error"]["code"], -32600);
    }
}

#[tokio::test]
async fn what_wants_no_answer_is_accepted() {
    let (client, _probe) = start().await;
    let session = client.initialize("2025-11-25").await;
    for message in [
        peer::notification("notifications/cancelled", json!({"requestId": 1})),
        peer::notification("notifications/unknown", json!({})),
        json!({"jsonrpc": "2.0", "id": 9, "result": {}}),
        json!({"jsonrpc": "2.0", "id": 9, "error": {"code": -1, "message": ""}}),
    ] {
        let response = client.send(session.post(&message)).await;
        assert_eq!((response.status, response.text().await.as_str()), (202, ""), "{message}");
    }
}
