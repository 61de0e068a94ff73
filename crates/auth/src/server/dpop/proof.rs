//! A proof, parsed and checked as far as that takes no cryptography.
//!
//! Source: [RFC 9449, sections 4.2 and 4.3](https://www.rfc-editor.org/rfc/rfc9449#section-4.2).

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use http::{HeaderMap, HeaderName, HeaderValue};
use jsonwebtoken::Algorithm;
use jsonwebtoken::jwk::Jwk;
use serde_json::Value;

use super::jwk::public_key;
use crate::server::claims::{Claims, seconds};

/// The header with the proof of a request.
pub(in crate::server) const DPOP: HeaderName = HeaderName::from_static("dpop");

/// The maximum length of a proof, in bytes.
const PROOF_BYTES: usize = 4 * 1024;
/// The maximum length of the id of a proof, in bytes.
const ID_BYTES: usize = 256;

/// Why a proof is not accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::server) enum ProofError {
    /// It is invalid, for a reason that the client is told.
    Invalid(&'static str),
    /// It is by another key than that of the token.
    OtherKey,
    /// It lacks a nonce of the server: this one.
    NeedsNonce(HeaderValue),
    /// The caller has used too many.
    TooMany,
    /// It cannot be known whether it was used before.
    Unavailable,
}

/// A proof whose signature is not verified yet.
#[derive(Debug)]
pub(in crate::server) struct Proof<'h> {
    pub(super) algorithm: Algorithm,
    pub(super) key: Jwk,
    /// What is signed: the header and the claims.
    pub(super) signed: &'h str,
    pub(super) signature: &'h str,
    /// The id of the proof (`jti`).
    pub(super) id: String,
    /// The method of the request (`htm`).
    pub(super) method: String,
    /// The URL of the request (`htu`).
    pub(super) url: String,
    /// When it was made (`iat`).
    pub(super) issued_at: u64,
    /// The hash of the token (`ath`).
    pub(super) token_hash: String,
    pub(super) nonce: Option<String>,
}

impl<'h> Proof<'h> {
    /// Reads the one proof of a request, which has one of these algorithms.
    pub(super) fn read(
        headers: &'h HeaderMap,
        algorithms: &[(&'static str, Algorithm)],
    ) -> Result<Self, ProofError> {
        let mut lines = headers.get_all(DPOP).iter();
        let (Some(line), None) = (lines.next(), lines.next()) else {
            return Err(ProofError::Invalid(
                "a request with a bound token must have one DPoP header",
            ));
        };
        if line.len() > PROOF_BYTES {
            return Err(ProofError::Invalid("the DPoP proof is longer than 4 KiB"));
        }
        let malformed = ProofError::Invalid("the DPoP proof is not a JWT");
        let text = line.to_str().map_err(|_| malformed.clone())?;
        let (signed, signature) = text.rsplit_once('.').ok_or_else(|| malformed.clone())?;
        let parts = signed.split_once('.').filter(|(_, claims)| !claims.contains('.'));
        let (header, claims) = parts.ok_or(malformed)?;
        let (algorithm, key) = read_header(header, algorithms)?;
        let claims = object(claims)
            .ok_or(ProofError::Invalid("the claims of the DPoP proof cannot be read"))?;
        let text = |name: &str| claims.0.get(name).and_then(Value::as_str).map(str::to_owned);
        let lacks = ProofError::Invalid;
        let id = text("jti").filter(|id| (1..=ID_BYTES).contains(&id.len()));
        let issued_at = claims.0.get("iat").and_then(seconds);
        Ok(Self {
            algorithm,
            key,
            signed,
            signature,
            id: id.ok_or(lacks("the DPoP proof has no usable `jti`"))?,
            method: text("htm").ok_or(lacks("the DPoP proof has no usable `htm`"))?,
            url: text("htu").ok_or(lacks("the DPoP proof has no usable `htu`"))?,
            issued_at: issued_at.ok_or(lacks("the DPoP proof has no usable `iat`"))?,
            token_hash: text("ath").ok_or(lacks("the DPoP proof has no usable `ath`"))?,
            nonce: text("nonce"),
        })
    }
}

/// The algorithm and the key in the header of a proof.
fn read_header(
    header: &str,
    algorithms: &[(&'static str, Algorithm)],
) -> Result<(Algorithm, Jwk), ProofError> {
    let invalid = ProofError::Invalid;
    let header = object(header).ok_or(invalid("the header of the DPoP proof cannot be read"))?;
    let text = |name: &str| header.0.get(name).and_then(Value::as_str);
    if !text("typ").is_some_and(|typ| typ.eq_ignore_ascii_case("dpop+jwt")) {
        return Err(invalid("the JWT is not a DPoP proof: its type is not dpop+jwt"));
    }
    // https://www.rfc-editor.org/rfc/rfc7515#section-4.1.11
    if header.0.contains_key("crit") || header.0.contains_key("b64") {
        return Err(invalid(
            "the header of the DPoP proof has `crit` or `b64`, which this server does not support",
        ));
    }
    let named = |name: &str| algorithms.iter().find(|(known, _)| *known == name);
    let (_, algorithm) = text("alg")
        .and_then(named)
        .ok_or(invalid("the DPoP proof is not signed by one of the algorithms of this server"))?;
    let jwk = header
        .0
        .get("jwk")
        .and_then(Value::as_object)
        .ok_or(invalid("the DPoP proof has no public key"))?;
    Ok((*algorithm, public_key(jwk, *algorithm).map_err(invalid)?))
}

/// Decodes an object, which has no member twice.
fn object(part: &str) -> Option<Claims> {
    serde_json::from_slice(&URL_SAFE_NO_PAD.decode(part).ok()?).ok()
}
