//! The sender of a request, as far as HTTP knows.

use std::net::IpAddr;
use std::sync::Arc;

/// The principal that sends a request: a session, which clients up to 2025-11-25 have, serves only
/// the principal that opened it, and only the principal that was asked a question can answer it.
///
/// Middleware that authenticates requests inserts one into the extensions of the request.
///
/// ```
/// use mcp_runtime::http::Principal;
///
/// let mut request = http::Request::new(());
/// request.extensions_mut().insert(Principal::new("alice"));
/// ```
///
/// Two of them are equal if their names and their [keys](Self::bound_to) are.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Principal {
    name: Arc<str>,
    key: Option<Arc<str>>,
}

impl Principal {
    /// Creates a principal from what distinguishes it from all others, such as the issuer and
    /// subject of its token.
    pub fn new(name: impl Into<Arc<str>>) -> Self {
        Self { name: name.into(), key: None }
    }

    /// Binds it to a key that its requests prove to have, such as by the thumbprint of the key.
    ///
    /// Sessions and open questions then belong to the principal with this key, and to nobody else:
    /// neither to the same principal with another key, nor to one without any. Tasks and limits are
    /// those of the principal, by its name alone.
    #[must_use]
    pub fn bound_to(self, key: impl Into<Arc<str>>) -> Self {
        Self { key: Some(key.into()), ..self }
    }

    /// What distinguishes it from all others.
    #[must_use]
    pub fn name(&self) -> Arc<str> {
        Arc::clone(&self.name)
    }

    /// The key that it is bound to, if any.
    #[must_use]
    pub fn key(&self) -> Option<&Arc<str>> {
        self.key.as_ref()
    }
}

/// The address of a client. Unauthenticated callers are distinguished by it, so that one of them
/// cannot use up the resources for all.
///
/// A server that [serves standalone](super::Http::serve) knows it, also behind
/// [trusted proxies](super::Http::trusted_proxies). When the service is mounted, middleware inserts
/// it into the extensions of the request; do not take it from a header that clients can set. It does not authenticate anyone: a session serves anyone who
/// has its id.
///
/// ```
/// use mcp_runtime::http::RemoteAddress;
///
/// let mut request = http::Request::new(());
/// request.extensions_mut().insert(RemoteAddress([203, 0, 113, 7].into()));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RemoteAddress(pub IpAddr);

/// The user, by its number, whose process has connected to a [Unix socket](super::Http::serve_unix)
/// of a server that serves standalone. It is in the extensions of the request, for layers and
/// handlers; behind a proxy, it is the user of the proxy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PeerUser(pub u32);

/// The scopes that a request has been granted by its token or by middleware.
///
/// They are set from a verified token. Your own middleware inserts them into the extensions of the
/// request, next to the [`Principal`]; without them, handlers that need scopes are refused over
/// HTTP.
///
/// ```
/// use mcp_runtime::http::Scopes;
///
/// let mut request = http::Request::new(());
/// request.extensions_mut().insert(Scopes::new(["files:read", "files:write"]));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scopes(Arc<[Box<str>]>);

impl Scopes {
    /// Creates a set of exactly these scopes.
    pub fn new<S: Into<String>>(scopes: impl IntoIterator<Item = S>) -> Self {
        Self(scopes.into_iter().map(|scope| scope.into().into_boxed_str()).collect())
    }

    /// Whether it contains a scope.
    pub fn contains(&self, scope: &str) -> bool {
        self.0.iter().any(|granted| &**granted == scope)
    }

    /// Whether it contains all of these scopes.
    pub fn contains_all<'s>(&self, scopes: impl IntoIterator<Item = &'s str>) -> bool {
        scopes.into_iter().all(|scope| self.contains(scope))
    }

    /// Iterates over the scopes.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|scope| &**scope)
    }
}
