//! Modern retries where no modern request belongs: nothing of a state is redeemed there.

use mcp_test_support::http::{Client, Request};
use mcp_test_support::peer::{Peer, initialize};

use super::http::confirm_call;
use super::states::{Confirmations, guarding};
use super::*;
use crate::authenticated::{by_header, mount};

/// Serves over HTTP and HTTP+SSE, to users whom a header names.
async fn start(confirmed: &Confirmations) -> Client {
    let http = guarding(confirmed).build().unwrap().into_http().deprecated_http_sse("/sse");
    mount(http, by_header).await
}

/// What Alice would confirm with, as a modern request.
async fn confirmation(client: Client) -> Value {
    let ask = Request::modern("tools/call", able_to(confirm_call(), &able()));
    let asked = client.send(ask.header("User", "alice")).await.json().await;
    let mut retry = confirm_call();
    retry["requestState"] = asked["result"]["requestState"].clone();
    retry["inputResponses"] = json!({ "question-1": accept(json!({ "ok": true })) });
    request(2, "tools/call", modern(able_to(retry, &able())))
}

#[tokio::test]
async fn a_modern_request_in_a_legacy_batch_is_refused() {
    let confirmed = Confirmations::default();
    let client = start(&confirmed).await;
    let retry = confirmation(client).await;
    for user in ["alice", "bob"] {
        let open = Request::post(request(0, "initialize", initialize("2025-03-26")));
        let opened = client.send(open.header("User", user)).await;
        let batch = Request::post(json!([retry, request(3, "ping", json!({}))]))
            .header("Mcp-Session-Id", opened.header("mcp-session-id").unwrap());
        let answers = client.send(batch.header("User", user)).await.json().await;
        let of = |id| answers.as_array().unwrap().iter().find(|answer| answer["id"] == id).unwrap();
        assert_eq!(of(2)["error"]["code"], -32600, "{user}: {answers}");
        assert_eq!(of(3)["result"], json!({}), "{user}");
    }
    assert_eq!(*confirmed.0.lock().unwrap(), Vec::<String>::new());

    let mut peer = Peer::memory(guarding(&confirmed).build().unwrap());
    peer.initialize("2025-03-26").await;
    peer.send(json!([retry])).await;
    assert_eq!(peer.receive().await[0]["error"]["code"], -32600);
    assert_eq!(*confirmed.0.lock().unwrap(), Vec::<String>::new());
}

#[tokio::test]
async fn over_http_sse_nothing_is_redeemed() {
    let confirmed = Confirmations::default();
    let client = start(&confirmed).await;
    let retry = confirmation(client).await;
    for user in ["alice", "bob"] {
        let mut stream = client.send(Request::get().at("/sse").header("User", user)).await;
        let endpoint = stream.endpoint().await;
        for message in [request(1, "initialize", initialize("2024-11-05")), retry.clone()] {
            let post = Request::post(message).at(&endpoint).header("User", user);
            assert_eq!(client.send(post).await.status, 202);
        }
        assert_eq!(stream.message().await.unwrap()["id"], 1);
        // The marks of a modern request mean nothing here, so its state is one of nobody.
        let answer = stream.message().await.unwrap();
        assert!(answer.get("error").is_some() || answer["result"]["isError"] == true, "{answer}");
    }
    assert_eq!(*confirmed.0.lock().unwrap(), Vec::<String>::new());
}
