//! The table of tokens: what each is answered, to the letter.

use jsonwebtoken::Algorithm;
use mcp_test_support::authority::{Authority, Signer, message, now, sign_with_secret};
use serde_json::{Value, json};

use super::{RESOURCE, call, invalid, refusal, start, text, with_token};

/// A token, and why it is refused, if it is.
type Case = (&'static str, String, Option<&'static str>);

const EXPIRED: Option<&str> = Some("the token has expired");
const EARLY: Option<&str> = Some("the token is not valid yet");
const ELSEWHERE: Option<&str> = Some("the token is not for this server");
const OTHER_ISSUER: Option<&str> = Some("the token was issued by another issuer");
const ALGORITHM: Option<&str> = Some("the token is not signed with an asymmetric algorithm");
const SIGNATURE: Option<&str> = Some("the signature of the token is not valid");
const UNREADABLE: Option<&str> = Some("the claims of the token cannot be read");
const NO_KEY: Option<&str> = Some("the issuer has no key for the `kid` and algorithm of the token");
const OTHER_KEY: Option<&str> = Some("the algorithm of the token does not match its key");
const NOT_JWT: Option<&str> = Some("the token is not a JWT");
const NOT_ACCESS: Option<&str> = Some("the token is not an access token");

/// Claims, and what is changed in them.
fn changed(authority: &Authority, name: &str, value: Value) -> String {
    let mut claims = authority.claims(RESOURCE);
    claims[name] = value;
    Signer::Ed.sign(&claims)
}

fn without(authority: &Authority, name: &str) -> String {
    let mut claims = authority.claims(RESOURCE);
    claims.as_object_mut().unwrap().shift_remove(name);
    Signer::Ed.sign(&claims)
}

/// Claims about times, audiences and people.
#[expect(clippy::too_many_lines, reason = "a table of cases")]
fn of_claims(of: &Authority) -> Vec<Case> {
    let none = Some("the token has no subject");
    vec![
        ("good", Signer::Ed.sign(&of.claims(RESOURCE)), None),
        ("expired", changed(of, "exp", json!(now() - 3600)), EXPIRED),
        ("expired beyond the leeway", changed(of, "exp", json!(now() - 70)), EXPIRED),
        ("expired within the leeway", changed(of, "exp", json!(now() - 30)), None),
        ("expires with a fraction", changed(of, "exp", json!(now() as f64 + 60.5)), None),
        ("never expires", without(of, "exp"), Some("the token has no usable `exp`")),
        (
            "expires in words",
            changed(of, "exp", json!("later")),
            Some("the token has no usable `exp`"),
        ),
        (
            "expired before 1970",
            changed(of, "exp", json!(-1)),
            Some("the token has no usable `exp`"),
        ),
        ("expires at null", changed(of, "exp", Value::Null), Some("the token has no usable `exp`")),
        ("not yet valid", changed(of, "nbf", json!(now() + 3600)), EARLY),
        ("valid beyond the leeway", changed(of, "nbf", json!(now() + 90)), EARLY),
        ("valid within the leeway", changed(of, "nbf", json!(now() + 30)), None),
        (
            "valid since words",
            changed(of, "nbf", json!("now")),
            Some("the claim `nbf` of the token is not valid"),
        ),
        ("for another", changed(of, "aud", json!("https://other.example.com/mcp")), ELSEWHERE),
        ("for the origin", changed(of, "aud", json!("https://mcp.example.com")), ELSEWHERE),
        (
            "for a longer path",
            changed(of, "aud", json!("https://mcp.example.com/mcp/x")),
            ELSEWHERE,
        ),
        ("for upper case", changed(of, "aud", json!("HTTPS://MCP.EXAMPLE.COM/MCP")), ELSEWHERE),
        ("for several, and us", changed(of, "aud", json!(["https://a.example", RESOURCE])), None),
        ("for several others", changed(of, "aud", json!(["a", "b"])), ELSEWHERE),
        ("for an empty list", changed(of, "aud", json!([])), ELSEWHERE),
        ("for nobody", without(of, "aud"), Some("the token has no usable `aud`")),
        ("for a number", changed(of, "aud", json!(7)), Some("the token has no usable `aud`")),
        ("for everybody", changed(of, "aud", json!("*")), ELSEWHERE),
        ("of another issuer", changed(of, "iss", json!("https://evil.example")), OTHER_ISSUER),
        (
            "of the issuer with a slash",
            changed(of, "iss", json!(format!("{}/", of.issuer()))),
            OTHER_ISSUER,
        ),
        ("of no issuer", without(of, "iss"), Some("the token has no usable `iss`")),
        (
            "of several issuers",
            changed(of, "iss", json!([of.issuer(), "x"])),
            Some("the token names several issuers"),
        ),
        ("of nobody", without(of, "sub"), none),
        ("of an empty name", changed(of, "sub", json!("")), none),
        ("of a number", changed(of, "sub", json!(7)), none),
        (
            "bound to a key",
            changed(of, "cnf", json!({"jkt": "x"})),
            Some("the token is bound to a key, but the request has no DPoP proof"),
        ),
        ("scopes as a list", changed(of, "scp", json!(["a", "b"])), None),
    ]
}

/// Headers.
fn of_headers(of: &Authority) -> Vec<Case> {
    let claims = of.claims(RESOURCE).to_string();
    let with = |signer: Signer, algorithm: Algorithm, header: Value| {
        signer.sign_by(algorithm, &header.to_string(), &claims)
    };
    let ed = |header: Value| with(Signer::Ed, Algorithm::EdDSA, header);
    vec![
        ("of P-256", Signer::Ec.sign(&of.claims(RESOURCE)), None),
        ("of RSA", Signer::Rsa.sign(&of.claims(RESOURCE)), None),
        (
            "of RSA with PSS",
            with(Signer::Rsa, Algorithm::PS256, json!({"alg": "PS256", "kid": "rsa"})),
            None,
        ),
        ("of no type", ed(json!({"alg": "EdDSA", "kid": "ed"})), None),
        (
            "of the long type",
            ed(json!({"alg": "EdDSA", "kid": "ed", "typ": "application/at+jwt"})),
            None,
        ),
        ("of another case", ed(json!({"alg": "EdDSA", "kid": "ed", "typ": "AT+JWT"})), None),
        ("of the plain type", ed(json!({"alg": "EdDSA", "kid": "ed", "typ": "JWT"})), None),
        ("a logout", ed(json!({"alg": "EdDSA", "kid": "ed", "typ": "logout+jwt"})), NOT_ACCESS),
        ("a proof", ed(json!({"alg": "EdDSA", "kid": "ed", "typ": "dpop+jwt"})), NOT_ACCESS),
        (
            "with critical extensions",
            ed(json!({"alg": "EdDSA", "kid": "ed", "crit": ["b64"], "b64": false})),
            Some("the header of the token has `crit`, which this server does not support"),
        ),
    ]
}

/// Keys and algorithms.
fn of_keys(of: &Authority) -> Vec<Case> {
    let claims = of.claims(RESOURCE).to_string();
    let with = |signer: Signer, algorithm: Algorithm, header: Value| {
        signer.sign_by(algorithm, &header.to_string(), &claims)
    };
    let ed = |header: Value| with(Signer::Ed, Algorithm::EdDSA, header);
    let public = Signer::Rsa.public()["n"].as_str().unwrap().to_owned();
    let rsa = include_bytes!("../data/keys/rsa.der");
    let hmac = json!({"alg": "HS256", "kid": "rsa"}).to_string();
    let unsigned = |alg: &str| message(&json!({"alg": alg, "kid": "ed"}).to_string(), &claims);
    vec![
        ("unsigned", format!("{}.", unsigned("none")), ALGORITHM),
        ("unsigned, in other case", format!("{}.", unsigned("NoNe")), ALGORITHM),
        ("unsigned, with a signature", format!("{}.AAAA", unsigned("none")), ALGORITHM),
        ("without a signature", format!("{}.", unsigned("EdDSA")), SIGNATURE),
        (
            "by the public key as a secret",
            sign_with_secret(public.as_bytes(), &hmac, &claims),
            ALGORITHM,
        ),
        ("by the key as a secret", sign_with_secret(rsa, &hmac, &claims), ALGORITHM),
        ("by an empty secret", sign_with_secret(b"", &hmac, &claims), ALGORITHM),
        ("by an unknown algorithm", format!("{}.AAAA", unsigned("XX256")), ALGORITHM),
        (
            "by another key",
            with(Signer::Next, Algorithm::EdDSA, json!({"alg": "EdDSA", "kid": "ed"})),
            SIGNATURE,
        ),
        ("by an unknown key", Signer::Next.sign(&of.claims(RESOURCE)), NO_KEY),
        (
            "by the key of another algorithm",
            with(Signer::Ed, Algorithm::EdDSA, json!({"alg": "EdDSA", "kid": "rsa"})),
            OTHER_KEY,
        ),
        (
            "RSA said of a key of P-256",
            with(Signer::Rsa, Algorithm::RS256, json!({"alg": "RS256", "kid": "ec"})),
            OTHER_KEY,
        ),
        ("without a key, of one that fits", ed(json!({"alg": "EdDSA"})), None),
        ("a path as a key", ed(json!({"alg": "EdDSA", "kid": "../../../../dev/null"})), NO_KEY),
        ("SQL as a key", ed(json!({"alg": "EdDSA", "kid": "' OR 1=1 --"})), NO_KEY),
        (
            "a key of its own",
            with(
                Signer::Next,
                Algorithm::EdDSA,
                json!({"alg": "EdDSA", "kid": "next", "jwk": Signer::Next.public()}),
            ),
            NO_KEY,
        ),
        (
            "keys elsewhere",
            with(
                Signer::Next,
                Algorithm::EdDSA,
                json!({"alg": "EdDSA", "kid": "next", "jku": "http://127.0.0.1:1/keys"}),
            ),
            NO_KEY,
        ),
    ]
}

/// What is hardly a token.
fn of_texts(of: &Authority) -> Vec<Case> {
    let good = Signer::Ed.sign(&of.claims(RESOURCE));
    let (body, _) = good.rsplit_once('.').unwrap();
    let header = json!({"alg": "EdDSA", "kid": "ed"}).to_string();
    let said = |claims: &str| Signer::Ed.sign_by(Algorithm::EdDSA, &header, claims);
    let claims = of.claims(RESOURCE).to_string();
    let twice = |claim: &str| said(&claims.replacen('{', &format!("{{{claim},"), 1));
    vec![
        ("a word", "token".to_owned(), NOT_JWT),
        ("two parts", body.to_owned(), NOT_JWT),
        ("four parts", format!("{good}.x"), NOT_JWT),
        ("empty parts", "..".to_owned(), NOT_JWT),
        ("rubbish", "not.a.token".to_owned(), NOT_JWT),
        ("padded", format!("{body}.AA=="), NOT_JWT),
        ("a changed signature", format!("{body}.{}", "A".repeat(86)), SIGNATURE),
        ("changed claims", good.replacen('.', ".e", 1), SIGNATURE),
        ("an encrypted one", "e30.e30.e30.e30.e30".to_owned(), NOT_JWT),
        ("two audiences", twice("\"aud\":\"x\""), UNREADABLE),
        ("two subjects", twice("\"sub\":\"admin\""), UNREADABLE),
        ("two scopes", twice("\"scope\":\"admin\""), UNREADABLE),
        ("claims in a list", said("[]"), UNREADABLE),
        ("no JSON", said("{"), UNREADABLE),
        ("as long as may be", "a".repeat(8 * 1024), NOT_JWT),
        ("too long", "a".repeat(8 * 1024 + 1), Some("the token is longer than 8 KiB")),
    ]
}

#[tokio::test]
async fn every_token_gets_its_answer() {
    let (authority, client) = start().await;
    let cases =
        [of_claims(&authority), of_headers(&authority), of_keys(&authority), of_texts(&authority)]
            .concat();
    assert!(cases.len() >= 60, "{}", cases.len());
    for (name, token, refused) in cases {
        // A second time, too: what is refused is not remembered as anything else.
        for _ in 0..2 {
            let response = client.send(with_token(call("whoami"), &token)).await;
            match refused {
                Some(why) => assert_eq!(refusal(response).await, invalid(why), "{name}"),
                None => {
                    let answer = response.answer().await;
                    let expected = format!("alice of {}", authority.issuer());
                    assert_eq!(text(&answer), expected, "{name}: {answer}");
                }
            }
        }
    }
}
