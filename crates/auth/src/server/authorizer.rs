//! Decides which requests a protected server answers (those whose token has its audience, the `aud`
//! claim), and how it refuses the others.
//!
//! Source: [2026-07-28, "Authorization", Error Handling](https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization#error-handling);
//! [RFC 6750, section 3](https://www.rfc-editor.org/rfc/rfc6750#section-3);
//! [RFC 9728, section 5.1](https://www.rfc-editor.org/rfc/rfc9728#section-5.1).

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use http::header::{AUTHORIZATION, RETRY_AFTER, WWW_AUTHENTICATE};
use http::request::Parts;
use http::{HeaderValue, StatusCode};
use mcp_runtime::http::{Access, AccessDenied, Authorizer, Document, IntoAuthorizer};
use mcp_runtime_protocol::{Caller, Error, Result};

use super::bearer::{Unusable, token};
use super::cache::VerifiedTokens;
use super::resource::ProtectedResource;
use super::token::TokenError;
use super::verification::Verification;
use crate::{Challenge, ProtectedResourceMetadata};

/// For how long clients may keep the metadata.
const METADATA_AGE: Duration = Duration::from_secs(300);

/// A protected server, as its clients see it: what a [`ProtectedResource`] becomes.
pub struct ResourceServer {
    host: String,
    verification: Arc<Verification>,
    needed: Vec<String>,
    /// The paths of its metadata.
    paths: Vec<String>,
    metadata: Document,
    metadata_url: String,
    /// The challenge to a request without a token.
    challenge: Challenge,
}

impl fmt::Debug for ResourceServer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ResourceServer").field("host", &self.host).finish_non_exhaustive()
    }
}

impl ResourceServer {
    fn new(mut resource: ProtectedResource) -> Result<Self> {
        let host = resource.host()?;
        resource.check()?;
        let (verifier, longest) = resource.verifier()?;
        let locations = ProtectedResourceMetadata::locations(&resource.resource);
        let path = |url: &String| Ok(crate::url::parse(url)?.path().to_owned());
        let paths = locations.iter().map(path).collect::<Result<_>>()?;
        let metadata = serde_json::to_vec(&resource.metadata()).map_err(Error::other)?;
        let metadata = Document::new("application/json", metadata).max_age(METADATA_AGE);
        let metadata_url = locations.into_iter().next().unwrap_or_default();
        let mut challenge = Challenge::bearer().with("resource_metadata", &metadata_url);
        if !resource.needed.is_empty() {
            challenge = challenge.with("scope", resource.needed.join(" "));
        }
        let verification = Verification {
            verifier,
            known: VerifiedTokens::new(longest)?,
            audiences: resource.audience_list(),
            implied: resource.implied,
        };
        Ok(Self {
            host,
            verification: Arc::new(verification),
            needed: resource.needed,
            paths,
            metadata,
            metadata_url,
            challenge,
        })
    }

    fn refuse(&self, why: Unusable) -> AccessDenied {
        let with_error = |error, why: &str| {
            self.challenge.clone().with("error", error).with("error_description", why)
        };
        let (status, challenge, message) = match why {
            Unusable::Absent => {
                let message = "this needs a token: see WWW-Authenticate for who issues it";
                (StatusCode::UNAUTHORIZED, self.challenge.clone(), message)
            }
            Unusable::Malformed(why) => {
                (StatusCode::BAD_REQUEST, with_error("invalid_request", why), why)
            }
            Unusable::Invalid(why) => {
                (StatusCode::UNAUTHORIZED, with_error("invalid_token", why), why)
            }
        };
        denied(status, message, &challenge)
    }

    fn refuse_token(&self, error: &TokenError) -> AccessDenied {
        match error {
            TokenError::Invalid(why) => {
                let challenge = self.challenge.clone().with("error", "invalid_token");
                let challenge = challenge.with("error_description", why);
                denied(StatusCode::UNAUTHORIZED, why, &challenge)
            }
            TokenError::Unavailable(why) => {
                tracing::warn!(why, "a token could not be verified");
                let message = "tokens cannot be verified now; try again later";
                AccessDenied::new(StatusCode::SERVICE_UNAVAILABLE, message)
                    .header(RETRY_AFTER, HeaderValue::from_static("5"))
            }
        }
    }
}

fn denied(status: StatusCode, message: &str, challenge: &Challenge) -> AccessDenied {
    let denied = AccessDenied::new(status, message);
    match HeaderValue::try_from(challenge.to_string()) {
        Ok(challenge) => denied.header(WWW_AUTHENTICATE, challenge),
        Err(_) => denied,
    }
}

impl IntoAuthorizer for ProtectedResource {
    type Authorizer = ResourceServer;

    fn into_authorizer(self) -> Result<ResourceServer> {
        ResourceServer::new(self)
    }
}

impl Authorizer for ResourceServer {
    fn hosts(&self) -> Vec<String> {
        vec![self.host.clone()]
    }

    fn documents(&self) -> Vec<(String, Document)> {
        self.paths.iter().map(|path| (path.clone(), self.metadata.clone())).collect()
    }

    async fn authorize(&self, head: &mut Parts, caller: &Caller) -> Result<Access, AccessDenied> {
        let token = token(head).map_err(|why| self.refuse(why))?;
        let known = self
            .verification
            .verify_cached(token, caller)
            .await
            .map_err(|error| self.refuse_token(&error))?;
        // The token is for this server alone, and is not passed on.
        head.headers.remove(AUTHORIZATION);
        head.extensions.insert(Arc::clone(&known.token));
        let access =
            Access::default().principal(known.principal.clone()).scopes(known.token.scopes.clone());
        Ok(match known.token.remaining() {
            Some(time) => access.for_at_most(time),
            None => access,
        })
    }

    fn insufficient_scope(&self, scopes: &[&str]) -> HeaderValue {
        let challenge = Challenge::bearer()
            .with("resource_metadata", &self.metadata_url)
            .with("error", "insufficient_scope")
            .with("scope", scopes.join(" "))
            .with("error_description", "the token does not allow this");
        // A `Challenge` is formatted as ASCII.
        HeaderValue::try_from(challenge.to_string())
            .unwrap_or_else(|_| HeaderValue::from_static("Bearer error=\"insufficient_scope\""))
    }

    fn required_scopes(&self) -> &[String] {
        &self.needed
    }
}
