//! Handlers that leave something running which sends after their answer: nobody reads that.

use std::time::Duration;

use mcp_runtime::{Progress, State, server, tool};
use mcp_test_support::http::{Client, Request, called, serve, text};
use mcp_test_support::peer::request;
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpStream;
use tokio::runtime::Handle;
use tokio::time::{sleep, timeout};

use super::{DEADLINE, Probe, add, read_response};

/// Answers at once, and reports progress when it may.
#[tool]
fn leave(progress: Progress, probe: State<Probe>) -> &'static str {
    tokio::spawn(async move {
        probe.go.wait(1).await;
        progress.report(1).await;
        probe.ended.give(1);
    });
    "left"
}

async fn start() -> (Client, Probe) {
    let probe = Probe::default();
    let server = server!().state(probe.clone()).tool::<leave>().tool::<add>().build().unwrap();
    (serve(server.into_http()).await, probe)
}

/// Calls of both tools that ask for progress, in each era.
async fn calls(client: Client) -> [[Request; 2]; 2] {
    let session = client.initialize("2025-11-25").await;
    let params =
        [("leave", json!({})), ("add", json!({"a": 1, "b": 2}))].map(|(tool, arguments)| {
            let mut params = called(tool, arguments);
            params["_meta"] = json!({"progressToken": 1});
            params
        });
    let legacy = params.clone().map(|params| session.post(request(1, "tools/call", params)));
    [legacy, params.map(|params| Request::modern("tools/call", params))]
}

/// Sends a request on a connection that others use, too; its answer is plain JSON.
async fn answer(stream: &mut TcpStream, request: &Request) -> String {
    stream.write_all(&request.to_bytes()).await.unwrap();
    let (head, body) = read_response(stream).await;
    assert!(head.contains("content-type: application/json"), "{head}");
    text(&serde_json::from_slice::<Value>(&body).unwrap())
}

#[tokio::test]
async fn what_is_sent_late_is_not_in_the_next_answer_on_the_connection() {
    let (client, probe) = start().await;
    for [leaves, adds] in calls(client).await {
        let mut stream = client.connect().await;
        for _ in 0..3 {
            assert_eq!(answer(&mut stream, &leaves).await, "left");
            probe.go.give(1);
            probe.ended.given(1).await;
            assert_eq!(answer(&mut stream, &adds).await, "3");
        }
    }
}

#[tokio::test]
async fn nothing_is_kept_of_a_call_that_left_something_running() {
    let (client, probe) = start().await;
    let alive = || Handle::current().metrics().num_alive_tasks();
    for [leaves, _] in calls(client).await {
        let mut stream = client.connect().await;
        answer(&mut stream, &leaves).await;
        let before = alive();
        for _ in 0..50 {
            answer(&mut stream, &leaves).await;
        }
        assert_eq!(alive(), before + 50);
        probe.go.give(51);
        probe.ended.given(51).await;
        let end = async {
            while alive() >= before {
                sleep(Duration::from_millis(1)).await;
            }
        };
        timeout(DEADLINE, end).await.expect("what was left is done");
    }
}
