//! What a client says of itself, at great length.

use mcp_test_support::attack::{AttackTarget, assert_within_limit};
use mcp_test_support::http::Request;
use mcp_test_support::peer::{Peer, initialize_with, modern, request};
use serde_json::{Map, Value, json};

use super::SERVER;

/// Capabilities of about so many bytes, of which each takes much to keep.
fn capabilities(bytes: usize) -> Value {
    let members = (0..bytes / 17).map(|number| (format!("{number:06}"), json!({"":0})));
    json!({"experimental": members.collect::<Map<_, _>>()})
}

#[tokio::test]
async fn what_is_longer_than_64_kib_is_refused() {
    let attacked = AttackTarget::start(SERVER).await;
    let long = capabilities(3_900_000).to_string();
    let opening = request(1, "initialize", initialize_with("2025-11-25", &json!("LONG")))
        .to_string()
        .replace("\"LONG\"", &long);
    let said = json!({"_meta": {"io.modelcontextprotocol/clientCapabilities": "LONG"}});
    let listing = request(1, "tools/list", modern(said)).to_string().replace("\"LONG\"", &long);
    let refused = |answer: Value, what: &str| {
        assert_eq!(answer["error"]["code"], -32602, "{answer:.200}");
        let message = answer["error"]["message"].as_str().unwrap();
        assert!(message.contains(what) && message.contains("65536 bytes"), "{message}");
    };
    for _ in 0..3 {
        let answer = attacked.client.send(Request::post(&opening)).await;
        refused(answer.json().await, "`initialize`");
        let request = Request::post(&listing).header("MCP-Protocol-Version", "2026-07-28");
        let answer = attacked.client.send(request.header("Mcp-Method", "tools/list")).await;
        refused(answer.json().await, "`clientCapabilities`");
    }
    attacked.assert_unharmed().await;

    let (mut peer, process) = Peer::spawn(SERVER);
    peer.request("tools/list", modern(json!({}))).await;
    let before = process.peak_memory();
    for (message, what) in [(&listing, "`clientCapabilities`"), (&opening, "`initialize`")] {
        peer.send(message).await;
        refused(peer.receive().await, what);
    }
    assert_within_limit(&process, before);
}

#[tokio::test]
async fn sessions_do_not_keep_what_many_clients_say() {
    let attacked = AttackTarget::start(SERVER).await;
    let said = initialize_with("2025-11-25", &capabilities(60_000));
    let opening = Request::post(request(1, "initialize", said));
    let mut refused = None;
    for _ in 0..100 {
        let answer = attacked.client.send(opening.clone()).await.json().await;
        refused = refused.or(answer["error"]["message"].as_str().map(str::to_owned));
    }
    let refused = refused.unwrap();
    assert!(
        refused.contains("`clientInfo` of clients use all the memory allowed for them"),
        "{refused}"
    );
    // Who says no more than others is served still.
    attacked.client.initialize("2025-11-25").await;
    attacked.assert_unharmed().await;
}

#[tokio::test]
async fn connections_remember_no_long_metadata() {
    let attacked = AttackTarget::start(SERVER).await;
    let said = json!({"_meta": {
        "io.modelcontextprotocol/clientCapabilities": capabilities(60_000),
    }});
    let listing = Request::modern("tools/list", said).to_bytes();
    let mut connections = Vec::new();
    for _ in 0..200 {
        let mut stream = attacked.client.connect().await;
        tokio::io::AsyncWriteExt::write_all(&mut stream, &listing).await.unwrap();
        connections.push(stream);
    }
    attacked.assert_unharmed().await;
    drop(connections);
}
