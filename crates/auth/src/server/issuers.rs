//! The issuers whose tokens are accepted, and how their keys are found.

use std::sync::Arc;
use std::time::Duration;

use mcp_runtime_protocol::{Error, Result};
use serde::Deserialize;
use tokio::time::timeout;

use super::jwt::JwtVerifier;
use super::keys::{FetchKeys, KeyDocument, KeySet, Keys};
use super::token::{TokenError, VerifiedToken, VerifyToken};
use crate::AuthorizationServerMetadata;
use crate::http::AuthorizationHttp;

/// An issuer, with the URL of its keys if that is configured.
#[derive(Clone, Debug)]
pub(super) struct Issuer {
    pub(super) id: String,
    pub(super) keys: Option<String>,
}

impl Issuer {
    /// Returns a function that fetches its keys, from the configured URL or from the one in its
    /// metadata.
    fn keys(self, time: Duration) -> Result<FetchKeys> {
        let http = AuthorizationHttp::of_issuer(self.keys.as_ref().unwrap_or(&self.id), time)?;
        let issuer = Arc::new(self);
        Ok(Box::new(move || {
            let http = http.clone();
            let issuer = Arc::clone(&issuer);
            Box::pin(async move {
                // One time for all that has to be fetched.
                let fetched = timeout(time, issuer.fetch(&http)).await;
                fetched.map_err(|_| {
                    Error::other(format!("the issuer {} took too long to respond", issuer.id))
                })?
            })
        }))
    }

    async fn fetch(&self, http: &AuthorizationHttp) -> Result<KeySet> {
        let keys = match &self.keys {
            Some(keys) => keys.clone(),
            None => discover(http, &self.id).await?,
        };
        Ok(http.fetch::<KeyDocument>(&keys).await?.into())
    }
}

/// Looks up the URL of the keys of an issuer in its metadata; metadata of another issuer are
/// ignored.
///
/// Source: [RFC 8414, section 3.3](https://www.rfc-editor.org/rfc/rfc8414#section-3.3).
async fn discover(http: &AuthorizationHttp, issuer: &str) -> Result<String> {
    let mut problem = Error::other("there is no metadata");
    for location in AuthorizationServerMetadata::locations(issuer) {
        match http.fetch::<AuthorizationServerMetadata>(&location).await {
            Ok(metadata) if metadata.issuer != issuer => {
                problem =
                    Error::other(format!("the metadata at {location} names a different issuer"));
            }
            Ok(AuthorizationServerMetadata { jwks_uri: Some(keys), .. }) => return Ok(keys),
            Ok(_) => {
                problem = Error::other(format!("the metadata at {location} has no `jwks_uri`"))
            }
            Err(error) => problem = Error::other(format!("{location}: {error}")),
        }
    }
    Err(problem)
}

/// Several issuers; each verifies the tokens that claim to be its own.
pub(super) struct Issuers(Vec<JwtVerifier>);

impl Issuers {
    pub(super) fn new(issuers: Vec<Issuer>, audiences: &[String], time: Duration) -> Result<Self> {
        let verifier = |issuer: Issuer| {
            let id = issuer.id.clone();
            Ok(JwtVerifier::new(id, audiences.to_vec(), Keys::new(issuer.keys(time)?)))
        };
        issuers.into_iter().map(verifier).collect::<Result<_>>().map(Self)
    }
}

impl VerifyToken for Issuers {
    async fn verify(&self, token: &str) -> Result<VerifiedToken, TokenError> {
        #[derive(Deserialize)]
        struct IssuerClaim {
            iss: String,
        }
        if let [only] = &self.0[..] {
            return only.verify(token).await;
        }
        // The claim only selects the keys for verification, and is checked again then.
        let said = jsonwebtoken::dangerous::insecure_decode_claims::<IssuerClaim>(token)
            .map_err(|_| TokenError::invalid("the token does not name its issuer"))?;
        match self.0.iter().find(|issuer| issuer.issuer() == said.iss) {
            Some(issuer) => issuer.verify(token).await,
            None => Err(TokenError::invalid("the token was issued by another issuer")),
        }
    }
}
