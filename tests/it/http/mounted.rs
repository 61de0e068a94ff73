//! The service in other people's servers.

use mcp_runtime::Limits;
use std::convert::Infallible;

use axum::Router;
use axum::body::{Body, Bytes, to_bytes};
use axum::http::{HeaderMap, Method, Request, StatusCode};
use axum::response::IntoResponse;
use mcp_test_support::http::{self as client, called, listener, text};
use mcp_test_support::peer::{initialize, modern, request};
use serde_json::{Value, json};
use tower::{Service, ServiceExt as _};

use super::{fixture, http};

#[tokio::test]
async fn axum_mounts_it_where_it_is_told() {
    let (http, probe) = http();
    let app = Router::new()
        .nest("/api", Router::new().route_service("/tools", http))
        .route("/", axum::routing::get(async || "a page"));
    let (client, listener) = listener().await;
    tokio::spawn(async { axum::serve(listener, app).await });

    let call = |params| client::Request::modern("tools/call", params).at("/api/tools");
    let sum = client.send(call(called("add", json!({"a": 1, "b": 2})))).await;
    assert_eq!(text(&sum.json().await), "3");
    probe.go.give(1);
    let mut params = called("tell", json!({}));
    params["_meta"] = json!({"progressToken": 1});
    let mut told = client.send(call(params)).await;
    assert_eq!(told.rest().await.len(), 3);
    assert_eq!(client.send(client::Request::new("GET").at("/")).await.text().await, "a page");
    assert_eq!(client.send(client::Request::get()).await.status, 404);
    let rebound = call(called("add", json!({}))).with("Host", "evil.example");
    assert_eq!(client.send(rebound).await.status, 403);
}

fn bare(method: Method, headers: &[(&str, &str)], body: &impl ToString) -> Request<String> {
    let builder = Request::builder().method(method).uri("/anywhere");
    let request =
        headers.iter().fold(builder, |request, (name, value)| request.header(*name, *value));
    request.body(body.to_string()).unwrap()
}

async fn read<B>(response: axum::http::Response<B>) -> (StatusCode, HeaderMap, Value)
where
    B: axum::body::HttpBody<Data = Bytes> + Send + 'static,
    B::Error: Into<axum::BoxError>,
{
    let (head, body) = response.into_parts();
    let body = to_bytes(Body::new(body), usize::MAX).await.unwrap();
    (head.status, head.headers, serde_json::from_slice(&body).unwrap_or_default())
}

#[tokio::test]
async fn it_is_a_tower_service_of_any_body_and_at_any_path() {
    let (http, _probe) = http();
    let json_headers = [("host", "localhost"), ("content-type", "application/json")];

    let open = request(0, "initialize", initialize("2025-11-25"));
    let response = http.clone().oneshot(bare(Method::POST, &json_headers, &open)).await.unwrap();
    let (status, headers, answer) = read(response).await;
    assert_eq!((status, &answer["id"]), (StatusCode::OK, &json!(0)));

    // A clone is the same server.
    let mut in_session = json_headers.to_vec();
    in_session.push(("mcp-session-id", headers["mcp-session-id"].to_str().unwrap()));
    let ping = request(1, "ping", json!({}));
    let response = http.clone().oneshot(bare(Method::POST, &in_session, &ping)).await.unwrap();
    assert_eq!(read(response).await.2["result"], json!({}));

    let params = modern(called("add", json!({"a": 1, "b": 2})));
    let mut mirrored = json_headers.to_vec();
    mirrored.extend([
        ("mcp-protocol-version", "2026-07-28"),
        ("mcp-method", "tools/call"),
        ("mcp-name", "add"),
    ]);
    let call = bare(Method::POST, &mirrored, &request(1, "tools/call", params));
    let (parts, body) = call.into_parts();
    let streamed = Request::from_parts(parts, Body::from(body));
    assert_eq!(text(&read(http.oneshot(streamed).await.unwrap()).await.2), "3");
}

/// GHSA-9pj6-vhgr-3mwh, by default.
#[tokio::test]
async fn as_it_comes_it_has_room_for_a_limited_number_of_sessions() {
    let (http, _probe) = http();
    let headers = [("host", "localhost"), ("content-type", "application/json")];
    let message = request(0, "initialize", initialize("2025-11-25")).to_string();
    let mut ids = Vec::new();
    for _ in 0..=20_000 {
        let opened = http.clone().oneshot(bare(Method::POST, &headers, &message)).await.unwrap();
        assert_eq!(opened.status(), StatusCode::OK);
        ids.push(opened.headers()["mcp-session-id"].to_str().unwrap().to_owned());
    }
    // Those end that were not used for the longest time.
    for (id, expected) in [(&ids[0], StatusCode::NOT_FOUND), (&ids[20_000], StatusCode::OK)] {
        let mut in_session = headers.to_vec();
        in_session.push(("mcp-session-id", id));
        let ping = bare(Method::POST, &in_session, &request(1, "ping", json!({})));
        assert_eq!(http.clone().oneshot(ping).await.unwrap().status(), expected);
    }
}

/// It is not known how many callers there are, and what they do is bounded all the same.
#[tokio::test]
async fn requests_of_unknown_callers_that_run_are_bounded() {
    let (server, probe) = fixture();
    let http = server.limits(Limits::new().max_in_flight(2)).build().unwrap().into_http();
    let headers = [
        ("host", "localhost"),
        ("content-type", "application/json"),
        ("mcp-protocol-version", "2026-07-28"),
        ("mcp-method", "tools/call"),
        ("mcp-name", "wait"),
    ];
    let call = request(1, "tools/call", modern(called("wait", json!({}))));
    let start = || http.clone().oneshot(bare(Method::POST, &headers, &call));
    let waiting: Vec<_> = (0..16).map(|_| tokio::spawn(start())).collect();
    probe.started.given(16).await;
    let (status, _, refused) = read(start().await.unwrap()).await;
    assert_eq!(status, StatusCode::INTERNAL_SERVER_ERROR);
    assert_eq!(refused["error"]["code"], -32603, "{refused}");
    probe.go.give(16);
    for answered in waiting {
        assert_eq!(answered.await.unwrap().unwrap().status(), StatusCode::OK);
    }
}

/// What hosts ask of a service.
#[test]
fn the_service_can_be_cloned_and_shared() {
    fn assert_mounts<S>(_: S)
    where
        S: Service<Request<Body>, Error = Infallible> + Clone + Send + Sync + 'static,
        S::Response: IntoResponse,
        S::Future: Send,
    {
    }
    assert_mounts(http().0);
}
