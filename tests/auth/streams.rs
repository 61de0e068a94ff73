//! Streams of protected servers: for how long they continue, and what may be done over those of HTTP+SSE.

use std::time::Duration;

use mcp_runtime::{Changes, server};
use mcp_runtime_auth::ProtectedResource;
use mcp_test_support::authority::{Authority, Signer, now};
use mcp_test_support::http::{Client, Request, Response, serve};
use serde_json::json;
use tokio::time::timeout;

use super::{RESOURCE, protected, refusal, token, whoami, with_token};

/// For how long a token is taken after it has expired, in seconds.
const LEEWAY: u64 = 60;

fn initialize(version: &str) -> Request {
    Request::post(json!({
        "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
            "protocolVersion": version, "capabilities": {},
            "clientInfo": {"name": "x", "version": "1"},
        },
    }))
}

/// A token that is taken for this many seconds.
fn good_for(authority: &Authority, seconds: u64) -> String {
    let mut claims = authority.claims(RESOURCE);
    claims["exp"] = (now() - LEEWAY + seconds).into();
    Signer::Ed.sign(&claims)
}

/// The streams of each transport and era.
async fn open(client: Client, token: &str) -> Vec<Response> {
    let response = client.send(with_token(initialize("2025-11-25"), token)).await;
    let session = response.header("mcp-session-id").unwrap().to_owned();
    let listen = Request::get()
        .header("Mcp-Session-Id", &session)
        .header("MCP-Protocol-Version", "2025-11-25");
    let subscribe = Request::modern(
        "subscriptions/listen",
        json!({"notifications": {"toolsListChanged": true}}),
    );
    let mut streams = Vec::new();
    for request in [listen, subscribe, Request::get().at("/sse")] {
        let stream = client.send(with_token(request, token)).await;
        assert!(stream.is_stream(), "{}", stream.status);
        streams.push(stream);
    }
    streams
}

async fn end(stream: &mut Response) {
    while stream.event().await.is_some() {}
}

#[tokio::test]
async fn streams_end_with_the_token_that_opened_them() {
    let authority = Authority::start().await;
    let server = server!().tool::<whoami>().changes(Changes::new().tools()).build().unwrap();
    let resource = ProtectedResource::new(RESOURCE).issuer(authority.issuer());
    let http = server.into_http().deprecated_http_sse("/sse").protect(resource).unwrap();
    let client = serve(http).await;
    let lasting = open(client, &good_for(&authority, 600)).await;
    let brief = open(client, &good_for(&authority, 3)).await;
    for mut stream in brief {
        end(&mut stream).await;
    }
    for mut stream in lasting {
        let ended = timeout(Duration::from_millis(50), end(&mut stream)).await;
        assert!(ended.is_err(), "this token is still good");
    }
}

#[tokio::test]
async fn over_http_sse_each_request_has_to_have_the_scopes_of_its_call() {
    let authority = Authority::start().await;
    let resource = ProtectedResource::new(RESOURCE).issuer(authority.issuer());
    let client = serve(protected(resource).deprecated_http_sse("/sse")).await;
    let reads = token(&authority, "files:read");
    let writes = token(&authority, "files:read files:write");
    let call = |id: u64| {
        let params = json!({"name": "write", "arguments": {}});
        Request::post(json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params}))
    };
    for (opened_with, said) in [(&writes, Some("written")), (&reads, None)] {
        let mut stream = client.send(with_token(Request::get().at("/sse"), opened_with)).await;
        let endpoint = stream.endpoint().await;
        let post = async |request: Request, token: &str| {
            client.send(with_token(request.at(&endpoint), token)).await
        };
        assert_eq!(post(initialize("2024-11-05"), opened_with).await.status, 202);
        assert_eq!(stream.message().await.unwrap()["id"], 0);
        // Whatever the stream was opened with.
        let (status, challenge, _) = refusal(post(call(1), &reads).await).await;
        assert_eq!(status, 403);
        assert!(challenge.unwrap().contains("scope=\"files:read files:write\""));
        // And the call is one of whoever opened it.
        assert_eq!(post(call(2), &writes).await.status, 202);
        let answer = stream.message().await.unwrap();
        assert_eq!(answer["id"], 2);
        assert_eq!(answer["result"]["content"][0]["text"].as_str(), said, "{answer}");
    }
}
