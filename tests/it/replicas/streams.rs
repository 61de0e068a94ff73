//! Streams of events: a client that lost one comes back for the rest, to whichever replica.

use mcp_runtime::Changes;
use mcp_test_support::http::{Response, Session, read, steps};
use serde_json::{Value, json};
use tokio::time::Duration;

use super::{Replica, at, replicas, shared};
use crate::http::Probe;

const VERSION: &str = "2025-11-25";

async fn count(session: &Session, to: u64) -> Response {
    session.start_call(1, "count", json!({ "to": to })).await
}

#[tokio::test]
async fn f35_a_stream_goes_on_at_another_replica_without_a_gap() {
    let [a, b, c]: [Replica; 3] = replicas(shared).await;
    let session = a.initialize(VERSION).await;
    let mut stream = count(&session, 1000).await;
    let (mut last, mut messages) = read(&mut stream, 100).await;
    drop(stream);
    // From one to the next, and to the first again.
    for replica in [&b, &c, &b, &a, &c] {
        let mut stream = at(&session, replica).resume(&last).await;
        assert_eq!(stream.status, 200, "{last}");
        let (next, more) = read(&mut stream, 100).await;
        last = next;
        messages.extend(more);
    }
    let mut stream = at(&session, &b).resume(&last).await;
    messages.extend(stream.rest().await);
    assert_eq!(steps(&messages), (1..=1000).collect::<Vec<_>>());
    let answer = messages.last().unwrap();
    assert_eq!(answer["result"]["content"][0]["text"], "counted", "{answer}");
    // And once more, for all that is kept.
    let mut stream = at(&session, &c).resume(&last).await;
    let again = stream.rest().await;
    assert_eq!(again.last(), messages.last());
}

#[tokio::test]
async fn f35_what_is_sent_later_comes_as_it_is_sent() {
    let probe = Probe::default();
    let [a, b]: [Replica; 2] = replicas(|| shared().state(probe.clone())).await;
    let session = a.initialize(VERSION).await;
    let mut stream = session.start_call(1, "tell", json!({})).await;
    let (last, first) = read(&mut stream, 1).await;
    probe.started.given(1).await;
    drop(stream);
    let mut stream = at(&session, &b).resume(&last).await;
    probe.go.give(1);
    let mut messages = first;
    messages.extend(stream.rest().await);
    assert_eq!(steps(&messages), [1, 2]);
    assert_eq!(messages.last().unwrap()["id"], 1);
}

#[tokio::test]
async fn f36_of_a_replica_that_is_gone_comes_what_it_has_sent() {
    let probe = Probe::default();
    let [a, b]: [Replica; 2] = replicas(|| shared().state(probe.clone())).await;
    let session = a.initialize(VERSION).await;
    let mut stream = session.start_call(1, "tell", json!({})).await;
    let primed = stream.event().await.unwrap().id.unwrap();
    let (last, _) = read(&mut stream, 1).await;
    // Nothing of it is heard any more, as if it was killed.
    a.store.drop_hints(true);
    let mut again = at(&session, &b).resume(&primed).await;
    assert_eq!(steps(&again.rest().await), [1]);
    let mut nothing = at(&session, &b).resume(&last).await;
    assert_eq!(nothing.rest().await, [] as [Value; 0]);
}

#[tokio::test]
async fn a_client_listens_at_another_replica_and_misses_nothing() {
    let [a, b]: [Replica; 2] = replicas(|| shared().changes(Changes::new().tools())).await;
    let session = a.initialize(VERSION).await;
    let mut stream = session.listen().await;
    a.add_tool("one");
    a.add_tool("two");
    let (last, _) = read(&mut stream, 1).await;
    let mut there = at(&session, &b).resume(&last).await;
    assert_eq!(there.status, 200);
    // The first one ends, since a message goes to one stream.
    while stream.message().await.is_some() {}
    a.add_tool("three");
    let told = there.message().await.unwrap();
    assert_eq!(told["method"], "notifications/tools/list_changed");
}

#[tokio::test]
async fn a_place_in_a_stream_that_nobody_knows_is_refused() {
    let [a, b]: [Replica; 2] = replicas(shared).await;
    let session = a.initialize(VERSION).await;
    let other = a.initialize(VERSION).await;
    let mut stream = count(&session, 3).await;
    let (last, _) = read(&mut stream, 4).await;
    let (name, number) = last.split_once('-').unwrap();
    for id in ["2-0", "2-7", "1-7", "x", "", &format!("{name}-{number}0")] {
        assert_eq!(at(&session, &b).resume(id).await.status, 400, "{id}");
    }
    // Another session learns nothing of it.
    assert_eq!(at(&other, &b).resume(&last).await.status, 400);
}

#[tokio::test]
async fn while_the_store_is_down_streams_go_on() {
    let [a, b]: [Replica; 2] = replicas(shared).await;
    let session = a.initialize(VERSION).await;
    a.store.down(true);
    let mut stream = count(&session, 100).await;
    let (last, first) = read(&mut stream, 50).await;
    assert_eq!(steps(&first).len(), 50);
    let mut rest = stream.rest().await;
    assert_eq!(rest.len(), 51);
    a.store.down(false);
    // What could not be kept then is kept later.
    let mut again = at(&session, &b).resume(&last).await;
    while again.status == 400 {
        tokio::time::sleep(Duration::from_millis(50)).await;
        again = at(&session, &b).resume(&last).await;
    }
    let mut missed = again.rest().await;
    assert_eq!(missed.split_off(missed.len() - 51), rest.split_off(0));
}
