//! Every kind of request, in every revision, with a server of our own.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use mcp_runtime::protocol::{DeprecatedFeature, LoggingLevel, ProgressParams, ProtocolVersion};
use mcp_runtime_client::{Change, HttpTransport};
use mcp_runtime_testing::json;
use mcp_test_support::http::serve;
use tokio::sync::mpsc;

use super::super::{VERSIONS, agent, questions_are_answered_by};
use super::fixture;
use mcp_test_support::probe::{DEADLINE, http};

/// The server over the transport that a revision has.
async fn served(version: ProtocolVersion) -> HttpTransport {
    let (streamable, http_sse) = fixture().await;
    if version == ProtocolVersion::ALL[0] { http_sse } else { streamable }
}

#[tokio::test]
async fn the_newest_revision_is_found() {
    let (streamable, http_sse) = fixture().await;
    let client = agent().connect(streamable).await.unwrap();
    assert_eq!(client.version(), ProtocolVersion::LATEST);
    client.close().await;
    let client = agent().connect(http_sse).await.unwrap();
    assert!(!client.version().is_modern());
    client.close().await;
    assert!(DeprecatedFeature::HttpSse.is_logged());
}

#[tokio::test]
async fn everything_is_listed_called_and_read() {
    for &version in VERSIONS {
        let client = agent().version(version).connect(served(version).await).await.unwrap();
        assert_eq!(client.version(), version);
        let tools = client.list_tools().await.unwrap();
        assert!(tools.iter().any(|tool| tool.name == "add"), "{version}");
        let sum: i64 = client.call("add", json!({ "a": 1, "b": 2 })).await.unwrap();
        assert_eq!(sum, 3, "{version}");
        let text = "\u{e4} \u{4e16}\n ";
        let echo: String = client.call("echo", json!({ "text": text })).await.unwrap();
        assert_eq!(echo, text, "{version}");
        let failed = client.call::<String>("fail", ()).await.unwrap_err();
        assert!(failed.to_string().starts_with("fail: "), "{failed}");
        let unknown = client.call_tool("no such t\u{f6}\u{f6}l", ()).await.unwrap_err();
        assert_eq!(unknown.rpc().unwrap().code.0, -32602, "{version}");
        assert_eq!(client.read_resource("test://hello").await.unwrap().text(), "hello");
        let prompt = client.get_prompt("greet", json!({ "name": "Ann" })).await.unwrap();
        let greeting = serde_json::to_string(&prompt.messages).unwrap();
        assert!(greeting.contains("Hi, Ann!"), "{greeting}");
        client.ping().await.unwrap();
        client.close().await;
    }
}

#[tokio::test]
async fn questions_are_answered() {
    for version in
        VERSIONS.iter().copied().filter(|version| *version >= ProtocolVersion::V2025_06_18)
    {
        let client = agent().version(version).connect(served(version).await).await.unwrap();
        questions_are_answered_by(&client).await;
        client.close().await;
    }
}

#[tokio::test]
async fn progress_and_log_messages_come_before_the_result() {
    for &version in VERSIONS {
        let (sender, mut messages) = mpsc::unbounded_channel();
        let client = agent()
            .version(version)
            .on_log(move |message| sender.send(message.data.clone()).unwrap())
            .log_level(LoggingLevel::Warning)
            .connect(served(version).await)
            .await
            .unwrap();
        let seen = Arc::new(Mutex::new(Vec::new()));
        let reports = Arc::clone(&seen);
        let progress = move |report: &ProgressParams| reports.lock().unwrap().push(report.progress);
        let call = client.call_tool("progress", json!({ "steps": 3 })).on_progress(progress);
        assert_eq!(call.await.unwrap().text(), "done");
        assert_eq!(*seen.lock().unwrap(), [1.0, 2.0, 3.0], "{version}");
        for (level, text) in [("info", "unheard"), ("error", "heard")] {
            client.call_tool("log", json!({ "level": level, "text": text })).await.unwrap();
        }
        assert_eq!(messages.try_recv().unwrap(), "heard", "{version}");
        messages.try_recv().unwrap_err();
        client.close().await;
    }
}

#[tokio::test]
async fn news_come_over_streams() {
    for &version in VERSIONS {
        let client = agent().version(version).connect(served(version).await).await.unwrap();
        let mut clock = client.subscribe("test://clock").await.unwrap();
        let mut lists = client.listen([Change::Tools]).await.unwrap();
        client.call_tool("tick", ()).await.unwrap();
        assert_eq!(clock.next().await, Some(Change::Resource("test://clock".to_owned())));
        client.call_tool("grow", ()).await.unwrap();
        assert_eq!(lists.next().await, Some(Change::Tools), "{version}");
        client.close().await;
        assert_eq!(lists.next().await, None, "{version}");
    }
}

#[tokio::test]
async fn a_dropped_call_is_cancelled_at_the_server() {
    for version in VERSIONS.iter().copied().skip(1) {
        let (http, probe) = http();
        let server = HttpTransport::new(format!("http://{}/mcp", serve(http).await.0));
        let client = agent().version(version).connect(server).await.unwrap();
        let call = tokio::spawn(client.call_tool("wait", ()).into_future());
        probe.started.given(1).await;
        call.abort();
        probe.ended.given(1).await;
        // What was cancelled costs nobody else anything.
        let sum: i64 = client.call("add", json!({ "a": 1, "b": 2 })).await.unwrap();
        assert_eq!(sum, 3, "{version}");
    }
}

/// A server of 2025-11-25 may end a response long before the answer.
#[tokio::test]
async fn a_server_that_is_polled_answers() {
    let http = interaction_that_is_polled();
    let server = HttpTransport::new(format!("http://{}/mcp", serve(http).await.0));
    let client = super::legacy().connect(server).await.unwrap();
    let slept = client.call_tool("slow", json!({ "ms": 300 })).await.unwrap();
    assert_eq!(slept.text(), "slept");
}

fn interaction_that_is_polled() -> mcp_runtime::http::Http {
    let server = mcp_test_support::interaction::interaction().build().unwrap();
    server.into_http().poll_after(Duration::from_millis(50))
}

#[tokio::test]
async fn requests_run_at_the_same_time() {
    let (http, probe) = http();
    let server = HttpTransport::new(format!("http://{}/mcp", serve(http).await.0));
    let client = agent().connect(server).await.unwrap();
    let calls: Vec<_> = (0..20)
        .map(|index| client.call::<String>("wait", json!({ "text": index.to_string() })))
        .map(|call| tokio::spawn(call.into_future()))
        .collect();
    probe.started.given(20).await;
    probe.go.give(20);
    for (index, call) in calls.into_iter().enumerate() {
        let text = tokio::time::timeout(DEADLINE, call).await.unwrap().unwrap().unwrap();
        assert_eq!(text, index.to_string());
    }
}
