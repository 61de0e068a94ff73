//! The page beside MCP: who is let in, what its headers forbid, and all of it in a browser.

use std::path::Path;
use std::process::Command;

use axum::Router;
use mcp_runtime::http::Http;
use mcp_runtime::{Changes, NewTool, Schema, Server, server, tool};
use mcp_runtime_ship::page::Page;
use mcp_test_support::http::{Client, Request, called, listener, serve};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::types::cases::show_all;
use crate::types::check::Visitor;

/// Adds.
#[tool(scopes("sums"))]
fn add(a: i64, b: i64) -> i64 {
    a + b
}

fn http() -> Http {
    server!().tool::<add>().build().unwrap().into_http()
}

fn bearer(request: Request, token: &str) -> Request {
    request.with("Authorization", &format!("Bearer {token}"))
}

async fn status(client: Client, request: Request) -> u16 {
    client.send(request).await.status
}

fn get(path: &str) -> Request {
    Request::new("GET").at(path)
}

#[tokio::test]
async fn without_a_page_there_is_none() {
    let client = serve(http()).await;
    for path in ["/", "/app", "/history"] {
        assert_eq!(status(client, get(path)).await, 404, "{path}");
    }
}

#[tokio::test]
async fn every_path_of_the_page_has_the_guard_of_mcp() {
    let client = serve(Page::new().token("t0ken").history().add_to(http()).unwrap()).await;
    for path in ["/", "/app", "/history", "/mcp"] {
        let request = || match path {
            "/mcp" => bearer(Request::modern("tools/list", json!({})), "t0ken"),
            path => bearer(get(path), "t0ken"),
        };
        assert_eq!(status(client, request()).await, 200, "{path}");
        for host in ["evil.example", "localhost.evil.example", "0.0.0.0"] {
            assert_eq!(status(client, request().with("Host", host)).await, 403, "{path} {host}");
        }
        for origin in ["https://evil.example", "null", "http://localhost:1"] {
            let request = request().with("Origin", origin);
            assert_eq!(status(client, request).await, 403, "{path} {origin}");
        }
    }
    for method in ["POST", "PUT", "DELETE", "OPTIONS"] {
        let request = bearer(Request::new(method).at("/"), "t0ken");
        assert_eq!(status(client, request).await, 405, "{method}");
    }
}

#[tokio::test]
async fn what_says_something_needs_the_token() {
    let client = serve(Page::new().token("t0ken").history().add_to(http()).unwrap()).await;
    let call = || Request::modern("tools/call", called("add", json!({"a": 1, "b": 2})));
    for (token, expected) in [("t0ken", 200), ("t0ke", 401), ("t0ken2", 401), ("", 401)] {
        assert_eq!(status(client, bearer(call(), token)).await, expected, "{token}");
        assert_eq!(status(client, bearer(get("/history"), token)).await, expected, "{token}");
    }
    assert_eq!(status(client, call()).await, 401);
    assert_eq!(status(client, get("/history?k=t0ken")).await, 401);
    // Nobody knows who would read it.
    let client = serve(Page::new().history().add_to(http()).unwrap()).await;
    assert_eq!(status(client, get("/history")).await, 403);
}

#[tokio::test]
async fn documents_forbid_what_they_do_not_need_and_hold_no_secret() {
    let client = serve(Page::new().token("t0ken").history().add_to(http()).unwrap()).await;
    let mut nonces = Vec::new();
    for _ in 0..2 {
        let response = client.send(get("/?x=%3Cscript%3E")).await;
        let policy = response.header("content-security-policy").unwrap().to_owned();
        for part in [
            "default-src 'none'",
            "connect-src 'self'",
            "frame-ancestors 'none'",
            "trusted-types 'none'",
        ] {
            assert!(policy.contains(part), "{policy}");
        }
        assert_eq!(response.header("cache-control"), Some("no-store"));
        assert_eq!(response.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(response.header("referrer-policy"), Some("no-referrer"));
        let html = response.text().await;
        assert!(html.len() <= 32 * 1024, "{} bytes", html.len());
        assert!(!html.contains("t0ken") && !html.contains("?x="));
        for forbidden in ["innerHTML", "eval(", "document.write", "http://", "https://"] {
            assert!(!html.contains(forbidden), "{forbidden}");
        }
        nonces.push(policy);
    }
    assert_ne!(nonces[0], nonces[1], "a nonce is used once");
    let app = client.send(get("/app?connect=https%3A%2F%2Fapi.example.com")).await;
    let policy = app.header("content-security-policy").unwrap();
    assert!(policy.starts_with("sandbox allow-scripts allow-forms;"), "{policy}");
    assert!(policy.contains("connect-src https://api.example.com;"), "{policy}");
    for bad in ["*", "https://a%20*", "https://a;script-src", "'unsafe-eval'", "data:", "https://"]
    {
        let bad = get(&format!("/app?resource={bad}"));
        assert_eq!(status(client, bad).await, 400);
    }
}

/// No header hides a request from the person who watches, and none shows them a secret.
#[tokio::test]
async fn the_history_has_every_request_and_no_secret_of_it() {
    let client = serve(Page::new().token("t0ken").history().add_to(http()).unwrap()).await;
    let names = ["pwd", "pass", "pin", "auth", "bearer", "jwt", "key", "access_key", "otp"];
    let more = ["passcode", "tokens", "pass\u{77}ord", "userPin", "AWS_ACCESS_KEY_ID"];
    let secrets: serde_json::Map<_, _> =
        names.iter().chain(&more).map(|name| ((*name).to_owned(), json!("hunter2"))).collect();
    let mut sent = Vec::new();
    for (header, value) in [
        ("Sec-Fetch-Site", "same-origin"),
        ("Sec-Fetch-Site", "none"),
        ("Mcp-Page", "1-2-3-4"),
        ("Referer", "http://localhost/"),
    ] {
        let request = Request::modern("tools/call", called("add", json!(secrets)));
        sent.push(bearer(request, "t0ken").header(header, value));
    }
    for uri in ["https://a.example/?access_token=hunter2", "https://me:hunter2@a.example/"] {
        let request = Request::modern("resources/read", json!({ "uri": uri }));
        sent.push(bearer(request, "t0ken"));
    }
    let text = json!({ "jsonrpc": "2.0", "id": 1, "method": "ping", "params": secrets });
    let escaped = text.to_string().replace("pass", "\\u0070ass").replace("pin", "p\\u0069n");
    sent.push(bearer(Request::post(escaped), "t0ken"));
    let count = sent.len();
    for request in sent {
        client.send(request).await.text().await;
    }
    let shown = client.send(bearer(get("/history?after=0"), "t0ken")).await.text().await;
    assert!(!shown.contains("hunter2"), "{shown}");
    let history: serde_json::Value = serde_json::from_str(&shown).unwrap();
    assert_eq!(history["entries"].as_array().unwrap().len(), count);
}

/// An app runs without ways to reach others beside those that a policy knows: browsers know no policy for
/// these, and complain about `webrtc`.
#[tokio::test]
async fn an_app_has_no_connections_between_browsers() {
    let client = serve(Page::new().add_to(http()).unwrap()).await;
    let app = client.send(get("/app")).await.text().await;
    let (first, rest) = app.split_once("document.write").unwrap();
    for name in ["RTCPeerConnection", "webkitRTCPeerConnection", "WebTransport"] {
        assert!(first.contains(name) && !rest.contains(name), "{name}");
    }
}

#[tokio::test]
async fn axum_mounts_it_where_it_is_told() {
    let http = Page::new().path("/try").add_to(http()).unwrap();
    let app = Router::new()
        .route_service("/mcp", http.clone())
        .route_service("/try", http.clone())
        .route_service("/try/{*rest}", http);
    let (client, listener) = listener().await;
    tokio::spawn(async { axum::serve(listener, app).await });
    assert!(client.send(get("/try")).await.text().await.contains("content=\"/mcp\""));
    assert_eq!(status(client, get("/try/app")).await, 200);
    assert_eq!(status(client, get("/try").with("Host", "evil.example")).await, 403);
}

/// The arguments of a tool with one of the types.
#[derive(Deserialize, Schema)]
struct One<T> {
    x: T,
}

/// A server with a tool for each shape of a type.
struct Shapes(Server);

impl Visitor for Shapes {
    fn visit<T: Schema + Serialize + DeserializeOwned + 'static>(&mut self, id: &'static str) {
        let tool = NewTool::new(id, "Takes one.").read_only(true);
        let added = self.0.add_tool_with(tool, |one: One<T>| {
            let text = serde_json::to_string(&one.x).unwrap();
            async move { text }
        });
        added.unwrap();
    }
}

/// It needs Node, and what `tests/page/package.json` names.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs node and a browser: .ci/run"]
async fn browser() {
    let mut shapes = Shapes(server!().changes(Changes::new().tools()).build().unwrap());
    show_all(&mut shapes);
    let client = serve(Page::new().add_to(shapes.0.into_http()).unwrap()).await;
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("page/page.mjs");
    let mut node = Command::new("node");
    node.arg(script).arg(env!("CARGO_BIN_EXE_page-server")).arg(format!("http://{}/", client.0));
    let done = tokio::task::spawn_blocking(move || node.status()).await.unwrap();
    assert!(done.unwrap().success());
}
