//! Decides which requests a protected server answers (those whose token has its audience, the `aud`
//! claim), and how it refuses the others.
//!
//! Source: [2026-07-28, "Authorization", Error Handling](https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization#error-handling).

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use http::HeaderValue;
use http::header::AUTHORIZATION;
use http::request::Parts;
use mcp_runtime::Server;
use mcp_runtime::SharedState;
use mcp_runtime::http::{Access, AccessDenied, Authorizer, Document, IntoAuthorizer};
use mcp_runtime_protocol::{Caller, Error, Result};

use super::bearer::{Credentials, Scheme, credentials};
use super::cache::{CachedToken, VerifiedTokens};
use super::challenges::{Challenges, DPOP_NONCE, RefusalReason};
use super::dpop::{DPOP, ProofVerifier};
use super::resource::ProtectedResource;
use super::token::{TokenError, VerifiedToken};
use super::verification::Verification;
use crate::ProtectedResourceMetadata;

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
    challenges: Challenges,
    /// Verifies proofs, if tokens may be bound to keys.
    dpop: Option<ProofVerifier>,
}

impl fmt::Debug for ResourceServer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ResourceServer").field("host", &self.host).finish_non_exhaustive()
    }
}

impl ResourceServer {
    fn new(mut resource: ProtectedResource, state: SharedState) -> Result<Self> {
        let host = resource.host()?;
        resource.check()?;
        let (verifier, longest) = resource.verifier()?;
        let locations = ProtectedResourceMetadata::locations(&resource.resource);
        let path = |url: &String| Ok(crate::url::parse(url)?.path().to_owned());
        let paths = locations.iter().map(path).collect::<Result<_>>()?;
        let json = serde_json::to_vec(&resource.metadata()).map_err(Error::other)?;
        let metadata = Document::new("application/json", json).max_age(METADATA_AGE);
        let metadata_url = locations.into_iter().next().unwrap_or_default();
        let mut challenges = Challenges::new(metadata_url, &resource.needed);
        let dpop = resource
            .dpop
            .take()
            .map(|dpop| dpop.verifier(&resource.resource, state))
            .transpose()?;
        if let Some(dpop) = &dpop {
            let algorithms = dpop.algorithms().join(" ");
            challenges = challenges.with_dpop(&algorithms, &resource.needed, dpop.is_required());
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
            challenges,
            dpop,
        })
    }

    /// Verifies the token of a request, and the proof that its sender has the key of the token;
    /// returns the token, and the nonce for the next proof if it is time for one.
    ///
    /// What is cheap comes first, and the signature of the proof after the token: anybody can make
    /// valid proofs, but not valid tokens.
    async fn verify(
        &self,
        head: &Parts,
        caller: &Caller,
    ) -> Result<(Arc<CachedToken>, Option<HeaderValue>), RefusalReason> {
        let Credentials { scheme, token } = credentials(head, self.dpop.is_some())?;
        let proof = match (&self.dpop, scheme) {
            // Most requests have no proof, and do not pay for its size.
            (Some(dpop), Scheme::Dpop) => Some((dpop, Box::new(dpop.read(head, token)?))),
            _ => None,
        };
        let known = self.verification.verify_cached(token, caller).await?;
        let is_required = self.dpop.as_ref().is_some_and(ProofVerifier::is_required);
        let invalid = |why: &str| Err(TokenError::invalid(why).into());
        let nonce = match (proof, known.token.key()) {
            (Some((dpop, proof)), Some(key)) => {
                Box::pin(dpop.verify(&proof, key, &known.principal.name())).await?
            }
            (Some(_), None) => return invalid("the token is not bound to a key"),
            // https://www.rfc-editor.org/rfc/rfc9449#section-7.2
            (None, Some(_)) => {
                return invalid("the token is bound to a key, but the request has no DPoP proof");
            }
            (None, None) if is_required => {
                return invalid("the token must be bound to a key (DPoP)");
            }
            (None, None) => None,
        };
        Ok((known, nonce))
    }
}

impl IntoAuthorizer for ProtectedResource {
    type Authorizer = ResourceServer;

    fn into_authorizer(self) -> Result<ResourceServer> {
        ResourceServer::new(self, SharedState::default())
    }

    fn into_authorizer_of(self, server: &Server) -> Result<ResourceServer> {
        ResourceServer::new(self, SharedState::of(server))
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
        let verified = self.verify(head, caller).await;
        let refuse = |why| self.challenges.refuse(Scheme::of(head), &why);
        let (known, nonce) = verified.map_err(refuse)?;
        // Both are for this server alone, and are not passed on.
        head.headers.remove(AUTHORIZATION);
        if self.dpop.is_some() {
            head.headers.remove(DPOP);
        }
        head.extensions.insert(Arc::clone(&known.token));
        let unlimited =
            Access::default().principal(known.principal.clone()).scopes(known.token.scopes.clone());
        let access = match known.token.remaining() {
            Some(time) => unlimited.for_at_most(time),
            None => unlimited,
        };
        Ok(match nonce {
            Some(nonce) => access.response_header(DPOP_NONCE, nonce),
            None => access,
        })
    }

    fn insufficient_scope(&self, head: &Parts, scopes: &[&str]) -> HeaderValue {
        let token = head.extensions.get::<Arc<VerifiedToken>>();
        let is_bound = token.is_some_and(|token| token.key().is_some());
        let scheme = if is_bound { Scheme::Dpop } else { Scheme::Bearer };
        self.challenges.insufficient_scope(scheme, scopes)
    }

    fn required_scopes(&self) -> &[String] {
        &self.needed
    }
}
