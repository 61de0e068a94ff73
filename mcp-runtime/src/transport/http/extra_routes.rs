//! Routes other than MCP's, behind the same host and origin checks.
//!
//! Implemented by the page of a server; this module decides when they are used.

use http::Response;
use http::request::Parts;

use super::Http;
use super::head::{Head, OwnedHead};
use super::refusal::Refusal;
use super::responses::{Body, Recording};

/// Serves other content at paths of its own, and may record MCP exchanges.
pub(crate) trait ExtraRoutes: Send + Sync {
    /// Whether this serves a path.
    fn serves(&self, path: &str) -> bool;

    /// Responds to a request for one of its paths; `mcp` is the path of MCP.
    ///
    /// # Errors
    ///
    /// If the request is not served.
    fn respond(&self, head: &Parts, mcp: &str) -> Result<Response<Body>, Refusal>;

    /// Records an MCP request, and returns the recorder for its response; `None` if exchanges are
    /// not recorded.
    fn record(&self, head: &Parts, body: &[u8]) -> Option<Box<dyn Recording>>;
}

impl Http {
    /// Whether a path is one of the extra routes.
    pub(super) fn is_extra_route(&self, path: &str) -> bool {
        self.extra_routes.as_ref().is_some_and(|routes| routes.serves(path))
    }

    /// Responds to a request for an extra route.
    pub(super) fn respond_extra_route(&self, head: &OwnedHead) -> Result<Response<Body>, Refusal> {
        let head = Head::read(head);
        self.options.host_and_origin.check(&head)?;
        match &self.extra_routes {
            Some(routes) => routes.respond(head.parts, &self.options.path),
            None => Err(Refusal::new(http::StatusCode::NOT_FOUND, "nothing is served here")),
        }
    }
}
