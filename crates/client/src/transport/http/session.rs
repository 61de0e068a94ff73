//! The session between a client and a legacy server.
//!
//! Source: [2025-11-25, "Transports", Streamable HTTP, "Session Management"](https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#session-management).

use reqwest::header::{HeaderName, HeaderValue};

use crate::protocol::ProtocolVersion;

/// The header with the id of a session.
pub(super) const SESSION_ID: HeaderName = HeaderName::from_static("mcp-session-id");

/// A session with a legacy server; a modern server does not have any.
#[derive(Clone, Default)]
pub(super) struct ClientSession {
    /// The negotiated revision, in either era.
    pub(super) version: Option<ProtocolVersion>,
    pub(super) id: Option<HeaderValue>,
    /// How many sessions there were before this one.
    pub(super) number: usize,
    /// Whether the server has yet to get `initialized`; until then, no other message may be sent.
    pub(super) is_opening: bool,
}
