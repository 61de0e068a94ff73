//! HTTP/2: many requests over one connection, each a stream that ends by itself.

use axum::Router;
use axum::http::request::Builder;
use axum::http::{Request, Response};
use axum::routing::get;
use http_body_util::BodyExt as _;
use hyper::body::Incoming;
use hyper::client::conn::http2::{SendRequest, handshake};
use hyper_util::rt::{TokioExecutor, TokioIo};
use mcp_test_support::http::{Client, called, serve_until_stopped, text};
use mcp_test_support::peer::{initialize, modern, request};
use serde_json::{Value, json};
use tokio::time::timeout;

use super::{DEADLINE, http, start};

/// A client that knows beforehand that it may speak HTTP/2.
#[derive(Clone)]
struct Connection(SendRequest<String>);

impl Connection {
    async fn open(client: Client) -> Self {
        let stream = TokioIo::new(client.connect().await);
        let (requests, connection) = handshake(TokioExecutor::new(), stream).await.unwrap();
        tokio::spawn(connection);
        Self(requests)
    }

    async fn send(&self, request: Request<String>) -> Response<Incoming> {
        let sent = self.0.clone().send_request(request);
        timeout(DEADLINE, sent).await.expect("it is answered in time").unwrap()
    }

    /// Opens a session, and gives its name.
    async fn initialize(&self) -> String {
        let message = request(0, "initialize", initialize("2025-11-25"));
        let response = self.send(post().body(message.to_string()).unwrap()).await;
        response.headers()["mcp-session-id"].to_str().unwrap().to_owned()
    }

    /// Whether it still does what it is for.
    async fn assert_serves(&self) {
        let answer = self.send(modern_call("add", json!({"a": 1, "b": 2}))).await;
        assert_eq!(text(&json(answer).await), "3");
    }
}

fn post() -> Builder {
    Request::post("http://localhost/mcp")
        .header("content-type", "application/json")
        .header("accept", "application/json, text/event-stream")
}

/// Calls a tool, asking for progress.
fn call(tool: &str, arguments: Value) -> Value {
    let mut params = called(tool, arguments);
    params["_meta"] = json!({"progressToken": 1});
    params
}

fn legacy_call(session: &str, tool: &str, arguments: Value) -> Request<String> {
    let message = request(1, "tools/call", call(tool, arguments));
    post().header("mcp-session-id", session).body(message.to_string()).unwrap()
}

fn modern_call(tool: &str, arguments: Value) -> Request<String> {
    let message = request(1, "tools/call", modern(call(tool, arguments)));
    post()
        .header("mcp-protocol-version", "2026-07-28")
        .header("mcp-method", "tools/call")
        .header("mcp-name", tool)
        .body(message.to_string())
        .unwrap()
}

async fn json(response: Response<Incoming>) -> Value {
    let body = response.into_body().collect().await.unwrap().to_bytes();
    serde_json::from_slice(&body).unwrap()
}

/// The next piece of a stream.
async fn piece(response: &mut Response<Incoming>) -> String {
    let frame = timeout(DEADLINE, response.body_mut().frame()).await.expect("it comes in time");
    String::from_utf8(frame.unwrap().unwrap().into_data().unwrap().to_vec()).unwrap()
}

#[tokio::test]
async fn calls_in_flight_on_one_connection_are_all_answered_when_the_server_stops() {
    let (http, probe) = http();
    let (client, serving) = serve_until_stopped(http).await;
    let connection = Connection::open(client).await;
    let session = connection.initialize().await;
    let mut calls = Vec::new();
    for number in 0..50 {
        let word = number.to_string();
        let arguments = || json!({"text": word});
        for call in [legacy_call(&session, "wait", arguments()), modern_call("wait", arguments())] {
            let connection = connection.clone();
            let answer = tokio::spawn(async move { json(connection.send(call).await).await });
            calls.push((word.clone(), answer));
        }
    }
    probe.started.given(100).await;
    let stopped = serving.stop();
    assert_eq!(probe.ended.count(), 0, "calls continue");
    probe.go.give(100);
    for (word, answer) in calls {
        assert_eq!(text(&answer.await.unwrap()), word);
    }
    timeout(DEADLINE, stopped).await.expect("it ends").unwrap().unwrap();
}

#[tokio::test]
async fn the_end_of_a_stream_ends_a_modern_call_and_no_legacy_one() {
    let (client, probe) = start().await;
    let connection = Connection::open(client).await;
    let session = connection.initialize().await;

    let mut told = connection.send(modern_call("tell", json!({}))).await;
    assert!(piece(&mut told).await.contains("notifications/progress"));
    probe.started.given(1).await;
    drop(told);
    probe.ended.given(1).await;
    connection.assert_serves().await;

    let mut told = connection.send(legacy_call(&session, "tell", json!({}))).await;
    assert!(piece(&mut told).await.contains("retry"));
    probe.started.given(1).await;
    drop(told);
    connection.assert_serves().await;
    assert_eq!(probe.ended.count(), 0);
    probe.go.give(1);
    probe.ended.given(1).await;
}

/// DNS rebinding, CVE-2026-42559 (GHSA-89vp-x53w-74fx): HTTP/2 needs no `Host`, and may have one.
#[tokio::test]
async fn the_authority_is_held_to_what_a_host_is() {
    let (client, _probe) = start().await;
    let connection = Connection::open(client).await;
    let add = || modern_call("add", json!({"a": 1, "b": 2}));
    let mut rebound = add();
    *rebound.uri_mut() = "http://evil.example/mcp".parse().unwrap();
    let mut both = add();
    both.headers_mut().insert("host", "evil.example".parse().unwrap());
    for refused in [rebound, both] {
        assert_eq!(connection.send(refused).await.status(), 403);
    }
    connection.assert_serves().await;
}

/// Case 29.
#[tokio::test]
async fn a_router_of_axum_is_served_over_http_2_too() {
    let router = Router::new().route("/hello", get(async || "hello"));
    let (client, _server) = serve_until_stopped(http().0.fallback(router)).await;
    let connection = Connection::open(client).await;
    for (path, status) in [("hello", 200), ("none", 404)] {
        let request = Request::get(format!("http://localhost/{path}")).body(String::new());
        assert_eq!(connection.send(request.unwrap()).await.status(), status, "{path}");
    }
    connection.assert_serves().await;
}
