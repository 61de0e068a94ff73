//! A session serves the principal that opened it, and nobody else.

use axum::Router;
use axum::body::Body;
use axum::http;
use mcp_runtime::http::Principal;
use mcp_tests::http::{Client, Request, listener};
use mcp_tests::peer::{initialize, request};
use serde_json::json;
use tower::util::MapRequestLayer;

/// Takes who it is from a header, as middleware would from a token.
fn authenticate(mut request: http::Request<Body>) -> http::Request<Body> {
    let user = request.headers().get("user").and_then(|user| user.to_str().ok());
    if let Some(principal) = user.map(Principal::new) {
        request.extensions_mut().insert(principal);
    }
    request
}

async fn start() -> Client {
    let (http, _probe) = super::http();
    let app = Router::new().route_service("/mcp", http).layer(MapRequestLayer::new(authenticate));
    let (client, listener) = listener().await;
    tokio::spawn(async { axum::serve(listener, app).await });
    client
}

fn by(user: Option<&str>, request: Request) -> Request {
    user.into_iter().fold(request, |request, user| request.header("User", user))
}

/// CVE-2026-52869: a session was served to whoever knew its id.
#[tokio::test]
async fn a_session_serves_only_who_opened_it() {
    let client = start().await;
    for owner in [Some("alice"), None] {
        let open = Request::post(request(0, "initialize", initialize("2025-11-25")));
        let opened = client.send(by(owner, open)).await;
        let id = opened.header("mcp-session-id").unwrap().to_owned();
        let in_session = |request: Request| request.header("Mcp-Session-Id", &id);
        let post = in_session(Request::post(request(1, "ping", json!({}))));
        let get = in_session(Request::get());
        let resume = get.clone().header("Last-Event-ID", "1-0");
        let delete = in_session(Request::new("DELETE"));

        // The stream that `resume` asks for.
        let listening = client.send(by(owner, get.clone())).await;
        assert_eq!(listening.status, 200);
        for foreign in [Some("bob"), Some("Alice"), Some(""), Some("alice"), None] {
            if foreign == owner {
                continue;
            }
            for request in [&post, &get, &resume, &delete] {
                let response = client.send(by(foreign, request.clone())).await;
                assert_eq!(response.status, 404, "{foreign:?} in a session of {owner:?}");
                let unknown = "there is no such session; initialize a new one";
                assert_eq!(response.json().await["error"]["message"], unknown);
            }
        }
        for (request, status) in [(post, 200), (resume, 200), (get, 200), (delete, 204)] {
            assert_eq!(client.send(by(owner, request)).await.status, status, "{owner:?}");
        }
    }
}
