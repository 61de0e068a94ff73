//! How a protected server refuses requests, and what its challenges tell clients.
//!
//! Source: [RFC 6750, section 3](https://www.rfc-editor.org/rfc/rfc6750#section-3);
//! [RFC 9728, section 5.1](https://www.rfc-editor.org/rfc/rfc9728#section-5.1);
//! [RFC 9449, sections 7.1 and 9](https://www.rfc-editor.org/rfc/rfc9449#section-7.1).

use http::header::{CACHE_CONTROL, RETRY_AFTER, WWW_AUTHENTICATE};
use http::{HeaderName, HeaderValue, StatusCode};
use mcp_runtime::http::AccessDenied;

use super::bearer::{Scheme, Unusable};
use super::dpop::ProofError;
use super::token::TokenError;
use crate::Challenge;

/// The nonce for the next proof.
pub(super) const DPOP_NONCE: HeaderName = HeaderName::from_static("dpop-nonce");

/// Why a request is refused.
pub(super) enum RefusalReason {
    Unusable(Unusable),
    Token(TokenError),
    Proof(ProofError),
}

impl From<Unusable> for RefusalReason {
    fn from(why: Unusable) -> Self {
        Self::Unusable(why)
    }
}

impl From<TokenError> for RefusalReason {
    fn from(error: TokenError) -> Self {
        Self::Token(error)
    }
}

impl From<ProofError> for RefusalReason {
    fn from(error: ProofError) -> Self {
        Self::Proof(error)
    }
}

/// The challenges to a request without a token: one for each scheme that is accepted.
pub(super) struct Challenges {
    bearer: Option<Challenge>,
    dpop: Option<Challenge>,
    metadata_url: String,
}

impl Challenges {
    /// Creates the challenge for bearer tokens, with the scopes that every request needs.
    pub(super) fn new(metadata_url: String, needed: &[String]) -> Self {
        let bearer = with_scopes(Challenge::bearer(), &metadata_url, needed);
        Self { bearer: Some(bearer), dpop: None, metadata_url }
    }

    /// Adds the one for tokens that are bound to a key, with the algorithms of proofs; if those are
    /// required, it is the only one.
    pub(super) fn with_dpop(self, algorithms: &str, needed: &[String], is_required: bool) -> Self {
        let challenge = Challenge::dpop().with("algs", algorithms);
        let dpop = with_scopes(challenge, &self.metadata_url, needed);
        Self { bearer: self.bearer.filter(|_| !is_required), dpop: Some(dpop), ..self }
    }

    /// Refuses a request that uses a scheme.
    pub(super) fn refuse(&self, scheme: Scheme, why: &RefusalReason) -> AccessDenied {
        let unauthorized = |error, why: &str| self.denied(scheme, Some(error), why);
        match why {
            RefusalReason::Unusable(Unusable::Absent) => {
                let message =
                    "the request needs an access token: see WWW-Authenticate for its issuer";
                self.denied(scheme, None, message)
            }
            RefusalReason::Unusable(Unusable::Malformed(why)) => {
                let denied = AccessDenied::new(StatusCode::BAD_REQUEST, *why);
                self.challenge(denied, scheme, Some("invalid_request"), why)
            }
            RefusalReason::Unusable(Unusable::Invalid(why)) => unauthorized("invalid_token", why),
            RefusalReason::Token(TokenError::Invalid(why)) => unauthorized("invalid_token", why),
            RefusalReason::Token(TokenError::Unavailable(why)) => {
                tracing::warn!(why, "a token could not be verified");
                let message = "tokens cannot be verified at the moment; try again later";
                later(StatusCode::SERVICE_UNAVAILABLE, message, "5")
            }
            RefusalReason::Proof(ProofError::Invalid(why)) => {
                unauthorized("invalid_dpop_proof", why)
            }
            RefusalReason::Proof(ProofError::OtherKey) => {
                unauthorized("invalid_token", "the token is bound to another key")
            }
            RefusalReason::Proof(ProofError::NeedsNonce(nonce)) => {
                unauthorized("use_dpop_nonce", "the DPoP proof must have the nonce of the server")
                    .header(DPOP_NONCE, nonce.clone())
                    .header(CACHE_CONTROL, HeaderValue::from_static("no-store"))
            }
            RefusalReason::Proof(ProofError::TooMany) => {
                let message = "too many DPoP proofs were used; try again later";
                later(StatusCode::TOO_MANY_REQUESTS, message, "30")
            }
            RefusalReason::Proof(ProofError::Unavailable) => {
                let message = "DPoP proofs cannot be verified at the moment; try again later";
                later(StatusCode::SERVICE_UNAVAILABLE, message, "30")
            }
        }
    }

    fn denied(&self, scheme: Scheme, error: Option<&str>, why: &str) -> AccessDenied {
        self.challenge(AccessDenied::new(StatusCode::UNAUTHORIZED, why), scheme, error, why)
    }

    /// Adds the challenges: that of the scheme first, which tells the error.
    fn challenge(
        &self,
        denied: AccessDenied,
        scheme: Scheme,
        error: Option<&str>,
        why: &str,
    ) -> AccessDenied {
        let challenges = match scheme {
            Scheme::Bearer => [&self.bearer, &self.dpop],
            Scheme::Dpop => [&self.dpop, &self.bearer],
        };
        let mut error = error;
        challenges.into_iter().flatten().fold(denied, |denied, challenge| {
            let challenge = match error.take() {
                Some(error) => {
                    &challenge.clone().with("error", error).with("error_description", why)
                }
                None => challenge,
            };
            match HeaderValue::try_from(challenge.to_string()) {
                Ok(challenge) => denied.header(WWW_AUTHENTICATE, challenge),
                Err(_) => denied,
            }
        })
    }

    /// The challenge to a request that lacks scopes.
    pub(super) fn insufficient_scope(&self, scheme: Scheme, scopes: &[&str]) -> HeaderValue {
        let base = match (scheme, &self.dpop) {
            (Scheme::Dpop, Some(dpop)) => {
                Challenge::dpop().with("algs", dpop.parameter("algs").unwrap_or_default())
            }
            _ => Challenge::bearer(),
        };
        let challenge = base
            .with("resource_metadata", &self.metadata_url)
            .with("error", "insufficient_scope")
            .with("scope", scopes.join(" "))
            .with("error_description", "the token lacks a scope that this request needs");
        // A `Challenge` is formatted as ASCII.
        HeaderValue::try_from(challenge.to_string())
            .unwrap_or_else(|_| HeaderValue::from_static("Bearer error=\"insufficient_scope\""))
    }
}

fn with_scopes(challenge: Challenge, metadata_url: &str, needed: &[String]) -> Challenge {
    let challenge = challenge.with("resource_metadata", metadata_url);
    if needed.is_empty() { challenge } else { challenge.with("scope", needed.join(" ")) }
}

fn later(status: StatusCode, message: &str, seconds: &'static str) -> AccessDenied {
    AccessDenied::new(status, message).header(RETRY_AFTER, HeaderValue::from_static(seconds))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_has_to_wait_is_told_so_and_gets_no_challenge() {
        let challenges = Challenges::new("https://mcp.example.com/metadata".to_owned(), &[])
            .with_dpop("ES256", &[], true);
        for (why, status) in [(ProofError::TooMany, "429"), (ProofError::Unavailable, "503")] {
            let response = challenges.refuse(Scheme::Dpop, &RefusalReason::Proof(why));
            let denied = format!("{response:?}");
            assert!(denied.contains(status) && denied.contains("retry-after"), "{denied}");
            assert!(!denied.contains("www-authenticate"), "{denied}");
        }
    }
}
