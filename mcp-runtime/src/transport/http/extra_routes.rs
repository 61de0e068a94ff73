//! Routes other than that of MCP, behind the same checks of host and origin.
//!
//! The page of a server implements them; here is when they are asked.

use http::Response;
use http::request::Parts;

use super::Http;
use super::body::Body;
use super::head::{Head, OwnedHead};
use super::recording::Recording;
use super::refusal::Refusal;

/// Serves something other than MCP at paths of its own, and may record the exchanges of MCP.
pub(crate) trait ExtraRoutes: Send + Sync {
    /// Whether a path is one of its own.
    fn serves(&self, path: &str) -> bool;

    /// Responds to a request for one of its paths; MCP is served at `mcp`.
    ///
    /// # Errors
    ///
    /// Why it is not served.
    fn respond(&self, head: &Parts, mcp: &str) -> Result<Response<Body>, Refusal>;

    /// Takes note of a request for MCP, and gives what takes note of its response; `None` where exchanges are not recorded.
    fn record(&self, head: &Parts, body: &[u8]) -> Option<Box<dyn Recording>>;
}

impl Http {
    /// Whether a path is one of the extra routes.
    pub(super) fn is_extra_route(&self, path: &str) -> bool {
        self.extra_routes.as_ref().is_some_and(|routes| routes.serves(path))
    }

    /// Responds at an extra route.
    pub(super) fn respond_extra_route(&self, head: &OwnedHead) -> Result<Response<Body>, Refusal> {
        let head = Head::read(head);
        self.options.host_and_origin.check(&head)?;
        match &self.extra_routes {
            Some(routes) => routes.respond(head.parts, &self.options.path),
            None => Err(Refusal::new(http::StatusCode::NOT_FOUND, "nothing is served here")),
        }
    }

    /// What takes note of the response to a request.
    pub(super) fn recording(&self, head: &Head<'_>, body: &[u8]) -> Option<Box<dyn Recording>> {
        self.extra_routes.as_ref()?.record(head.parts, body)
    }
}
