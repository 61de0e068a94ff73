//! Pages of allowed origins, as their browsers see the server. The numbers of cases are those of
//! the design of what a standalone server does on the web.

use axum::Router;
use axum::http::header::WWW_AUTHENTICATE;
use axum::http::request::Parts;
use axum::http::{HeaderValue, StatusCode};
use axum::routing::any;
use mcp_runtime::http::{Access, AccessDenied, Authorizer, Http, HttpLimits};
use mcp_runtime::observe::Telemetry;
use mcp_runtime::protocol::ProtocolVersion;
use mcp_runtime::{Caller, server};
use mcp_runtime_observe::Metrics;
use mcp_test_support::http::{Client, Request, Response, called, listener, serve};
use mcp_test_support::peer::{initialize, notification, request};
use serde_json::json;
use tower::layer::util::Identity;

use super::{assert_serves, http};

const PAGE: &str = "https://app.example.com";

/// Takes nobody, with this status, and says where to get a token.
struct Nobody(StatusCode);

impl Authorizer for Nobody {
    async fn authorize(&self, _: &mut Parts, _: &Caller) -> Result<Access, AccessDenied> {
        let challenge = HeaderValue::from_static("Bearer resource_metadata=\"https://x\"");
        let denied = AccessDenied::new(self.0, "who are you?");
        Err(denied.header(WWW_AUTHENTICATE, challenge))
    }
}

fn open_to_pages() -> Http {
    http().0.allow_origins([PAGE])
}

fn preflight(method: &str, headers: &str) -> Request {
    let request = Request::new("OPTIONS")
        .header("Origin", PAGE)
        .header("Access-Control-Request-Method", method);
    request.header("Access-Control-Request-Headers", headers)
}

fn list(response: &Response, header: &str) -> Vec<String> {
    let values = response.header(header).unwrap_or_default().split(',');
    values
        .map(|value| value.trim().to_ascii_lowercase())
        .filter(|value| !value.is_empty())
        .collect()
}

/// Whether the page may read the response, and what of it.
#[track_caller]
fn assert_shared(response: &Response, what: &str) {
    assert_eq!(response.header("access-control-allow-origin"), Some(PAGE), "{what}");
    assert!(list(response, "vary").contains(&"origin".to_owned()), "{what}");
    let exposed = list(response, "access-control-expose-headers");
    for name in ["mcp-session-id", "mcp-protocol-version", "www-authenticate", "dpop-nonce"] {
        assert!(exposed.iter().any(|exposed| exposed == name), "{what}: {name}");
    }
    // 12: a page could otherwise use what the browser knows of its user.
    assert_eq!(response.header("access-control-allow-credentials"), None, "{what}");
}

#[track_caller]
fn assert_hidden(response: &Response, what: &str) {
    assert_eq!(response.header("access-control-allow-origin"), None, "{what}");
    assert_eq!(response.header("access-control-expose-headers"), None, "{what}");
}

/// Cases 1, 2, 5, 17.
#[tokio::test]
async fn a_preflight_is_answered_before_authorization() {
    let client = serve(open_to_pages().protect(Nobody(StatusCode::UNAUTHORIZED)).unwrap()).await;
    let asked = "authorization,content-type,Mcp-Protocol-Version, mcp-param-region , x-evil";
    for method in ["POST", "GET", "DELETE", "PUT"] {
        let asking =
            preflight(method, asked).header("Access-Control-Request-Private-Network", "true");
        let response = client.send(asking).await;
        assert_eq!(response.status, 204, "{method}");
        assert_shared(&response, method);
        assert_eq!(list(&response, "access-control-allow-methods"), ["get", "post", "delete"]);
        let allowed = ["authorization", "content-type", "mcp-protocol-version", "mcp-param-region"];
        assert_eq!(list(&response, "access-control-allow-headers"), allowed);
        assert_eq!(response.header("access-control-max-age"), Some("7200"));
        assert_eq!(response.header("access-control-allow-private-network"), None);
        assert_eq!(response.header("www-authenticate"), None);
    }
}

#[tokio::test]
async fn a_preflight_lists_what_the_server_has() {
    let modern = mcp_test_support::probe::fixture()
        .0
        .versions([ProtocolVersion::V2026_07_28])
        .build()
        .unwrap();
    for http in [modern.into_http(), http().0.stateless()] {
        let client = serve(http.allow_origins([PAGE]).allow_headers(["X-Api-Key"])).await;
        let response = client.send(preflight("POST", "x-api-key, traceparent, x-other")).await;
        assert_eq!(list(&response, "access-control-allow-methods"), ["post"]);
        let allowed = list(&response, "access-control-allow-headers");
        assert_eq!(allowed, ["x-api-key", "traceparent"]);
    }
}

/// Cases 3, 4, 14.
#[tokio::test]
async fn a_preflight_that_is_not_allowed_is_refused() {
    let many = vec!["content-type"; 65].join(",");
    for protects in [false, true] {
        let open = open_to_pages();
        let http =
            if protects { open.protect(Nobody(StatusCode::UNAUTHORIZED)).unwrap() } else { open };
        let client = serve(http).await;
        let ask = || preflight("POST", "content-type");
        for (name, request, status) in [
            ("another origin", ask().with("Origin", "https://evil.example"), 403),
            ("null", ask().with("Origin", "null"), 403),
            ("another scheme", ask().with("Origin", "http://app.example.com"), 403),
            ("another port", ask().with("Origin", "https://app.example.com:8443"), 403),
            ("a name that begins so", ask().with("Origin", "https://app.example.com.evil"), 403),
            ("two origins", ask().twice("Origin"), 403),
        ] {
            let response = client.send(request).await;
            assert_eq!(response.status, status, "{name}");
            assert_hidden(&response, name);
        }
        let response = client.send(ask().with("Host", "evil.example")).await;
        assert_eq!(response.status, 403, "another host");
        assert_eq!(client.send(preflight("POST", &many)).await.status, 400);
        let one_less = many.replacen("content-type,", "", 1);
        assert_eq!(client.send(preflight("POST", &one_less)).await.status, 204);
        assert_eq!(response.header("access-control-allow-methods"), None);
    }
}

#[tokio::test]
async fn metrics_say_that_it_was_the_origin_or_a_preflight_that_was_refused() {
    let metrics = Metrics::new();
    let server = server!().telemetry(Telemetry::new().observer(metrics.clone())).build().unwrap();
    let client = serve(server.into_http().allow_origins([PAGE])).await;
    let evil = |request: Request| request.with("Origin", "https://evil.example");
    let ask = || preflight("POST", "content-type");
    for request in [
        ask(),
        evil(ask()),
        preflight("POST", &vec!["content-type"; 65].join(",")),
        evil(Request::modern("tools/call", called("add", json!({})))),
        Request::new("OPTIONS").header("Origin", "null"),
        ask().with("Host", "evil.example"),
    ] {
        client.send(request).await;
    }
    let text = metrics.to_string();
    for counted in ["origin\"} 2", "preflight\"} 2", "forbidden\"} 1"] {
        let line = format!("mcp_server_refused_total{{reason=\"{counted}\n");
        assert!(text.contains(&line), "{line}{text}");
    }
}

/// How the service of a test is served: each way has some code of its own.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Way {
    Standalone,
    WithRoutes,
    WithLayers,
    Mounted,
}

const WAYS: [Way; 4] = [Way::Standalone, Way::WithRoutes, Way::WithLayers, Way::Mounted];

impl Way {
    async fn serve(self, http: Http) -> Client {
        let http = match self {
            Self::Standalone => http,
            Self::WithLayers => http.layer(Identity::new()).layer(Identity::new()),
            Self::WithRoutes | Self::Mounted => {
                http.route("/panics", any(async || -> String { panic!("on purpose") }))
            }
        };
        if self != Self::Mounted {
            return serve(http).await;
        }
        let (client, listener) = listener().await;
        let app = Router::new().fallback_service(http);
        tokio::spawn(async { axum::serve(listener, app).await });
        client
    }

    /// Whether there is something of this service at a path.
    fn has(self, path: &str) -> bool {
        match path {
            "/panics" => matches!(self, Self::WithRoutes | Self::Mounted),
            // Mounted in another server, it is MCP at any path.
            _ => self != Self::Mounted,
        }
    }
}

fn page(request: Request) -> Request {
    request.header("Origin", PAGE)
}

/// Cases 6, 7, 8, and 13.
#[tokio::test]
async fn every_response_says_that_the_page_may_read_it() {
    for way in WAYS {
        let http = open_to_pages()
            .limits(HttpLimits::new().max_body_size(2000))
            .health("/health")
            .ready("/ready")
            .deprecated_http_sse("/sse");
        let client = way.serve(http).await;
        let opening = || Request::post(request(0, "initialize", initialize("2025-11-25")));
        let opened = client.send(page(opening())).await;
        assert_shared(&opened, "initialize");
        let id = opened.header("mcp-session-id").unwrap().to_owned();
        let in_session = |request: Request| {
            page(request).header("Mcp-Session-Id", &id).header("Mcp-Protocol-Version", "2025-11-25")
        };
        let batch = json!([request(1, "ping", json!({})), request(2, "ping", json!({}))]);
        let sum = || Request::modern("tools/call", called("add", json!({"a": 1, "b": 2})));
        let initialized = notification("notifications/initialized", json!({}));
        let none = page(Request::get()).header("Mcp-Session-Id", "none");
        for (name, request, status) in [
            ("a call", page(sum()), 200),
            ("a notification", in_session(Request::post(initialized)), 202),
            ("a stream", in_session(Request::get()), 200),
            ("a stream of HTTP+SSE", page(Request::get().at("/sse")), 200),
            ("a preflight", preflight("POST", "content-type"), 204),
            ("too long", page(Request::post("x".repeat(2001))), 413),
            ("not JSON", page(Request::post("x")), 400),
            ("a batch", in_session(Request::post(batch)), 400),
            ("no tool", page(Request::modern("tools/call", called("none", json!({})))), 400),
            ("no session", none, 404),
            ("another host", page(sum()).with("Host", "evil.example"), 403),
            ("no method", page(Request::new("PUT")), 405),
            ("no media type", page(Request::post("{}")).with("Content-Type", "text/plain"), 415),
            ("the end of the session", in_session(Request::new("DELETE")), 204),
        ] {
            let response = client.send(request).await;
            assert_eq!(response.status, status, "{way:?}: {name}");
            assert_shared(&response, &format!("{way:?}: {name}"));
        }
        for (path, status) in [("/none", 404), ("/health", 200), ("/ready", 200), ("/panics", 500)]
        {
            if way.has(path) {
                let response = client.send(page(Request::new("GET").at(path))).await;
                assert_eq!(response.status, status, "{way:?}: {path}");
                assert_shared(&response, &format!("{way:?}: {path}"));
            }
        }
    }
}

#[tokio::test]
async fn a_page_may_read_why_it_is_not_authorized() {
    for (way, status) in WAYS.into_iter().flat_map(|way| [401, 403, 429, 503].map(|it| (way, it))) {
        let denied = Nobody(StatusCode::from_u16(status).unwrap());
        let http = open_to_pages()
            .protect(denied)
            .unwrap()
            .protected_route("/private", any(async || "never"));
        let client = way.serve(http).await;
        for request in [Request::modern("tools/list", json!({})), Request::get().at("/private")] {
            let response = client.send(page(request)).await;
            assert_eq!(response.status, status, "{way:?}");
            assert_shared(&response, &format!("{way:?}: {status}"));
            assert!(response.header("www-authenticate").unwrap().contains("resource_metadata"));
        }
    }
}

/// Cases 9, 10, 12.
#[tokio::test]
async fn nobody_else_is_told_anything() {
    let (http, probe) = http();
    let client = serve(http.allow_origins([PAGE]).health("/health").ready("/ready")).await;
    let call = || Request::modern("tools/call", called("wait", json!({})));
    let response = client.send(call().header("Origin", "https://evil.example")).await;
    assert_eq!(response.status, 403);
    assert_hidden(&response, "another origin");
    assert_eq!(probe.started.count(), 0, "no tool ran");
    for (request, varies) in [
        (Request::get(), Some("Origin")),
        // No cache keeps the answer to a POST for another request.
        (Request::modern("tools/list", json!({})), None),
    ] {
        let response = client.send(request).await;
        assert_hidden(&response, "no origin");
        assert_eq!(response.header("vary"), varies);
    }
    for path in ["/health", "/ready"] {
        let probe = Request::new("GET").at(path).header("Origin", "https://evil.example");
        let response = client.send(probe).await;
        assert_eq!(response.status, 200);
        assert_hidden(&response, path);
    }
    let cookie = Request::modern("tools/list", json!({})).header("Cookie", "a=b");
    assert_shared(&client.send(cookie.header("Origin", PAGE)).await, "a cookie");
    assert_serves(client).await;
}

/// Case 11.
#[tokio::test]
async fn an_origin_is_compared_as_browsers_do_and_returned_as_it_was_sent() {
    let client = serve(open_to_pages()).await;
    for origin in ["https://app.example.com:443", "HTTPS://APP.example.com"] {
        let request = Request::modern("tools/list", json!({})).header("Origin", origin);
        let response = client.send(request).await;
        assert_eq!(response.status, 200);
        assert_eq!(response.header("access-control-allow-origin"), Some(origin));
    }
}

#[tokio::test]
async fn a_server_without_allowed_origins_says_nothing_of_them() {
    let client = serve(http().0).await;
    let origin = format!("http://{}", client.0);
    for request in [
        Request::modern("tools/list", json!({})),
        Request::modern("tools/list", json!({})).header("Origin", &origin),
        Request::new("OPTIONS").header("Access-Control-Request-Method", "POST"),
    ] {
        let response = client.send(request).await;
        assert_hidden(&response, "no origin is allowed");
        assert_eq!(response.header("vary"), None);
    }
}

#[tokio::test]
async fn routes_are_shared_with_the_same_pages_and_those_for_any_page_decide_themselves() {
    let handler = any(async |request: axum::extract::Request| request.method().to_string());
    let http = open_to_pages().route("/hook", handler.clone()).cross_origin_route("/open", handler);
    let client: Client = serve(http).await;
    let at = |method: &str, path: &str, origin: &str| {
        Request::new(method).at(path).header("Origin", origin)
    };
    let evil = "https://evil.example";
    for (method, path, origin, status) in [
        ("POST", "/hook", PAGE, 200),
        ("POST", "/hook", evil, 403),
        ("GET", "/hook", evil, 200),
        ("POST", "/open", evil, 200),
        ("OPTIONS", "/open", evil, 200),
    ] {
        let response = client.send(at(method, path, origin)).await;
        assert_eq!(response.status, status, "{method} {path} {origin}");
        let shared = (path == "/hook" && origin == PAGE).then_some(PAGE);
        assert_eq!(response.header("access-control-allow-origin"), shared, "{method} {path}");
    }
    let response = client.send(preflight("PATCH", "content-type").at("/hook")).await;
    assert_eq!(response.status, 204);
    assert!(list(&response, "access-control-allow-methods").contains(&"patch".to_owned()));
}
