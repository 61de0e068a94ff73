//! Methods that extensions of the server define, to clients of agents: `_` and the name. A capability in
//! `_meta` is the declaration of the extension of that name.
//!
//! Source: [ACP, "Extensibility"](https://agentclientprotocol.com/protocol/extensibility).

use std::sync::Arc;

use super::shared::Shared;
use crate::acp::protocol::ClientSide;
use crate::jsonrpc::{ErrorCode, ErrorObject, RequestId};
use crate::negotiation::{BackChannel, Params, RequestContext};
use crate::protocol::{ExtensionMethod, Method, MethodKind, ProtocolVersion};
use crate::server::response::Step;
use crate::session::IncomingCall;

/// Serves a request, if an extension has its method; `None` if none does.
pub(super) fn request(
    shared: &Shared,
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
        // To who did not declare the extension there is no such method.
        Step::Ready(Err(error)) if error.code == ErrorCode::MISSING_REQUIRED_CLIENT_CAPABILITY => {
            None
        }
        step => Some(Ok(step)),
    }
}

/// Takes a notification, if an extension has its method.
pub(super) fn notified(
    shared: &Shared,
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

fn find(shared: &Shared, method: &str, kind: MethodKind) -> Option<&'static ExtensionMethod> {
    let name = method.strip_prefix('_')?;
    shared.server.extension_method(name).filter(|method| method.kind == kind)
}

/// A request that belongs to no session: nobody is asked anything, and its progress is sent to nobody.
fn context(client: &Arc<ClientSide>, id: RequestId) -> RequestContext {
    let facts = client.facts().as_ref().clone();
    RequestContext::unsent(id, ProtocolVersion::LATEST, facts, BackChannel::none())
}
