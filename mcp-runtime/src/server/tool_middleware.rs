//! Middleware of extensions around tool calls, for the clients that declared them.

use serde_json::Value;

use super::layer::{Request, tool_in};
use super::response::{BoxFuture, Step};
use super::{Context, Reply, Response, Server};
use crate::debug::short_debug;
use crate::error::{BoxError, Error, Result};
use crate::jsonrpc::ErrorObject;
use crate::negotiation::Params;
use crate::protocol::{ClientCapability, ExtensionId, Method};

/// The middleware of an extension around tool calls.
pub(crate) struct AroundTool {
    pub(crate) extension: ExtensionId,
    pub(crate) run: Box<dyn Fn(ToolCall, Next) -> BoxFuture<Response> + Send + Sync>,
    pub(crate) location: &'static str,
}

short_debug!(AroundTool { extension, location });

/// A call to a tool, before the tool runs.
pub struct ToolCall {
    /// The caller, and everything else that is known about the call.
    pub context: Context,
    params: Option<String>,
}

short_debug!(ToolCall { context });

impl ToolCall {
    /// The name of the tool; empty if the call does not name one.
    #[inline]
    pub fn name(&self) -> String {
        tool_in(self.params.as_deref()).unwrap_or_default()
    }

    /// The arguments.
    #[inline]
    pub fn arguments(&self) -> Value {
        let params = Params::scan(self.params.as_deref()).ok();
        let arguments = params.and_then(|params| serde_json::from_str(params.arguments.raw?).ok());
        arguments.unwrap_or_default()
    }
}

/// What comes after an extension: the next one, or the tool.
#[derive(Clone, Debug)]
pub struct Next {
    /// How many extensions come before.
    position: usize,
}

impl Next {
    /// Runs the call. It may be run in a spawned task, which need not be awaited.
    ///
    /// # Errors
    ///
    /// When the response to the call is a protocol error.
    pub async fn run(self, call: ToolCall) -> Result<Reply> {
        around(call, self.position).await.map_err(Error::from)
    }
}

impl Server {
    /// Serves a request inside all layers.
    pub(crate) fn serve_innermost(&self, request: Request) -> BoxFuture<Result<Reply, BoxError>> {
        let Request { context, method, params } = request;
        // Inside the layers of a mounted server the extensions have been passed already.
        let is_outermost = self.mount().place.index.is_none();
        if method == Method::CallTool && is_outermost && self.0.extensions.are_around_tools() {
            let response = around(ToolCall { context, params }, 0);
            return Box::pin(async move { response.await.map_err(BoxError::from) });
        }
        let response = handle(context, method, params.as_deref());
        Box::pin(async move { response.await.map_err(BoxError::from) })
    }
}

/// Runs a call through the extensions that its client declared, from a position on.
fn around(call: ToolCall, position: usize) -> BoxFuture<Response> {
    let server = call.context.server().clone();
    let mut rest = server.0.extensions.around.iter().enumerate().skip(position);
    let declared = |(_, around): &(usize, &AroundTool)| {
        call.context.request().can(ClientCapability::Extension(around.extension))
    };
    let Some((found, around)) = rest.find(declared) else {
        return handle(call.context, Method::CallTool, call.params.as_deref());
    };
    let response = (around.run)(call, Next { position: found + 1 });
    let extension = around.extension;
    Box::pin(async move { check(&server, extension, response.await) })
}

/// Calls the handler, for code that may look at its response.
fn handle(context: Context, method: Method, params: Option<&str>) -> BoxFuture<Response> {
    let server = context.server().clone();
    let step = match Params::scan(params) {
        Ok(params) => server.handle(context, method, &params, None, None),
        Err(error) => Step::Ready(Err(error)),
    };
    Box::pin(async move { step.response().await.and_then(Reply::expanded) })
}

/// Allows only the result types that the extension lists: a client cannot know others.
///
/// Source: [2026-07-28, "Overview", Result Responses](https://modelcontextprotocol.io/specification/2026-07-28/basic).
fn check(server: &Server, extension: ExtensionId, response: Response) -> Response {
    if let Ok(Reply::Extension(result)) = &response {
        let kind = result.result_type().unwrap_or_default();
        if !server.0.extensions.has_result(extension, kind) {
            tracing::error!(%extension, kind, "the extension does not list this kind of result");
            return Err(ErrorObject::internal("the result is of an unknown kind"));
        }
    }
    response
}
