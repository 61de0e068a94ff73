//! Tokens that are bound to a key (DPoP), and the proofs that their senders have it.

mod accepted;
mod forged;
mod issuing;
mod nonces;
mod property;
mod refused;
mod replicas;
mod sessions;
mod tokens;
mod used;

use std::sync::atomic::{AtomicU64, Ordering};

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jsonwebtoken::Algorithm;
use jsonwebtoken::crypto::aws_lc::DEFAULT_PROVIDER;
use jsonwebtoken::jwk::{Jwk, ThumbprintHash};
use mcp_runtime::http::Http;
use mcp_runtime_auth::{Challenge, Dpop, ProtectedResource};
use mcp_test_support::authority::{Authority, Signer, now};
use mcp_test_support::http::{Client, Request, Response, serve};
use serde_json::{Value, json};

use super::{METADATA, RESOURCE, call, files};

/// The key of the client, unless a test says otherwise.
const KEY: Signer = Signer::Ec;

/// A proof, and how it is signed.
#[derive(Clone)]
struct Proof {
    signer: Signer,
    algorithm: Algorithm,
    header: Value,
    claims: Value,
}

impl Proof {
    /// A good proof for a POST with a token.
    fn new(signer: Signer, token: &str) -> Self {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let algorithm = signer.algorithm();
        let id = COUNT.fetch_add(1, Ordering::Relaxed);
        let alg = format!("{algorithm:?}");
        let header = json!({"typ": "dpop+jwt", "alg": alg, "jwk": signer.public()});
        let claims = json!({
            "jti": format!("proof {id}"), "htm": "POST", "htu": RESOURCE, "iat": now(),
            "ath": hash(token),
        });
        Self { signer, algorithm, header, claims }
    }

    fn by(mut self, algorithm: Algorithm) -> Self {
        self.algorithm = algorithm;
        self.header("alg", json!(format!("{algorithm:?}")))
    }

    fn header(mut self, name: &str, value: Value) -> Self {
        self.header[name] = value;
        self
    }

    fn jwk(mut self, name: &str, value: Value) -> Self {
        self.header["jwk"][name] = value;
        self
    }

    fn claim(mut self, name: &str, value: Value) -> Self {
        self.claims[name] = value;
        self
    }

    fn without(mut self, name: &str) -> Self {
        for object in [&mut self.header, &mut self.claims] {
            object.as_object_mut().unwrap().shift_remove(name);
        }
        self
    }

    fn sign(&self) -> String {
        self.sign_texts(&self.header.to_string(), &self.claims.to_string())
    }

    fn sign_texts(&self, header: &str, claims: &str) -> String {
        self.signer.sign_by(self.algorithm, header, claims)
    }
}

/// The hash of a token, as proofs have it.
fn hash(token: &str) -> String {
    let digest =
        (DEFAULT_PROVIDER.key_utils.compute_digest)(token.as_bytes(), ThumbprintHash::SHA256);
    URL_SAFE_NO_PAD.encode(digest.unwrap())
}

/// The thumbprint of a public key.
fn thumbprint(jwk: &Value) -> String {
    let jwk: Jwk = serde_json::from_value(jwk.clone()).unwrap();
    jwk.thumbprint(ThumbprintHash::SHA256).unwrap()
}

/// A token that is bound to a key, with these scopes.
fn bound(authority: &Authority, key: Signer, scopes: &str) -> String {
    let mut claims = authority.claims(RESOURCE);
    claims["scope"] = scopes.into();
    claims["cnf"] = json!({"jkt": thumbprint(&key.public())});
    Signer::Ed.sign(&claims)
}

/// A request with a token and a proof.
fn with_proof(request: Request, token: &str, proof: &str) -> Request {
    request.header("Authorization", &format!("DPoP {token}")).header("DPoP", proof)
}

/// A request with a token, and a proof that is made for it.
fn proved(request: Request, key: Signer, token: &str, method: &str) -> Request {
    with_proof(request, token, &Proof::new(key, token).claim("htm", json!(method)).sign())
}

fn resource(authority: &Authority, dpop: Dpop) -> ProtectedResource {
    ProtectedResource::new(RESOURCE).issuer(authority.issuer()).dpop(dpop)
}

fn protected(authority: &Authority, dpop: Dpop) -> Http {
    files().into_http().protect(resource(authority, dpop)).unwrap()
}

async fn start(dpop: Dpop) -> (Authority, Client) {
    let authority = Authority::start().await;
    let client = serve(protected(&authority, dpop)).await;
    (authority, client)
}

/// The status of a call with a token and a proof.
async fn status(client: Client, token: &str, proof: &str) -> u16 {
    client.send(with_proof(call("whoami"), token, proof)).await.status
}

/// What a refusal says: its status, the scheme and the error of its first challenge, and why.
async fn refusal(response: Response) -> (u16, String, String, String) {
    let status = response.status;
    let challenges: Vec<Challenge> =
        response.headers("www-authenticate").into_iter().flat_map(Challenge::read_all).collect();
    let (scheme, error) = challenges.first().map_or(("", ""), |challenge| {
        assert_eq!(challenge.resource_metadata(), Some(METADATA));
        (challenge.scheme(), challenge.error().unwrap_or_default())
    });
    let scheme = scheme.to_owned();
    let error = error.to_owned();
    let body = response.json().await;
    (status, scheme, error, body["error"]["message"].as_str().unwrap_or_default().to_owned())
}

/// A refusal of a request with a proof.
fn refused(error: &str, why: &str) -> (u16, String, String, String) {
    (401, "DPoP".to_owned(), error.to_owned(), why.to_owned())
}
