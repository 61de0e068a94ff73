//! The protected resource, and whose tokens are accepted for it.

use std::fmt;
use std::time::Duration;

use mcp_runtime_protocol::{Error, Result, Secret};

use super::dpop::Dpop;
use super::introspection::Introspection;
use super::issuers::{Issuer, Issuers};
use super::token::{Verifier, VerifyToken};
use crate::ProtectedResourceMetadata;
use crate::url::parse;

/// How long a verified token is accepted without being verified again.
const REMEMBER_FOR: Duration = Duration::from_secs(5 * 60);
/// How long an introspected token is accepted without being verified again.
const REMEMBER_INTROSPECTED_FOR: Duration = Duration::from_secs(30);
/// How long an authorization server may take to respond.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(5);

/// A server as its clients know it, and whose tokens it accepts: see
/// [`Http::protect`](mcp_runtime::http::Http::protect).
///
/// ```
/// use mcp_runtime_auth::ProtectedResource;
///
/// let resource = ProtectedResource::new("https://mcp.example.com/mcp")
///     .issuer("https://login.example.com")
///     .require_scopes(["notes:read"])
///     .implies("notes:write", ["notes:read"]);
/// ```
#[must_use = "it does nothing until a server is protected with it"]
pub struct ProtectedResource {
    pub(super) resource: String,
    pub(super) audiences: Option<Vec<String>>,
    issuers: Vec<Issuer>,
    authorization_servers: Vec<String>,
    verifier: Option<Box<dyn Verifier>>,
    introspection: Option<(String, String, String, Secret<String>)>,
    pub(super) needed: Vec<String>,
    supported: Option<Vec<String>>,
    pub(super) implied: Vec<(String, Vec<String>)>,
    name: Option<String>,
    documentation: Option<String>,
    remembered: Option<Duration>,
    answer_time: Duration,
    pub(super) dpop: Option<Dpop>,
}

impl fmt::Debug for ProtectedResource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ProtectedResource")
            .field("resource", &self.resource)
            .field("authorization_servers", &self.authorization_servers)
            .finish_non_exhaustive()
    }
}

impl ProtectedResource {
    /// Creates a protected resource for the server with this URL, which is the audience of its
    /// tokens.
    pub fn new(resource: impl Into<String>) -> Self {
        Self {
            resource: resource.into(),
            audiences: None,
            issuers: Vec::new(),
            authorization_servers: Vec::new(),
            verifier: None,
            introspection: None,
            needed: Vec::new(),
            supported: None,
            implied: Vec::new(),
            name: None,
            documentation: None,
            remembered: None,
            answer_time: ANSWER_TIMEOUT,
            dpop: None,
        }
    }

    /// Accepts tokens from this issuer: JWTs, verified with the keys that its metadata names.
    ///
    /// This is the identifier of the issuer, exactly as in its metadata and its tokens. Call this
    /// once for each of several issuers.
    pub fn issuer(self, issuer: impl Into<String>) -> Self {
        self.add(issuer.into(), None)
    }

    /// Accepts tokens from this issuer, whose keys are at this URL.
    pub fn issuer_with_keys(self, issuer: impl Into<String>, keys: impl Into<String>) -> Self {
        self.add(issuer.into(), Some(keys.into()))
    }

    fn add(mut self, id: String, keys: Option<String>) -> Self {
        self.issuers.push(Issuer { id: id.clone(), keys });
        self.authorization_server(id)
    }

    /// Accepts tokens from this issuer by introspection, at this endpoint, as this client.
    ///
    /// Its responses have to include the audience of a token, and are cached for 30 seconds: a
    /// revoked token stays valid for that long.
    pub fn introspect(
        mut self,
        issuer: impl Into<String>,
        endpoint: impl Into<String>,
        client_id: impl Into<String>,
        client_secret: impl Into<Secret<String>>,
    ) -> Self {
        let issuer = issuer.into();
        let client = client_id.into();
        let secret = client_secret.into();
        self.introspection = Some((issuer.clone(), endpoint.into(), client, secret));
        self.authorization_server(issuer)
    }

    /// Verifies tokens in a way of your own; name the
    /// [authorization server](Self::authorization_server), too.
    pub fn verify_with(mut self, verifier: impl VerifyToken) -> Self {
        self.verifier = Some(Box::new(verifier));
        self
    }

    /// Announces this authorization server to clients; an issuer is announced anyway.
    pub fn authorization_server(mut self, issuer: impl Into<String>) -> Self {
        self.authorization_servers.push(issuer.into());
        self
    }

    /// Also accepts tokens for this audience, for an authorization server that identifies the
    /// server by something other than its URL, such as `api://notes`.
    pub fn audience(mut self, audience: impl Into<String>) -> Self {
        self.audiences.get_or_insert_with(|| of_resource(&self.resource)).push(audience.into());
        self
    }

    /// Accepts tokens for these audiences, instead of the URL of the server.
    pub fn audiences<A: Into<String>>(mut self, audiences: impl IntoIterator<Item = A>) -> Self {
        self.audiences = Some(audiences.into_iter().map(Into::into).collect());
        self
    }

    /// Requires these scopes of every request.
    pub fn require_scopes<S: Into<String>>(mut self, scopes: impl IntoIterator<Item = S>) -> Self {
        self.needed.extend(scopes.into_iter().map(Into::into));
        self
    }

    /// Makes clients ask for these scopes first, instead of those that every request needs.
    pub fn scopes_supported<S: Into<String>>(
        mut self,
        scopes: impl IntoIterator<Item = S>,
    ) -> Self {
        self.supported = Some(scopes.into_iter().map(Into::into).collect());
        self
    }

    /// Makes a broad scope imply narrower ones.
    ///
    /// Source: [2026-07-28, "Authorization", Step-Up Authorization Flow](https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization#step-up-authorization-flow).
    pub fn implies<S: Into<String>>(
        mut self,
        broad: impl Into<String>,
        narrow: impl IntoIterator<Item = S>,
    ) -> Self {
        self.implied.push((broad.into(), narrow.into_iter().map(Into::into).collect()));
        self
    }

    /// Sets the name that clients show to people.
    pub fn name(mut self, name: impl Into<String>) -> Self {
        self.name = Some(name.into());
        self
    }

    /// Sets the URL of a page for developers of clients.
    pub fn documentation(mut self, url: impl Into<String>) -> Self {
        self.documentation = Some(url.into());
        self
    }

    /// Accepts a verified token for this long without verifying it again (by default 5 minutes, or
    /// 30 seconds with introspection), and never after it expires.
    pub fn remember(mut self, time: Duration) -> Self {
        self.remembered = Some(time);
        self
    }

    /// Gives authorization servers this long to respond (by default 5 seconds).
    pub fn answer_timeout(mut self, time: Duration) -> Self {
        self.answer_time = time;
        self
    }

    /// Accepts tokens that are bound to a key of the client (DPoP), each with a proof that the
    /// client has the key. Without this, such tokens are refused.
    ///
    /// ```
    /// use mcp_runtime_auth::{Dpop, ProtectedResource};
    ///
    /// let resource = ProtectedResource::new("https://mcp.example.com/mcp")
    ///     .issuer("https://login.example.com")
    ///     .dpop(Dpop::optional());
    /// ```
    pub fn dpop(mut self, dpop: Dpop) -> Self {
        self.dpop = Some(dpop);
        self
    }

    /// The host by which clients reach the server.
    pub(super) fn host(&self) -> Result<String> {
        let url = parse(&self.resource)?;
        let host = url.host_str().unwrap_or_default();
        Ok(url.port().map_or_else(|| host.to_owned(), |port| format!("{host}:{port}")))
    }

    /// The audiences of which a token needs one.
    pub(super) fn audience_list(&self) -> Vec<String> {
        self.audiences.clone().unwrap_or_else(|| of_resource(&self.resource))
    }

    /// The metadata document that clients read.
    pub(super) fn metadata(&self) -> ProtectedResourceMetadata {
        let mut metadata = ProtectedResourceMetadata::default();
        metadata.resource.clone_from(&self.resource);
        metadata.authorization_servers.clone_from(&self.authorization_servers);
        metadata.scopes_supported = self.supported.clone().unwrap_or_else(|| self.needed.clone());
        metadata.bearer_methods_supported = vec!["header".to_owned()];
        metadata.resource_name.clone_from(&self.name);
        metadata.resource_documentation.clone_from(&self.documentation);
        if let Some(dpop) = &self.dpop {
            metadata.dpop_signing_alg_values_supported = Some(dpop.names());
            metadata.dpop_bound_access_tokens_required = dpop.is_required().then_some(true);
        }
        metadata
    }

    /// Rejects settings that cannot work, or that cannot be intended.
    pub(super) fn check(&self) -> Result<()> {
        let wrong = |why: String| Err(Error::other(format!("invalid protected resource: {why}")));
        if self.audience_list().is_empty() {
            return wrong("it has no audience, so no token could be accepted".to_owned());
        }
        if self.authorization_servers.is_empty() {
            return wrong("it has no issuer of tokens: name one".to_owned());
        }
        for issuer in &self.authorization_servers {
            parse(issuer)?;
        }
        let all = self.needed.iter().chain(self.supported.iter().flatten());
        for scope in all {
            let fits = |byte| matches!(byte, b'!' | b'#'..=b'[' | b']'..=b'~');
            if scope.is_empty() || !scope.bytes().all(fits) {
                return wrong(format!("{scope:?} is not a scope"));
            }
            if scope == "offline_access" {
                return wrong(
                    "the scope `offline_access` is for clients to request, not for servers to require".to_owned(),
                );
            }
        }
        Ok(())
    }

    /// The verifier of its tokens, and how long its results are cached.
    pub(super) fn verifier(&mut self) -> Result<(Box<dyn Verifier>, Duration)> {
        let audiences = self.audience_list();
        let issuers = std::mem::take(&mut self.issuers);
        let time = self.answer_time;
        let (verifier, longest): (Box<dyn Verifier>, _) = match (
            self.verifier.take(),
            self.introspection.take(),
            issuers,
        ) {
            (Some(verifier), None, issuers) if issuers.is_empty() => (verifier, REMEMBER_FOR),
            (None, Some((issuer, endpoint, client, secret)), issuers) if issuers.is_empty() => {
                let asks = Introspection::new(issuer, endpoint, &client, &secret, time)?;
                (Box::new(asks), REMEMBER_INTROSPECTED_FOR)
            }
            (None, None, issuers) if !issuers.is_empty() => {
                (Box::new(Issuers::new(issuers, &audiences, time)?), REMEMBER_FOR)
            }
            _ => {
                let message = "invalid protected resource: use exactly one of `issuer`, `introspect` and `verify_with` to verify its tokens";
                return Err(Error::other(message));
            }
        };
        Ok((verifier, self.remembered.unwrap_or(longest)))
    }
}

/// The audiences of a resource: clients send a URL without a path with or without a slash.
fn of_resource(resource: &str) -> Vec<String> {
    let is_bare = |url: &str| url.split_once("://").is_some_and(|(_, rest)| !rest.contains('/'));
    match resource.strip_suffix('/').filter(|bare| is_bare(bare)) {
        Some(bare) => vec![resource.to_owned(), bare.to_owned()],
        None if is_bare(resource) => vec![resource.to_owned(), format!("{resource}/")],
        None => vec![resource.to_owned()],
    }
}
