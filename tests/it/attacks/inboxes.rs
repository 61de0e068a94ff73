//! Messages for streams of HTTP+SSE that nobody reads.

use mcp_test_support::attack::AttackTarget;
use mcp_test_support::http::{Request, Response, called};
use mcp_test_support::peer::{initialize, request};
use serde_json::json;

use super::SERVER;

async fn open(attacked: &AttackTarget) -> (Response, String) {
    let mut stream = attacked.client.send(Request::get().at("/sse")).await;
    assert_eq!(stream.status, 200);
    let endpoint = stream.endpoint().await;
    (stream, endpoint)
}

#[tokio::test]
async fn messages_that_wait_are_bounded_in_bytes() {
    let attacked = AttackTarget::start(SERVER).await;
    let mut streams = Vec::new();
    let padding = "x".repeat(3_900_000);
    let call =
        json!({"jsonrpc": "2.0", "id": 2, "method": "ping", "params": {"x": padding}}).to_string();
    for _ in 0..4 {
        let (stream, endpoint) = open(&attacked).await;
        streams.push(stream);
        let post = |message| Request::post(message).at(&endpoint);
        let opening = post(request(0, "initialize", initialize("2024-11-05")).to_string());
        assert_eq!(attacked.client.send(opening).await.status, 202);
        // What it sends is not read, so that the next messages wait.
        let mut flood = called("flood", json!({"count": 10_000, "size": 10_000}));
        flood["_meta"] = json!({"progressToken": 1});
        let flood = post(request(1, "tools/call", flood).to_string());
        assert_eq!(attacked.client.send(flood).await.status, 202);
        let mut taken = 0;
        let refused = loop {
            let response = attacked.client.send(post(call.clone())).await;
            if response.status != 202 {
                break response;
            }
            taken += 1;
            assert!(taken < 100, "all messages are taken");
        };
        assert_eq!(refused.status, 503);
        let message = refused.json().await["error"]["message"].take();
        assert_eq!(message, "too many messages are queued; try again later");
    }
    attacked.assert_unharmed().await;
}

/// Its requests would have none of the headers that modern ones have.
#[tokio::test]
async fn the_transport_serves_no_modern_requests() {
    let attacked = AttackTarget::start(SERVER).await;
    let (mut stream, endpoint) = open(&attacked).await;
    let params = called("add", json!({"a": 1, "b": 2}));
    let call = request(1, "tools/call", mcp_test_support::peer::modern(params));
    assert_eq!(attacked.client.send(Request::post(call).at(&endpoint)).await.status, 202);
    let answer = stream.message().await.unwrap();
    assert_eq!(answer["error"]["message"], "`initialize` has to come first", "{answer}");
}
