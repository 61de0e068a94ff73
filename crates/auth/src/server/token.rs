//! Verified tokens, and their verifiers.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use mcp_runtime::http::{Principal, Scopes};
use mcp_runtime_protocol::Caller;
use serde_json::{Map, Value};

use super::leeway::LEEWAY_SECONDS;

/// Verifies the tokens of requests in a way of your own:
/// [`ProtectedResource::verify_with`](super::ProtectedResource::verify_with).
///
/// The audience and the expiry of the token are checked in any case.
///
/// ```
/// use mcp_runtime_auth::{TokenError, VerifiedToken, VerifyToken};
///
/// struct Partners;
///
/// impl VerifyToken for Partners {
///     async fn verify(&self, token: &str) -> Result<VerifiedToken, TokenError> {
///         match token {
///             "token-of-alice" => Ok(VerifiedToken::new("https://partners.example", "alice")
///                 .audience("https://mcp.example.com/mcp")
///                 .scopes(["files:read"])),
///             _ => Err(TokenError::Invalid("nobody has this token".to_owned())),
///         }
///     }
/// }
/// ```
pub trait VerifyToken: Send + Sync + 'static {
    /// Verifies a token; a valid one is cached for a while.
    fn verify(&self, token: &str)
    -> impl Future<Output = Result<VerifiedToken, TokenError>> + Send;
}

/// A future of a borrowed verifier.
pub(super) type VerifyFuture<'a> =
    Pin<Box<dyn Future<Output = Result<VerifiedToken, TokenError>> + Send + 'a>>;

/// A type-erased verifier.
pub(super) trait Verifier: Send + Sync {
    /// Verifies a token that a caller sends, who is not known by it yet.
    fn verify_boxed<'a>(&'a self, token: &'a str, caller: &'a Caller) -> VerifyFuture<'a>;
}

impl<T: VerifyToken> Verifier for T {
    fn verify_boxed<'a>(&'a self, token: &'a str, _: &'a Caller) -> VerifyFuture<'a> {
        Box::pin(self.verify(token))
    }
}

/// Why a token is not accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TokenError {
    /// It is invalid, and will stay so: the client receives the reason (`401`).
    Invalid(String),
    /// It cannot be verified at the moment: the reason is logged, and the client should try again
    /// (`503`).
    Unavailable(String),
}

impl TokenError {
    pub(super) fn invalid(why: impl Into<String>) -> Self {
        Self::Invalid(why.into())
    }
}

impl fmt::Display for TokenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Invalid(why) | Self::Unavailable(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for TokenError {}

/// The contents of a verified token, without the token itself.
#[derive(Clone, Debug, PartialEq)]
pub struct VerifiedToken {
    pub(super) issuer: String,
    pub(super) subject: String,
    pub(super) audiences: Vec<String>,
    pub(super) scopes: Scopes,
    pub(super) expires: Option<SystemTime>,
    key: Option<Arc<str>>,
    pub(super) claims: Map<String, Value>,
}

impl VerifiedToken {
    /// Creates a token of this subject, as its issuer identifies it. It has no audience yet.
    pub fn new(issuer: impl Into<String>, subject: impl Into<String>) -> Self {
        Self {
            issuer: issuer.into(),
            subject: subject.into(),
            audiences: Vec::new(),
            scopes: Scopes::default(),
            expires: None,
            key: None,
            claims: Map::new(),
        }
    }

    /// Adds an audience.
    #[must_use]
    pub fn audience(mut self, audience: impl Into<String>) -> Self {
        self.audiences.push(audience.into());
        self
    }

    /// Sets the scopes that it grants.
    #[must_use]
    pub fn scopes<S: Into<String>>(self, scopes: impl IntoIterator<Item = S>) -> Self {
        Self { scopes: Scopes::new(scopes), ..self }
    }

    /// Sets when it expires.
    #[must_use]
    pub fn expires_at(self, time: SystemTime) -> Self {
        Self { expires: Some(time), ..self }
    }

    /// Binds it to a key, by the thumbprint of the key: it is accepted only with a proof that its
    /// sender has the key, and not at all without [`Dpop`](super::Dpop).
    ///
    /// Source: [RFC 9449, section 6](https://www.rfc-editor.org/rfc/rfc9449#section-6).
    #[must_use]
    pub fn bound_to(self, thumbprint: impl Into<Arc<str>>) -> Self {
        Self { key: Some(thumbprint.into()), ..self }
    }

    /// The thumbprint of the key that it is bound to, if any.
    pub(super) fn key(&self) -> Option<&Arc<str>> {
        self.key.as_ref()
    }

    /// Sets all its claims, for [`Auth`](super::Auth).
    #[must_use]
    pub fn claims(self, claims: Map<String, Value>) -> Self {
        Self { claims, ..self }
    }

    /// How long it is still accepted, with the tolerated clock skew.
    pub(super) fn remaining(&self) -> Option<Duration> {
        let end = self.expires?.checked_add(Duration::from_secs(LEEWAY_SECONDS))?;
        Some(end.duration_since(SystemTime::now()).unwrap_or_default())
    }

    pub(super) fn expires_at_seconds(self, seconds: u64) -> Self {
        Self { expires: UNIX_EPOCH.checked_add(Duration::from_secs(seconds)), ..self }
    }

    /// The principal of its requests. The identifier of an issuer has no fragment, so the
    /// principals of two issuers can never be equal.
    ///
    /// Source: [RFC 8414, section 2](https://www.rfc-editor.org/rfc/rfc8414#section-2).
    pub(super) fn principal(&self) -> Result<Principal, TokenError> {
        if self.issuer.contains('#') || self.subject.is_empty() {
            return Err(TokenError::invalid("the token does not identify a principal"));
        }
        let principal = Principal::new(format!("{}#{}", self.issuer, self.subject));
        Ok(match &self.key {
            Some(key) => principal.bound_to(Arc::clone(key)),
            None => principal,
        })
    }
}
