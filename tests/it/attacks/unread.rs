//! Answers that nobody reads.

use hyper::client::conn::http2;
use hyper_util::rt::{TokioExecutor, TokioIo};
use mcp_test_support::attack::AttackTarget;
use mcp_test_support::http::{Request, called};
use mcp_test_support::peer::{modern, request};
use serde_json::json;
use tokio::io::AsyncWriteExt as _;

use super::SERVER;

const MIB: usize = 1024 * 1024;

#[tokio::test]
async fn answers_on_many_connections_are_bounded_together() {
    let attacked = AttackTarget::start(SERVER).await;
    let call = Request::modern("tools/call", called("repeat", json!({"length": 4 * MIB})));
    let mut unread = Vec::new();
    let mut said = String::new();
    for _ in 0..60 {
        let mut stream = attacked.client.connect().await;
        stream.write_all(&call.to_bytes()).await.unwrap();
        let mut head = [0; 400];
        let read = stream.peek(&mut head).await.unwrap();
        said = String::from_utf8_lossy(&head[..read]).into_owned();
        unread.push(stream);
        // On a busy machine the first ones may be given up before the last one is sent.
        if !said.starts_with("HTTP/1.1 200") {
            break;
        }
    }
    assert!(said.starts_with("HTTP/1.1 503"), "{said}");
    let message = "too many responses have not been read yet; read them, and try again";
    assert!(said.contains(message), "{said}");
    attacked.assert_unharmed().await;
    drop(unread);
}

/// Over HTTP/2, a client says for each stream how much it wants to read.
#[tokio::test]
async fn answers_on_streams_whose_windows_are_closed_are_bounded() {
    let attacked = AttackTarget::start(SERVER).await;
    let stream = TokioIo::new(attacked.client.connect().await);
    let mut builder = http2::Builder::new(TokioExecutor::new());
    let (requests, connection) =
        builder.initial_stream_window_size(0).handshake(stream).await.unwrap();
    tokio::spawn(connection);
    let mut statuses = Vec::new();
    let mut unread = Vec::new();
    for _ in 0..250 {
        let params = modern(called("repeat", json!({"length": MIB / 2})));
        let call = hyper::Request::post("http://localhost/mcp")
            .header("content-type", "application/json")
            .header("accept", "application/json, text/event-stream")
            .header("mcp-protocol-version", "2026-07-28")
            .header("mcp-method", "tools/call")
            .header("mcp-name", "repeat")
            .body(request(1, "tools/call", params).to_string())
            .unwrap();
        let response = requests.clone().send_request(call).await.unwrap();
        statuses.push(response.status().as_u16());
        unread.push(response);
    }
    assert_eq!((statuses[0], statuses[249]), (200, 503), "{statuses:?}");
    attacked.assert_unharmed().await;
}
