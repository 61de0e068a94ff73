//! Who sends a request, as far as HTTP knows.

use std::net::IpAddr;
use std::sync::Arc;

/// Who sends a request: a session of a legacy client serves only the principal that opened it, and
/// a question is answered only by the principal that was asked.
///
/// Middleware that authenticates requests puts one into the extensions of the request.
///
/// ```
/// use mcp_runtime::http::Principal;
///
/// let mut request = http::Request::new(());
/// request.extensions_mut().insert(Principal::new("alice"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Principal(Arc<str>);

impl Principal {
    /// A principal by what distinguishes it from all others, such as issuer and subject of its token.
    pub fn new(name: impl Into<Arc<str>>) -> Self {
        Self(name.into())
    }

    pub(crate) fn name(&self) -> Arc<str> {
        Arc::clone(&self.0)
    }
}

/// Where a client is: unauthenticated callers are distinguished by it, so that one of
/// them cannot use up what is there for all.
///
/// A server that [serves alone](super::Http::serve) knows it. Where the service is mounted, and
/// behind a proxy, middleware puts it into the extensions of the request; take it from no header
/// that a client can write. It does not identify anybody: a session serves whoever has its id.
///
/// ```
/// use mcp_runtime::http::RemoteAddress;
///
/// let mut request = http::Request::new(());
/// request.extensions_mut().insert(RemoteAddress([203, 0, 113, 7].into()));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RemoteAddress(pub IpAddr);
