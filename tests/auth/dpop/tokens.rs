//! Tokens that are bound to keys, by whatever verifies them, and what the log says of them.

use mcp_runtime_auth::{Dpop, ProtectedResource, TokenError, VerifiedToken, VerifyToken};
use mcp_test_support::authority::{Answer, Authority, Signer, now};
use mcp_test_support::http::serve;
use mcp_test_support::log::CapturedLog;
use serde_json::{Value, json};

use super::super::{RESOURCE, protected, text, with_token};
use super::{KEY, Proof, bound, call, refusal, refused, start, thumbprint, with_proof};

const ODD: &str = "the token is bound to a key in a way that cannot be verified";

/// Cases 25, 26 and 37.
#[tokio::test]
async fn a_good_proof_does_not_help_a_token_that_is_invalid() {
    let (authority, client) = start(Dpop::optional()).await;
    let jkt = thumbprint(&KEY.public());
    let cases = [
        ("aud", json!("https://other.example/mcp"), "the token is not for this server"),
        ("exp", json!(now() - 3600), "the token has expired"),
        ("iss", json!("https://evil.example"), "the token was issued by another issuer"),
        ("cnf", json!({"x5t#S256": "x"}), ODD),
        ("cnf", json!({"jkt": jkt, "x5t#S256": "x"}), ODD),
        ("cnf", json!({"jkt": jkt, "kid": "x"}), ODD),
        ("cnf", json!({"jkt": 7}), ODD),
        ("cnf", json!({}), ODD),
        ("cnf", json!("x"), ODD),
        ("cnf", json!([jkt]), ODD),
        ("cnf", Value::Null, ODD),
        ("cnf", json!({"jkt": ""}), "the token is bound to another key"),
        ("cnf", json!({"jkt": jkt.to_uppercase()}), "the token is bound to another key"),
    ];
    for (name, value, why) in cases {
        let mut claims = authority.claims(RESOURCE);
        claims["cnf"] = json!({"jkt": jkt});
        claims[name] = value;
        let token = Signer::Ed.sign(&claims);
        let proof = Proof::new(KEY, &token).sign();
        let response = client.send(with_proof(call("whoami"), &token, &proof)).await;
        assert_eq!(refusal(response).await, refused("invalid_token", why), "{claims}");
    }
    let token = bound(&authority, KEY, "").replace('.', "x");
    let proof = Proof::new(KEY, &token).sign();
    let response = client.send(with_proof(call("whoami"), &token, &proof)).await;
    let why = "the token is not a JWT";
    assert_eq!(refusal(response).await, refused("invalid_token", why));
}

/// Case 38.
#[tokio::test]
async fn what_the_issuer_says_of_a_token_may_bind_it() {
    let authority = Authority::start().await;
    let endpoint = format!("{}/introspect", authority.issuer());
    let resource = ProtectedResource::new(RESOURCE)
        .introspect(authority.issuer(), endpoint, "mcp", "secret".to_owned())
        .remember(std::time::Duration::ZERO)
        .dpop(Dpop::optional());
    let client = serve(protected(resource)).await;
    let active = |more: Value| {
        let mut said = authority.claims(RESOURCE);
        said["active"] = true.into();
        said.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        authority.answer("/introspect", Answer::Json(said));
    };
    let proof = || Proof::new(KEY, "opaque").sign();
    let cnf = json!({"jkt": thumbprint(&KEY.public())});
    active(json!({"cnf": cnf, "token_type": "DPoP"}));
    let proved = client.send(with_proof(call("whoami"), "opaque", &proof())).await;
    assert_eq!(text(&proved.answer().await), format!("alice of {}", authority.issuer()));
    assert_eq!(client.send(with_token(call("whoami"), "opaque")).await.status, 401);
    active(json!({"token_type": "dpop"}));
    let why = "the introspection response has no key (`cnf`) of the bound token";
    let response = client.send(with_proof(call("whoami"), "opaque", &proof())).await;
    assert_eq!(refusal(response).await, refused("invalid_token", why));
    assert_eq!(client.send(with_token(call("whoami"), "opaque")).await.status, 401);
    active(json!({"token_type": "Bearer"}));
    assert_eq!(client.send(with_token(call("whoami"), "opaque")).await.status, 200);
}

struct Partners;

impl VerifyToken for Partners {
    async fn verify(&self, _: &str) -> Result<VerifiedToken, TokenError> {
        let token = VerifiedToken::new("https://partners.example", "alice").audience(RESOURCE);
        Ok(token.bound_to(thumbprint(&KEY.public())))
    }
}

#[tokio::test]
async fn a_verifier_of_the_program_may_bind_a_token() {
    let resource = || {
        let resource = ProtectedResource::new(RESOURCE).verify_with(Partners);
        resource.authorization_server("https://partners.example")
    };
    for (resource, by_proof) in [(resource().dpop(Dpop::optional()), 200), (resource(), 401)] {
        let client = serve(protected(resource)).await;
        let proof = Proof::new(KEY, "token").sign();
        let proved = client.send(with_proof(call("whoami"), "token", &proof)).await;
        assert_eq!(proved.status, by_proof);
        assert_eq!(client.send(with_token(call("whoami"), "token")).await.status, 401);
    }
}

/// Case 41.
#[tokio::test]
async fn neither_tokens_nor_proofs_are_logged() {
    let log = CapturedLog::start(tracing::Level::TRACE);
    let (authority, client) = start(Dpop::optional().nonces().single_use()).await;
    let token = bound(&authority, KEY, "");
    let mut secrets = vec![token.clone()];
    let good = Proof::new(KEY, &token);
    for proof in [good.clone(), good.clone().without("jti"), good.claim("htm", json!("GET"))] {
        let proof = proof.sign();
        let response = client.send(with_proof(call("whoami"), &token, &proof)).await;
        assert_eq!(response.status, 401);
        assert_eq!(client.send(with_token(call("whoami"), &token)).await.status, 401);
        secrets.push(proof);
    }
    let said = log.text();
    assert!(said.contains("refused"), "{said}");
    for secret in secrets {
        for part in secret.split('.') {
            assert!(!said.contains(part), "{part}");
        }
    }
}
