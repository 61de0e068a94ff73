//! What a legacy server and its client know each other by.
//!
//! Source: [2025-11-25, "Transports", Streamable HTTP, "Session Management"](https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#session-management).

use reqwest::header::{HeaderName, HeaderValue};

use crate::protocol::ProtocolVersion;

/// What a legacy server calls a session.
pub(super) const SESSION_ID: HeaderName = HeaderName::from_static("mcp-session-id");

/// A session with a legacy server; a modern one has none.
#[derive(Clone, Default)]
pub(super) struct ClientSession {
    /// What was agreed on, in either era.
    pub(super) version: Option<ProtocolVersion>,
    pub(super) id: Option<HeaderValue>,
    /// How many sessions there were before.
    pub(super) number: usize,
    /// The server did not get `initialized` yet, so no other message may go out.
    pub(super) is_opening: bool,
}
