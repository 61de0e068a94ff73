//! Handlers that panic, hang, block or are given up.

use serde_json::{Value, json};

use mcp_test_support::peer::{Peer, notification};

use super::connect;

fn text(result: &Value) -> &str {
    result["content"][0]["text"].as_str().unwrap_or_default()
}

/// Asks until the fixture says that so many calls started and ended.
async fn await_counters(peer: &mut Peer, expected: &str) {
    loop {
        let counters = peer.call("counters", json!({})).await;
        if text(&counters) == expected {
            return;
        }
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn a_panic_is_answered_without_its_payload_and_the_next_call_works() {
    let (mut peer, mut process) = connect().await;
    for tool in ["panic_at_once", "panic_later", "panic_sync", "panic_blocking"] {
        let result = peer.call(tool, json!({})).await;
        assert_eq!(result["isError"], true, "{tool}: {result}");
        assert_eq!(text(&result), format!("tool `{tool}` failed: internal error"));
        let echo = peer.call("echo", json!({"text": "next"})).await;
        assert_eq!(text(&echo), "next", "after {tool}");
    }
    for (method, params) in [
        ("prompts/get", json!({"name": "panic_prompt"})),
        ("resources/read", json!({"uri": "test://panic"})),
    ] {
        let answer = peer.request(method, params).await;
        assert_eq!(answer["error"]["code"], -32603, "{answer}");
        assert!(!answer.to_string().contains("secret"), "{answer}");
    }
    peer.close();
    assert_eq!(peer.rest().await, [] as [Value; 0]);
    assert!(process.exit().await.success());
}

#[tokio::test]
async fn a_cancelled_call_is_dropped_and_not_answered() {
    let (mut peer, _process) = connect().await;
    let id = peer.start_call("wait", json!({})).await;
    await_counters(&mut peer, "1 0").await;
    let cancelled = json!({"requestId": id, "reason": "changed my mind"});
    peer.send(notification("notifications/cancelled", cancelled)).await;
    // Every answer that comes is to `counters`: the cancelled call has none.
    await_counters(&mut peer, "1 1").await;
}

#[tokio::test]
async fn a_blocking_handler_learns_that_it_is_cancelled() {
    let (mut peer, _process) = connect().await;
    let id = peer.start_call("watch", json!({})).await;
    await_counters(&mut peer, "1 0").await;
    peer.send(notification("notifications/cancelled", json!({"requestId": id}))).await;
    await_counters(&mut peer, "1 1").await;
}

#[tokio::test]
async fn a_blocking_handler_learns_that_its_time_is_over() {
    let (mut peer, _process) = connect().await;
    let result = peer.call("watch_briefly", json!({})).await;
    assert_eq!(text(&result), "tool `watch_briefly` took longer than 50ms");
    await_counters(&mut peer, "1 1").await;
}

#[tokio::test]
async fn cancelling_what_does_not_run_changes_nothing() {
    let (mut peer, _process) = connect().await;
    let done = peer.start_call("echo", json!({"text": "done"})).await;
    peer.answer(done).await;
    for params in [
        json!({"requestId": done}),
        json!({"requestId": 999}),
        json!({"requestId": null}),
        json!({"requestId": {}}),
        json!({}),
        json!([]),
    ] {
        peer.send(notification("notifications/cancelled", params)).await;
    }
    let echo = peer.call("echo", json!({"text": "next"})).await;
    assert_eq!(text(&echo), "next");
}

#[tokio::test]
async fn a_call_that_takes_too_long_is_dropped_and_answered() {
    let (mut peer, _process) = connect().await;
    let result = peer.call("patient", json!({})).await;
    assert_eq!(result["isError"], true, "{result}");
    assert_eq!(text(&result), "tool `patient` took longer than 50ms");
    await_counters(&mut peer, "1 1").await;
}

#[tokio::test]
async fn a_waiting_handler_delays_nobody() {
    let (mut peer, _process) = connect().await;
    peer.start_call("wait", json!({})).await;
    // Each answer has to come next, so none of them waits for the call.
    for _ in 0..10 {
        assert_eq!(peer.request("ping", json!({})).await["result"], json!({}));
        assert!(peer.request("tools/list", json!({})).await["result"]["tools"].is_array());
        assert_eq!(text(&peer.call("echo", json!({"text": "x"})).await), "x");
    }
}

#[tokio::test]
async fn a_blocking_handler_delays_nobody() {
    let (mut peer, _process) = connect().await;
    let held = peer.start_call("hold", json!({})).await;
    for _ in 0..100 {
        assert_eq!(peer.request("ping", json!({})).await["result"], json!({}));
    }
    let release = peer.start_call("release", json!({})).await;
    let mut answers = [peer.receive().await, peer.receive().await];
    answers.sort_by_key(|answer| answer["id"].as_u64());
    assert_eq!(answers.each_ref().map(|answer| answer["id"].clone()), [held, release]);
    assert_eq!(text(&answers[0]["result"]), "released");
}

#[tokio::test]
async fn answers_come_in_the_order_in_which_calls_end() {
    let (mut peer, _process) = connect().await;
    let slow = peer.start_call("slow", json!({"ms": 300})).await;
    let fast = peer.start_call("slow", json!({"ms": 1})).await;
    peer.answer(fast).await;
    peer.answer(slow).await;
}
