//! Routes and layers of a program beside MCP.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::Router;
use axum::extract::Request as AxumRequest;
use axum::http::request::Parts;
use axum::http::{HeaderValue, Response, StatusCode};
use axum::routing::{get, post};
use mcp_runtime::http::{
    Access, AccessDenied, Authorizer, Body, Http, HttpLimits, Principal, RemoteAddress,
    RequestBody, Scopes,
};
use mcp_runtime::{Caller, server, tool};
use mcp_test_support::http::{Client, Request, called, listener, serve, serve_until_stopped, text};
use serde_json::json;
use tokio::time::timeout;
use tower::service_fn;
use tower::util::{MapRequestLayer, MapResponseLayer};

use super::{assert_serves, http};

/// Says who asks.
#[tool(read_only)]
fn whoami(caller: Caller) -> String {
    caller.principal().unwrap_or("nobody").to_owned()
}

/// Takes `Bearer alice`, with the scope `files`, and nothing else.
struct Alice;

impl Authorizer for Alice {
    async fn authorize(&self, head: &mut Parts, _: &Caller) -> Result<Access, AccessDenied> {
        let token = head.headers.remove("authorization");
        if token.is_none_or(|token| token != "Bearer alice") {
            return Err(AccessDenied::new(StatusCode::UNAUTHORIZED, "who are you?"));
        }
        let access = Access::default().principal(Principal::new("alice"));
        Ok(access.scopes(Scopes::new(["files"])))
    }
}

/// A body that never has a piece.
struct Endless;

impl axum::body::HttpBody for Endless {
    type Data = axum::body::Bytes;
    type Error = Infallible;

    fn poll_frame(
        self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<http_body::Frame<Self::Data>, Infallible>>> {
        Poll::Pending
    }
}

/// A service that says on which path it was found.
async fn path(request: AxumRequest<RequestBody>) -> Result<Response<String>, Infallible> {
    Ok(Response::new(request.uri().path().to_owned()))
}

/// A service that says how many bytes it got.
async fn length(request: AxumRequest<RequestBody>) -> Result<Response<String>, axum::Error> {
    let body = axum::body::to_bytes(axum::body::Body::new(request.into_body()), usize::MAX).await?;
    Ok(Response::new(body.len().to_string()))
}

/// Says of a response which server it is from.
fn named_notes(mut response: Response<Body>) -> Response<Body> {
    response.headers_mut().insert("x-server", HeaderValue::from_static("notes"));
    response
}

async fn status(client: Client, request: Request) -> u16 {
    client.send(request).await.status
}

fn at(path: &str) -> Request {
    Request::new("GET").at(path)
}

fn bare() -> Http {
    http().0
}

#[tokio::test]
async fn a_route_serves_its_path_and_a_prefix_all_below_it() {
    let http = bare().route("/proof", service_fn(path)).route("/files/*", service_fn(path));
    let client = serve(http.route("/files/secret/*", service_fn(length))).await;
    assert_eq!(client.send(at("/proof")).await.text().await, "/proof");
    assert_eq!(client.send(at("/files/a/b")).await.text().await, "/files/a/b");
    assert_eq!(client.send(at("/files/secret/b")).await.text().await, "0", "the longest prefix");
    for nothing in ["/", "/proof/", "/proof/x", "/files", "/%70roof", "//proof", "/other"] {
        assert_eq!(status(client, at(nothing)).await, 404, "{nothing}");
    }
    for other in ["//mcp", "/mcp/", "/%6dcp"] {
        let call = Request::modern("tools/list", json!({})).at(other);
        assert_eq!(status(client, call).await, 404, "{other}");
    }
    assert_serves(client).await;
}

#[tokio::test]
async fn a_route_that_cannot_be_reached_is_an_error_at_the_start() {
    let served = || service_fn(path);
    let health = bare().health("/health").ready("/ready");
    for (http, expected) in [
        (bare().route("/mcp", served()), "route `/mcp`: another route already uses this path"),
        (
            health.clone().route("/health", served()),
            "route `/health`: another route already uses this path",
        ),
        (health.route("/ready", served()), "route `/ready`: another route already uses this path"),
        (
            bare().route("/x", served()).route("/x", served()),
            "route `/x`: another route already uses this path",
        ),
        (bare().route("x", served()), "route `x`: a path must begin with `/`"),
        (bare().protected_route("/x", served()), "route `/x`: it requires authorization"),
    ] {
        let (_, listener) = listener().await;
        let error = http.serve_on(listener, std::future::pending()).await.unwrap_err().to_string();
        assert!(error.starts_with(expected), "{error}");
    }
}

#[tokio::test]
async fn host_and_origin_are_checked_and_what_changes_nothing_may_come_from_any_page() {
    let client = serve(bare().route("/hook", service_fn(path)).fallback(service_fn(path))).await;
    for path in ["/hook", "/other"] {
        for (header, value) in [
            ("Host", "evil.example"),
            ("Host", "localhost.evil.example"),
            ("Origin", "https://evil.example"),
            ("Origin", "null"),
        ] {
            for method in ["GET", "POST", "DELETE"] {
                let expected = if header == "Origin" && method == "GET" { 200 } else { 403 };
                let got = status(client, Request::new(method).at(path).with(header, value)).await;
                assert_eq!(got, expected, "{method} {path} {header}: {value}");
            }
        }
    }
}

#[tokio::test]
async fn a_protected_route_is_for_those_who_may_use_the_server() {
    let said = service_fn(async |request: AxumRequest<RequestBody>| {
        let principal = request.extensions().get::<Principal>().map(Principal::name);
        let scopes = request.extensions().get::<Scopes>().cloned().unwrap_or_default();
        let has_token = request.headers().contains_key("authorization");
        Ok::<_, Infallible>(Response::new(format!("{principal:?} {scopes:?} {has_token}")))
    });
    let http = bare().protected_route("/files", said).route("/open", service_fn(path));
    let client = serve(http.protect(Alice).unwrap()).await;
    assert_eq!(status(client, at("/files")).await, 401);
    assert_eq!(status(client, at("/files").with("Authorization", "Bearer bob")).await, 401);
    let response = client.send(at("/files").with("Authorization", "Bearer alice")).await;
    assert_eq!(response.text().await, r#"Some("alice") Scopes(["files"]) false"#);
    assert_eq!(status(client, at("/open")).await, 200);
}

#[tokio::test]
async fn a_body_has_the_limits_of_messages() {
    let http = bare()
        .limits(HttpLimits::new().max_body_size(1000).body_timeout(Duration::from_millis(200)));
    let client = serve(http.route("/length", service_fn(length))).await;
    let post = |length: usize| Request::post("x".repeat(length)).at("/length");
    assert_eq!(client.send(post(1000)).await.text().await, "1000");
    assert_eq!(client.send(post(1000).chunked()).await.text().await, "1000");
    assert_eq!(status(client, post(1001)).await, 413);
    assert_eq!(status(client, post(1001).chunked()).await, 413);
    let late = Request::new("POST").at("/length").header("content-length", "10");
    assert_eq!(status(client, late).await, 408);
    assert_serves(client).await;
}

#[tokio::test]
async fn a_service_that_fails_or_panics_is_a_500_for_its_request_alone() {
    let fails = service_fn(async |_: AxumRequest<RequestBody>| {
        Err::<Response<String>, _>(std::io::Error::other("hunter2"))
    });
    let panics = service_fn(async |request: AxumRequest<RequestBody>| {
        assert!(request.uri().path().is_empty(), "hunter2");
        Ok::<_, Infallible>(Response::new(String::new()))
    });
    let client = serve(bare().route("/fails", fails).route("/panics", panics)).await;
    for path in ["/fails", "/panics"] {
        let response = client.send(at(path)).await;
        assert_eq!(response.status, 500);
        // On the same connection, too.
        let again = response.then(at(path)).await;
        assert_eq!(again.status, 500);
        assert!(!again.text().await.contains("hunter2"));
    }
    assert_serves(client).await;
}

#[tokio::test]
async fn a_router_of_axum_serves_what_nothing_else_does() {
    let router = Router::new()
        .route("/hooks/{name}", post(async |body: String| body))
        .route("/mcp", get(async || "never"));
    let client = serve(bare().health("/health").fallback(router)).await;
    let posted = Request::new("POST").at("/hooks/a");
    assert_eq!(client.send(posted).await.status, 200);
    assert_eq!(status(client, at("/none")).await, 404);
    assert_eq!(client.send(at("/health")).await.text().await, "ok");
    assert_ne!(client.send(at("/mcp")).await.text().await, "never");
    assert_serves(client).await;
}

/// Case 26.
#[tokio::test]
async fn a_route_that_streams_without_an_end_does_not_hold_up_the_end_of_the_server() {
    let endless = service_fn(async |_: AxumRequest<RequestBody>| {
        Ok::<_, Infallible>(Response::new(Body::of(Endless)))
    });
    let (client, server) = serve_until_stopped(bare().route("/endless", endless)).await;
    let response = client.send(at("/endless")).await;
    assert_eq!(response.status, 200);
    // Running calls have a second.
    timeout(Duration::from_secs(10), server.stop()).await.unwrap().unwrap().unwrap();
}

#[tokio::test]
async fn a_mounted_server_has_its_routes_and_leaves_all_else_to_where_it_is_mounted() {
    let http = bare().route("/proof", service_fn(path)).fallback(service_fn(path));
    let app = Router::new().route_service("/anywhere", http.clone()).route_service("/proof", http);
    let (client, listener) = listener().await;
    tokio::spawn(async { axum::serve(listener, app).await });
    assert_eq!(client.send(at("/proof")).await.text().await, "/proof");
    let list = Request::modern("tools/list", json!({})).at("/anywhere");
    assert!(client.send(list).await.json().await["result"]["tools"].is_array());
    assert_eq!(status(client, at("/other")).await, 404);
}

#[tokio::test]
async fn a_layer_is_around_everything_and_knows_the_address() {
    let header = MapResponseLayer::new(named_notes);
    let http = bare().health("/health").route("/proof", service_fn(path)).layer(header);
    let addresses = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&addresses);
    let http = http.layer(MapRequestLayer::new(move |request: AxumRequest<RequestBody>| {
        let address = request.extensions().get::<RemoteAddress>();
        counted.fetch_add(usize::from(address.is_some()), Ordering::Relaxed);
        request
    }));
    let client = serve(http).await;
    let call = || Request::modern("tools/call", called("add", json!({"a": 1, "b": 2})));
    let requests =
        [at("/health"), at("/proof"), at("/none"), call(), call().with("Host", "evil.example")];
    let count = requests.len();
    for request in requests {
        let response = client.send(request).await;
        assert_eq!(response.header("x-server"), Some("notes"), "{}", response.status);
    }
    assert_eq!(addresses.load(Ordering::Relaxed), count);
    assert_serves(client).await;
}

#[tokio::test]
async fn the_last_layer_is_the_outermost_and_a_principal_that_it_sets_is_seen() {
    let named = |name: &'static str| {
        MapRequestLayer::new(move |mut request: AxumRequest<RequestBody>| {
            request.extensions_mut().insert(Principal::new(name));
            request
        })
    };
    let http = server!().tool::<whoami>().build().unwrap().into_http();
    let client = serve(http.layer(named("inner")).layer(named("outer"))).await;
    let answer = client.modern("tools/call", called("whoami", json!({}))).await.json().await;
    assert_eq!(text(&answer), "inner");
}

#[tokio::test]
async fn a_layer_does_not_break_streams_and_sessions() {
    let (http, probe) = http();
    let header = MapResponseLayer::new(named_notes);
    let client = serve(http.layer(header)).await;
    for version in super::LEGACY {
        let session = client.initialize(version).await;
        let mut streaming = session.start_call(1, "tell", json!({})).await;
        assert_eq!(streaming.header("x-server"), Some("notes"));
        streaming.message().await.unwrap();
        probe.go.give(1);
        assert_eq!(text(&streaming.rest().await[1]), "told");
    }
}

#[tokio::test]
async fn the_address_is_told_once_the_server_listens() {
    let (tell, told) = std::sync::mpsc::channel();
    let (start, started) = std::sync::mpsc::channel();
    let http = bare()
        .on_listening(move |address| tell.send(address).unwrap())
        .on_started(move || start.send(()).unwrap());
    let client = serve(http).await;
    assert_serves(client).await;
    assert_eq!(told.try_recv(), Ok(client.0));
    assert!(told.try_recv().is_err());
    assert!(started.try_recv().is_ok() && started.try_recv().is_err(), "it is told once");
}
