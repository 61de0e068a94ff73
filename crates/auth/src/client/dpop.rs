//! Proofs that a token is sent by the client that it was issued to (DPoP).
//!
//! Source: [RFC 9449](https://www.rfc-editor.org/rfc/rfc9449).

use aws_lc_rs::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jsonwebtoken::jwk::Jwk;
use jsonwebtoken::{Algorithm, EncodingKey, Header, encode};
use mcp_runtime_protocol::clock::unix_seconds;
use mcp_runtime_protocol::{Error, Result, random};
use serde::Serialize;
use sha2::{Digest as _, Sha256};

/// The algorithm of proofs, which every server with DPoP has to support.
pub(super) const ALGORITHM: &str = "ES256";

/// A key that signs proofs.
pub(super) struct DpopKey {
    der: Vec<u8>,
    key: EncodingKey,
    public: Jwk,
}

#[derive(Serialize)]
struct Claims<'a> {
    jti: String,
    htm: &'a str,
    htu: &'a str,
    iat: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    ath: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    nonce: Option<&'a str>,
}

impl DpopKey {
    pub(super) fn generate() -> Result<Self> {
        let key = EcdsaKeyPair::generate(&ECDSA_P256_SHA256_FIXED_SIGNING);
        let der = key.and_then(|key| key.to_pkcs8v1()).map_err(Error::other)?;
        Self::read(der.as_ref().to_vec())
    }

    fn read(der: Vec<u8>) -> Result<Self> {
        install_provider();
        let key = EncodingKey::from_ec_der(&der);
        let mut public = Jwk::from_encoding_key(&key, Algorithm::ES256).map_err(Error::other)?;
        public.common.key_algorithm = None;
        Ok(Self { der, key, public })
    }

    /// The key as text, to be stored with the token that is bound to it.
    pub(super) fn to_text(&self) -> String {
        URL_SAFE_NO_PAD.encode(&self.der)
    }

    pub(super) fn from_text(text: &str) -> Result<Self> {
        Self::read(URL_SAFE_NO_PAD.decode(text).map_err(Error::other)?)
    }

    /// Creates a proof for one request, with the token that it carries.
    pub(super) fn proof(
        &self,
        method: &str,
        url: &str,
        token: Option<&str>,
        nonce: Option<&str>,
    ) -> Result<String> {
        let mut header = Header::new(Algorithm::ES256);
        header.typ = Some("dpop+jwt".to_owned());
        header.jwk = Some(self.public.clone());
        let claims = Claims {
            jti: random()?,
            htm: method,
            htu: url.split(['?', '#']).next().unwrap_or_default(),
            iat: unix_seconds(),
            ath: token.map(|token| URL_SAFE_NO_PAD.encode(Sha256::digest(token))),
            nonce,
        };
        encode(&header, &claims, &self.key).map_err(Error::other)
    }
}

/// Installs the crypto provider. Another crate of the program may already have installed this one,
/// or a different one.
pub(super) fn install_provider() {
    let _ = jsonwebtoken::crypto::aws_lc::DEFAULT_PROVIDER.install_default();
}

/// Returns a random text that cannot be guessed.
pub(super) fn random() -> Result<String> {
    Ok(URL_SAFE_NO_PAD.encode(random::bytes::<32>()?))
}
