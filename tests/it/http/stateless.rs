//! Legacy clients of a server that keeps nothing.

use mcp_runtime::http::HttpLimits;
use mcp_runtime::protocol::ProtocolVersion;
use mcp_test_support::http::{Client, Request, called, serve, text};
use mcp_test_support::peer::{initialize, request};
use serde_json::json;

use super::{LEGACY, Probe, assert_serves, fixture, http};

async fn start() -> (Client, Probe) {
    let (http, probe) = http();
    (serve(http.stateless()).await, probe)
}

fn sum() -> Request {
    Request::post(request(1, "tools/call", called("add", json!({"a": 1, "b": 2}))))
}

#[tokio::test]
async fn requests_need_no_session_and_get_none() {
    let (client, _probe) = start().await;
    for version in LEGACY {
        let open = Request::post(request(0, "initialize", initialize(version)));
        let opened = client.send(open).await;
        assert_eq!(opened.header("mcp-session-id"), None);
        assert_eq!(opened.json().await["result"]["protocolVersion"], version);
        let called = client.send(sum().header("MCP-Protocol-Version", version)).await;
        assert_eq!(called.header("mcp-session-id"), None);
        assert_eq!(text(&called.json().await), "3", "{version}");
    }
    // A client may still hold the id that another replica gave it.
    let called = client.send(sum().header("Mcp-Session-Id", "of another")).await;
    assert_eq!(text(&called.json().await), "3");
    assert_serves(client).await;
}

#[tokio::test]
async fn nothing_is_kept_so_there_is_no_limit() {
    let (http, _probe) = http();
    let client = serve(http.stateless().limits(HttpLimits::new().max_sessions(0))).await;
    for _ in 0..3 {
        let open = Request::post(request(0, "initialize", initialize("2025-11-25")));
        assert_eq!(client.send(open).await.status, 200);
    }
}

#[tokio::test]
async fn there_is_no_stream_to_listen_to_and_nothing_to_end() {
    let (client, _probe) = start().await;
    for request in [Request::get(), Request::new("DELETE"), Request::new("PUT")] {
        let request = request.header("Mcp-Session-Id", "00000000000000000000000000000000");
        let response = client.send(request).await;
        assert_eq!((response.status, response.header("allow")), (405, Some("POST")));
    }
}

#[tokio::test]
async fn an_answer_streams_but_cannot_be_resumed() {
    let (client, probe) = start().await;
    probe.go.give(1);
    let mut params = called("tell", json!({}));
    params["_meta"] = json!({"progressToken": 1});
    let call = Request::post(request(1, "tools/call", params));
    let mut response = client.send(call.header("MCP-Protocol-Version", "2025-11-25")).await;
    for _ in 0..2 {
        let event = response.event().await.unwrap();
        assert_eq!((event.id, event.retry), (None, None));
    }
    assert_eq!(text(&response.message().await.unwrap()), "told");
    assert_eq!(response.event().await, None);
}

/// <https://modelcontextprotocol.io/specification/2025-06-18/basic/transports#protocol-version-header>
#[tokio::test]
async fn the_header_alone_says_which_revision_is_spoken() {
    let batch = || Request::post(json!([request(1, "ping", json!({}))]));
    let (client, _probe) = start().await;
    // Batches tell which revision a server thinks it speaks.
    assert_eq!(client.send(batch()).await.status, 200, "2025-03-26 is assumed");
    let with = |version| batch().header("MCP-Protocol-Version", version);
    assert_eq!(client.send(with("2025-03-26")).await.status, 200);
    assert_eq!(client.send(with("2025-06-18")).await.status, 400);

    let (server, _probe) = fixture();
    let versions: ProtocolVersion = "2025-06-18".parse().unwrap();
    let http = server.versions([versions]).build().unwrap().into_http().stateless();
    let client = serve(http).await;
    for (version, status) in [
        ("2025-06-18", 200),
        ("2025-11-25", 400),
        ("2025-03-26", 400),
        ("2026-07-28", 400),
        ("2099-01-01", 400),
        ("", 400),
    ] {
        let response = client.send(sum().header("MCP-Protocol-Version", version)).await;
        assert_eq!(response.status, status, "{version}");
    }
}
