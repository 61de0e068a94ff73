//! Requests whose token or headers are refused, and what their challenges say.

use mcp_runtime_auth::{Challenge, Dpop, ProtectedResource};
use mcp_test_support::authority::Answer;
use mcp_test_support::http::Response;
use serde_json::json;

use super::super::{RESOURCE, invalid, token, with_token};
use super::{KEY, Proof, Signer, bound, call, refusal, refused, start, with_proof};

/// The schemes and the errors of the challenges of a response.
fn challenges(response: &Response) -> Vec<(String, Option<String>)> {
    let lines = response.headers("www-authenticate").into_iter();
    let read = lines.flat_map(Challenge::read_all);
    read.map(|read| (read.scheme().to_owned(), read.error().map(str::to_owned))).collect()
}

fn of(scheme: &str, error: Option<&str>) -> (String, Option<String>) {
    (scheme.to_owned(), error.map(str::to_owned))
}

/// What a client without a token learns.
#[tokio::test]
async fn the_challenges_are_for_the_schemes_that_are_accepted() {
    for (dpop, expected) in [
        (Dpop::optional(), vec![of("Bearer", None), of("DPoP", None)]),
        (Dpop::required(), vec![of("DPoP", None)]),
    ] {
        let (_, client) = start(dpop).await;
        let response = client.send(call("whoami")).await;
        assert_eq!((response.status, challenges(&response)), (401, expected));
        let line = *response.headers("www-authenticate").last().unwrap();
        let challenge = Challenge::read_all(line).remove(0);
        let algorithms = "ES256 ES384 EdDSA Ed25519 RS256 PS256";
        assert_eq!(challenge.parameter("algs"), Some(algorithms), "{line}");
    }
}

/// Cases 20, 21 and 22.
#[tokio::test]
async fn a_token_is_sent_by_the_scheme_that_it_is_for() {
    let both = |scheme| {
        let other = if scheme == "DPoP" { "Bearer" } else { "DPoP" };
        vec![of(scheme, Some("invalid_token")), of(other, None)]
    };
    let only = vec![of("DPoP", Some("invalid_token"))];
    for (dpop, is_required) in [(Dpop::optional(), false), (Dpop::required(), true)] {
        let (authority, client) = start(dpop).await;
        let bound = bound(&authority, KEY, "");
        let unbound = token(&authority, "");
        let expected = |scheme| if is_required { only.clone() } else { both(scheme) };
        let proof = || Proof::new(KEY, &bound).sign();
        for request in [with_token(call("whoami"), &bound), {
            with_token(call("whoami"), &bound).header("DPoP", &proof())
        }] {
            let response = client.send(request).await;
            assert_eq!((response.status, challenges(&response)), (401, expected("Bearer")));
        }
        let proof = Proof::new(KEY, &unbound).sign();
        let response = client.send(with_proof(call("whoami"), &unbound, &proof)).await;
        assert_eq!((response.status, challenges(&response)), (401, expected("DPoP")));
        let why = refusal(response).await.3;
        assert_eq!(why, "the token is not bound to a key");
        let response = client.send(with_token(call("whoami"), &unbound)).await;
        if is_required {
            assert_eq!((response.status, challenges(&response)), (401, only.clone()));
            assert_eq!(refusal(response).await.3, "the token must be bound to a key (DPoP)");
        } else {
            assert_eq!(response.status, 200);
        }
    }
}

/// Cases 19 and 23, and headers that are malformed.
#[tokio::test]
async fn a_request_has_one_proof_by_the_key_of_its_token() {
    let (authority, client) = start(Dpop::optional()).await;
    let token = bound(&authority, KEY, "");
    let proof = Proof::new(KEY, &token).sign();
    let one = "a request with a bound token must have one DPoP header";
    let bare = || call("whoami").header("Authorization", &format!("DPoP {token}"));
    for request in
        [bare(), with_proof(bare().without("Authorization"), &token, &proof).twice("DPoP")]
    {
        let response = client.send(request).await;
        assert_eq!(refusal(response).await, refused("invalid_dpop_proof", one));
    }
    let other = Proof::new(Signer::Next, &token).sign();
    let response = client.send(with_proof(call("whoami"), &token, &other)).await;
    let why = "the token is bound to another key";
    assert_eq!(refusal(response).await, refused("invalid_token", why));
    let twice = with_proof(call("whoami"), &token, &proof).twice("Authorization");
    assert_eq!(client.send(twice).await.status, 400);
    let odd = "a\"b";
    let long = "x".repeat(8 * 1024 + 1);
    for (token, why) in
        [(odd, "the token has invalid characters"), (&long, "the token is longer than 8 KiB")]
    {
        let response = client.send(with_proof(call("whoami"), token, &proof)).await;
        assert_eq!(refusal(response).await, refused("invalid_token", why));
    }
}

/// Cases 14 and 15: the URL is configured, and no header changes it.
#[tokio::test]
async fn no_header_tells_for_which_url_a_proof_has_to_be() {
    let (authority, client) = start(Dpop::optional()).await;
    let token = bound(&authority, KEY, "");
    let evil = Proof::new(KEY, &token).claim("htu", json!("https://evil.example/mcp")).sign();
    let request = || with_proof(call("whoami"), &token, &evil);
    assert_eq!(client.send(request().with("Host", "evil.example")).await.status, 403);
    for (name, value) in [
        ("X-Forwarded-Host", "evil.example"),
        ("Forwarded", "host=evil.example;proto=https"),
        ("X-Original-URL", "https://evil.example/mcp"),
    ] {
        let response = client.send(request().header(name, value)).await;
        let why = "the DPoP proof is for another URL";
        assert_eq!(refusal(response).await, refused("invalid_dpop_proof", why), "{name}");
    }
}

/// Case 27.
#[tokio::test]
async fn a_lack_of_scopes_is_told_in_the_scheme_of_the_request() {
    let (authority, client) = start(Dpop::optional()).await;
    let bound = bound(&authority, KEY, "files:read");
    let proof = Proof::new(KEY, &bound).sign();
    let unbound = token(&authority, "files:read");
    for (request, scheme) in [
        (with_proof(call("write"), &bound, &proof), "DPoP"),
        (with_token(call("write"), &unbound), "Bearer"),
    ] {
        let response = client.send(request).await;
        let expected = vec![of(scheme, Some("insufficient_scope"))];
        assert_eq!((response.status, challenges(&response)), (403, expected));
        let challenge = Challenge::read_all(response.header("www-authenticate").unwrap()).remove(0);
        assert_eq!(challenge.scopes().collect::<Vec<_>>(), ["files:read", "files:write"]);
    }
}

/// Case 40.
#[tokio::test]
async fn without_dpop_bound_tokens_are_refused_whatever_comes_with_them() {
    let (authority, client) = super::super::start().await;
    let bound = bound(&authority, KEY, "");
    let why = "the token is bound to a key, but the request has no DPoP proof";
    let response = client.send(with_token(call("whoami"), &bound)).await;
    assert_eq!(super::super::refusal(response).await, invalid(why));
    let proof = Proof::new(KEY, &bound).sign();
    let response = client.send(with_proof(call("whoami"), &bound, &proof)).await;
    assert_eq!((response.status, challenges(&response)), (401, vec![of("Bearer", None)]));
}

/// Case 42.
#[tokio::test]
async fn while_no_token_can_be_verified_there_is_no_challenge() {
    let (authority, client) = start(Dpop::required()).await;
    authority.answer("/keys", Answer::Status(500, String::new()));
    let token = bound(&authority, KEY, "");
    let proof = Proof::new(KEY, &token).sign();
    let response = client.send(with_proof(call("whoami"), &token, &proof)).await;
    assert_eq!((response.status, response.header("retry-after")), (503, Some("5")));
    assert_eq!(challenges(&response), []);
}

#[test]
fn settings_that_cannot_work_are_refused() {
    use std::time::Duration;
    for (dpop, why) in [
        (Dpop::optional().algorithms(["HS256"]), "\"HS256\" are not supported"),
        (Dpop::optional().algorithms(Vec::<String>::new()), "no algorithm"),
        (Dpop::optional().window(Duration::ZERO), "the window"),
        (Dpop::optional().window(Duration::from_secs(301)), "the window"),
    ] {
        let resource = ProtectedResource::new(RESOURCE).issuer("https://login.example.com");
        let error = super::files().into_http().protect(resource.dpop(dpop)).unwrap_err();
        assert!(error.to_string().contains(why), "{error}");
    }
}
