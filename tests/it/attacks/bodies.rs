//! Long messages: while they are received, and while what they ask for continues.

use mcp_test_support::attack::AttackTarget;
use mcp_test_support::http::{Request, called};
use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::task::JoinSet;

use super::SERVER;

const LENGTH: usize = 3_900_000;

#[tokio::test]
async fn bodies_that_do_not_end_are_bounded_together() {
    let attacked = AttackTarget::start(SERVER).await;
    let padding = "x".repeat(LENGTH);
    let params = called("repeat", json!({"length": 1, "padding": padding}));
    let call = Request::modern("tools/call", params).to_bytes();
    let mut open = JoinSet::new();
    for _ in 0..12 {
        let mut stream = attacked.client.connect().await;
        let bytes = call[..call.len() - 1].to_vec();
        open.spawn(async move {
            let mut said = String::new();
            // One that is refused is not read to its end.
            let _ = stream.write_all(&bytes).await;
            let _ = stream.read_to_string(&mut said).await;
            said
        });
    }
    let said = loop {
        let said = open.join_next().await.expect("somebody is refused").unwrap();
        // Who still writes when the connection ends may not get to read why.
        if !said.is_empty() {
            break said;
        }
    };
    assert!(said.starts_with("HTTP/1.1 503"), "{said}");
    let message = "the request bodies in progress exceed their memory limit; try again later";
    assert!(said.contains(message), "{said}");
    attacked.assert_unharmed().await;
    drop(open);
}

#[tokio::test]
async fn calls_that_wait_hold_a_bounded_number_of_bytes() {
    let attacked = AttackTarget::start(env!("CARGO_BIN_EXE_interaction-server")).await;
    let capabilities = json!({"elicitation": {"form": {}}});
    let arguments = json!({"what": "x".repeat(LENGTH)});
    let mut open = Vec::new();
    let refused = loop {
        let session = attacked.client.initialize_with("2025-11-25", &capabilities).await;
        let call = session.start(1, "tools/call", called("confirm", arguments.clone()));
        let mut response = call.await;
        if !response.is_stream() {
            break response.json().await;
        }
        // Its question comes, and is not answered.
        let first = response.event().await.unwrap();
        let event = if first.data.is_empty() { response.event().await.unwrap() } else { first };
        assert!(event.data.len() > LENGTH);
        open.push(response);
        assert!(open.len() < 20, "all of them wait");
    };
    let told = refused.to_string();
    assert!(told.contains("use all the memory allowed for"), "{told}");
    attacked.assert_unharmed().await;
}
