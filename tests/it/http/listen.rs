//! Being told of changes: `subscriptions/listen`, and the GET stream of a legacy session.

use std::collections::BTreeMap;

use mcp_runtime::{Changes, Server};
use mcp_test_support::http::{Client, Event, Response, serve, serve_until_stopped};
use mcp_test_support::peer::notification;
use serde_json::{Value, json};
use tokio::time::{pause, resume, timeout};

use super::{DEADLINE, LEGACY, fixture};

const CHANGED: &str = "notifications/tools/list_changed";

fn changing() -> Server {
    fixture().0.changes(Changes::new().tools()).build().unwrap()
}

fn change(server: &Server, name: &str) {
    server.add_tool(name, "Does nothing.", async |_: BTreeMap<String, u8>| "").unwrap();
}

async fn listen(client: Client, filter: Value) -> Response {
    client.modern("subscriptions/listen", json!({"notifications": filter})).await
}

/// Who told: the id of the request that opened the stream.
fn subscription(message: &Value) -> &Value {
    &message["_meta"]["io.modelcontextprotocol/subscriptionId"]
}

#[tokio::test]
async fn a_stream_of_changes_begins_with_what_was_agreed_to() {
    let server = changing();
    let client = serve(server.clone().into_http()).await;
    let everything = json!({
        "toolsListChanged": true,
        "promptsListChanged": true,
        "resourceSubscriptions": ["a://b"],
    });
    change(&server, "early");
    let mut stream = listen(client, everything).await;
    assert!(stream.is_stream());
    let acknowledged = stream.message().await.unwrap();
    assert_eq!(acknowledged["method"], "notifications/subscriptions/acknowledged");
    assert_eq!(acknowledged["params"]["notifications"], json!({"toolsListChanged": true}));
    assert_eq!(*subscription(&acknowledged["params"]), 1);
    for name in ["one", "two"] {
        change(&server, name);
        let changed = stream.message().await.unwrap();
        assert_eq!(changed["method"], CHANGED);
        assert_eq!(*subscription(&changed["params"]), 1, "{changed}");
    }
}

#[tokio::test]
async fn a_stream_tells_only_what_it_was_asked_for() {
    let server = changing();
    let (client, serving) = serve_until_stopped(server.clone().into_http()).await;
    let mut stream = listen(client, json!({})).await;
    let mut other = listen(client, json!({"toolsListChanged": true})).await;
    assert_eq!(stream.message().await.unwrap()["params"]["notifications"], json!({}));
    other.message().await.unwrap();
    change(&server, "one");
    assert_eq!(other.message().await.unwrap()["method"], CHANGED);
    let stopped = serving.stop();
    let rest = stream.rest().await;
    assert_eq!(rest.len(), 1, "nothing but its result: {rest:?}");
    stopped.await.unwrap().unwrap();
}

#[tokio::test]
async fn a_stream_ends_with_a_result_when_the_server_stops() {
    let (client, serving) = serve_until_stopped(changing().into_http()).await;
    let mut stream = listen(client, json!({"toolsListChanged": true})).await;
    stream.message().await.unwrap();
    let stopped = serving.stop();
    let end = stream.message().await.unwrap();
    assert_eq!((&end["id"], &end["result"]["resultType"]), (&json!(1), &json!("complete")));
    assert_eq!(*subscription(&end["result"]), 1);
    assert_eq!(stream.event().await, None);
    stopped.await.unwrap().unwrap();
}

/// Proxies close what is silent.
#[tokio::test]
async fn a_silent_stream_shows_that_it_lives() {
    let server = changing();
    let client = serve(server.clone().into_http()).await;
    let mut modern = listen(client, json!({"toolsListChanged": true})).await;
    modern.message().await.unwrap();
    let session = client.initialize("2025-11-25").await;
    let mut legacy = session.listen().await;
    legacy.event().await.unwrap();
    for stream in [&mut modern, &mut legacy] {
        // Nothing happens now but that time passes.
        pause();
        let comment = Event { comment: Some("keep-alive".to_owned()), ..Event::default() };
        assert_eq!(stream.event().await, Some(comment.clone()));
        assert_eq!(stream.event().await, Some(comment));
        resume();
    }
}

/// Revisions before 2025-11-25 give no sign that the stream is open, so the test asks for one.
async fn told(session: &mcp_test_support::http::Session, server: &Server, stream: &mut Response) {
    session.request("ping", json!({})).await;
    change(server, "told");
    let expected = notification(CHANGED, json!({}));
    assert_eq!(stream.message().await.unwrap()["method"], expected["method"]);
    server.remove_tool("told").unwrap();
    assert_eq!(stream.message().await.unwrap()["method"], expected["method"]);
}

#[tokio::test]
async fn a_legacy_session_is_told_in_its_stream() {
    for version in LEGACY {
        let server = changing();
        let client = serve(server.clone().into_http()).await;
        let session = client.initialize(version).await;
        let mut stream = session.listen().await;
        told(&session, &server, &mut stream).await;
    }
}

/// "The server MUST send each of its JSON-RPC messages on only one of the connected streams":
/// <https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#multiple-connections>
///
/// In Ruby (CVE-2026-33946) the second stream took the place of the first.
#[tokio::test]
async fn of_two_streams_one_is_told() {
    for version in LEGACY {
        let server = changing();
        let client = serve(server.clone().into_http()).await;
        let session = client.initialize(version).await;
        let mut one = session.listen().await;
        let mut two = session.listen().await;
        session.request("ping", json!({})).await;
        change(&server, "new");
        tokio::select! {
            message = one.message() => assert_eq!(message.unwrap()["method"], CHANGED),
            message = two.message() => assert_eq!(message.unwrap()["method"], CHANGED),
        }
        // The end of the session ends both, so that no more can come.
        assert_eq!(client.send(session.delete()).await.status, 204);
        assert_eq!((one.rest().await.len(), two.rest().await.len()), (0, 0), "{version}");
    }
}

#[tokio::test]
async fn a_stream_that_was_come_back_to_still_tells() {
    let server = changing();
    let client = serve(server.clone().into_http()).await;
    let session = client.initialize("2025-11-25").await;
    let mut stream = session.listen().await;
    let priming = stream.event().await.unwrap().id.unwrap();
    let mut resumed = session.resume(&priming).await;
    assert_eq!(stream.event().await, None);
    told(&session, &server, &mut resumed).await;
    drop(resumed);
    change(&server, "meanwhile");
    let mut again = session.resume(&priming).await;
    let seen = timeout(DEADLINE, async {
        for _ in 0..3 {
            assert_eq!(again.message().await.unwrap()["method"], CHANGED);
        }
    });
    seen.await.expect("it is told what it missed, and what it saw since the event it named");
}
