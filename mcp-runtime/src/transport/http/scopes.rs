//! The scopes of a request.

use std::sync::Arc;

/// The scopes that a request has been granted by its token or by middleware.
///
/// They are set from a verified token. Your own middleware inserts them into the extensions of the
/// request, next to the [`Principal`](crate::http::Principal); without them, handlers that need
/// scopes are refused over HTTP.
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
