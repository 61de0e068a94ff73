//! Sessions of legacy clients, whose requests all go to different replicas.

use std::collections::BTreeSet;

use mcp_test_support::http::{read, steps};
use mcp_test_support::peer::{initialize, notification, request};

use super::*;

const VERSION: &str = "2025-11-25";

#[tokio::test]
#[ignore = "needs redis-server and haproxy: .ci/services"]
async fn a_session_is_served_by_all_replicas() {
    let replicas = Replicas::start().await;
    for version in ["2025-03-26", "2025-06-18", VERSION] {
        let session = replicas.client.initialize(version).await;
        let mut seen = BTreeSet::new();
        for _ in 0..6 {
            seen.insert(process(&session).await);
        }
        assert_eq!(seen.len(), 3, "{seen:?}");
        let level = json!({ "level": "error" });
        assert_eq!(session.request("logging/setLevel", level).await["result"], json!({}));
        // The others hear of it in a moment.
        let mut in_a_row = 0;
        let told = async {
            while in_a_row < 3 {
                let mut call = session.start(2, "tools/call", called("log", json!({}))).await;
                let messages = call.rest().await;
                let levels = messages.iter().map(|log| log["params"]["level"].clone());
                let is_known = levels.collect::<Vec<_>>() == [json!("error"), Value::Null];
                in_a_row = if is_known { in_a_row + 1 } else { 0 };
            }
        };
        timeout(TIMEOUT, told).await.expect("all replicas know the level");
    }
}

#[tokio::test]
#[ignore = "needs redis-server and haproxy: .ci/services"]
async fn what_a_client_has_declared_is_known_to_all_replicas() {
    let replicas = Replicas::start().await;
    let declared = json!({ "extensions": { "com.example/counting": {} } });
    let session = replicas.client.initialize_with(VERSION, &declared).await;
    let plain = replicas.client.initialize(VERSION).await;
    let mut seen = BTreeSet::new();
    for _ in 0..6 {
        assert_eq!(session.call("declared", json!({})).await, "true");
        let counted = session.request("com.example/counting/process", json!({})).await;
        seen.insert(counted["result"]["process"].as_u64());
        assert_eq!(plain.call("declared", json!({})).await, "false");
        let refused = plain.request("com.example/counting/process", json!({})).await;
        assert!(refused["error"]["code"].is_i64(), "{refused}");
    }
    assert!(seen.len() == 3 && !seen.contains(&None), "{seen:?}");
}

#[tokio::test]
#[ignore = "needs redis-server and haproxy: .ci/services"]
async fn a_stream_hears_of_what_happens_at_other_replicas() {
    let replicas = Replicas::start().await;
    let session = replicas.client.initialize(VERSION).await;
    let mut listening = session.listen().await;
    for name in ["one", "two", "three"] {
        session.request("tools/call", called("grow", json!({ "name": name }))).await;
        let told = listening.message().await.unwrap();
        assert_eq!(told["method"], "notifications/tools/list_changed", "{told}");
    }
    let page = json!({ "uri": "test://page" });
    assert_eq!(session.request("resources/subscribe", page).await["result"], json!({}));
    let changed = async {
        loop {
            session.request("tools/call", called("change", json!({}))).await;
        }
    };
    let told = tokio::select! {
        told = listening.message() => told.unwrap(),
        () = changed => unreachable!(),
    };
    assert_eq!(told["method"], "notifications/resources/updated", "{told}");
}

#[tokio::test]
#[ignore = "needs redis-server and haproxy: .ci/services"]
async fn a_stream_goes_on_at_whichever_replica_without_a_gap() {
    let replicas = Replicas::start().await;
    let session = replicas.client.initialize(VERSION).await;
    let mut stream = session.start_call(1, "count", json!({ "to": 1000 })).await;
    let (mut last, mut messages) = read(&mut stream, 100).await;
    drop(stream);
    for _ in 0..5 {
        let mut stream = session.resume(&last).await;
        assert_eq!(stream.status, 200, "{last}");
        let (next, more) = read(&mut stream, 100).await;
        last = next;
        messages.extend(more);
    }
    messages.extend(session.resume(&last).await.rest().await);
    assert_eq!(steps(&messages), (1..=1000).collect::<Vec<_>>());
    assert_eq!(text(messages.last().unwrap()), "counted");
}

#[tokio::test]
#[ignore = "needs redis-server and haproxy: .ci/services"]
async fn what_is_sent_after_its_reader_has_left_comes_to_another_replica() {
    let replicas = Replicas::start().await;
    let session = replicas.client.initialize(VERSION).await;
    for _ in 0..3 {
        let mut stream = session.start_call(1, "tell", json!({})).await;
        let (last, mut messages) = read(&mut stream, 1).await;
        drop(stream);
        messages.extend(session.resume(&last).await.rest().await);
        assert_eq!(steps(&messages), [1, 2]);
        assert_eq!(text(messages.last().unwrap()), "told");
    }
}

#[tokio::test]
#[ignore = "needs redis-server and haproxy: .ci/services"]
async fn an_answer_finds_the_replica_that_has_asked() {
    let replicas = Replicas::start().await;
    let session = replicas.client.initialize_with(VERSION, &able()).await;
    for key in ["a", "b", "c", "d"] {
        let arguments = json!({ "key": key });
        let mut call = session.start(7, "tools/call", called("confirm", arguments)).await;
        let asked = call.message().await.unwrap();
        assert_eq!(asked["method"], "elicitation/create", "{asked}");
        let answer = json!({ "jsonrpc": "2.0", "id": asked["id"], "result": yes() });
        assert_eq!(replicas.client.send(session.post(answer)).await.status, 202);
        assert_eq!(text(&call.answer().await), format!("{key} true for nobody"));
    }
}

#[tokio::test]
#[ignore = "needs redis-server and haproxy: .ci/services"]
async fn a_call_is_cancelled_from_anywhere_and_ends_with_its_session() {
    let replicas = Replicas::start().await;
    let session = replicas.client.initialize(VERSION).await;
    let call = |id: &str| {
        let session = session.clone();
        let params = called("stay", json!({ "key": id }));
        let id = id.to_owned();
        tokio::spawn(async move { session.start(id, "tools/call", params).await })
    };
    for id in ["a", "b", "c"] {
        let call = call(id);
        replicas.until_noted(&format!("started {id}")).await;
        session.notify("notifications/cancelled", json!({ "requestId": id })).await;
        replicas.until_noted(&format!("ended {id}")).await;
        assert_eq!(call.await.unwrap().text().await, "");
    }
    let mut listening = session.listen().await;
    let call = call("d");
    replicas.until_noted("started d").await;
    assert_eq!(replicas.client.send(session.delete()).await.status, 204);
    replicas.until_noted("ended d").await;
    assert_eq!(call.await.unwrap().text().await, "");
    assert_eq!(listening.rest().await, [] as [Value; 0]);
    for _ in 0..3 {
        assert_eq!(session.start(2, "ping", json!({})).await.status, 404);
    }
}

#[tokio::test]
#[ignore = "needs redis-server and haproxy: .ci/services"]
async fn a_session_serves_nobody_else_at_any_replica() {
    let replicas = Replicas::start().await;
    let by = |request: Request, user: &str| request.header("User", user);
    let open = Request::post(request(0, "initialize", initialize(VERSION)));
    let opened = replicas.client.send(by(open, "ann")).await;
    let id = opened.header("mcp-session-id").unwrap().to_owned();
    let post = |message: Value| Request::post(message).header("Mcp-Session-Id", &id);
    let initialized = post(notification("notifications/initialized", json!({})));
    assert_eq!(replicas.client.send(by(initialized, "ann")).await.status, 202);
    let echo = || post(request(1, "tools/call", called("echo", json!({ "text": "hello" }))));
    for _ in 0..3 {
        let answer = replicas.client.send(by(echo(), "ann")).await.answer().await;
        assert_eq!(text(&answer), "hello for ann");
        assert_eq!(replicas.client.send(by(echo(), "bob")).await.status, 404);
        assert_eq!(replicas.client.send(echo()).await.status, 404);
    }
}

#[tokio::test]
#[ignore = "needs redis-server and haproxy: .ci/services"]
async fn a_session_outlives_the_replicas_that_are_killed() {
    let replicas = Replicas::start().await;
    let session = replicas.client.initialize(VERSION).await;
    for _ in 0..3 {
        kill(&process(&session).await).await;
        // What the balancer has sent there just then is lost, and said to be; the session is not.
        let mut served = 0;
        while served < 3 {
            match session.start(1, "ping", json!({})).await.status {
                200 => served += 1,
                status => assert!(matches!(status, 502 | 503), "{status}"),
            }
        }
    }
}
