//! What the token of a request allows.

use std::sync::Arc;

/// The scopes that a request has: what its token, or middleware, says it may do.
///
/// A verified token brings them. Middleware of your own puts them into the extensions of the request,
/// beside the [`Principal`](crate::http::Principal); without them, handlers that
/// need scopes are refused over HTTP.
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
    /// These scopes, and no others.
    pub fn new<S: Into<String>>(scopes: impl IntoIterator<Item = S>) -> Self {
        Self(scopes.into_iter().map(|scope| scope.into().into_boxed_str()).collect())
    }

    /// Whether one is among them.
    pub fn contains(&self, scope: &str) -> bool {
        self.0.iter().any(|granted| &**granted == scope)
    }

    /// Whether all of these are among them.
    pub fn contains_all<'s>(&self, scopes: impl IntoIterator<Item = &'s str>) -> bool {
        scopes.into_iter().all(|scope| self.contains(scope))
    }

    /// Each of them.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|scope| &**scope)
    }
}
