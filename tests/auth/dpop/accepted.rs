//! Proofs that are accepted, and what handlers see then.

use std::convert::Infallible;

use axum::Router;
use jsonwebtoken::Algorithm;
use mcp_runtime::http::RequestBody;
use mcp_runtime::{Context, server, tool};
use mcp_runtime_auth::Dpop;
use mcp_test_support::authority::{Authority, Signer, now};
use mcp_test_support::http::{Request, listener, serve};
use serde_json::{Value, json};

use super::super::{METADATA, text, with_token};
use super::{
    KEY, Proof, RESOURCE, bound, call, protected, proved, resource, start, status, with_proof,
};

/// The names of the headers of the request.
#[tool]
fn headers(context: Context) -> String {
    let names = context.http().map(|head| head.headers.keys().map(ToString::to_string));
    names.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// Cases 1, 2, 6, 12, 13 and 17.
#[tokio::test]
async fn good_proofs_are_accepted_in_all_their_forms() {
    let (authority, client) = start(Dpop::optional()).await;
    let token = bound(&authority, KEY, "");
    let good = || Proof::new(KEY, &token);
    let cases = [
        ("a fresh one", good()),
        ("a type in upper case", good().header("typ", json!("DPOP+JWT"))),
        ("upper case and a port", good().claim("htu", json!("HTTPS://MCP.Example.com:443/mcp"))),
        ("an escape", good().claim("htu", json!("https://mcp.example.com/%6Dcp"))),
        ("dots", good().claim("htu", json!("https://mcp.example.com/a/../mcp"))),
        ("a query", good().claim("htu", json!("https://mcp.example.com/mcp?x=1"))),
        ("a fragment", good().claim("htu", json!("https://mcp.example.com/mcp#x"))),
        ("240 seconds ago", good().claim("iat", json!(now() - 240))),
        ("240 seconds ahead", good().claim("iat", json!(now() + 240))),
        ("a fraction", good().claim("iat", json!(now() as f64 + 0.5))),
        ("more claims", good().claim("exp", json!(0)).claim("x", json!({}))),
        ("more of the key", good().jwk("use", json!("sig")).header("kid", json!("x"))),
        ("a long id", good().claim("jti", json!("x".repeat(256)))),
    ];
    for (name, proof) in cases {
        assert_eq!(status(client, &token, &proof.sign()).await, 200, "{name}");
    }
    for scheme in ["dpop", "DPOP"] {
        let request = call("whoami").header("Authorization", &format!("{scheme} {token}"));
        let response = client.send(request.header("DPoP", &good().sign())).await;
        assert_eq!(response.status, 200, "{scheme}");
    }
}

#[tokio::test]
async fn keys_of_all_kinds_are_accepted() {
    let (authority, client) = start(Dpop::required()).await;
    for (key, algorithm) in [
        (Signer::Ec, Algorithm::ES256),
        (Signer::Ec384, Algorithm::ES384),
        (Signer::Ed, Algorithm::EdDSA),
        (Signer::Rsa, Algorithm::RS256),
        (Signer::Rsa, Algorithm::PS256),
    ] {
        let token = bound(&authority, key, "");
        let proof = Proof::new(key, &token).by(algorithm);
        assert_eq!(status(client, &token, &proof.sign()).await, 200, "{algorithm:?}");
    }
    let token = bound(&authority, Signer::Ed, "");
    let proof = Proof::new(Signer::Ed, &token).header("alg", json!("Ed25519"));
    assert_eq!(status(client, &token, &proof.sign()).await, 200, "the newer name");
}

/// Case 39.
#[tokio::test]
async fn handlers_see_neither_the_token_nor_the_proof() {
    let authority = Authority::start().await;
    let server = server!().tool::<headers>().build().unwrap();
    let http = server.into_http().protect(resource(&authority, Dpop::optional())).unwrap();
    let client = serve(http).await;
    let token = bound(&authority, KEY, "");
    let bearer = super::super::token(&authority, "");
    let proof = Proof::new(KEY, &token).sign();
    for request in
        [with_proof(call("headers"), &token, &proof), with_token(call("headers"), &bearer)]
    {
        let answer = client.send(request.header("X-Other", "1")).await.answer().await;
        let seen = text(&answer).to_ascii_lowercase();
        assert!(seen.contains("x-other"), "{seen}");
        assert!(!seen.contains("authorization") && !seen.contains("dpop"), "{seen}");
    }
}

/// Case 40, and what the metadata tell otherwise.
#[tokio::test]
async fn the_metadata_tell_of_proofs_where_they_are_verified() {
    let names = json!(["ES256", "ES384", "EdDSA", "Ed25519", "RS256", "PS256"]);
    let of = |authority: &Authority, dpop: Option<Dpop>| match dpop {
        Some(dpop) => protected(authority, dpop),
        None => super::super::protected(
            mcp_runtime_auth::ProtectedResource::new(RESOURCE).issuer(authority.issuer()),
        ),
    };
    for (dpop, algorithms, is_required) in [
        (None, Value::Null, Value::Null),
        (Some(Dpop::optional()), names.clone(), Value::Null),
        (Some(Dpop::required()), names, json!(true)),
        (Some(Dpop::optional().algorithms(["ES256"])), json!(["ES256"]), Value::Null),
    ] {
        let authority = Authority::start().await;
        let client = serve(of(&authority, dpop)).await;
        let path = METADATA.trim_start_matches("https://mcp.example.com");
        let metadata = client.send(Request::new("GET").at(path)).await.json().await;
        assert_eq!(metadata["dpop_signing_alg_values_supported"], algorithms);
        assert_eq!(metadata["dpop_bound_access_tokens_required"], is_required);
    }
}

/// Each method and transport has its own proofs: for the path of the request, without its query.
#[tokio::test]
async fn proofs_are_needed_for_each_request_over_http_sse() {
    let authority = Authority::start().await;
    let client = serve(protected(&authority, Dpop::optional()).deprecated_http_sse("/sse")).await;
    let token = bound(&authority, KEY, "");
    let sse = |method: &str| {
        let proof = Proof::new(KEY, &token).claim("htm", json!(method));
        proof.claim("htu", json!("https://mcp.example.com/sse")).sign()
    };
    let open = |proof: &str| with_proof(Request::get().at("/sse"), &token, proof);
    assert_eq!(client.send(open(&sse("POST"))).await.status, 401);
    let mcp = Proof::new(KEY, &token).claim("htm", json!("GET")).sign();
    assert_eq!(client.send(open(&mcp)).await.status, 401, "it is for another path");
    let mut stream = client.send(open(&sse("GET"))).await;
    let endpoint = stream.endpoint().await;
    let ping = || Request::post(json!({"jsonrpc": "2.0", "id": 1, "method": "ping"})).at(&endpoint);
    assert_eq!(client.send(with_proof(ping(), &token, &sse("POST"))).await.status, 202);
    assert_eq!(client.send(proved(ping(), KEY, &token, "POST")).await.status, 401);
    let other = bound(&authority, Signer::Ed, "");
    let proof =
        Proof::new(Signer::Ed, &other).claim("htu", json!("https://mcp.example.com/sse")).sign();
    let foreign = client.send(with_proof(ping(), &other, &proof)).await;
    assert_eq!(foreign.status, 404, "the stream belongs to the other key");
}

/// The public URL counts, by whatever path a router passes requests on.
#[tokio::test]
async fn where_the_service_is_mounted_makes_no_difference() {
    let authority = Authority::start().await;
    let http = protected(&authority, Dpop::required());
    let router = Router::new().nest_service("/gateway", http);
    let (client, free) = listener().await;
    tokio::spawn(async move { axum::serve(free, router).await.unwrap() });
    let token = bound(&authority, KEY, "");
    let call = || call("whoami").at("/gateway/mcp");
    assert_eq!(client.send(proved(call(), KEY, &token, "POST")).await.status, 200);
    let inner = Proof::new(KEY, &token).claim("htu", json!("https://mcp.example.com/gateway/mcp"));
    assert_eq!(client.send(with_proof(call(), &token, &inner.sign())).await.status, 401);
}

/// A route beside MCP has a URL of its own.
#[tokio::test]
async fn a_proof_for_a_protected_route_is_for_its_path() {
    let authority = Authority::start().await;
    let found = tower::service_fn(async |_: axum::http::Request<RequestBody>| {
        Ok::<_, Infallible>(axum::http::Response::new("found".to_owned()))
    });
    let http = protected(&authority, Dpop::required()).protected_route("/files/*", found);
    let client = serve(http).await;
    let token = bound(&authority, KEY, "");
    for (url, status) in [
        ("https://mcp.example.com/files/a", 200),
        ("https://mcp.example.com/files/b", 401),
        (RESOURCE, 401),
    ] {
        let proof = Proof::new(KEY, &token).claim("htm", json!("GET")).claim("htu", json!(url));
        let request = with_proof(Request::new("GET").at("/files/a"), &token, &proof.sign());
        assert_eq!(client.send(request).await.status, status, "{url}");
    }
}
