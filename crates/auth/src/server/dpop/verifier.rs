//! Verifies proofs: for this request, this token, and by the key of that.

use std::sync::Arc;

use aws_lc_rs::constant_time::verify_slices_are_equal;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use http::HeaderValue;
use http::request::Parts;
use jsonwebtoken::jwk::ThumbprintHash;
use jsonwebtoken::{Algorithm, DecodingKey, crypto};
use mcp_runtime::internal::BesideEndpoint;
use mcp_runtime_protocol::clock;
use sha2::{Digest as _, Sha256};

use super::nonce::Nonces;
use super::proof::{Proof, ProofError};
use super::replay::UsedProofs;
use super::target::Target;

/// Verifies the proofs for a server.
pub(in crate::server) struct ProofVerifier {
    pub(super) is_required: bool,
    pub(super) algorithms: Vec<(&'static str, Algorithm)>,
    /// How far the time of a proof may be from now, in seconds.
    pub(super) window: u64,
    pub(super) target: Target,
    pub(super) nonces: Option<Nonces>,
    pub(super) used: Option<UsedProofs>,
}

impl ProofVerifier {
    /// Whether tokens have to be bound to a key.
    pub(in crate::server) fn is_required(&self) -> bool {
        self.is_required
    }

    /// The names of the algorithms that proofs may have.
    pub(in crate::server) fn algorithms(&self) -> Vec<&'static str> {
        self.algorithms.iter().map(|(name, _)| *name).collect()
    }

    /// Reads the proof of a request, and checks what it is for.
    pub(in crate::server) fn read<'h>(
        &self,
        head: &'h Parts,
        token: &str,
    ) -> Result<Proof<'h>, ProofError> {
        let proof = Proof::read(&head.headers, &self.algorithms)?;
        if proof.method != head.method.as_str() {
            return Err(ProofError::Invalid("the DPoP proof is for another method"));
        }
        let has_own_path = head.extensions.get::<BesideEndpoint>().is_some();
        let path = has_own_path.then(|| head.uri.path());
        if !self.target.is(&proof.url, path) {
            return Err(ProofError::Invalid("the DPoP proof is for another URL"));
        }
        if now().abs_diff(proof.issued_at) > self.window {
            return Err(ProofError::Invalid(
                "the DPoP proof is too old, or from the future: check the clock",
            ));
        }
        let token_hash = URL_SAFE_NO_PAD.encode(Sha256::digest(token));
        if !are_equal(&token_hash, &proof.token_hash) {
            return Err(ProofError::Invalid("the DPoP proof is for another token"));
        }
        Ok(proof)
    }

    /// Verifies a proof for a token that is bound to a key, and belongs to a principal; returns the
    /// nonce for the next proof if it is time for one.
    pub(in crate::server) async fn verify(
        &self,
        proof: &Proof<'_>,
        thumbprint: &str,
        principal: &Arc<str>,
    ) -> Result<Option<HeaderValue>, ProofError> {
        let own = proof.key.thumbprint(ThumbprintHash::SHA256);
        if !own.is_ok_and(|own| are_equal(&own, thumbprint)) {
            return Err(ProofError::OtherKey);
        }
        let key = DecodingKey::from_jwk(&proof.key);
        let is_signed = key.and_then(|key| {
            crypto::verify(proof.signature, proof.signed.as_bytes(), &key, proof.algorithm)
        });
        if !is_signed.unwrap_or(false) {
            return Err(ProofError::Invalid("the signature of the DPoP proof is not valid"));
        }
        let nonce = match &self.nonces {
            Some(nonces) => nonces.check(proof.nonce.as_deref(), now())?,
            None => None,
        };
        if let Some(used) = &self.used {
            used.add(proof, thumbprint, principal, now()).await?;
        }
        Ok(nonce)
    }
}

/// Seconds since 1970.
fn now() -> u64 {
    clock::now() / 1000
}

/// Compares two texts in a time that does not depend on where they differ.
fn are_equal(one: &str, other: &str) -> bool {
    verify_slices_are_equal(one.as_bytes(), other.as_bytes()).is_ok()
}
