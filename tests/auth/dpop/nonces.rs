//! Nonces of the server (case 28).

use std::time::Duration;

use mcp_runtime_auth::Dpop;
use mcp_test_support::authority::{Authority, now};
use mcp_test_support::http::{Client, Response, serve};
use serde_json::json;
use tokio::time::{advance, pause, resume};

use super::{KEY, Proof, bound, call, refusal, refused, resource, start, with_proof};

const WHY: &str = "the DPoP proof must have the nonce of the server";

/// Sends a call with a nonce, at a time that is ahead by some seconds.
async fn send(client: Client, token: &str, nonce: Option<&str>, ahead: u64) -> Response {
    let base = Proof::new(KEY, token).claim("iat", json!(now() + ahead));
    let proof = match nonce {
        Some(nonce) => base.claim("nonce", json!(nonce)),
        None => base,
    };
    client.send(with_proof(call("whoami"), token, &proof.sign())).await
}

fn nonce(response: &Response) -> Option<String> {
    response.header("dpop-nonce").map(str::to_owned)
}

#[tokio::test]
async fn a_proof_needs_a_nonce_of_the_last_five_minutes() {
    let (authority, client) = start(Dpop::optional().nonces()).await;
    let token = bound(&authority, KEY, "");
    let challenged = send(client, &token, None, 0).await;
    assert_eq!(challenged.header("cache-control"), Some("no-store"));
    let first = nonce(&challenged).unwrap();
    assert_eq!(refusal(challenged).await, refused("use_dpop_nonce", WHY));
    let answered = send(client, &token, Some(&first), 0).await;
    assert_eq!((answered.status, nonce(&answered)), (200, None), "it is still new");
    for wrong in ["x", "", &first[1..], &first.to_uppercase()] {
        let response = send(client, &token, Some(wrong), 0).await;
        assert!(nonce(&response).is_some());
        assert_eq!(refusal(response).await, refused("use_dpop_nonce", WHY), "{wrong}");
    }
    let later = async |minutes: u64| {
        pause();
        advance(Duration::from_secs(60 * minutes)).await;
        resume();
    };
    later(3).await;
    let answered = send(client, &token, Some(&first), 180).await;
    let second = nonce(&answered).unwrap();
    assert_eq!(answered.status, 200, "it is good, and about to be replaced");
    later(3).await;
    let response = send(client, &token, Some(&first), 360).await;
    assert_eq!(refusal(response).await, refused("use_dpop_nonce", WHY));
    assert_eq!(send(client, &token, Some(&second), 360).await.status, 200);
}

#[tokio::test]
async fn replicas_take_the_nonces_of_each_other() {
    let authority = Authority::start().await;
    let replica = async |key: u8| {
        let server = mcp_runtime::server!().tool::<super::super::whoami>().state_keys([[key; 32]]);
        let resource = resource(&authority, Dpop::required().nonces());
        serve(server.build().unwrap().into_http().protect(resource).unwrap()).await
    };
    let a = replica(7).await;
    let b = replica(7).await;
    let other = replica(8).await;
    let token = bound(&authority, KEY, "");
    let nonce = nonce(&send(a, &token, None, 0).await).unwrap();
    for (client, status) in [(a, 200), (b, 200), (other, 401)] {
        assert_eq!(send(client, &token, Some(&nonce), 0).await.status, status);
    }
}

/// A nonce is asked for only once everything else is good: whoever has no key learns nothing.
#[tokio::test]
async fn what_is_invalid_is_told_before_a_nonce_is_asked_for() {
    let (authority, client) = start(Dpop::required().nonces()).await;
    let token = bound(&authority, KEY, "");
    let mut tampered = Proof::new(KEY, &token).sign();
    let last = tampered.len() - 10;
    let replaced = if &tampered[last..=last] == "A" { "B" } else { "A" };
    tampered.replace_range(last..=last, replaced);
    let response = client.send(with_proof(call("whoami"), &token, &tampered)).await;
    let why = "the signature of the DPoP proof is not valid";
    assert_eq!(nonce(&response), None);
    assert_eq!(refusal(response).await, refused("invalid_dpop_proof", why));
}
