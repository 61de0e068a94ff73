//! Streams of legacy sessions: ids of events, and coming back to a stream that broke off.

use std::collections::HashSet;
use std::sync::Mutex;

use mcp_runtime::http::{EventId, EventStore};
use mcp_test_support::http::{Event, called, serve, text};
use serde_json::{Value, json};
use tokio::time::timeout;

use super::{DEADLINE, LEGACY, start};

/// <https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#sending-messages-to-the-server>
#[tokio::test]
async fn the_newest_legacy_revision_begins_a_stream_with_an_id() {
    let (client, _probe) = start().await;
    for version in LEGACY {
        let session = client.initialize(version).await;
        let mut posted = session.start_call(1, "tell", json!({})).await;
        let first = posted.event().await.unwrap();
        let is_newest = version == "2025-11-25";
        assert_eq!(first.data.is_empty(), is_newest, "{version}: {first:?}");
        assert_eq!(first.retry.as_deref(), is_newest.then_some("1000"), "{version}");
        assert!(first.id.is_some(), "{version}");
    }
    let first = client.initialize("2025-11-25").await.listen().await.event().await.unwrap();
    assert_eq!((first.data.as_str(), first.retry.as_deref()), ("", Some("1000")));
    assert!(first.id.is_some());
}

#[tokio::test]
async fn events_of_a_session_have_ids_that_are_unique_in_it() {
    let (client, _probe) = start().await;
    for version in LEGACY {
        let session = client.initialize(version).await;
        let mut ids = HashSet::new();
        for call in 0..3 {
            let flood = json!({"count": 5, "size": 1});
            let mut response = session.start_call(call, "flood", flood).await;
            while let Some(Event { id, .. }) = response.event().await {
                assert!(ids.insert(id.unwrap()), "{version}: {ids:?}");
            }
        }
        let priming = if version == "2025-11-25" { 3 } else { 0 };
        assert_eq!(ids.len(), 3 * (5 + 1) + priming, "{version}");
    }
}

#[tokio::test]
async fn modern_streams_cannot_be_resumed_and_do_not_say_so() {
    let (client, probe) = start().await;
    probe.go.give(1);
    let mut params = called("tell", json!({}));
    params["_meta"] = json!({"progressToken": 1});
    let mut response = client.modern("tools/call", params).await;
    for _ in 0..3 {
        let event = response.event().await.unwrap();
        assert_eq!((event.id, event.retry), (None, None));
    }
    assert_eq!(response.event().await, None);
}

/// A connection may break without its server noticing.
#[tokio::test]
async fn a_second_reader_takes_a_stream_over() {
    let (client, probe) = start().await;
    let session = client.initialize("2025-11-25").await;
    let mut first = session.start_call(1, "tell", json!({})).await;
    let priming = first.event().await.unwrap().id.unwrap();
    let (progress, _) = first.message_event().await.unwrap();
    probe.started.given(1).await;

    let mut second = session.resume(&priming).await;
    assert_eq!(first.event().await, None, "the first ends");
    let again = second.event().await.unwrap();
    assert_eq!((again.id, again.data.as_str()), (Some(priming), ""), "where the client is");
    assert_eq!(second.event().await, Some(progress.clone()), "what came after the id is repeated");
    let mut third = session.resume(&progress.id.unwrap()).await;
    assert_eq!(second.event().await, None);
    probe.go.give(1);
    let rest = third.rest().await;
    assert_eq!(rest.len(), 2, "{rest:?}");
    assert_eq!(text(&rest[1]), "told");
}

#[tokio::test]
async fn a_last_event_id_that_the_session_does_not_know_is_refused() {
    let (client, probe) = start().await;
    let own = client.initialize("2025-11-25").await;
    let other = client.initialize("2025-11-25").await;
    probe.go.give(1);
    let mut response = own.start_call(1, "tell", json!({})).await;
    let id = response.event().await.unwrap().id.unwrap();
    response.rest().await;
    for unknown in
        ["", "x", "-", "1", "1-", "-1", "9-1", "1-x", "1-1-1", "1-9", "99999999999999999999-1"]
    {
        let response = own.resume(unknown).await;
        assert_eq!(response.status, 400, "{unknown:?}");
        assert_eq!(response.json().await["error"]["code"], -32600, "{unknown:?}");
    }
    // Nor does it give what another session was sent.
    assert_eq!(other.resume(&id).await.status, 400);
    assert_eq!(own.resume(&id).await.rest().await.len(), 3);
}

/// The connection is cut again and again while the handler sends as fast as it can.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_flood_that_is_cut_again_and_again_loses_and_repeats_nothing() {
    const COUNT: u64 = 400;
    let (client, _probe) = start().await;
    for version in LEGACY {
        let session = client.initialize(version).await;
        let flood = json!({"count": COUNT, "size": 300});
        let mut response = session.start_call(1, "flood", flood).await;
        let mut seen: Vec<Value> = Vec::new();
        let mut last = String::new();
        loop {
            let next = response.message_event().await;
            let Some((event, message)) = next else { break };
            last = event.id.unwrap();
            seen.push(message);
            if seen.len().is_multiple_of(13) {
                response = session.resume(&last).await;
            }
        }
        assert_eq!(text(&seen.pop().unwrap()), "flooded");
        let steps: Vec<u64> = seen
            .iter()
            .map(|message| message["params"]["progress"].as_f64().unwrap() as u64)
            .collect();
        assert_eq!(steps, (1..=COUNT).collect::<Vec<_>>(), "{version}");
        assert_eq!(session.resume(&last).await.message().await, None, "nothing is left");
    }
}

/// A client that connects again and again must not make the session grow.
#[tokio::test]
async fn only_the_last_streams_that_broke_off_are_remembered() {
    let (client, _probe) = start().await;
    let session = client.initialize("2025-11-25").await;
    let first = session.listen().await.event().await.unwrap().id.unwrap();
    assert_eq!(session.resume(&first).await.status, 200);
    let forgotten = async {
        while session.resume(&first).await.status == 200 {
            for _ in 0..20 {
                session.listen().await.event().await.unwrap();
            }
        }
    };
    timeout(DEADLINE, forgotten).await.expect("it is forgotten");
    // One that is being read is not.
    let mut stream = session.listen().await;
    let open = stream.event().await.unwrap().id.unwrap();
    for _ in 0..40 {
        session.listen().await.event().await.unwrap();
    }
    assert_eq!(session.resume(&open).await.status, 200);
}

/// Keeps the last events, of all sessions together.
struct Forgetful(usize, Mutex<Vec<(EventId, String)>>);

impl EventStore for Forgetful {
    fn append(&self, _: &str, id: EventId, message: &str) {
        let mut kept = self.1.lock().unwrap();
        kept.push((id, message.to_owned()));
        let too_many = kept.len().saturating_sub(self.0);
        kept.drain(..too_many);
    }

    fn after(&self, _: &str, last: EventId) -> Vec<(EventId, String)> {
        let kept = self.1.lock().unwrap();
        kept.iter().filter(|(id, _)| id.stream == last.stream && *id > last).cloned().collect()
    }

    fn forget(&self, _: &str) {}
}

/// A client that waits for an answer that it cannot get any more would wait for ever.
#[tokio::test]
async fn an_answer_that_is_no_longer_kept_is_an_error() {
    for kept in [0, 1] {
        let (http, probe) = super::http();
        let client = serve(http.event_store(Forgetful(kept, Mutex::default()))).await;
        let session = client.initialize("2025-11-25").await;
        let mut stream = session.start_call(7, "tell", json!({})).await;
        let priming = stream.event().await.unwrap().id.unwrap();
        probe.go.give(1);
        assert_eq!(text(&stream.rest().await.pop().unwrap()), "told");

        let mut again = session.resume(&priming).await;
        let (event, last) = again.message_event().await.unwrap();
        assert_eq!(last["id"], 7);
        if kept == 0 {
            assert_eq!(last["error"]["code"], -32603, "{last}");
            assert!(
                last["error"]["message"].as_str().unwrap().ends_with("send the request again"),
                "{last}"
            );
        } else {
            assert_eq!(text(&last), "told");
        }
        assert_eq!(again.message().await, None);
        // Who has it is told nothing more.
        assert_eq!(session.resume(&event.id.unwrap()).await.message().await, None);
    }
}
