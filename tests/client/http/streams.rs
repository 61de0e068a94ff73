//! Streams that are cut.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use mcp_runtime_testing::json;
use serde_json::Value;
use tokio::sync::mpsc;

use super::scripted::{ReceivedRequest, Say, ScriptedServer, event, json_body, status};
use super::{client, legacy};

fn progress() -> Value {
    json!({ "jsonrpc": "2.0", "method": "notifications/message",
            "params": { "level": "info", "data": "continuing" } })
}

/// Cuts the stream of a call after `first`, and answers whoever comes back as `then` says.
async fn cutting(
    first: String,
    then: impl Fn(&ReceivedRequest, &Value) -> Say + Send + Sync + 'static,
) -> ScriptedServer {
    let call = std::sync::Mutex::new(Value::Null);
    ScriptedServer::legacy(move |received| match &*received.method {
        "GET" => then(received, &call.lock().unwrap()),
        _ => {
            *call.lock().unwrap() = received.text("done");
            Say::Events(first.clone())
        }
    })
    .await
}

fn returns(server: &ScriptedServer) -> Vec<String> {
    let received = server.received();
    let last = received.iter().filter_map(|one| one.header("last-event-id"));
    last.map(str::to_owned).collect()
}

#[tokio::test]
async fn a_stream_is_come_back_to_when_the_server_says_so() {
    let first = format!("retry: 200\n{}", event(Some("e1"), &progress()));
    let server = cutting(first, |received, answer| {
        let next = match received.header("last-event-id") {
            Some("e1") => return Say::Events(event(Some("e2"), &progress())),
            Some("e2") => event(Some("e3"), answer),
            other => panic!("{other:?}"),
        };
        Say::Open(next)
    })
    .await;
    let client = server.connect(legacy()).await;
    let started = Instant::now();
    assert_eq!(client.call_tool("any", ()).await.unwrap().text(), "done");
    assert!(started.elapsed() >= Duration::from_millis(400), "it waits as it is told");
    assert_eq!(returns(&server), ["e1", "e2"]);
    let get = server.received().into_iter().rfind(|one| one.method == "GET").unwrap();
    assert_eq!(get.header("mcp-session-id"), Some("s1"));
    assert_eq!(get.header("accept"), Some("text/event-stream"));
}

#[tokio::test]
async fn a_stream_without_ids_is_not_come_back_to() {
    let server = cutting(event(None, &progress()), |_, _| status(405)).await;
    let client = server.connect(legacy()).await;
    let error = client.call_tool("any", ()).await.unwrap_err().to_string();
    assert!(error.contains("ended the event stream"), "{error}");
    assert_eq!(returns(&server), [""; 0]);
}

#[tokio::test]
async fn a_stream_of_a_modern_server_is_not_come_back_to() {
    let server = ScriptedServer::modern(|_| Say::Events(event(Some("e1"), &progress()))).await;
    let client = server.connect(client()).await;
    let error = client.call_tool("any", ()).await.unwrap_err().to_string();
    assert!(error.contains("ended the event stream"), "{error}");
    assert_eq!(server.seen(), ["POST server/discover", "POST tools/call"]);
}

#[tokio::test]
async fn a_stream_that_is_cut_in_an_event_goes_on_before_it() {
    let first = format!("retry: 1\n{}id: e2\ndata: {{\"jsonrpc\"", event(Some("e1"), &progress()));
    let server = cutting(first, |_, answer| Say::Events(event(Some("e2"), answer))).await;
    let client = server.connect(legacy()).await;
    assert_eq!(client.call_tool("any", ()).await.unwrap().text(), "done");
    assert_eq!(returns(&server), ["e1"]);
}

#[tokio::test]
async fn coming_back_is_tried_a_few_times() {
    let tries = AtomicUsize::new(0);
    let first = format!("retry: 1\n{}", event(Some("e1"), &progress()));
    let server =
        cutting(first.clone(), move |_, answer| match tries.fetch_add(1, Ordering::Relaxed) {
            0..3 => status(503),
            _ => Say::Events(event(None, answer)),
        })
        .await;
    let client = server.connect(legacy()).await;
    assert_eq!(client.call_tool("any", ()).await.unwrap().text(), "done");
    assert_eq!(returns(&server).len(), 4);

    let server = cutting(first.clone(), |_, _| status(503)).await;
    let client = server.connect(legacy()).await;
    let error = client.call_tool("any", ()).await.unwrap_err();
    assert_eq!((error.http_status(), returns(&server).len()), (Some(503), 6));

    let server = cutting(first, |_, _| status(405)).await;
    let client = server.connect(legacy()).await;
    let error = client.call_tool("any", ()).await.unwrap_err();
    assert_eq!((error.http_status(), returns(&server).len()), (Some(405), 1));
}

/// A server that answers nothing and cuts every stream is left when time is up.
#[tokio::test]
async fn coming_back_ends_with_the_time_of_the_call() {
    let first = format!("retry: 1\n{}", event(Some("e1"), &progress()));
    let server = cutting(first, |_, _| Say::Events(String::new())).await;
    let client = server.connect(legacy()).await;
    let call = client.call_tool("any", ()).timeout(Duration::from_millis(300));
    assert!(call.await.unwrap_err().is_timeout());
    client.close().await;
    let seen = server.seen();
    assert!(seen.contains(&"POST notifications/cancelled".to_owned()), "{seen:?}");
    assert!(seen.len() < 20, "the pauses grow: {seen:?}");
}

#[tokio::test]
async fn the_stream_of_what_belongs_to_no_request_is_come_back_to() {
    let (sender, mut messages) = mpsc::unbounded_channel();
    let server = ScriptedServer::with_stream(move |received| {
        if received.method != "GET" {
            return json_body(200, &received.answer(&json!({})));
        }
        match received.header("last-event-id") {
            None => Say::Events(format!("retry: 1\n{}", event(Some("e1"), &progress()))),
            Some("e1") => Say::Events(event(Some("e2"), &progress())),
            // The client sees the end of too long an event, not the event.
            _ => Say::Endless("text/event-stream", "x".repeat(4096)),
        }
    })
    .await;
    let on_log = move |message: &mcp_runtime::protocol::LoggingMessageParams| {
        let _ = sender.send(message.data.clone());
    };
    let client = server.connect(legacy().on_log(on_log)).await;
    for _ in 0..2 {
        assert_eq!(messages.recv().await.unwrap(), "continuing");
    }
    while returns(&server).last().is_none_or(|last| last != "e2") {
        tokio::task::yield_now().await;
    }
    // A stream that lies costs nobody else anything.
    client.ping().await.unwrap();
    client.close().await;
}

/// As behind a proxy that cuts what is open for long: each stream had its news, so none is a failure.
#[tokio::test]
async fn a_stream_that_brought_something_is_come_back_to_without_a_longer_pause() {
    let (sender, mut messages) = mpsc::unbounded_channel();
    let server = ScriptedServer::with_stream(move |received| match &*received.method {
        "GET" => Say::Events(format!("retry: 10\n{}", event(None, &progress()))),
        _ => json_body(200, &received.answer(&json!({}))),
    })
    .await;
    let on_log = move |message: &mcp_runtime::protocol::LoggingMessageParams| {
        let _ = sender.send(message.data.clone());
    };
    let client = server.connect(legacy().on_log(on_log)).await;
    // With a pause that doubles, this would take more than a minute.
    let news = async {
        for _ in 0..15 {
            messages.recv().await.unwrap();
        }
    };
    tokio::time::timeout(Duration::from_secs(20), news).await.unwrap();
    client.close().await;
}
