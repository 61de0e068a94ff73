//! Extension methods of the server, for clients of agents: their names are prefixed with `_`. A
//! capability in `_meta` declares the extension of that name.
//!
//! Source: [ACP, "Extensibility"](https://agentclientprotocol.com/protocol/extensibility).

use mcp_runtime::Server;
use mcp_runtime::internal::{notify_extension, request_extension};
use mcp_runtime::other_protocol::RequestAction;
use mcp_runtime_protocol::jsonrpc::{ErrorObject, RequestId};

use crate::protocol::ClientSide;

/// Serves a request, if an extension defines its method; otherwise `None`.
pub(super) fn request(
    server: &Server,
    client: &ClientSide,
    id: &RequestId,
    method: &str,
    params: Option<&str>,
) -> Option<Result<RequestAction, ErrorObject>> {
    request_extension(server, client.facts(), id, method.strip_prefix('_')?, params)
}

/// Handles a notification, if an extension defines its method.
pub(super) fn notified(server: &Server, client: &ClientSide, method: &str, params: Option<&str>) {
    if let Some(method) = method.strip_prefix('_') {
        notify_extension(server, client.facts(), method, params);
    }
}
