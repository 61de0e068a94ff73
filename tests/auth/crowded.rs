//! Introspection while somebody sends tokens that they make up.

use std::net::IpAddr;
use std::time::Duration;

use mcp_runtime::http::{Http, RemoteAddress};
use mcp_runtime_auth::ProtectedResource;
use mcp_test_support::authority::{Answer, Authority};
use mcp_test_support::http::Request;
use serde_json::json;
use tokio::task::JoinSet;
use tower::Service as _;

use super::{RESOURCE, protected};

/// How long the issuer takes to answer.
const LATE: Duration = Duration::from_millis(300);

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

/// Behind 900 tokens of another caller, of which 64 are asked for and take nine seconds together.
#[tokio::test]
async fn a_good_token_does_not_wait_for_those_that_another_caller_makes_up() {
    for (junk, good) in [
        ("203.0.113.7", "198.51.100.1"),
        ("2001:db8::1", "2001:db8:0:1::1"),
        ("203.0.113.7", "2001:db8::1"),
    ] {
        let (authority, http) = start(Answer::Late(LATE, json!({ "active": false }))).await;
        let mut made_up = JoinSet::new();
        for number in 0..900 {
            made_up.spawn(sent(http.clone(), format!("junk-{number}"), junk));
        }
        tokio::time::sleep(LATE / 3).await;
        let mut claims = authority.claims(RESOURCE);
        claims["active"] = true.into();
        authority.answer("/introspect", Answer::Late(LATE, claims));
        assert_eq!(sent(http.clone(), "good".to_owned(), good).await, 200);
        // By the order, since nobody knows how long a busy machine takes: 32 are asked for at a time.
        let asked = authority.asked("/introspect");
        let place = asked.iter().position(|body| body.contains("token=good"));
        println!("a good token of {good} is number {place:?} of {}", asked.len());
        assert!(place.is_some_and(|place| place < 50), "{place:?} behind {junk}");
        // What is beyond the bound is refused at once, and nothing is asked about it.
        let mut refused = 0;
        while let Some(status) = made_up.join_next().await {
            refused += usize::from(status.unwrap() == 503);
        }
        assert_eq!(refused, 900 - 64);
        assert_eq!(authority.asked("/introspect").len(), 65);
    }
}
