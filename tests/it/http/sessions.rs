//! Sessions of legacy clients: their names, their number, their end, and what is kept in each.

use std::collections::HashSet;
use std::time::Duration;

use mcp_runtime::http::HttpLimits;
use mcp_test_support::http::{Client, Request, Response, Session, called, serve, text};
use mcp_test_support::peer::{initialize, request};
use serde_json::{Value, json};

use super::{LEGACY, assert_serves, http, pass, start};

async fn open(client: Client) -> Response {
    client.send(Request::post(request(0, "initialize", initialize("2025-11-25")))).await
}

/// CVE-2025-6515: the id of a session could be guessed.
#[tokio::test]
async fn ids_are_128_random_bits() {
    const COUNT: usize = 1000;
    let (client, _probe) = start().await;
    let mut ids = HashSet::new();
    let mut varying = 0;
    let mut last = 0;
    for _ in 0..COUNT {
        let id = open(client).await.header("mcp-session-id").unwrap().to_owned();
        assert_eq!(id.len(), 32, "{id}");
        assert!(id.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f')), "{id}");
        let bits = u128::from_str_radix(&id, 16).unwrap();
        varying |= bits ^ last;
        last = bits;
        assert!(ids.insert(id), "an id came twice");
    }
    assert_eq!(varying, u128::MAX, "every bit varies");
}

#[tokio::test]
async fn a_request_names_a_session_that_there_is() {
    let (client, _probe) = start().await;
    let session = client.initialize("2025-11-25").await;
    let ping = session.post(request(1, "ping", json!({})));
    for request in [ping, session.get(), session.delete()] {
        for (id, status) in [
            (None, 400),
            (Some(""), 400),
            (Some("no such"), 404),
            (Some("00000000000000000000000000000000"), 404),
            (Some(&*session.id.to_uppercase()), 404),
        ] {
            let bare = request.clone().without("Mcp-Session-Id");
            let request = id.iter().fold(bare, |request, id| request.with("Mcp-Session-Id", id));
            let response = client.send(request).await;
            assert_eq!(response.status, status, "{id:?}");
            assert_eq!(response.json().await["error"]["code"], -32600);
        }
    }
    assert_eq!(session.request("ping", json!({})).await["result"], json!({}));
}

#[tokio::test]
async fn a_session_ends_with_its_calls_and_streams_when_it_is_deleted() {
    let (client, probe) = start().await;
    let session = client.initialize("2025-11-25").await;
    let other = client.initialize("2025-11-25").await;
    let mut listening = session.listen().await;
    let mut streaming = session.start_call(1, "tell", json!({})).await;
    let waiting = tokio::spawn({
        let session = session.clone();
        async move { session.start(2, "tools/call", called("wait", json!({}))).await }
    });
    probe.started.given(2).await;

    let deleted = client.send(session.delete()).await;
    assert_eq!((deleted.status, deleted.text().await.as_str()), (204, ""));
    probe.ended.given(2).await;
    assert_eq!(listening.rest().await, [] as [Value; 0]);
    let told = streaming.rest().await;
    assert!(told.iter().all(|message| message.get("id").is_none()), "{told:?}");
    assert_eq!(waiting.await.unwrap().text().await, "");
    let ping = session.post(request(3, "ping", json!({})));
    for request in
        [ping, session.get(), session.delete(), session.get().header("Last-Event-ID", "1-0")]
    {
        assert_eq!(client.send(request).await.status, 404);
    }
    assert_eq!(other.request("ping", json!({})).await["result"], json!({}));
}

/// GHSA-9pj6-vhgr-3mwh: anybody could open sessions without end.
#[tokio::test]
async fn the_longest_idle_session_ends_when_there_is_no_room_for_another() {
    let (http, _probe) = http();
    let client = serve(http.limits(HttpLimits::new().max_sessions(2))).await;
    let first = client.initialize("2025-11-25").await;
    let second = client.initialize("2025-03-26").await;
    assert_eq!(first.request("ping", json!({})).await["result"], json!({}));
    let third = client.initialize("2025-11-25").await;
    for (session, status) in [(second, 404), (first, 200), (third, 200)] {
        let ping = session.post(request(1, "ping", json!({})));
        assert_eq!(client.send(ping).await.status, status);
    }
    assert_serves(client).await;
}

#[tokio::test]
async fn where_all_sessions_are_in_use_another_one_is_refused() {
    let (http, _probe) = http();
    let client = serve(http.limits(HttpLimits::new().max_sessions(2))).await;
    let first = client.initialize("2025-11-25").await;
    let second = client.initialize("2025-03-26").await;
    let _listening = (first.listen().await, second.listen().await);
    for _ in 0..3 {
        let refused = open(client).await;
        assert_eq!(refused.status, 503);
        assert!(refused.header("retry-after").is_some_and(|after| after.parse::<u32>().is_ok()));
        assert_eq!(refused.header("mcp-session-id"), None);
        assert_eq!(refused.json().await["error"]["code"], -32600);
    }
    // Who is in is served, and so is who needs no session.
    assert_eq!(second.request("ping", json!({})).await["result"], json!({}));
    assert_serves(client).await;
    client.send(first.delete()).await;
    client.initialize("2025-11-25").await;
}

async fn status(session: &Session) -> u16 {
    session.client.send(session.post(request(1, "ping", json!({})))).await.status
}

#[tokio::test]
async fn a_session_that_nobody_uses_ends() {
    let (client, _probe) = start().await;
    let session = client.initialize("2025-11-25").await;
    pass(Duration::from_secs(50 * 60), client).await;
    assert_eq!(status(&session).await, 200);
    pass(Duration::from_secs(2 * 60 * 60), client).await;
    assert_eq!(status(&session).await, 404);
}

#[tokio::test]
async fn a_session_that_nobody_began_to_use_ends_soon() {
    let (client, _probe) = start().await;
    let session = client.initialize("2025-11-25").await;
    let id = open(client).await.header("mcp-session-id").unwrap().to_owned();
    pass(Duration::from_secs(2 * 60), client).await;
    let mut unused = session.clone();
    unused.id = id;
    assert_eq!(status(&unused).await, 404);
    assert_eq!(status(&session).await, 200);
}

#[tokio::test]
async fn a_session_in_which_somebody_waits_is_in_use() {
    let (http, probe) = http();
    let client =
        serve(http.limits(HttpLimits::new().session_timeout(Duration::from_secs(20)))).await;
    let unused = client.initialize("2025-11-25").await;
    let listening = client.initialize("2025-11-25").await;
    let _stream = listening.listen().await;
    let waiting = client.initialize("2025-11-25").await;
    let post = waiting.post(request(1, "tools/call", called("wait", json!({}))));
    let call = tokio::spawn(client.send(post));
    probe.started.given(1).await;

    // Less than after what the client of the test gives up.
    pass(Duration::from_secs(40), client).await;
    probe.go.give(1);
    assert_eq!(text(&call.await.unwrap().answer().await), "");
    for (session, status) in [(unused, 404), (listening, 200), (waiting, 200)] {
        let ping = session.post(request(2, "ping", json!({})));
        assert_eq!(client.send(ping).await.status, status);
    }
}

/// Clients in the field send `id: 1` always; answers were crossed or lost
/// (python-sdk #3060, typescript-sdk #2433, go-sdk #1004).
#[tokio::test]
async fn two_requests_with_the_same_id_get_their_own_answers() {
    let (client, probe) = start().await;
    for version in LEGACY {
        let session = client.initialize(version).await;
        let calls = ["one", "two", "three"].map(|word| {
            let call = request(1, "tools/call", called("wait", json!({"text": word})));
            (word, tokio::spawn(client.send(session.post(call))))
        });
        probe.started.given(3).await;
        probe.go.give(3);
        for (word, call) in calls {
            assert_eq!(text(&call.await.unwrap().answer().await), word, "{version}");
        }
    }
}

/// CVE-2026-25536: with equal ids, answers went to another client.
#[tokio::test]
async fn clients_with_equal_ids_get_their_own_answers() {
    let (client, probe) = start().await;
    let one = client.initialize("2025-11-25").await;
    let two = client.initialize("2025-11-25").await;
    let params = |word| called("wait", json!({"text": word}));
    let calls = [
        ("one", one.post(request(1, "tools/call", params("one")))),
        ("two", two.post(request(1, "tools/call", params("two")))),
        ("three", Request::modern("tools/call", params("three"))),
        ("four", Request::modern("tools/call", params("four"))),
    ]
    .map(|(word, call)| (word, tokio::spawn(client.send(call))));
    probe.started.given(4).await;
    probe.go.give(4);
    for (word, call) in calls {
        assert_eq!(text(&call.await.unwrap().answer().await), word);
    }
}

#[tokio::test]
async fn a_cancelled_call_is_dropped_and_its_response_ends() {
    let (client, probe) = start().await;
    for version in LEGACY {
        let session = client.initialize(version).await;
        let call = session.post(request("a", "tools/call", called("wait", json!({}))));
        let waiting = tokio::spawn(client.send(call));
        let mut streaming = session.start_call(7, "tell", json!({})).await;
        streaming.message().await.unwrap();
        probe.started.given(2).await;
        // Another session has no say in it.
        let other = client.initialize(version).await;
        other.notify("notifications/cancelled", json!({"requestId": 7})).await;
        assert_eq!(probe.ended.count(), 0);
        for id in [json!("a"), json!(7)] {
            session.notify("notifications/cancelled", json!({"requestId": id})).await;
        }
        probe.ended.given(2).await;
        assert_eq!(waiting.await.unwrap().text().await, "", "{version}");
        assert_eq!(streaming.message().await, None, "{version}");
    }
}

#[tokio::test]
async fn each_session_has_a_log_level_of_its_own() {
    let (client, _probe) = start().await;
    for version in LEGACY {
        let quiet = client.initialize(version).await;
        let normal = client.initialize(version).await;
        let verbose = client.initialize(version).await;
        for (session, level) in [(&quiet, "error"), (&verbose, "debug")] {
            let set = session.request("logging/setLevel", json!({"level": level})).await;
            assert_eq!(set["result"], json!({}));
        }
        for (session, count) in [(&quiet, 1), (&normal, 2), (&verbose, 3)] {
            let mut messages = session.start_call(1, "log", json!({})).await.rest().await;
            messages.pop();
            assert_eq!(messages.len(), count, "{version}: {messages:?}");
        }
    }
}

#[tokio::test]
async fn a_request_has_the_revision_of_its_session() {
    let (client, _probe) = start().await;
    for version in LEGACY {
        let session = client.initialize(version).await;
        let ping = session.post(request(1, "ping", json!({})));
        for (header, status) in [
            (None, 200),
            (Some(version), 200),
            (Some("2024-11-05"), 400),
            (Some("2099-01-01"), 400),
            (Some(""), 400),
        ] {
            for request in [ping.clone(), session.get()] {
                let bare = request.without("MCP-Protocol-Version");
                let request = header
                    .iter()
                    .fold(bare, |it, version| it.with("MCP-Protocol-Version", version));
                let response = client.send(request).await;
                assert_eq!(response.status, status, "{header:?} in {version}");
            }
        }
    }
}

#[tokio::test]
async fn a_session_is_opened_once() {
    let (client, _probe) = start().await;
    let session = client.initialize("2025-11-25").await;
    let again = session.request("initialize", initialize("2025-11-25")).await;
    assert_eq!(again["error"]["code"], -32600, "{again}");
    assert_eq!(session.request("ping", json!({})).await["result"], json!({}));
}

#[tokio::test]
async fn an_initialize_that_fails_opens_no_session() {
    let (http, _probe) = http();
    let client = serve(http.limits(HttpLimits::new().max_sessions(1))).await;
    for params in [json!({}), json!({"protocolVersion": 1}), json!([])] {
        let response = client.send(Request::post(request(1, "initialize", params))).await;
        assert_eq!(response.header("mcp-session-id"), None);
        assert!(response.json().await["error"]["code"].is_number());
    }
    client.initialize("2025-11-25").await;
}
