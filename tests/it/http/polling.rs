//! Streams that continue while their responses end: the client comes back for the rest.
//!
//! <https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#sending-messages-to-the-server>

use std::time::Duration;

use mcp_runtime::{Context, State, tool};
use mcp_test_support::http::{Client, called, serve, text};
use serde_json::{Value, json};

use super::{LEGACY, Probe, fixture, http};

/// Lets its client go, and waits.
#[tool]
async fn let_go(context: &Context, probe: State<Probe>) -> &'static str {
    context.progress().report(1).await;
    context.close_stream();
    probe.stay().await;
    "the rest"
}

async fn start() -> (Client, Probe) {
    let (server, probe) = fixture();
    (serve(server.tool::<let_go>().build().unwrap().into_http()).await, probe)
}

#[tokio::test]
async fn a_handler_lets_its_client_go() {
    let (client, probe) = start().await;
    let session = client.initialize("2025-11-25").await;
    let mut posted = session.start_call(1, "let_go", json!({})).await;
    assert!(posted.event().await.unwrap().retry.is_some(), "how soon the client may come back");
    let progress = posted.event().await.unwrap();
    assert_eq!(posted.event().await, None, "the response ends");
    probe.go.give(1);
    let answer = session.resume(&progress.id.unwrap()).await.rest().await;
    assert_eq!(answer.iter().map(text).collect::<Vec<_>>(), ["the rest"]);
    assert_eq!(probe.ended.count(), 1, "the handler ran once");
}

#[tokio::test]
async fn clients_that_would_not_come_back_are_kept() {
    let (client, probe) = start().await;
    probe.go.give(4);
    for version in LEGACY.into_iter().filter(|version| *version != "2025-11-25") {
        let rest = client.initialize(version).await.start_call(1, "let_go", json!({})).await;
        assert_eq!(text(&rest.answer().await), "the rest", "{version}");
    }
    let modern = client.modern("tools/call", called("let_go", json!({}))).await;
    assert!(!modern.is_stream());
    assert_eq!(text(&modern.answer().await), "the rest");
}

/// Each response ends as soon as nothing waits; each begins with where the client is.
#[tokio::test]
async fn clients_poll_where_the_server_says_so() {
    let (http, probe) = http();
    let client = serve(http.poll_after(Duration::ZERO)).await;
    let session = client.initialize("2025-11-25").await;
    let mut response = session.start_call(1, "tell", json!({})).await;
    let mut messages: Vec<Value> = Vec::new();
    while messages.len() < 3 {
        let mut last = response.event().await.unwrap().id.unwrap();
        while let Some((event, message)) = response.message_event().await {
            last = event.id.unwrap();
            messages.push(message);
            probe.go.give(1);
        }
        response = session.resume(&last).await;
    }
    assert_eq!(text(&messages[2]), "told");
    assert_eq!(probe.ended.count(), 1, "the handler ran once");

    let mut news = session.listen().await;
    let priming = news.event().await.unwrap();
    assert_eq!(news.event().await, None, "the stream of news, too");
    assert_eq!(session.resume(&priming.id.unwrap()).await.status, 200);

    probe.go.give(1);
    let older = client.initialize("2025-06-18").await.start_call(1, "tell", json!({})).await;
    assert_eq!(text(&older.answer().await), "told", "older clients do not know of it");
}
