//! What other protocols need of the handlers of the server: their requests are those of a legacy
//! session.

use std::any::Any;
use std::sync::Arc;

use serde_json::{Map, Value, json};

use super::{RawPeer, RequestAction};
use crate::caller::Caller;
use crate::error::{Error, Result};
use crate::jsonrpc::{ErrorCode, ErrorObject, RequestId, SharedPeer};
use crate::negotiation::{
    BackChannel, ClientFacts, LogGate, Params, RequestContext, SharedInSession, TransportRequest,
};
use crate::protocol::{
    CallToolResult, ExtensionMethod, Method, MethodKind, ProgressToken, ProtocolVersion,
    ServerCapabilities, Tool,
};
use crate::quota::{Account, Share, UNCHARGED_BYTES};
use crate::server::response::Step;
use crate::server::{Context, Reply, Server};
use crate::session::{IncomingCall, full};

/// What a handler runs in, which its context parameters can ask for.
struct Scope(Arc<dyn Any + Send + Sync>);

impl TransportRequest for Scope {
    /// The protocol keeps it anyway.
    fn weight(&self) -> usize {
        0
    }

    /// Only HTTP has scopes.
    fn has_scopes(&self, _: &[&str]) -> bool {
        true
    }
}

/// The context of a request that a handler serves within another protocol. Its notifications and
/// questions go to `peer`.
pub fn handler_context(
    client: &RawPeer,
    facts: &Arc<ClientFacts>,
    session: &Arc<SharedInSession>,
    id: impl Into<RequestId>,
    peer: SharedPeer,
    scope: Arc<dyn Any + Send + Sync>,
) -> Context {
    let request = RequestContext {
        id: id.into(),
        version: ProtocolVersion::LATEST_LEGACY,
        client: Arc::clone(facts),
        progress_token: None,
        log: LogGate::Session(Arc::clone(session)),
        peer,
        transport: Some(Arc::new(Scope(scope))),
        back: client.back_channel(),
        caller: Caller::Anonymous,
    };
    Context::new(client.server().clone(), request)
}

/// The scope of the context, if it has one of this type.
pub fn handler_scope<T: Any>(context: &Context) -> Option<&T> {
    let request: &dyn Any = &**context.request().transport.as_ref()?;
    request.downcast_ref::<Scope>()?.0.downcast_ref()
}

/// The tools that the caller of a request may see.
#[inline]
pub fn tools(context: &Context) -> Vec<Tool> {
    let current = context.server().current();
    let tools = current.catalog.tools.iter().filter(|tool| context.can_see(&***tool));
    tools.map(|tool| tool.tool.clone()).collect()
}

/// A tool by its name, if the caller of a request may see it, whether an agent asks for permission
/// before it calls the tool, and the kind of operation that the tool declares.
#[inline]
pub fn tool(context: &Context, name: &str) -> Option<(Tool, bool, Option<&'static str>)> {
    let current = context.server().current();
    let tool = current.catalog.tools.get(name).filter(|tool| context.can_see(&***tool))?;
    let call = &tool.handler.target.call;
    Some((tool.tool.clone(), call.ask, call.operation))
}

/// Calls a tool, as an MCP request would; progress has the id of the request as its token.
///
/// # Errors
///
/// When the request is refused.
pub async fn call_tool(context: Context, name: &str, arguments: Value) -> Result<CallToolResult> {
    let params = json!({ "name": name, "arguments": arguments }).to_string();
    let server = context.server().clone();
    let mut request = context.into_request();
    request.progress_token = Some(ProgressToken(request.id.clone()));
    let step = {
        let params = Params::scan(Some(&params)).map_err(Error::other)?;
        server.call(request, Method::CallTool, &params)
    };
    match step.response().await.and_then(Reply::expanded) {
        Ok(Reply::Tool(result)) => Ok(result),
        Ok(_) => Err(Error::other(format!("the tool {name:?} did not return a tool result"))),
        Err(error) => Err(Error::other(error.message)),
    }
}

/// What the preview of a tool returns for a call, as the result of a tool; `None` if it has none.
///
/// # Errors
///
/// When there is no result.
#[inline]
pub async fn preview_tool(
    mut context: Context,
    name: &str,
    arguments: &Value,
) -> Result<Option<CallToolResult>> {
    let current = context.server().current();
    let Some(preview) = current.catalog.tools.get(name).and_then(|tool| tool.preview.clone())
    else {
        return Ok(None);
    };
    let params = json!({ "name": name, "arguments": arguments }).to_string();
    let called = {
        let params = Params::scan(Some(&params)).map_err(Error::other)?;
        preview.call(&mut context, &params)
    };
    let step = called.map_err(|error| Error::other(error.message))?;
    match step.response().await.and_then(Reply::expanded) {
        Ok(Reply::Tool(result)) => Ok(Some(result)),
        Ok(_) => Err(Error::other(format!("the preview of {name:?} did not return a tool view"))),
        Err(error) => Err(Error::other(error.message)),
    }
}

/// The declared extensions by their identifiers, with their settings.
#[inline]
pub fn declared_extensions(server: &Server) -> Map<String, Value> {
    let mut capabilities = ServerCapabilities::default();
    server.0.extensions.declare(&mut capabilities);
    capabilities.extensions.unwrap_or_default()
}

/// Serves a request outside of any session, if an extension defines its method.
///
/// # Errors
///
/// When the parameters are not an object.
#[inline]
pub fn request_extension(
    server: &Server,
    client: &ClientFacts,
    id: &RequestId,
    method: &str,
    params: Option<&str>,
) -> Option<std::result::Result<RequestAction, ErrorObject>> {
    let method = extension_method(server, method, MethodKind::Request)?;
    let params = match Params::scan(params) {
        Ok(params) => params,
        Err(error) => return Some(Err(error)),
    };
    match server.call(outside(client, id.clone()), method, &params) {
        // For a client that did not declare the extension, the method does not exist.
        Step::Ready(Err(error)) if error.code == ErrorCode::MISSING_REQUIRED_CLIENT_CAPABILITY => {
            None
        }
        Step::Ready(response) => Some(Ok(RequestAction::Ready(response))),
        Step::Pending(response) => Some(Ok(RequestAction::Pending(response))),
    }
}

/// Handles a notification outside of any session, if an extension defines its method.
#[inline]
pub fn notify_extension(server: &Server, client: &ClientFacts, method: &str, params: Option<&str>) {
    let Some(method) = extension_method(server, method, MethodKind::Notification) else { return };
    let Ok(params) = Params::scan(params) else { return };
    let context = outside(client, RequestId::Integer(0));
    server.notified(IncomingCall { context, method, params: &params });
}

#[inline]
fn extension_method(server: &Server, name: &str, kind: MethodKind) -> Option<Method> {
    let is = |method: &&'static ExtensionMethod| method.name == name && method.kind == kind;
    server.0.extensions.methods().find(is).map(Method::Extension)
}

/// The context of a request outside of any session: it cannot send requests or progress to the
/// client.
#[inline]
fn outside(client: &ClientFacts, id: RequestId) -> RequestContext {
    RequestContext::unsent(id, ProtocolVersion::LATEST, client.clone(), BackChannel::none())
}

/// Reserves the memory for a request that is running, if it is large.
///
/// # Errors
///
/// When the running requests have reached their limit of bytes.
pub fn reserve(server: &Server, bytes: usize) -> std::result::Result<Option<Share>, ErrorObject> {
    let mut share = None;
    let account = Account::new(server.bytes_in_flight(), Caller::Anonymous);
    if bytes > UNCHARGED_BYTES && !account.reserve_capped(&mut share, bytes) {
        return Err(full());
    }
    Ok(share)
}
