//! Requests that are sent before the responses to earlier ones are read.

use mcp_runtime::{server, tool};
use mcp_test_support::http::{Client, Request, called, serve, text};
use mcp_test_support::peer::request;
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt as _;

use super::{add, read_response};

/// Returns a text of some length.
#[tool]
fn long(letter: String, length: usize) -> String {
    letter.repeat(length)
}

/// Calls in each era: those whose responses have these lengths, and a short one behind them.
async fn calls(client: &Client, lengths: &[usize]) -> [Vec<Request>; 2] {
    let session = client.initialize("2025-11-25").await;
    let long = lengths
        .iter()
        .zip(["a", "b"])
        .map(|(length, letter)| called("long", json!({"letter": letter, "length": length})));
    let params: Vec<Value> = long.chain([called("add", json!({"a": 1, "b": 2}))]).collect();
    let legacy = params.iter().map(|params| session.post(request(1, "tools/call", params.clone())));
    let modern = params.iter().map(|params| Request::modern("tools/call", params.clone()));
    [legacy.collect(), modern.collect()]
}

async fn start() -> Client {
    let server = server!().tool::<long>().tool::<add>().build().unwrap();
    serve(server.into_http()).await
}

#[tokio::test]
async fn long_responses_are_complete_and_in_order() {
    let client = start().await;
    for lengths in [[20_000, 20_000], [14_000, 2_000], [1_000_000, 20_000]] {
        for calls in calls(&client, &lengths).await {
            let mut stream = client.connect().await;
            let bytes: Vec<u8> = calls.iter().flat_map(Request::to_bytes).collect();
            stream.write_all(&bytes).await.unwrap();
            let expected = ["a".repeat(lengths[0]), "b".repeat(lengths[1]), "3".to_owned()];
            for expected in expected {
                let (_, body) = read_response(&mut stream).await;
                let answer: Value = serde_json::from_slice(&body).unwrap();
                assert!(text(&answer) == expected, "{lengths:?}: {} bytes", body.len());
            }
        }
    }
}

#[tokio::test]
async fn a_client_that_sends_nothing_more_still_gets_a_response() {
    let client = start().await;
    for calls in calls(&client, &[10_000]).await {
        for (call, expected) in calls.iter().zip(["a".repeat(10_000), "3".to_owned()]) {
            let mut stream = client.connect().await;
            stream.write_all(&call.to_bytes()).await.unwrap();
            stream.shutdown().await.unwrap();
            let (_, body) = read_response(&mut stream).await;
            assert_eq!(text(&serde_json::from_slice::<Value>(&body).unwrap()), expected);
        }
    }
}
