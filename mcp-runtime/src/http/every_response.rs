//! The one place through which every response leaves, whether the service is mounted or serves connections
//! of its own: MCP, documents, probes, routes of the program, and whatever is refused. A header that
//! all of them should have is added here.
//!
//! Not said here is what a [layer](Http::layer) answers by itself, since layers are around this
//! service; what `Readiness` says, which is a service of its own; what a connection
//! gets that is one too many, or whose request hyper refuses (`standalone::max_connections` and
//! `standalone::connection_stream`); and that a connection is closed, which
//! `standalone::connection` knows.

use http::Response;

use super::Http;
use super::cors::Cors;
use super::refusal::Refusal;
use super::response_body::Body;

impl Http {
    /// Completes a response. A refusal is logged and reported to observers.
    #[inline]
    pub(super) fn send(
        &self,
        cors: &Cors,
        response: Result<Response<Body>, Refusal>,
    ) -> Response<Body> {
        let mut response = response.unwrap_or_else(|refusal| {
            self.server.refused(refusal.reason());
            refusal.into_response()
        });
        cors.add_to(&mut response);
        response
    }
}
