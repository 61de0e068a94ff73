//! What clients and proxies of the web do, beside what the protocol says. The numbers of cases are
//! those of the design of what a standalone server does on the web.

use std::time::Duration;

use mcp_test_support::http::{Request, called};
use serde_json::json;
use tokio::time::{Instant, advance, pause, resume};

use super::{assert_serves, start};

fn call() -> Request {
    Request::modern("tools/call", called("add", json!({"a": 1, "b": 2})))
}

/// Case 48.
#[tokio::test]
async fn an_offer_to_upgrade_to_http_2_is_answered_over_http_1() {
    let (client, _) = start().await;
    let offer = call()
        .header("Connection", "Upgrade, HTTP2-Settings")
        .header("Upgrade", "h2c")
        .header("HTTP2-Settings", "AAMAAABkAAQCAAAAAAIAAAAA");
    assert_eq!(client.send(offer).await.status, 200);
}

/// Cases 52, 53.
#[tokio::test]
async fn nothing_is_compressed_in_either_direction() {
    let (client, _) = start().await;
    let response = client.send(call().header("Accept-Encoding", "gzip, br")).await;
    assert_eq!(response.header("content-encoding"), None);
    assert_eq!(response.header("vary"), None);
    let response = client.send(call().header("Content-Encoding", "gzip")).await;
    assert_eq!(response.status, 415);
    assert_eq!(response.header("accept-encoding"), Some("identity"));
}

/// Cases 54, 70.
#[tokio::test]
async fn a_stream_says_something_at_once_and_asks_to_be_passed_on_as_it_is() {
    let (client, _) = start().await;
    let session = client.initialize("2025-11-25").await;
    let listen = json!({"notifications": {}});
    for request in [Request::modern("subscriptions/listen", listen), session.get()] {
        let began = Instant::now();
        let mut response = client.send(request).await;
        assert_eq!(response.header("cache-control"), Some("no-cache, no-transform"));
        assert_eq!(response.header("x-accel-buffering"), Some("no"));
        response.event().await.unwrap();
        // A keep-alive would come after 15 seconds.
        assert!(began.elapsed() < Duration::from_secs(10));
    }
}

/// Case 72: a load balancer keeps connections for 60 seconds, and sends a request in vain on one that
/// the server closes first.
#[tokio::test]
async fn a_connection_that_was_idle_for_75_seconds_is_still_served() {
    let (client, _) = start().await;
    let response = client.send(call()).await;
    for _ in 0..75 {
        pause();
        advance(Duration::from_secs(1)).await;
        resume();
        tokio::task::yield_now().await;
    }
    assert_eq!(response.then(call()).await.status, 200);
    assert_serves(client).await;
}
