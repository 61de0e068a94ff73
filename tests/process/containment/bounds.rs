//! Bounds: what is hit is a clear error, and memory does not grow.

use mcp_test_support::peer::{Peer, Process, request};
use serde_json::json;

use super::connect;

const MIB: usize = 1024 * 1024;

#[tokio::test]
async fn too_many_requests_at_once_are_refused() {
    let (mut peer, _process) = connect().await;
    for _ in 0..8 {
        peer.start_call("wait", json!({})).await;
    }
    let call = peer.start_call("wait", json!({})).await;
    let answer = peer.answer(call).await;
    assert_eq!(answer["error"]["code"], -32603, "{answer}");
    let message = "8 requests of this session are already running; wait for one of them";
    assert_eq!(answer["error"]["message"], message);
    // What is answered at once is still answered.
    assert_eq!(peer.request("ping", json!({})).await["result"], json!({}));
}

#[tokio::test]
async fn a_line_that_is_too_long_is_refused_and_costs_only_itself() {
    let (mut peer, process) = connect().await;
    let echo = |id, length| {
        let arguments = json!({"text": "x".repeat(length)});
        request(id, "tools/call", json!({"name": "echo", "arguments": arguments}))
    };
    peer.send(echo(100, 15 * MIB)).await;
    peer.answer(100).await;
    peer.send(echo(101, 17 * MIB)).await;
    let refused = peer.receive().await;
    assert_eq!(refused["error"]["code"], -32600, "{refused}");
    assert_eq!(refused["error"]["message"], "the message is longer than 16777216 bytes");
    assert_eq!(refused["id"], 101, "the id is in the part that was read");
    // However long the line is, what is kept of it is bounded.
    for _ in 0..64 {
        peer.send_bytes(&vec![b'x'; 4 * MIB]).await;
    }
    peer.send("").await;
    assert_eq!(peer.receive().await["error"]["code"], -32600);
    peer.send(echo(102, 10)).await;
    peer.answer(102).await;
    assert_memory(&process, 128);
}

/// The process has never used more than so many MiB.
#[track_caller]
fn assert_memory(process: &Process, limit: usize) {
    let peak = process.peak_memory() / MIB;
    assert!(peak < limit, "{peak} MiB");
}

/// Sends requests without reading an answer until the server takes no more.
async fn stall(peer: &mut Peer, make: impl Fn(u64) -> serde_json::Value) -> u64 {
    for id in 1_000.. {
        if !peer.try_send(make(id)).await {
            return id;
        }
        assert!(id < 1_000_000, "the server takes all, and keeps it");
    }
    unreachable!()
}

#[tokio::test]
async fn a_reader_that_stalls_is_not_read_from() {
    let (mut peer, process) = connect().await;
    let text = "x".repeat(1000);
    let echo = |id| {
        let arguments = json!({"text": text});
        request(id, "tools/call", json!({"name": "echo", "arguments": arguments}))
    };
    let last = stall(&mut peer, echo).await;
    for id in 1_000..last {
        peer.answer(id).await;
    }
    assert_memory(&process, 24);
}

/// Small requests with large answers: not all that was read at once is answered at once.
#[tokio::test]
async fn answers_larger_than_their_requests_do_not_pile_up() {
    let (mut peer, process) = connect().await;
    let params = json!({"name": "repeat", "arguments": {"length": MIB / 8}});
    let last = stall(&mut peer, |id| request(id, "tools/call", params.clone())).await;
    for id in 1_000..last {
        peer.answer(id).await;
    }
    assert_memory(&process, 24);
}

#[tokio::test]
async fn a_handler_that_reports_to_a_stalled_reader_waits() {
    let (mut peer, process) = Peer::spawn(env!("CARGO_BIN_EXE_badinput-server"));
    peer.initialize("2025-11-25").await;
    const COUNT: f64 = 3_000.0;
    let params = json!({
        "name": "flood",
        "arguments": {"n": 3_000, "size": 10_000},
        "_meta": {"progressToken": "flood"},
    });
    let flood = peer.start("tools/call", params).await;
    let last = stall(&mut peer, |id| request(id, "ping", json!({}))).await;
    let mut progress = 0.0;
    let mut answers = 0;
    while progress < COUNT || answers <= last - 1_000 {
        let message = peer.receive().await;
        if message["method"] == "notifications/progress" {
            progress += 1.0;
            assert_eq!(message["params"]["progress"], progress, "{message:.200}");
        } else {
            answers += 1;
            assert!(message["id"] != flood || progress == COUNT, "the result comes last");
        }
    }
    assert_memory(&process, 24);
}
