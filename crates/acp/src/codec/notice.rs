//! Notices: what a client shows beside the conversation.
//!
//! Source: [ACP, "Schema", Notice](https://agentclientprotocol.com/protocol/schema#notice).

use serde::Serialize;

use crate::protocol::UnavailableServer;

/// A notice on the wire, which is the same in all versions.
#[derive(Serialize)]
pub(super) struct Notice<'a> {
    severity: &'static str,
    title: String,
    description: &'a str,
}

impl<'a> Notice<'a> {
    /// The warning that a server cannot be used.
    pub(super) fn unavailable(server: &'a UnavailableServer) -> Self {
        let (title, description) = (Self::title_of(server), &server.reason);
        Self { severity: "warning", title, description }
    }

    pub(super) fn title_of(server: &UnavailableServer) -> String {
        format!("The MCP server `{}` cannot be used", server.name)
    }
}
