//! Proofs that no client makes.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use http::{HeaderMap, HeaderValue};
use jsonwebtoken::jwk::ThumbprintHash;
use jsonwebtoken::{Algorithm, DecodingKey, crypto};
use mcp_fuzz::fuzz;
use reqwest::Url;

use super::proof::{DPOP, Proof, ProofError};
use super::target::Target;

const ALGORITHMS: [(&str, Algorithm); 3] =
    [("ES256", Algorithm::ES256), ("EdDSA", Algorithm::EdDSA), ("RS256", Algorithm::RS256)];

/// The header and the claims of a proof.
fn seed(algorithm: &str, jwk: &str) -> String {
    let header = format!(r#"{{"typ":"dpop+jwt","alg":"{algorithm}","jwk":{jwk}}}"#);
    let claims =
        r#"{"jti":"1","htm":"POST","htu":"https://mcp.example.com/mcp","iat":1,"ath":"x"}"#;
    format!("{header}\n{claims}")
}

fn headers(proof: impl AsRef<[u8]>) -> HeaderMap {
    let value = HeaderValue::from_bytes(proof.as_ref());
    value.into_iter().map(|value| (DPOP, value)).collect()
}

/// Does with a proof all that takes no token.
fn examine(headers: &HeaderMap, target: &Target) -> bool {
    match Proof::read(headers, &ALGORITHMS) {
        Ok(proof) => {
            assert!((1..=256).contains(&proof.id.len()));
            assert_eq!(proof.key.thumbprint(ThumbprintHash::SHA256).unwrap().len(), 43);
            let key = DecodingKey::from_jwk(&proof.key).unwrap();
            let signature = proof.signature;
            let signed = proof.signed.as_bytes();
            let is_signed = crypto::verify(signature, signed, &key, proof.algorithm);
            assert!(!is_signed.unwrap_or(false), "nobody has signed it");
            let _ = target.is(&proof.url, None);
            true
        }
        Err(error) => {
            assert!(matches!(error, ProofError::Invalid(_)));
            false
        }
    }
}

#[test]
fn whatever_is_sent_is_refused_for_a_reason() {
    let _ = crypto::aws_lc::DEFAULT_PROVIDER.install_default();
    let target = Target::new(&Url::parse("https://mcp.example.com/mcp").unwrap());
    let word = URL_SAFE_NO_PAD.encode([7; 32]);
    let modulus = URL_SAFE_NO_PAD.encode([0xff; 256]);
    let seeds = [
        seed("ES256", &format!(r#"{{"kty":"EC","crv":"P-256","x":"{word}","y":"{word}"}}"#)),
        seed("EdDSA", &format!(r#"{{"kty":"OKP","crv":"Ed25519","x":"{word}"}}"#)),
        seed("RS256", &format!(r#"{{"kty":"RSA","n":"{modulus}","e":"AQAB"}}"#)),
    ];
    let encoded = |text: &str| {
        let (header, claims) = text.split_once('\n')?;
        let [header, claims] = [header, claims].map(|part| URL_SAFE_NO_PAD.encode(part));
        Some(format!("{header}.{claims}.{}", URL_SAFE_NO_PAD.encode([1; 64])))
    };
    let proofs: Vec<String> = seeds.iter().filter_map(|seed| encoded(seed)).collect();
    assert!(proofs.iter().all(|proof| examine(&headers(proof), &target)));
    fuzz(&seeds, |input| {
        let text = String::from_utf8_lossy(input);
        if let Some(proof) = encoded(&text) {
            examine(&headers(proof), &target);
        }
    });
    fuzz(&proofs, |input| {
        examine(&headers(input), &target);
    });
}
