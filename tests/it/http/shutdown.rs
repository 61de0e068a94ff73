//! The end of a server: what runs is answered, what waits for news ends, nothing new begins.

use mcp_runtime::Limits;
use std::time::Duration;

use mcp_test_support::http::{Client, Request, Response, called, serve_until_stopped, text};
use mcp_test_support::peer::request;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::timeout;

use super::{DEADLINE, fixture, http};

#[tokio::test]
async fn calls_in_flight_are_all_answered_and_no_new_ones_are_taken() {
    let (http, probe) = http();
    let (client, serving) = serve_until_stopped(http).await;
    let session = client.initialize("2025-11-25").await;
    let mut calls = Vec::new();
    for number in 0..25 {
        let word = number.to_string();
        let params = called("wait", json!({"text": word}));
        let legacy = session.post(request(number, "tools/call", params.clone()));
        let modern = Request::modern("tools/call", params);
        for call in [legacy, modern] {
            calls.push((word.clone(), tokio::spawn(client.send(call))));
        }
    }
    let mut streaming = session.start_call(99, "tell", json!({})).await;
    streaming.message().await.unwrap();
    probe.started.given(51).await;

    let stopped = serving.stop();
    let refused = async { while TcpStream::connect(client.0).await.is_ok() {} };
    timeout(DEADLINE, refused).await.expect("nobody listens any more");
    assert_eq!(probe.ended.count(), 0, "calls continue");
    probe.go.give(51);
    for (word, call) in calls {
        assert_eq!(text(&call.await.unwrap().answer().await), word);
    }
    assert_eq!(text(&streaming.rest().await[1]), "told");
    stopped.await.unwrap().unwrap();
}

#[tokio::test]
async fn a_signal_lets_calls_in_flight_finish_and_ends_the_process() {
    const SERVER: &str = env!("CARGO_BIN_EXE_badinput-server");
    for signal in ["TERM", "INT"] {
        let (client, mut process) = Client::spawn(SERVER, &[]).await;
        let session = client.initialize("2025-11-25").await;
        let mut calls = Vec::new();
        for id in 0..20 {
            // Well within the second that the server waits for them.
            let params = called("slow", json!({"ms": 700}));
            let legacy = session.post(request(id, "tools/call", params.clone()));
            for call in [legacy, Request::modern("tools/call", params)] {
                calls.push(tokio::spawn(client.send(call)));
            }
        }
        let mut counters = client.call("counters", json!({})).await;
        while !counters.starts_with("40 ") {
            counters = client.call("counters", json!({})).await;
        }
        process.signal(signal).await;
        for call in calls {
            assert_eq!(text(&call.await.unwrap().answer().await), "slept", "{signal}");
        }
        assert!(process.exit().await.success(), "{signal}");
        assert_ne!(counters, "40 40", "{signal}: no call was running any more");
    }
}

/// A connection that said something, or nothing, and is now silent.
async fn silent(client: Client, said: &[u8]) -> TcpStream {
    let mut stream = client.connect().await;
    stream.write_all(said).await.unwrap();
    stream
}

async fn assert_closed(mut stream: TcpStream) {
    let mut rest = Vec::new();
    let read = timeout(DEADLINE, stream.read_to_end(&mut rest)).await.expect("it is closed");
    // It may be reset, if something was on its way.
    assert!(read.is_err() || rest.is_empty() || rest.starts_with(b"HTTP/1.1 "), "{rest:?}");
}

#[tokio::test]
async fn connections_and_streams_that_wait_do_not_keep_the_server() {
    let (http, _probe) = http();
    let (client, serving) = serve_until_stopped(http).await;
    let session = client.initialize("2025-11-25").await;
    let idle = [
        silent(client, b"").await,
        silent(client, &session.post(request(1, "ping", json!({}))).to_bytes()).await,
    ];
    let mut listening = session.listen().await;
    let priming = listening.event().await.unwrap().id.unwrap();
    let mut resumed = session.resume(&priming).await;
    assert_eq!(session.request("ping", json!({})).await["result"], json!({}));
    let stopped = serving.stop();
    assert_eq!(resumed.rest().await, [] as [Value; 0]);
    for stream in idle {
        assert_closed(stream).await;
    }
    stopped.await.unwrap().unwrap();
}

#[tokio::test]
async fn calls_that_never_end_do_not_keep_the_server() {
    let (server, probe) = fixture();
    let server =
        server.limits(Limits::new().drain_timeout(Duration::from_millis(50))).build().unwrap();
    let (client, serving) = serve_until_stopped(server.into_http()).await;
    let session = client.initialize("2025-11-25").await;
    let stalled: Response =
        session.start_call(1, "flood", json!({"count": 2_000, "size": 10_000})).await;
    let call = session.post(request(2, "tools/call", called("wait", json!({}))));
    let waiting = silent(client, &call.to_bytes()).await;
    probe.started.given(1).await;
    let stopped = serving.stop();
    timeout(DEADLINE, stopped).await.expect("it ends").unwrap().unwrap();
    drop((stalled, waiting));
}
