//! Proofs that are refused, each for its reason.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jsonwebtoken::Algorithm;
use mcp_runtime_auth::Dpop;
use mcp_test_support::authority::{Signer, message, now, sign_with_secret};
use serde_json::{Value, json};

use super::{KEY, Proof, bound, call, refusal, refused, start, with_proof};

/// A proof, and why it is refused.
type Case = (&'static str, String, &'static str);

const NOT_JWT: &str = "the DPoP proof is not a JWT";
const NO_HEADER: &str = "the header of the DPoP proof cannot be read";
const NO_CLAIMS: &str = "the claims of the DPoP proof cannot be read";
const TYPE: &str = "the JWT is not a DPoP proof: its type is not dpop+jwt";
const UNKNOWN: &str =
    "the header of the DPoP proof has `crit` or `b64`, which this server does not support";
const ALGORITHM: &str = "the DPoP proof is not signed by one of the algorithms of this server";
const NO_KEY: &str = "the DPoP proof has no public key";
const PRIVATE: &str = "the DPoP proof contains a private key";
const UNFIT: &str = "the key of the DPoP proof does not fit its algorithm";
const RSA: &str = "an RSA key of a DPoP proof must have 2048 to 4096 bits and a short exponent";
const METHOD: &str = "the DPoP proof is for another method";
const URL: &str = "the DPoP proof is for another URL";
const TIME: &str = "the DPoP proof is too old, or from the future: check the clock";
const TOKEN: &str = "the DPoP proof is for another token";
const SIGNATURE: &str = "the signature of the DPoP proof is not valid";
const LONG: &str = "the DPoP proof is longer than 4 KiB";

/// Case 3, and texts that are no proofs (24).
fn of_texts(good: &Proof) -> Vec<Case> {
    let header = good.header.to_string();
    let claims = good.claims.to_string();
    let signed = good.sign();
    let (unsigned, signature) = signed.rsplit_once('.').unwrap();
    let mut tampered = URL_SAFE_NO_PAD.decode(signature).unwrap();
    tampered[10] ^= 1;
    let twice = format!("{{\"jti\":\"other\",{}", &claims[1..]);
    vec![
        ("words", "this-is-not-a-jwt".to_owned(), NOT_JWT),
        ("nothing", String::new(), NOT_JWT),
        ("two parts", unsigned.to_owned(), NOT_JWT),
        ("four parts", format!("{signed}.x"), NOT_JWT),
        ("two in one line", format!("{signed}, {signed}"), NOT_JWT),
        ("5 KiB", good.clone().claim("x", json!("x".repeat(5 * 1024))).sign(), LONG),
        ("no header", format!(".{}.{signature}", URL_SAFE_NO_PAD.encode(&claims)), NO_HEADER),
        ("a padded header", format!("{}=.x.x", URL_SAFE_NO_PAD.encode(&header)), NO_HEADER),
        ("a list as its header", good.sign_texts("[]", &claims), NO_HEADER),
        ("a list of claims", good.sign_texts(&header, "[]"), NO_CLAIMS),
        ("a claim twice", good.sign_texts(&header, &twice), NO_CLAIMS),
        (
            "a header twice",
            good.sign_texts(&format!("{{\"alg\":\"none\",{}", &header[1..]), &claims),
            NO_HEADER,
        ),
        ("signed otherwise", format!("{unsigned}.{}", URL_SAFE_NO_PAD.encode(tampered)), SIGNATURE),
        ("no signature", format!("{unsigned}."), SIGNATURE),
        (
            "the signature of another",
            {
                let other = good.clone().claim("jti", json!("another")).sign();
                format!("{unsigned}.{}", other.rsplit_once('.').unwrap().1)
            },
            SIGNATURE,
        ),
    ]
}

/// Cases 5, 7, 8, 9, 10 and 24.
fn of_headers(good: &Proof) -> Vec<Case> {
    let with = |name: &str, value: Value| good.clone().header(name, value).sign();
    let rsa = |bytes: usize| {
        let key =
            json!({"kty": "RSA", "n": URL_SAFE_NO_PAD.encode(vec![0xff; bytes]), "e": "AQAB"});
        good.clone().header("alg", json!("RS256")).header("jwk", key).sign()
    };
    let claims = good.claims.to_string();
    let unsigned = good.clone().header("alg", json!("none")).header.to_string();
    let secret = good.clone().header("alg", json!("HS256")).header.to_string();
    let long_exponent = json!({
        "kty": "RSA", "n": URL_SAFE_NO_PAD.encode([0xff; 256]), "e": "AQAAAAE",
    });
    let oct = json!({"kty": "oct", "k": "c2VjcmV0"});
    vec![
        ("of a JWT", with("typ", json!("JWT")), TYPE),
        ("of an access token", with("typ", json!("at+jwt")), TYPE),
        ("of no type", good.clone().without("typ").sign(), TYPE),
        ("crit", with("crit", json!(["x"])), UNKNOWN),
        ("b64", with("b64", json!(false)), UNKNOWN),
        ("none", format!("{}.", message(&unsigned, &claims)), ALGORITHM),
        ("HMAC", sign_with_secret(b"secret", &secret, &claims), ALGORITHM),
        ("an algorithm that is not announced", with("alg", json!("RS512")), ALGORITHM),
        ("no key", good.clone().without("jwk").sign(), NO_KEY),
        ("a text as its key", with("jwk", json!("x")), NO_KEY),
        ("a private key", good.clone().jwk("d", json!("x")).sign(), PRIVATE),
        ("a secret", with("jwk", oct), PRIVATE),
        ("a key of RSA for ES256", with("jwk", Signer::Rsa.public()), UNFIT),
        ("a key of P-384 for ES256", with("jwk", Signer::Ec384.public()), UNFIT),
        ("a key of Ed25519 for ES256", with("jwk", Signer::Ed.public()), UNFIT),
        ("half a key", good.clone().jwk("y", json!("AAAA")).sign(), UNFIT),
        ("1024 bits", rsa(128), RSA),
        ("16384 bits", rsa(2048), RSA),
        (
            "a long exponent",
            good.clone().header("alg", json!("PS256")).header("jwk", long_exponent).sign(),
            RSA,
        ),
    ]
}

/// Cases 4, 11, 16, 17 and 18.
fn of_claims(good: &Proof) -> Vec<Case> {
    let with = |name: &str, value: Value| good.clone().claim(name, value).sign();
    let without = |name: &str| good.clone().without(name).sign();
    let huge = good.claims.to_string().replace(&format!(":{}", good.claims["iat"]), ":1e400");
    vec![
        ("no jti", without("jti"), "the DPoP proof has no usable `jti`"),
        ("an empty jti", with("jti", json!("")), "the DPoP proof has no usable `jti`"),
        ("a long jti", with("jti", json!("x".repeat(257))), "the DPoP proof has no usable `jti`"),
        ("no htm", without("htm"), "the DPoP proof has no usable `htm`"),
        ("no htu", without("htu"), "the DPoP proof has no usable `htu`"),
        ("no iat", without("iat"), "the DPoP proof has no usable `iat`"),
        ("iat in words", with("iat", json!("now")), "the DPoP proof has no usable `iat`"),
        ("iat before 1970", with("iat", json!(-1)), "the DPoP proof has no usable `iat`"),
        ("iat of no number", good.sign_texts(&good.header.to_string(), &huge), NO_CLAIMS),
        ("no ath", without("ath"), "the DPoP proof has no usable `ath`"),
        ("GET", with("htm", json!("GET")), METHOD),
        ("post", with("htm", json!("post")), METHOD),
        ("another host", with("htu", json!("https://evil.example/mcp")), URL),
        ("another path", with("htu", json!("https://mcp.example.com/other")), URL),
        ("another port", with("htu", json!("https://mcp.example.com:444/mcp")), URL),
        ("another scheme", with("htu", json!("http://mcp.example.com/mcp")), URL),
        ("a user", with("htu", json!("https://u@mcp.example.com/mcp")), URL),
        ("a slash", with("htu", json!("https://mcp.example.com/mcp/")), URL),
        ("only a path", with("htu", json!("/mcp")), URL),
        ("long ago", with("iat", json!(now() - 303)), TIME),
        ("far ahead", with("iat", json!(now() + 3600)), TIME),
        ("another token", with("ath", json!(super::hash("another"))), TOKEN),
        ("half a hash", with("ath", json!("AAAA")), TOKEN),
    ]
}

#[tokio::test]
async fn forged_proofs_are_refused_each_for_its_reason() {
    let (authority, client) = start(Dpop::optional()).await;
    let token = bound(&authority, KEY, "");
    let good = Proof::new(KEY, &token);
    let cases = [of_texts(&good), of_headers(&good), of_claims(&good)].concat();
    assert!(cases.len() > 50);
    for (name, proof, why) in cases {
        let response = client.send(with_proof(call("whoami"), &token, &proof)).await;
        assert_eq!(response.headers("www-authenticate").len(), 2, "{name}: for bearer, too");
        assert_eq!(refusal(response).await, refused("invalid_dpop_proof", why), "{name}");
    }
    // Nothing that was refused was in the way of the good one.
    let response = client.send(with_proof(call("whoami"), &token, &good.sign())).await;
    assert_eq!(response.status, 200);
}

/// Case 10: whoever has a token can bind it to anything, and gains nothing by it.
#[tokio::test]
async fn a_point_that_is_not_on_its_curve_verifies_nothing() {
    let (authority, client) = start(Dpop::required()).await;
    let jwk = json!({
        "kty": "EC", "crv": "P-256",
        "x": URL_SAFE_NO_PAD.encode([1; 32]), "y": URL_SAFE_NO_PAD.encode([2; 32]),
    });
    let mut claims = authority.claims(super::RESOURCE);
    claims["cnf"] = json!({"jkt": super::thumbprint(&jwk)});
    let token = Signer::Ed.sign(&claims);
    let proof = Proof::new(KEY, &token).header("jwk", jwk).sign();
    let response = client.send(with_proof(call("whoami"), &token, &proof)).await;
    assert_eq!(refusal(response).await, refused("invalid_dpop_proof", SIGNATURE));
}

/// The list of the server decides, not what is known in general.
#[tokio::test]
async fn algorithms_that_a_server_does_not_take_are_refused() {
    let (authority, client) = start(Dpop::required().algorithms(["ES384", "PS256"])).await;
    let token = bound(&authority, Signer::Rsa, "");
    let good = Proof::new(Signer::Rsa, &token);
    let send = async |algorithm| {
        let proof = good.clone().by(algorithm).claim("jti", json!(format!("{algorithm:?}")));
        client.send(with_proof(call("whoami"), &token, &proof.sign())).await
    };
    assert_eq!(send(Algorithm::PS256).await.status, 200);
    let refusal = refusal(send(Algorithm::RS256).await).await;
    assert_eq!(refusal, refused("invalid_dpop_proof", ALGORITHM));
}
