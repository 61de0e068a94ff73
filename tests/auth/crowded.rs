//! Introspection while somebody sends tokens that they make up.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use mcp_runtime::http::{Http, RemoteAddress};
use mcp_runtime_auth::ProtectedResource;
use mcp_test_support::authority::{Answer, Authority};
use mcp_test_support::http::Request;
use serde_json::json;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use tower::Service as _;

use super::{RESOURCE, protected};

/// The status of a request with a token, from an address.
async fn sent(mut http: Http, token: String, address: &str) -> u16 {
    let call = json!({ "name": "whoami", "arguments": {} });
    let mut request = Request::modern("tools/call", call)
        .header("Authorization", &format!("Bearer {token}"))
        .to_service();
    let address: IpAddr = address.parse().unwrap();
    request.extensions_mut().insert(RemoteAddress(address));
    http.call(request).await.unwrap().status().as_u16()
}

async fn start(answer: Answer) -> (Authority, Http) {
    let authority = Authority::start().await;
    authority.answer("/introspect", answer);
    let endpoint = format!("{}/introspect", authority.issuer());
    let resource = ProtectedResource::new(RESOURCE)
        .introspect(authority.issuer(), endpoint, "mcp", "secret".to_owned())
        .answer_timeout(Duration::from_secs(20));
    (authority, protected(resource))
}

/// Waits until an issuer was asked this often, and returns what it was asked.
async fn asked(authority: &Authority, times: usize) -> Vec<String> {
    loop {
        let asked = authority.asked("/introspect");
        if asked.len() >= times {
            return asked;
        }
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
}

/// Behind 900 tokens of another caller, of which 64 are asked for, and 32 at the same time.
#[tokio::test]
async fn a_good_token_does_not_wait_for_those_that_another_caller_makes_up() {
    for (junk, good) in [
        ("203.0.113.7", "198.51.100.1"),
        ("2001:db8::1", "2001:db8:0:1::1"),
        ("203.0.113.7", "2001:db8::1"),
    ] {
        let may = Arc::new(Semaphore::new(0));
        let held = |value| Answer::Held(Arc::clone(&may), value);
        let (authority, http) = start(held(json!({ "active": false }))).await;
        let mut made_up = JoinSet::new();
        for number in 0..900 {
            made_up.spawn(sent(http.clone(), format!("junk-{number}"), junk));
        }
        asked(&authority, 32).await;
        let mut claims = authority.claims(RESOURCE);
        claims["active"] = true.into();
        authority.answer("/introspect", held(claims));
        let good_one = tokio::spawn(sent(http.clone(), "good".to_owned(), good));
        tokio::time::sleep(Duration::from_millis(100)).await;
        // The answers come one by one: with each, the next one is asked for.
        let mut answered = 0;
        let is_asked = |asked: &[String]| asked.iter().any(|body| body.contains("token=good"));
        while !is_asked(&asked(&authority, 32 + answered).await) {
            may.add_permits(1);
            answered += 1;
        }
        println!("a good token of {good} is asked for after {answered} of those before it");
        assert!(answered < 8, "{answered} behind {junk}");
        may.add_permits(900);
        assert_eq!(good_one.await.unwrap(), 200);
        // What is beyond the bound is refused at once, and nothing is asked about it.
        let mut refused = 0;
        while let Some(status) = made_up.join_next().await {
            refused += usize::from(status.unwrap() == 503);
        }
        assert_eq!(refused, 900 - 64);
        assert_eq!(authority.asked("/introspect").len(), 65);
    }
}
