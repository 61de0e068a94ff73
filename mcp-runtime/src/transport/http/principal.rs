//! Who sends a request, as far as HTTP knows.

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
    /// A principal by what tells it from all others, such as issuer and subject of its token.
    pub fn new(name: impl Into<Arc<str>>) -> Self {
        Self(name.into())
    }

    pub(crate) fn name(&self) -> Arc<str> {
        Arc::clone(&self.0)
    }
}
