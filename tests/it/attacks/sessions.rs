//! Sessions without end.

use mcp_test_support::attack::AttackTarget;
use mcp_test_support::http::Request;
use mcp_test_support::peer::{initialize, request};
use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

use super::SERVER;

/// Sends the same request again and again over one connection, and reads as many responses.
async fn repeat(attacked: &AttackTarget, request: &Request, count: usize) {
    const AT_ONCE: usize = 50;
    let mut stream = attacked.client.connect().await;
    let requests = request.to_bytes().repeat(AT_ONCE);
    let mut read = Vec::new();
    for _ in 0..count / AT_ONCE {
        stream.write_all(&requests).await.unwrap();
        read.clear();
        while count_of(&read, b"mcp-session-id") < AT_ONCE {
            assert!(stream.read_buf(&mut read).await.unwrap() > 0, "the connection stays open");
        }
    }
}

fn count_of(text: &[u8], word: &[u8]) -> usize {
    text.windows(word.len()).filter(|window| *window == word).count()
}

#[tokio::test]
async fn one_client_does_not_shut_out_the_others() {
    let attacked = AttackTarget::start(SERVER).await;
    let session = attacked.client.initialize("2025-11-25").await;
    let opening = Request::post(request(0, "initialize", initialize("2025-11-25")));
    repeat(&attacked, &opening, 21_000).await;
    // Neither who was there before nor who comes now is concerned: the attacker has the most.
    assert_eq!(session.request("ping", json!({})).await["result"], json!({}));
    let newcomer = attacked.client.initialize("2025-11-25").await;
    assert_eq!(newcomer.call("add", json!({"a": 1, "b": 2})).await, "3");
    attacked.assert_unharmed().await;
}
