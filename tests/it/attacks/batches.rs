//! Batches of many messages, and of messages with large answers.

use std::time::Duration;

use mcp_test_support::attack::{AttackTarget, assert_within_limit, start_stdio};
use mcp_test_support::http::{Request, called};
use mcp_test_support::peer::request;
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt as _;
use tokio::time::sleep;

use super::SERVER;

const MIB: usize = 1024 * 1024;

fn repeated(count: usize, length: usize) -> Value {
    let call = |id| request(id, "tools/call", called("repeat", json!({"length": length})));
    (0..count).map(call).collect()
}

#[tokio::test]
async fn a_batch_of_very_many_messages_is_refused_as_a_whole() {
    let attacked = AttackTarget::start(SERVER).await;
    let session = attacked.client.initialize("2025-03-26").await;
    let batch = format!("[{}1]", "1,".repeat(2_000_000));
    let refused = attacked.client.send(session.post(&batch)).await;
    assert_eq!(refused.status, 400);
    let error = refused.json().await["error"].take();
    assert_eq!(error["code"], -32600);
    assert_eq!(error["message"], "a batch may have at most 1000 messages; send several batches");
    attacked.assert_unharmed().await;

    let (mut peer, process, before) = start_stdio(SERVER, "2025-03-26").await;
    peer.send(&batch).await;
    assert_eq!(peer.receive().await["error"], error);
    assert_eq!(peer.request("ping", json!({})).await["result"], json!({}));
    assert_within_limit(&process, before);
}

#[tokio::test]
async fn the_answers_to_a_batch_are_bounded_together() {
    let attacked = AttackTarget::start(SERVER).await;
    let session = attacked.client.initialize("2025-03-26").await;
    let answer = attacked.client.send(session.post(repeated(1000, MIB))).await.json().await;
    let answers = answer.as_array().unwrap();
    assert_eq!(answers.len(), 1000, "each request is answered");
    let served = answers.iter().filter(|answer| answer.get("result").is_some());
    assert_eq!(served.count(), 7);
    let message = "the answers to the batch are longer than 8388608 bytes in total; send the \
                   requests one by one";
    assert_eq!(answers[999]["error"], json!({"code": -32603, "message": message}));
    attacked.assert_unharmed().await;

    let (mut peer, process, before) = start_stdio(SERVER, "2025-03-26").await;
    peer.send(repeated(1000, MIB)).await;
    assert_eq!(peer.receive().await[999]["error"]["message"], message);
    assert_within_limit(&process, before);
}

/// What nobody reads is given up, with its connection.
#[tokio::test]
async fn answers_that_nobody_reads_are_given_up() {
    let attacked = AttackTarget::start_with(SERVER, &["--write-timeout", "1"]).await;
    let before = attacked.descriptors();
    let call = Request::modern("tools/call", called("repeat", json!({"length": 16 * MIB})));
    let mut unread = Vec::new();
    for _ in 0..3 {
        let mut stream = attacked.client.connect().await;
        stream.write_all(&call.to_bytes()).await.unwrap();
        unread.push(stream);
    }
    attacked.assert_serves().await;
    let given_up = async {
        while attacked.descriptors() > before {
            sleep(Duration::from_millis(50)).await;
        }
    };
    let in_time = tokio::time::timeout(Duration::from_secs(60), given_up).await;
    in_time.expect("the connections are given up");
    attacked.assert_serves().await;
    drop(unread);
}
