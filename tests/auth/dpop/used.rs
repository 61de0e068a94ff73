//! Proofs that are used a second time.

use std::sync::Arc;

use mcp_runtime::store::Memory;
use mcp_runtime_auth::Dpop;
use mcp_runtime_testing::Faulty;
use mcp_test_support::authority::Authority;
use mcp_test_support::http::{Client, serve};
use tokio::join;

use super::{
    KEY, Proof, Signer, bound, call, refusal, refused, resource, start, status, with_proof,
};

const USED: &str = "the DPoP proof was used before";

/// Case 29.
#[tokio::test]
async fn a_proof_is_accepted_twice_unless_it_is_for_single_use() {
    for (dpop, second) in [(Dpop::optional(), 200), (Dpop::optional().single_use(), 401)] {
        let (authority, client) = start(dpop).await;
        let token = bound(&authority, KEY, "");
        let proof = Proof::new(KEY, &token).sign();
        assert_eq!(status(client, &token, &proof).await, 200);
        assert_eq!(status(client, &token, &proof).await, second);
    }
}

#[tokio::test]
async fn ids_belong_to_their_keys() {
    let (authority, client) = start(Dpop::required().single_use()).await;
    let id = "the same";
    for key in [Signer::Ec, Signer::Next] {
        let token = bound(&authority, key, "");
        let proof = Proof::new(key, &token).claim("jti", id.into());
        assert_eq!(status(client, &token, &proof.sign()).await, 200, "{key:?}");
        // Whatever else is changed in it.
        let again = proof.claim("x", "y".into()).sign();
        let response = client.send(with_proof(call("whoami"), &token, &again)).await;
        assert_eq!(refusal(response).await, refused("invalid_dpop_proof", USED), "{key:?}");
    }
}

/// A replica, and what it has of the store.
async fn replica(authority: &Authority, shared: &Arc<Memory>) -> (Client, Arc<Faulty>) {
    let store = Arc::new(Faulty::new(Arc::clone(shared)));
    let server = mcp_runtime::server!()
        .tool::<super::super::whoami>()
        .state_keys([[7; 32]])
        .store(Arc::clone(&store))
        .build()
        .unwrap();
    let resource = resource(authority, Dpop::required().single_use());
    (serve(server.into_http().protect(resource).unwrap()).await, store)
}

/// Case 30.
#[tokio::test]
async fn of_two_replicas_one_accepts_a_proof() {
    let authority = Authority::start().await;
    let shared = Arc::new(Memory::new());
    let (a, _) = replica(&authority, &shared).await;
    let (b, _) = replica(&authority, &shared).await;
    let token = bound(&authority, KEY, "");
    for _ in 0..10 {
        let proof = Proof::new(KEY, &token).sign();
        let (one, other) = join!(status(a, &token, &proof), status(b, &token, &proof));
        assert_eq!(one.min(other), 200);
        assert_eq!(one.max(other), 401);
    }
}

/// Case 32.
#[tokio::test]
async fn while_the_store_is_down_no_proof_is_accepted() {
    let authority = Authority::start().await;
    let (client, store) = replica(&authority, &Arc::new(Memory::new())).await;
    let token = bound(&authority, KEY, "");
    let proof = Proof::new(KEY, &token).sign();
    store.down(true);
    let response = client.send(with_proof(call("whoami"), &token, &proof)).await;
    assert_eq!((response.status, response.header("retry-after")), (503, Some("30")));
    assert_eq!(response.header("www-authenticate"), None);
    store.down(false);
    let proof = Proof::new(KEY, &token).sign();
    assert_eq!(status(client, &token, &proof).await, 200);
}
