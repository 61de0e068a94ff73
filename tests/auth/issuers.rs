//! Issuers that are down, slow or lying, that change their keys, or have to be asked.

use std::time::Duration;

use mcp_runtime_auth::{ProtectedResource, TokenError, VerifiedToken, VerifyToken};
use mcp_test_support::authority::{Answer, Authority, Signer, now};
use mcp_test_support::http::serve;
use serde_json::{Value, json};

use super::{RESOURCE, call, invalid, protected, refusal, text, token, with_token};

const DISCOVERY: &str = "/.well-known/oauth-authorization-server";

/// What is answered while tokens cannot be verified.
fn unavailable() -> (u16, Option<String>, String) {
    (503, None, "tokens cannot be verified at the moment; try again later".to_owned())
}

#[tokio::test]
async fn what_cannot_be_verified_is_neither_taken_nor_the_fault_of_the_client() {
    let other =
        json!({"issuer": "https://honest.example", "jwks_uri": "https://honest.example/keys"});
    let cases: Vec<(&str, &str, Answer)> = vec![
        ("no metadata", DISCOVERY, Answer::Status(404, String::new())),
        ("metadata of another", DISCOVERY, Answer::Json(other)),
        (
            "metadata elsewhere",
            DISCOVERY,
            Answer::Status(302, "Location: http://127.0.0.1:1/".to_owned()),
        ),
        ("metadata that are slow", DISCOVERY, Answer::Silence),
        ("metadata that are no JSON", DISCOVERY, Answer::Text("<html>".to_owned())),
        ("keys that are down", "/keys", Answer::Status(500, String::new())),
        ("keys that are slow", "/keys", Answer::Silence),
        ("keys elsewhere", "/keys", Answer::Status(307, "Location: /other".to_owned())),
        ("keys that are no JSON", "/keys", Answer::Text("keys".to_owned())),
        ("keys that are huge", "/keys", Answer::Text(" ".repeat(300 * 1024))),
        ("keys that are no list", "/keys", Answer::Json(json!({"keys": {}}))),
    ];
    for (name, path, answer) in cases {
        let authority = Authority::start().await;
        authority.answer(path, answer);
        let resource = ProtectedResource::new(RESOURCE)
            .issuer(authority.issuer())
            .answer_timeout(Duration::from_millis(200));
        let client = serve(protected(resource)).await;
        for _ in 0..3 {
            let response = client.send(with_token(call("whoami"), &token(&authority, ""))).await;
            assert_eq!(response.header("retry-after"), Some("5"), "{name}");
            assert_eq!(refusal(response).await, unavailable(), "{name}");
        }
        // It is not asked for each of them.
        assert_eq!(authority.asked(path).len(), 1, "{name}");
    }
}

#[tokio::test]
async fn keys_that_cannot_be_used_verify_nothing() {
    let secret = json!({"kty": "oct", "k": "c2VjcmV0", "kid": "ed", "alg": "HS256"});
    let mut encrypts = Signer::Ed.public();
    encrypts["use"] = "enc".into();
    for keys in [json!([]), json!([secret]), json!([encrypts]), json!([{"kty": "new"}, 7])] {
        let authority = Authority::start().await;
        authority.answer("/keys", Answer::Json(json!({"keys": keys})));
        let resource = ProtectedResource::new(RESOURCE).issuer(authority.issuer());
        let client = serve(protected(resource)).await;
        let response = client.send(with_token(call("whoami"), &token(&authority, ""))).await;
        let expected = invalid("the issuer has no key for the `kid` and algorithm of the token");
        assert_eq!(refusal(response).await, expected, "{keys}");
    }
}

#[tokio::test]
async fn keys_are_found_where_openid_has_them_and_where_they_are_said_to_be() {
    let authority = Authority::start().await;
    let issuer = format!("{}/tenant", authority.issuer());
    let metadata = json!({"issuer": issuer, "jwks_uri": format!("{}/keys", authority.issuer())});
    authority.answer("/tenant/.well-known/openid-configuration", Answer::Json(metadata));
    let mut claims = authority.claims(RESOURCE);
    claims["iss"] = issuer.clone().into();
    let keys = format!("{}/keys", authority.issuer());
    for resource in [
        ProtectedResource::new(RESOURCE).issuer(&issuer),
        ProtectedResource::new(RESOURCE).issuer_with_keys(&issuer, keys),
    ] {
        let client = serve(protected(resource)).await;
        let response = client.send(with_token(call("whoami"), &Signer::Ed.sign(&claims))).await;
        assert_eq!(text(&response.answer().await), format!("alice of {issuer}"));
    }
}

#[tokio::test]
async fn a_verified_token_is_not_verified_again_while_it_is_remembered() {
    let authority = Authority::start().await;
    authority.answer("/introspect", Answer::Json(active(&authority)));
    let of = |authority: &Authority| {
        let endpoint = format!("{}/introspect", authority.issuer());
        let secret = "s3cret&".to_owned();
        ProtectedResource::new(RESOURCE).introspect(authority.issuer(), endpoint, "mcp", secret)
    };
    let client = serve(protected(of(&authority))).await;
    for _ in 0..5 {
        let response = client.send(with_token(call("whoami"), "opaque-token")).await;
        assert_eq!(text(&response.answer().await), format!("alice of {}", authority.issuer()));
    }
    let asked = authority.asked("/introspect");
    assert_eq!(asked, ["token=opaque%2Dtoken&token_type_hint=access_token"]);
    let forgetful = serve(protected(of(&authority).remember(Duration::ZERO))).await;
    for asked in 2..5 {
        forgetful.send(with_token(call("whoami"), "opaque-token")).await;
        assert_eq!(authority.asked("/introspect").len(), asked);
    }
    authority.answer("/introspect", Answer::Json(json!({"active": false})));
    let response = forgetful.send(with_token(call("whoami"), "opaque-token")).await;
    assert_eq!(refusal(response).await, invalid("the token is not active"), "it was revoked");
}

fn active(authority: &Authority) -> Value {
    let mut claims = authority.claims(RESOURCE);
    claims["active"] = true.into();
    claims
}

/// A resource whose issuer is asked about each token.
fn introspected(authority: &Authority, timeout: Duration) -> ProtectedResource {
    let endpoint = format!("{}/introspect", authority.issuer());
    ProtectedResource::new(RESOURCE)
        .introspect(authority.issuer(), endpoint, "mcp", "secret".to_owned())
        .answer_timeout(timeout)
        .remember(Duration::ZERO)
}

#[tokio::test]
async fn what_an_issuer_says_of_a_token_is_held_to_the_same() {
    let authority = Authority::start().await;
    let with = |name: &str, value: Value| {
        let mut said = active(&authority);
        said[name] = value;
        Answer::Json(said)
    };
    let elsewhere = Some("the token is not for this server");
    let none = Some("the token has no subject");
    let bad_exp = Some("the claim `exp` of the token is not valid");
    let odd = Some("the token is bound to a key in a way that cannot be verified");
    let bad_iss = Some("the claim `iss` of the token is not valid");
    let cases = [
        (with("sub", json!("bob")), None),
        (with("active", json!(false)), Some("the token is not active")),
        (with("active", json!("true")), Some("the token is not active")),
        (with("active", json!(1)), Some("the token is not active")),
        (with("aud", json!("https://other.example")), elsewhere),
        (with("aud", Value::Null), elsewhere),
        (with("exp", json!(now() - 3600)), Some("the token has expired")),
        (with("nbf", json!(now() + 3600)), Some("the token is not valid yet")),
        (with("nbf", json!("x")), Some("the token is not valid yet")),
        (with("nbf", Value::Null), Some("the token is not valid yet")),
        (with("exp", json!("never")), bad_exp),
        (with("exp", Value::Null), bad_exp),
        (with("exp", json!(-1)), bad_exp),
        (with("exp", json!([now() + 60])), bad_exp),
        (with("exp", json!(1e300)), bad_exp),
        (with("exp", json!(true)), bad_exp),
        (with("iss", json!([authority.issuer()])), bad_iss),
        (with("iss", Value::Null), bad_iss),
        (with("iss", json!({})), bad_iss),
        (with("iss", json!(7)), bad_iss),
        (
            with("iss", json!("https://evil.example")),
            Some("the token was issued by another issuer"),
        ),
        (with("sub", Value::Null), none),
        (with("sub", json!("")), none),
        (with("cnf", json!({})), odd),
    ];
    let client = serve(protected(introspected(&authority, Duration::from_secs(60)))).await;
    for (answer, refused) in cases {
        authority.answer("/introspect", answer.clone());
        let response = client.send(with_token(call("whoami"), "opaque")).await;
        match refused {
            None => assert_eq!(response.status, 200, "{answer:?}"),
            Some(why) => assert_eq!(refusal(response).await, invalid(why), "{answer:?}"),
        }
    }
    let client = serve(protected(introspected(&authority, Duration::from_millis(200)))).await;
    for answer in [
        Answer::Silence,
        Answer::Status(401, String::new()),
        Answer::Status(500, String::new()),
        Answer::Text("{\"active\":true,\"active\":false}".to_owned()),
    ] {
        authority.answer("/introspect", answer.clone());
        let response = client.send(with_token(call("whoami"), "opaque")).await;
        assert_eq!(refusal(response).await, unavailable(), "{answer:?}");
    }
}

/// Verifies what it says itself.
struct Own(fn() -> Result<VerifiedToken, TokenError>);

impl VerifyToken for Own {
    async fn verify(&self, _: &str) -> Result<VerifiedToken, TokenError> {
        (self.0)()
    }
}

#[tokio::test]
async fn verifiers_of_ones_own_cannot_forget_whom_a_token_is_for() {
    type Verify = fn() -> Result<VerifiedToken, TokenError>;
    let verify = async |own: Verify| {
        let resource = ProtectedResource::new(RESOURCE)
            .authorization_server("https://login.example")
            .verify_with(Own(own));
        let client = serve(protected(resource)).await;
        client.send(with_token(call("whoami"), "x")).await
    };
    let issuer = "https://login.example";
    let good: Verify = || Ok(VerifiedToken::new("https://login.example", "eve").audience(RESOURCE));
    assert_eq!(text(&verify(good).await.answer().await), format!("eve of {issuer}"));
    let nobodys = || Ok(VerifiedToken::new("https://login.example", "eve"));
    let expected = invalid("the token is not for this server");
    assert_eq!(refusal(verify(nobodys).await).await, expected);
    let old = || {
        let token = VerifiedToken::new("https://login.example", "eve").audience(RESOURCE);
        Ok(token.expires_at(std::time::UNIX_EPOCH))
    };
    assert_eq!(refusal(verify(old).await).await, invalid("the token has expired"));
    let odd = || Ok(VerifiedToken::new("https://login.example#x", "eve").audience(RESOURCE));
    assert_eq!(
        refusal(verify(odd).await).await,
        invalid("the token does not identify a principal")
    );
    let down: Verify = || Err(TokenError::Unavailable("the database is at 10.0.0.1".to_owned()));
    assert_eq!(refusal(verify(down).await).await, unavailable());
}
