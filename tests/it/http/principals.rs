//! A session serves the principal that opened it, and nobody else.

use axum::body::Body;
use axum::http;
use mcp_runtime::Limits;
use mcp_runtime::http::{Http, HttpLimits, RemoteAddress};
use mcp_test_support::http::{Client, Request, Response, called};
use mcp_test_support::peer::{initialize, request};
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
        let client =
            mount(server.limits(Limits::new().max_in_flight(2)).build().unwrap().into_http()).await;
        let call = |who: &str| {
            Request::modern("tools/call", called("wait", json!({}))).header(header, who)
        };
        let waiting = [0, 1].map(|_| tokio::spawn(client.send(call(one))));
        probe.started.given(2).await;
        let refused = client.send(call(one)).await;
        assert_eq!(refused.status, 500);
        let message = refused.json().await["error"]["message"].take();
        assert_eq!(message, "2 requests of this caller are already running; wait for one of them");
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
        let client =
            mount(super::http().0.limits(HttpLimits::new().max_sessions_per_caller(2))).await;
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

#[tokio::test]
async fn all_callers_together_run_as_many_calls_as_there_is_room_for() {
    let (server, probe) = super::fixture();
    let client =
        mount(server.limits(Limits::new().max_in_flight(1)).build().unwrap().into_http()).await;
    let call = |who: usize| {
        let request = Request::modern("tools/call", called("wait", json!({})));
        client.send(request.header("User", &format!("user-{who}")))
    };
    let waiting: Vec<_> = (0..8).map(|who| tokio::spawn(call(who))).collect();
    probe.started.given(8).await;
    let refused = call(8).await;
    assert_eq!(refused.status, 500);
    let message = refused.json().await["error"]["message"].take();
    assert_eq!(message, "8 requests of all callers are already running; wait for one of them");
    probe.go.give(8);
    for answered in waiting {
        assert_eq!(answered.await.unwrap().status, 200);
    }
}

/// Opens a stream of HTTP+SSE; gives it, and where its messages go.
async fn open_http_sse(client: Client, user: &str) -> (Response, String) {
    let mut stream = client.send(Request::get().at("/sse").header("User", user)).await;
    let endpoint = stream.endpoint().await;
    let open = Request::post(request(0, "initialize", initialize("2024-11-05"))).at(&endpoint);
    assert_eq!(client.send(open.header("User", user)).await.status, 202);
    assert_eq!(stream.message().await.unwrap()["id"], 0);
    (stream, endpoint)
}

#[tokio::test]
async fn calls_over_http_sse_count_among_those_of_their_caller() {
    let (server, probe) = super::fixture();
    let http = server.limits(Limits::new().max_in_flight(2)).build().unwrap().into_http();
    let client = mount(http.deprecated_http_sse("/sse")).await;
    let streams = [open_http_sse(client, "alice").await, open_http_sse(client, "alice").await];
    let wait = async |(_, endpoint): &(Response, String), user: &str| {
        let call = Request::post(request(1, "tools/call", called("wait", json!({}))));
        let sent = client.send(call.at(endpoint).header("User", user)).await;
        assert_eq!(sent.status, 202);
    };
    for stream in &streams {
        wait(stream, "alice").await;
    }
    probe.started.given(2).await;
    // A third one has no room, on whichever of the streams and transports.
    let message = "2 requests of this caller are already running; wait for one of them";
    let [mut first, second] = streams;
    wait(&first, "alice").await;
    assert_eq!(first.0.message().await.unwrap()["error"]["message"], message);
    let modern = Request::modern("tools/call", called("wait", json!({})));
    let refused = client.send(modern.header("User", "alice")).await;
    assert_eq!(refused.json().await["error"]["message"], message);
    let other = open_http_sse(client, "bob").await;
    wait(&other, "bob").await;
    probe.started.given(1).await;
    // What has ended makes room.
    probe.go.give(3);
    for (mut stream, _) in [first, second, other] {
        assert_eq!(stream.message().await.unwrap()["result"]["isError"], json!(null));
    }
    let mut again = open_http_sse(client, "alice").await;
    wait(&again, "alice").await;
    probe.go.give(1);
    assert_eq!(again.0.message().await.unwrap()["id"], 1);
}
