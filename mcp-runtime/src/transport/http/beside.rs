//! What is served beside MCP, behind the same guard.
//!
//! What it is, is elsewhere; here is when it is asked.

use http::Response;
use http::request::Parts;

use super::Http;
use super::body::Body;
use super::head::{Head, OwnedHead};
use super::recording::Recording;
use super::refusal::Refusal;

/// Serves something else than MCP at paths of its own, and may look on.
pub(crate) trait Beside: Send + Sync {
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
    /// Whether a path belongs to what is served beside MCP.
    pub(super) fn is_beside(&self, path: &str) -> bool {
        self.beside.as_ref().is_some_and(|beside| beside.serves(path))
    }

    /// Responds for what is served beside MCP.
    pub(super) fn respond_beside(&self, head: &OwnedHead) -> Result<Response<Body>, Refusal> {
        let head = Head::read(head);
        self.options.host_and_origin.check(&head)?;
        match &self.beside {
            Some(beside) => beside.respond(head.parts, &self.options.path),
            None => Err(Refusal::new(http::StatusCode::NOT_FOUND, "nothing is served here")),
        }
    }

    /// What takes note of the response to a request.
    pub(super) fn recording(&self, head: &Head<'_>, body: &[u8]) -> Option<Box<dyn Recording>> {
        self.beside.as_ref()?.record(head.parts, body)
    }
}
