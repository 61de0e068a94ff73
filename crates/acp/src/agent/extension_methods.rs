//! Extension methods of the server, for clients of agents: their names are prefixed with `_`. A
//! capability in `_meta` declares the extension of that name.
//!
//! Source: [ACP, "Extensibility"](https://agentclientprotocol.com/protocol/extensibility).

use std::sync::Arc;

use super::connection_state::ConnectionState;
use crate::protocol::ClientSide;
use mcp_runtime::internal::IncomingCall;
use mcp_runtime::internal::Step;
use mcp_runtime::internal::{BackChannel, Params, RequestContext};
use mcp_runtime_protocol::jsonrpc::{ErrorCode, ErrorObject, RequestId};
use mcp_runtime_protocol::{ExtensionMethod, Method, MethodKind, ProtocolVersion};

/// Serves a request, if an extension defines its method; otherwise `None`.
pub(super) fn request(
    shared: &ConnectionState,
    client: &Arc<ClientSide>,
    id: &RequestId,
    method: &str,
    params: Option<&str>,
) -> Option<Result<Step, ErrorObject>> {
    let method = find(shared, method, MethodKind::Request)?;
    let params = match Params::scan(params) {
        Ok(params) => params,
        Err(error) => return Some(Err(error)),
    };
    let context = context(client, id.clone());
    match shared.server.call(context, Method::Extension(method), &params) {
        // For a client that did not declare the extension, the method does not exist.
        Step::Ready(Err(error)) if error.code == ErrorCode::MISSING_REQUIRED_CLIENT_CAPABILITY => {
            None
        }
        step => Some(Ok(step)),
    }
}

/// Handles a notification, if an extension defines its method.
pub(super) fn notified(
    shared: &ConnectionState,
    client: &Arc<ClientSide>,
    method: &str,
    params: Option<&str>,
) {
    let Some(method) = find(shared, method, MethodKind::Notification) else { return };
    let Ok(params) = Params::scan(params) else { return };
    let context = context(client, RequestId::Integer(0));
    let method = Method::Extension(method);
    shared.server.notified(IncomingCall { context, method, params: &params });
}

fn find(
    shared: &ConnectionState,
    method: &str,
    kind: MethodKind,
) -> Option<&'static ExtensionMethod> {
    let name = method.strip_prefix('_')?;
    shared.server.extension_method(name).filter(|method| method.kind == kind)
}

/// The context of a request outside of any session: it cannot send requests or progress to the
/// client.
fn context(client: &Arc<ClientSide>, id: RequestId) -> RequestContext {
    let facts = client.facts().as_ref().clone();
    RequestContext::unsent(id, ProtocolVersion::LATEST, facts, BackChannel::none())
}
