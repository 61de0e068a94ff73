//! What belongs to whoever a token is of: sessions, and what is told of them.

use mcp_runtime_auth::ProtectedResource;
use mcp_test_support::authority::{Authority, Signer};
use mcp_test_support::http::{Client, Request, serve};
use serde_json::{Value, json};

use super::{RESOURCE, call, invalid, protected, refusal, text, with_token};

fn initialize() -> Request {
    Request::post(json!({
        "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
            "protocolVersion": "2025-11-25", "capabilities": {},
            "clientInfo": {"name": "x", "version": "1"},
        },
    }))
}

async fn status(client: Client, session: &str, request: Request, token: &str) -> u16 {
    let request = with_token(request, token).header("Mcp-Session-Id", session);
    client.send(request.header("MCP-Protocol-Version", "2025-11-25")).await.status
}

#[tokio::test]
async fn a_session_is_not_there_for_anybody_else_of_whatever_issuer() {
    let one = Authority::start().await;
    let other = Authority::start().await;
    let resource = ProtectedResource::new(RESOURCE).issuer(one.issuer()).issuer(other.issuer());
    let client = serve(protected(resource)).await;
    let of = |authority: &Authority, subject: &str| {
        let mut claims = authority.claims(RESOURCE);
        claims["sub"] = subject.into();
        // Nobody is told apart by when a token was issued.
        claims["jti"] = Value::from(subject);
        Signer::Ed.sign(&claims)
    };
    let alice = of(&one, "alice");
    let response = client.send(with_token(initialize(), &alice)).await;
    let session = response.header("mcp-session-id").unwrap().to_owned();
    let ping = || Request::post(json!({"jsonrpc": "2.0", "id": 1, "method": "ping"}));
    let delete = || Request::new("DELETE");
    for thief in [of(&one, "bob"), of(&other, "alice"), of(&one, "alice#")] {
        for request in [ping(), delete(), Request::get()] {
            assert_eq!(status(client, &session, request, &thief).await, 404);
        }
    }
    let mut renewed = one.claims(RESOURCE);
    renewed["scope"] = "more".into();
    let renewed = Signer::Ec.sign(&renewed);
    for token in [&alice, &renewed] {
        assert_eq!(status(client, &session, ping(), token).await, 200, "it is still alice");
    }
    assert_eq!(status(client, &session, delete(), &alice).await, 204);
}

#[tokio::test]
async fn each_issuer_signs_for_itself_alone() {
    let one = Authority::start().await;
    let other = Authority::start().await;
    other.publish(&[Signer::Next]);
    let resource = ProtectedResource::new(RESOURCE).issuer(one.issuer()).issuer(other.issuer());
    let client = serve(protected(resource)).await;
    let send = async |token: &str| client.send(with_token(call("whoami"), token)).await;
    for (authority, signer) in [(&one, Signer::Ed), (&other, Signer::Next)] {
        let said = send(&signer.sign(&authority.claims(RESOURCE))).await.answer().await;
        assert_eq!(text(&said), format!("alice of {}", authority.issuer()));
    }
    // A key of one issuer makes no token of another.
    let forged = Signer::Next.sign(&one.claims(RESOURCE));
    let expected = invalid("the issuer has no key for the `kid` and algorithm of the token");
    assert_eq!(refusal(send(&forged).await).await, expected);
    let mut claims = one.claims(RESOURCE);
    claims["iss"] = "https://third.example".into();
    let expected = invalid("the token was issued by another issuer");
    assert_eq!(refusal(send(&Signer::Ed.sign(&claims)).await).await, expected);
}
