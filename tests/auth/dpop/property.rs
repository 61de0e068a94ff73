//! For any accepted proof, changing any one byte of the token, the method or the URL is refused.

use mcp_runtime_auth::Dpop;
use mcp_test_support::http::Request;
use serde_json::json;

use super::{KEY, Proof, RESOURCE, bound, call, start, status, with_proof};

/// The text with each of its bytes changed, one at a time.
fn changed(text: &str) -> impl Iterator<Item = String> {
    (0..text.len()).map(|position| {
        let mut bytes = text.as_bytes().to_vec();
        bytes[position] = if bytes[position] == b'x' { b'y' } else { b'x' };
        String::from_utf8(bytes).unwrap()
    })
}

#[tokio::test]
async fn a_changed_token_is_refused() {
    let (authority, client) = start(Dpop::optional()).await;
    let token = bound(&authority, KEY, "");
    let proof = Proof::new(KEY, &token).sign();
    assert_eq!(status(client, &token, &proof).await, 200);
    for changed in changed(&token) {
        assert_eq!(status(client, &changed, &proof).await, 401, "{changed}");
        // Nor does it help to make the proof for it.
        let proof = Proof::new(KEY, &changed).sign();
        assert_eq!(status(client, &changed, &proof).await, 401, "{changed}");
    }
}

#[tokio::test]
async fn a_changed_proof_is_refused() {
    let (authority, client) = start(Dpop::optional()).await;
    let token = bound(&authority, KEY, "");
    let proof = Proof::new(KEY, &token).sign();
    assert_eq!(status(client, &token, &proof).await, 200);
    for changed in changed(&proof) {
        assert_eq!(status(client, &token, &changed).await, 401, "{changed}");
    }
}

#[tokio::test]
async fn another_method_is_refused() {
    let (authority, client) = start(Dpop::optional()).await;
    let token = bound(&authority, KEY, "");
    let proof = Proof::new(KEY, &token).sign();
    let others = ["GET", "DELETE", "PUT", "PATCH", "OPTIONS"].map(str::to_owned);
    for method in changed("POST").chain(others).chain(["post".to_owned()]) {
        let request = with_proof(Request::new(&method), &token, &proof);
        assert_eq!(client.send(request).await.status, 401, "{method}");
    }
    for method in changed("POST") {
        let proof = Proof::new(KEY, &token).claim("htm", json!(method)).sign();
        assert_eq!(status(client, &token, &proof).await, 401, "{method}");
    }
}

#[tokio::test]
async fn another_url_is_refused() {
    let (authority, client) = start(Dpop::optional()).await;
    let token = bound(&authority, KEY, "");
    for url in changed(RESOURCE) {
        let proof = Proof::new(KEY, &token).claim("htu", json!(url)).sign();
        assert_eq!(status(client, &token, &proof).await, 401, "{url}");
    }
    let proof = Proof::new(KEY, &token).sign();
    for path in changed("/mcp") {
        let path = if path.starts_with('/') { path } else { format!("/{path}") };
        let response = client.send(with_proof(call("whoami").at(&path), &token, &proof)).await;
        assert_eq!(response.status, 404, "{path}");
    }
}
