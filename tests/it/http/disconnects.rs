//! Clients that go away: the end of a modern call, and no more than that of a legacy one's response.

use mcp_test_support::http::{Client, Request, called, text};
use mcp_test_support::peer::request;
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpStream;

use super::{LEGACY, Probe, assert_serves, start};

/// Sends a request and does not wait for what comes back.
async fn begin(client: Client, probe: &Probe, request: Request) -> TcpStream {
    let mut stream = client.connect().await;
    stream.write_all(&request.to_bytes()).await.unwrap();
    probe.started.given(1).await;
    stream
}

fn with_progress(tool: &str) -> Value {
    let mut params = called(tool, json!({}));
    params["_meta"] = json!({"progressToken": 1});
    params
}

/// <https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/cancellation>
#[tokio::test]
async fn a_modern_call_is_dropped_when_its_client_goes_away() {
    let (client, probe) = start().await;
    for tool in ["wait", "tell"] {
        let stream =
            begin(client, &probe, Request::modern("tools/call", with_progress(tool))).await;
        assert_eq!(probe.ended.count(), 0);
        drop(stream);
        probe.ended.given(1).await;
    }
    let mut response = client.modern("tools/call", with_progress("tell")).await;
    assert_eq!(response.message().await.unwrap()["method"], "notifications/progress");
    probe.started.given(1).await;
    drop(response);
    probe.ended.given(1).await;
    assert_serves(client).await;
}

/// "Disconnection SHOULD NOT be interpreted as the client cancelling its request":
/// <https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#sending-messages-to-the-server>
#[tokio::test]
async fn a_legacy_call_outlives_its_connection() {
    let (client, probe) = start().await;
    for version in LEGACY {
        let session = client.initialize(version).await;
        let call = session.post(request(1, "tools/call", called("wait", json!({}))));
        drop(begin(client, &probe, call).await);
        let mut streamed = session.start_call(2, "tell", json!({})).await;
        streamed.message().await.unwrap();
        probe.started.given(1).await;
        drop(streamed);
        for _ in 0..10 {
            assert_eq!(session.request("ping", json!({})).await["result"], json!({}));
        }
        assert_eq!(probe.ended.count(), 0, "{version}");
        probe.go.give(2);
        probe.ended.given(2).await;
    }
}

#[tokio::test]
async fn the_answer_that_a_client_missed_is_there_when_it_comes_back() {
    let (client, probe) = start().await;
    for version in LEGACY {
        let session = client.initialize(version).await;
        for is_done_before in [true, false] {
            let mut response = session.start_call(1, "tell", json!({})).await;
            let (event, _) = response.message_event().await.unwrap();
            probe.started.given(1).await;
            drop(response);
            if is_done_before {
                probe.go.give(1);
                probe.ended.given(1).await;
            }
            let mut resumed = session.resume(&event.id.unwrap()).await;
            if !is_done_before {
                probe.go.give(1);
                probe.ended.given(1).await;
            }
            let rest = resumed.rest().await;
            assert_eq!(rest.len(), 2, "{version}: {rest:?}");
            assert_eq!(rest[0]["params"]["progress"], 2.0);
            assert_eq!(text(&rest[1]), "told");
        }
    }
}

/// Its first event is there for that.
#[tokio::test]
async fn who_has_seen_no_message_yet_can_come_back_too() {
    let (client, probe) = start().await;
    let session = client.initialize("2025-11-25").await;
    let call = session.post(request(1, "tools/call", called("wait", json!({"text": "answer"}))));
    let mut response = client.send(call.with("Accept", "text/event-stream")).await;
    let priming = response.event().await.unwrap();
    drop(response);
    probe.go.give(1);
    let mut resumed = session.resume(&priming.id.unwrap()).await;
    assert_eq!(text(&resumed.message().await.unwrap()), "answer");
    assert_eq!(resumed.event().await, None);
}

/// Nobody comes back to what never began: its handler does not wait until somebody reads.
#[tokio::test]
async fn a_legacy_call_goes_on_when_its_client_left_before_anything_streamed() {
    let (client, probe) = start().await;
    for version in LEGACY {
        let session = client.initialize(version).await;
        let call = session.post(request(1, "tools/call", with_progress("flood_later")));
        drop(begin(client, &probe, call).await);
        // Until the server has seen it.
        for _ in 0..5 {
            assert_serves(client).await;
        }
        probe.go.give(1);
        probe.ended.given(1).await;
    }
}

#[tokio::test]
async fn a_call_without_a_session_goes_on_when_its_client_leaves() {
    let (http, probe) = super::http();
    let client = mcp_test_support::http::serve(http.stateless()).await;
    for accept in ["application/json, text/event-stream", "text/event-stream"] {
        let call = Request::post(request(1, "tools/call", with_progress("flood_later")))
            .with("Accept", accept)
            .header("MCP-Protocol-Version", "2025-11-25");
        drop(begin(client, &probe, call).await);
        for _ in 0..5 {
            assert_serves(client).await;
        }
        probe.go.give(1);
        probe.ended.given(1).await;
    }
}
