//! What an operator's log says of sessions that have ended.

use std::time::Duration;

use mcp_runtime::http::HttpLimits;
use mcp_test_support::http::{Request, serve, serve_until_stopped};
use mcp_test_support::log::CapturedLog;
use mcp_test_support::peer::{initialize, request};
use tracing::Level;

use super::{http, pass};
use crate::authenticated::{by_header, mount};

const VERSION: &str = "2025-11-25";

/// The reasons that are logged, in order.
pub(crate) fn reasons(log: &CapturedLog) -> Vec<String> {
    let text = log.text();
    let ended = text.lines().filter(|line| line.contains("a session has ended"));
    let reason = |line: &str| line.split("reason=").nth(1).unwrap_or_default().to_owned();
    ended.map(reason).collect()
}

#[tokio::test]
async fn a_session_is_deleted_by_its_client() {
    let log = CapturedLog::start(Level::DEBUG);
    let client = serve(http().0).await;
    let session = client.initialize(VERSION).await;
    for status in [204, 404] {
        assert_eq!(client.send(session.delete()).await.status, status);
    }
    assert_eq!(reasons(&log), [r#""deleted""#], "once");
    assert!(!log.text().contains(&session.id), "the id is a secret");
}

#[tokio::test]
async fn a_session_is_idle_or_was_never_used() {
    let log = CapturedLog::start(Level::DEBUG);
    let client =
        serve(http().0.limits(HttpLimits::new().session_timeout(Duration::from_secs(600)))).await;
    client.initialize(VERSION).await;
    client.send(Request::post(request(0, "initialize", initialize(VERSION)))).await;
    pass(Duration::from_secs(100), client).await;
    assert_eq!(reasons(&log), [r#""never_used""#]);
    pass(Duration::from_secs(600), client).await;
    assert_eq!(reasons(&log), [r#""never_used""#, r#""idle""#]);
}

#[tokio::test]
async fn another_session_needs_its_place() {
    let log = CapturedLog::start(Level::DEBUG);
    let client = serve(http().0.limits(HttpLimits::new().max_sessions(1))).await;
    client.initialize(VERSION).await;
    client.initialize(VERSION).await;
    assert_eq!(reasons(&log), [r#""total_limit""#]);
}

#[tokio::test]
async fn another_session_of_its_caller_needs_its_place() {
    let log = CapturedLog::start(Level::DEBUG);
    let client =
        mount(http().0.limits(HttpLimits::new().max_sessions_per_caller(1)), by_header).await;
    for user in ["ann", "bob", "ann"] {
        let opening = Request::post(request(0, "initialize", initialize(VERSION)));
        assert_eq!(client.send(opening.header("User", user)).await.status, 200);
    }
    assert_eq!(reasons(&log), [r#""caller_limit""#]);
}

#[tokio::test]
async fn the_server_shuts_down() {
    let log = CapturedLog::start(Level::DEBUG);
    let (client, serving) = serve_until_stopped(http().0).await;
    client.initialize(VERSION).await;
    serving.stop().await.unwrap().unwrap();
    assert_eq!(reasons(&log), [r#""shutdown""#]);
}

#[tokio::test]
async fn it_is_not_said_where_nobody_debugs() {
    let log = CapturedLog::start(Level::INFO);
    let client = serve(http().0).await;
    let session = client.initialize(VERSION).await;
    assert_eq!(client.send(session.delete()).await.status, 204);
    assert_eq!(reasons(&log), [] as [String; 0]);
}
