//! Sessions of legacy clients: whichever replica has opened one, any of them serves it.

use mcp_runtime::http::HttpLimits;
use mcp_runtime::{Changes, ServerBuilder, resource};
use mcp_test_support::http::{Client, Request, called, text};
use mcp_test_support::log::CapturedLog;
use mcp_test_support::peer::{initialize, notification, request};
use serde_json::{Value, json};
use tokio::time::{Duration, advance, pause, resume};
use tracing::Level;

use super::{Replica, able, at, replicas, shared};
use crate::authenticated::{by_header, mount};
use crate::http::Probe;
use crate::http::session_ends::reasons;

const VERSION: &str = "2025-11-25";

/// The time for which a replica uses what it knows of a session without a look.
const TRUST: Duration = Duration::from_secs(6);

async fn later(time: Duration) {
    pause();
    advance(time).await;
    resume();
}

#[tokio::test]
async fn f29_a_session_is_served_by_replicas_that_did_not_open_it() {
    let [a, b, c]: [Replica; 3] = replicas(shared).await;
    for version in ["2025-03-26", "2025-06-18", VERSION] {
        let session = a.initialize(version).await;
        for replica in [&b, &c, &a, &b] {
            let session = at(&session, replica);
            assert_eq!(session.call("add", json!({ "a": 1, "b": 2 })).await, "3");
        }
        let unknown = "0".repeat(32);
        let ping = session.post(request(1, "ping", json!({}))).without("Mcp-Session-Id");
        let response = b.send(ping.header("Mcp-Session-Id", &unknown)).await;
        assert_eq!(response.status, 404);
    }
}

#[tokio::test]
async fn f29_what_a_client_says_to_one_replica_others_know() {
    let [a, b]: [Replica; 2] = replicas(shared).await;
    // `initialize` here, and `initialized` there.
    let opened = a.send(Request::post(request(0, "initialize", initialize(VERSION)))).await;
    let id = opened.header("mcp-session-id").unwrap().to_owned();
    let mark = |request: Request| request.header("Mcp-Session-Id", &id);
    let initialized = notification("notifications/initialized", json!({}));
    assert_eq!(b.send(mark(Request::post(initialized))).await.status, 202);

    let session = a.initialize(VERSION).await;
    let logs = async |replica: &Replica| {
        let session = at(&session, replica);
        let mut call = session.start(2, "tools/call", called("log", json!({}))).await;
        let mut messages = call.rest().await;
        messages.pop();
        messages.into_iter().map(|log| log["params"]["level"].clone()).collect::<Vec<Value>>()
    };
    assert_eq!(logs(&b).await, ["info", "error"]);
    let level = json!({ "level": "error" });
    assert_eq!(session.request("logging/setLevel", level).await["result"], json!({}));
    assert_eq!(logs(&a).await, ["error"]);
    assert_eq!(logs(&b).await, ["error"], "b has heard of it");
}

#[tokio::test]
async fn f30_while_the_store_is_down_no_client_gives_up_its_session() {
    let [a, b]: [Replica; 2] = replicas(shared).await;
    let session = a.initialize(VERSION).await;
    let ping = async |replica: &Replica| {
        let session = at(&session, replica);
        session.start(1, "ping", json!({})).await
    };
    a.store.down(true);
    b.store.down(true);
    let unknown = ping(&b).await;
    assert_eq!((unknown.status, unknown.header("retry-after")), (503, Some("1")));
    // Where it is known, it continues for a while.
    assert_eq!(ping(&a).await.status, 200);
    later(TRUST).await;
    assert_eq!(ping(&a).await.status, 200);
    later(Duration::from_secs(60)).await;
    assert_eq!(ping(&a).await.status, 503);
    let opened = a.send(Request::post(request(0, "initialize", initialize(VERSION)))).await;
    assert_eq!(opened.status, 503);
    // The end is one for all, or none.
    assert_eq!(a.send(session.delete()).await.status, 503);
    a.store.down(false);
    b.store.down(false);
    later(Duration::from_secs(2)).await;
    for replica in [&a, &b] {
        assert_eq!(ping(replica).await.status, 200);
    }
}

#[tokio::test]
async fn f33_a_call_is_cancelled_at_a_replica_where_it_does_not_run() {
    let probe = Probe::default();
    let [a, b]: [Replica; 2] = replicas(|| shared().state(probe.clone())).await;
    let session = a.initialize(VERSION).await;
    let stays = tokio::spawn({
        let session = session.clone();
        async move { session.start("x", "tools/call", called("stay", json!({}))).await }
    });
    probe.started.given(1).await;
    at(&session, &b).notify("notifications/cancelled", json!({ "requestId": "x" })).await;
    probe.ended.given(1).await;
    assert_eq!(stays.await.unwrap().text().await, "");
}

#[tokio::test]
async fn f34_a_session_that_is_deleted_at_one_replica_has_ended_at_all() {
    let probe = Probe::default();
    let [a, b, c]: [Replica; 3] = replicas(|| shared().state(probe.clone())).await;
    let session = a.initialize(VERSION).await;
    let mut listening = at(&session, &c).listen().await;
    let stays = tokio::spawn({
        let session = session.clone();
        async move { session.start(1, "tools/call", called("stay", json!({}))).await }
    });
    probe.started.given(1).await;
    assert_eq!(b.send(session.delete()).await.status, 204);
    probe.ended.given(1).await;
    assert_eq!(stays.await.unwrap().text().await, "");
    assert_eq!(listening.rest().await, [] as [Value; 0]);
    for replica in [&a, &b, &c] {
        assert_eq!(at(&session, replica).start(2, "ping", json!({})).await.status, 404);
    }
}

#[tokio::test]
async fn f34_where_the_hint_is_lost_a_session_ends_within_seconds() {
    let log = CapturedLog::start(Level::DEBUG);
    let [a, b]: [Replica; 2] = replicas(shared).await;
    let session = a.initialize(VERSION).await;
    a.store.drop_hints(true);
    assert_eq!(b.send(session.delete()).await.status, 204);
    later(TRUST).await;
    assert_eq!(session.start(1, "ping", json!({})).await.status, 404);
    assert_eq!(reasons(&log), [r#""deleted""#, r#""not_in_store""#]);
}

#[tokio::test]
async fn the_log_says_that_a_session_was_deleted_at_another_replica() {
    let log = CapturedLog::start(Level::DEBUG);
    let [a, b]: [Replica; 2] = replicas(shared).await;
    let session = a.initialize(VERSION).await;
    let mut listening = session.listen().await;
    assert_eq!(b.send(session.delete()).await.status, 204);
    assert_eq!(listening.rest().await, [] as [Value; 0]);
    assert_eq!(reasons(&log), [r#""deleted""#, r#""deleted_elsewhere""#]);
}

#[tokio::test]
async fn the_log_says_that_the_store_did_not_take_a_session() {
    let log = CapturedLog::start(Level::DEBUG);
    let [replica]: [Replica; 1] = replicas(shared).await;
    replica.store.down(true);
    let opening = Request::post(request(0, "initialize", initialize(VERSION)));
    assert_eq!(replica.send(opening).await.status, 503);
    assert_eq!(reasons(&log), [r#""store_failed""#]);
}

#[tokio::test]
async fn the_log_does_not_say_that_a_session_has_ended_which_another_replica_serves() {
    let log = CapturedLog::start(Level::DEBUG);
    let [a, b]: [Replica; 2] = replicas(shared).await;
    let opened = a.send(Request::post(request(0, "initialize", initialize(VERSION)))).await;
    let id = opened.header("mcp-session-id").unwrap().to_owned();
    let at_b = async |message: Value| {
        let request = Request::post(message).header("Mcp-Session-Id", &id);
        b.send(request.header("Mcp-Protocol-Version", VERSION)).await.status
    };
    assert_eq!(at_b(notification("notifications/initialized", json!({}))).await, 202);
    for _ in 0..10 {
        later(Duration::from_secs(20)).await;
        assert_eq!(at_b(request(1, "ping", json!({}))).await, 200);
    }
    assert_eq!(reasons(&log), [] as [&str; 0]);
}

#[tokio::test]
async fn f38_a_session_serves_the_principal_that_opened_it_at_all_replicas() {
    let [a, b]: [Replica; 2] = replicas(shared).await;
    let by = async |replica: &Replica| mount(replica.server.clone().into_http(), by_header).await;
    let a = by(&a).await;
    let b = by(&b).await;
    let of = |request: Request, user: &str| request.header("User", user);
    let initialize = Request::post(request(0, "initialize", initialize(VERSION)));
    let opened = a.send(of(initialize, "ann")).await;
    let id = opened.header("mcp-session-id").unwrap().to_owned();
    let ping = || Request::post(request(1, "ping", json!({}))).header("Mcp-Session-Id", &id);
    for stolen in [of(ping(), "bob"), ping()] {
        assert_eq!(b.send(stolen.clone()).await.status, 404);
        assert_eq!(a.send(stolen).await.status, 404);
    }
    assert_eq!(b.send(of(ping(), "ann")).await.status, 200);
    // Also where it is known.
    assert_eq!(b.send(of(ping(), "bob")).await.status, 404);
}

#[tokio::test]
async fn f31_an_answer_reaches_the_replica_that_has_asked() {
    let [a, b, c]: [Replica; 3] = replicas(shared).await;
    let session = a.initialize_with(VERSION, &able()).await;
    for (replica, padding) in [(&b, 0), (&c, 100_000), (&a, 0)] {
        let mut call = session.start(7, "tools/call", called("confirm", json!({}))).await;
        let asked = call.message().await.unwrap();
        assert_eq!(asked["method"], "elicitation/create");
        let content = json!({ "ok": true });
        let meta = json!({ "padding": "x".repeat(padding) });
        let result = json!({ "action": "accept", "content": content, "_meta": meta });
        let answer = json!({ "jsonrpc": "2.0", "id": asked["id"], "result": result });
        let sent = replica.send(session.post(answer)).await;
        assert_eq!((sent.status, sent.text().await.as_str()), (202, ""));
        assert_eq!(text(&call.answer().await), "done");
    }
}

#[tokio::test]
async fn f31_an_answer_of_another_session_is_none() {
    let [a, b]: [Replica; 2] = replicas(shared).await;
    let session = a.initialize_with(VERSION, &able()).await;
    let foreign = b.initialize_with(VERSION, &able()).await;
    let mut call = session.start(7, "tools/call", called("confirm", json!({}))).await;
    let asked = call.message().await.unwrap();
    let answer = |action: &str| {
        let result = json!({ "action": action, "content": { "ok": true } });
        json!({ "jsonrpc": "2.0", "id": asked["id"], "result": result })
    };
    assert_eq!(b.send(foreign.post(answer("accept"))).await.status, 202);
    assert_eq!(b.send(session.post(answer("decline"))).await.status, 202);
    assert_eq!(text(&call.answer().await), "left");
}

#[tokio::test]
async fn f32_an_answer_for_a_replica_that_is_gone_is_taken_and_dropped() {
    let [a]: [Replica; 1] = replicas(shared).await;
    let session = a.initialize_with(VERSION, &able()).await;
    for id in ["0123456789abcdef.0.1", "0123456789abcdef", "x.1", ".", ""] {
        let answer = json!({ "jsonrpc": "2.0", "id": id, "result": {} });
        assert_eq!(a.send(session.post(answer)).await.status, 202, "{id}");
    }
    // What cannot be handed over is not said to be taken.
    a.store.down(true);
    let answer = json!({ "jsonrpc": "2.0", "id": "0123456789abcdef.0.1", "result": {} });
    assert_eq!(a.send(session.post(answer)).await.status, 503);
}

#[tokio::test]
async fn a_request_in_a_session_is_one_operation_of_the_store_at_most() {
    let [a, b]: [Replica; 2] = replicas(shared).await;
    let session = a.initialize(VERSION).await;
    for replica in [&a, &b] {
        for time in [0, 1, 6, 6, 7 * 60, 1] {
            later(Duration::from_secs(time)).await;
            let count = || {
                let all = replica.store.operations();
                // Those of which nobody waits for the end.
                all - replica.store.operations_of("publish") - replica.store.operations_of("index")
            };
            let before = count();
            at(&session, replica).call("add", json!({ "a": 1, "b": 2 })).await;
            assert!(count() - before <= 1, "{time}");
            // A modern one does without.
            let before = count();
            assert_eq!(replica.call("add", json!({ "a": 1, "b": 2 })).await, "3");
            assert_eq!(count(), before);
        }
    }
}

#[tokio::test]
async fn a_session_lives_as_long_as_any_replica_is_asked() {
    let [a, b]: [Replica; 2] = replicas(shared).await;
    let session = a.initialize(VERSION).await;
    for _ in 0..6 {
        later(Duration::from_secs(40 * 60)).await;
        assert_eq!(at(&session, &b).start(1, "ping", json!({})).await.status, 200);
    }
    assert_eq!(session.start(1, "ping", json!({})).await.status, 200);
    later(Duration::from_secs(61 * 60)).await;
    for replica in [&a, &b] {
        assert_eq!(at(&session, replica).start(1, "ping", json!({})).await.status, 404);
    }
}

#[tokio::test]
async fn f19_where_the_records_are_lost_clients_begin_anew() {
    let [a]: [Replica; 1] = replicas(shared).await;
    let [b]: [Replica; 1] = replicas(shared).await;
    // Another store knows nothing of it.
    let session = a.initialize(VERSION).await;
    assert_eq!(at(&session, &b).start(1, "ping", json!({})).await.status, 404);
}

/// A page.
#[resource("test://page")]
fn page() -> &'static str {
    "page"
}

fn paged() -> ServerBuilder {
    shared().resource::<page>().changes(Changes::new().resource_updates())
}

#[tokio::test]
async fn f42_what_is_subscribed_to_at_one_replica_is_told_where_the_client_listens() {
    let [a, b, c]: [Replica; 3] = replicas(paged).await;
    let session = a.initialize(VERSION).await;
    let mut listening = at(&session, &b).listen().await;
    let uri = json!({ "uri": "test://page" });
    assert_eq!(session.request("resources/subscribe", uri.clone()).await["result"], json!({}));
    // Until the others have heard of it, nothing is lost: what is told again is told once more.
    let told = async {
        loop {
            c.server.resource_updated("test://page");
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    let updated = tokio::select! {
        updated = listening.message() => updated.unwrap(),
        () = told => unreachable!(),
    };
    assert_eq!(updated["method"], "notifications/resources/updated");
    let c_session = at(&session, &c);
    assert_eq!(c_session.request("resources/unsubscribe", uri).await["result"], json!({}));
}

#[tokio::test]
async fn a_caller_has_as_many_sessions_as_it_may_in_all_replicas() {
    let [a, b]: [Replica; 2] = replicas(shared).await;
    let limited = async |replica: &Replica| {
        let http =
            replica.server.clone().into_http().limits(HttpLimits::new().max_sessions_per_caller(3));
        mount(http, by_header).await
    };
    let a = limited(&a).await;
    let b = limited(&b).await;
    let open = async |client: Client, user: &str| {
        let initialize = Request::post(request(0, "initialize", initialize(VERSION)));
        let opened = client.send(initialize.header("User", user)).await;
        opened.header("mcp-session-id").unwrap().to_owned()
    };
    let other = open(a, "bob").await;
    let mut ids = Vec::new();
    for client in [a, b, a, b, a] {
        ids.push(open(client, "ann").await);
        // Sessions of one millisecond have no order.
        later(Duration::from_millis(1)).await;
    }
    let status = async |client: Client, id: &str, user: &str| {
        let ping = Request::post(request(1, "ping", json!({})))
            .header("Mcp-Session-Id", id)
            .header("User", user);
        client.send(ping).await.status
    };
    later(TRUST).await;
    let mut found = Vec::new();
    for id in &ids {
        found.push(status(b, id, "ann").await);
    }
    assert_eq!(found, [404, 404, 200, 200, 200]);
    assert_eq!(status(b, &other, "bob").await, 200);
}
