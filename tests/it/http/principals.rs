//! A session serves the principal that opened it, and nobody else.

use axum::body::Body;
use axum::http;
use mcp_runtime::http::{Http, RemoteAddress};
use mcp_tests::http::{Client, Request, called};
use mcp_tests::peer::{initialize, request};
use serde_json::json;

use crate::authenticated;

/// Takes who it is, and from where, from headers.
fn authenticate(request: http::Request<Body>) -> http::Request<Body> {
    let mut request = authenticated::by_header(request);
    let address = request.headers().get("address").and_then(|address| address.to_str().ok());
    if let Some(address) = address.and_then(|address| address.parse().ok()) {
        request.extensions_mut().insert(RemoteAddress(address));
    }
    request
}

async fn start() -> Client {
    mount(super::http().0).await
}

async fn mount(http: Http) -> Client {
    authenticated::mount(http, authenticate).await
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
                let unknown = "the session does not exist; initialize a new one";
                assert_eq!(response.json().await["error"]["message"], unknown);
            }
        }
        for (request, status) in [(post, 200), (resume, 200), (get, 200), (delete, 204)] {
            assert_eq!(client.send(by(owner, request)).await.status, status, "{owner:?}");
        }
    }
}

/// Callers that are not the same one, by a header.
const APART: [[(&str, &str); 2]; 3] = [
    [("User", "alice"), ("User", "bob")],
    [("Address", "203.0.113.7"), ("Address", "203.0.113.8")],
    [("Address", "2001:db8::1"), ("Address", "2001:db8:0:1::1")],
];

#[tokio::test]
async fn a_caller_runs_as_many_modern_calls_as_it_may_and_no_more_begins() {
    for [(header, one), (_, other)] in APART {
        let (server, probe) = super::fixture();
        let client = mount(server.max_in_flight(2).build().unwrap().into_http()).await;
        let call = |who: &str| {
            Request::modern("tools/call", called("wait", json!({}))).header(header, who)
        };
        let waiting = [0, 1].map(|_| tokio::spawn(client.send(call(one))));
        probe.started.given(2).await;
        let refused = client.send(call(one)).await;
        assert_eq!(refused.status, 500);
        let message = refused.json().await["error"]["message"].take();
        assert_eq!(message, "2 requests are running already; wait for one of them");
        assert_eq!(probe.started.count(), 0, "its handler did not begin");
        // What is done at once is served, and so is somebody else.
        super::assert_serves(client).await;
        let of_other = tokio::spawn(client.send(call(other)));
        probe.started.given(1).await;
        probe.go.give(3);
        for answered in waiting.into_iter().chain([of_other]) {
            assert_eq!(answered.await.unwrap().status, 200);
        }
    }
}

#[tokio::test]
async fn a_caller_has_as_many_sessions_as_it_may() {
    for [(header, one), (_, other)] in APART {
        let client = mount(super::http().0.max_sessions_per_caller(2)).await;
        let open = async |who: &str| {
            let open = Request::post(request(0, "initialize", initialize("2025-11-25")));
            let opened = client.send(open.header(header, who)).await;
            opened.header("mcp-session-id").unwrap().to_owned()
        };
        let sessions = [open(other).await, open(one).await, open(one).await, open(one).await];
        for (id, (who, status)) in
            sessions.iter().zip([(other, 200), (one, 404), (one, 200), (one, 200)])
        {
            let ping = Request::post(request(1, "ping", json!({}))).header("Mcp-Session-Id", id);
            assert_eq!(client.send(ping.header(header, who)).await.status, status, "{who}");
        }
    }
}
