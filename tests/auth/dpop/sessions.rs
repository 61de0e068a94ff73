//! Sessions, streams and open questions: what belongs to the key that they were opened with.

use std::time::Duration;

use mcp_runtime::{server, tool};
use mcp_runtime_auth::Dpop;
use mcp_test_support::authority::{Authority, Signer, now};
use mcp_test_support::http::{Client, Request, Response, serve, text};
use serde_json::{Value, json};
use tokio::time::{advance, pause, resume, timeout};

use super::super::{RESOURCE, token, whoami, with_token};
use super::{KEY, bound, proved, resource, thumbprint};

const VERSION: &str = "2025-11-25";

fn initialize() -> Request {
    Request::post(json!({
        "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
            "protocolVersion": VERSION, "capabilities": {},
            "clientInfo": {"name": "x", "version": "1"},
        },
    }))
}

fn ping() -> Request {
    Request::post(json!({"jsonrpc": "2.0", "id": 1, "method": "ping"}))
}

fn within(request: Request, session: &str) -> Request {
    request.header("Mcp-Session-Id", session).header("MCP-Protocol-Version", VERSION)
}

async fn open(client: Client, key: Signer, token: &str) -> String {
    let response = client.send(proved(initialize(), key, token, "POST")).await;
    response.header("mcp-session-id").unwrap().to_owned()
}

/// Cases 33 and 34.
#[tokio::test]
async fn a_session_is_not_there_for_another_key_or_none() {
    let (authority, client) = super::start(Dpop::optional()).await;
    let own = bound(&authority, KEY, "");
    let other = bound(&authority, Signer::Next, "");
    let bearer = token(&authority, "");
    let session = open(client, KEY, &own).await;
    let status = async |request: Request| client.send(within(request, &session)).await.status;
    for (method, request) in
        [("POST", ping()), ("DELETE", Request::new("DELETE")), ("GET", Request::get())]
    {
        assert_eq!(status(proved(request.clone(), Signer::Next, &other, method)).await, 404);
        assert_eq!(status(with_token(request, &bearer)).await, 404);
    }
    let refreshed = bound(&authority, KEY, "more");
    for token in [&own, &refreshed] {
        assert_eq!(status(proved(ping(), KEY, token, "POST")).await, 200);
    }
    // Nor is a session of the bearer token there for a key.
    let response = client.send(with_token(initialize(), &bearer)).await;
    let session = response.header("mcp-session-id").unwrap().to_owned();
    let status = async |request: Request| client.send(within(request, &session)).await.status;
    assert_eq!(status(proved(ping(), KEY, &own, "POST")).await, 404);
    assert_eq!(status(with_token(ping(), &bearer)).await, 200);
}

async fn end(stream: &mut Response) {
    while stream.event().await.is_some() {}
}

/// Cases 35 and 36.
#[tokio::test]
async fn a_stream_outlives_its_proof_and_is_resumed_with_another() {
    let (authority, client) = super::start(Dpop::optional()).await;
    let mut claims = authority.claims(RESOURCE);
    claims["exp"] = (now() + 3600).into();
    claims["cnf"] = json!({"jkt": thumbprint(&KEY.public())});
    let token = Signer::Ed.sign(&claims);
    let session = open(client, KEY, &token).await;
    let listen = |last: Option<&str>| {
        let request = within(Request::get(), &session);
        last.into_iter().fold(request, |request, last| request.header("Last-Event-ID", last))
    };
    let mut stream = client.send(proved(listen(None), KEY, &token, "GET")).await;
    assert!(stream.is_stream(), "{}", stream.status);
    let bare = listen(Some("1")).header("Authorization", &format!("DPoP {token}"));
    assert_eq!(client.send(bare).await.status, 401);
    pause();
    advance(Duration::from_secs(600)).await;
    resume();
    let ended = timeout(Duration::from_millis(100), end(&mut stream)).await;
    assert!(ended.is_err(), "it stays open");
}

/// Deletes an item.
#[tool(destructive, confirm = "Delete {id}?")]
fn delete(id: u64) -> String {
    format!("deleted {id}")
}

fn ask(retry: Value) -> Request {
    let mut params = retry;
    params["name"] = "delete".into();
    params["arguments"] = json!({"id": 1});
    params["_meta"] = json!({
        "io.modelcontextprotocol/clientCapabilities": { "elicitation": { "form": {} } },
    });
    Request::modern("tools/call", params)
}

/// The state of 2026-07-28, which a client carries between the rounds of questions.
#[tokio::test]
async fn a_question_is_answered_by_the_key_that_was_asked() {
    let authority = Authority::start().await;
    let server = server!().tool::<whoami>().tool::<delete>().build().unwrap();
    let http = server.into_http().protect(resource(&authority, Dpop::optional())).unwrap();
    let client = serve(http).await;
    let own = bound(&authority, KEY, "");
    let other = bound(&authority, Signer::Next, "");
    let asked = client.send(proved(ask(json!({})), KEY, &own, "POST")).await.answer().await;
    let state = asked["result"]["requestState"].as_str().unwrap_or_else(|| panic!("{asked}"));
    let questions = asked["result"]["inputRequests"].as_object().unwrap();
    let (question, _) = questions.iter().next().unwrap();
    let answer = json!({"action": "accept", "content": {"confirm": true}});
    let retry = json!({"requestState": state, "inputResponses": {question: answer}});
    for request in [
        proved(ask(retry.clone()), Signer::Next, &other, "POST"),
        with_token(ask(retry.clone()), &token(&authority, "")),
    ] {
        let refused = client.send(request).await.answer().await;
        assert_eq!(refused["error"]["code"], -32602, "{refused}");
    }
    let refreshed = bound(&authority, KEY, "more");
    let done = client.send(proved(ask(retry), KEY, &refreshed, "POST")).await.answer().await;
    assert_eq!(text(&done), "deleted 1", "{done}");
}
