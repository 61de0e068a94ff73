//! What only HTTP needs from a server, and what a handler can know about HTTP.

mod request_extension;
mod scopes;

use std::any::Any;
use std::sync::Arc;

use http::request::Parts;

use crate::jsonrpc::string;
use crate::protocol::Method;
use crate::schema::Mirrored;
use crate::server::catalog::ToolEntry;
use crate::server::{Context, Handle, Server};
use crate::session::{IncomingCall, SessionConfig};

pub use request_extension::RequestExtension;

impl Server {
    /// Whether any code may read the transport's requests.
    pub(crate) fn reads_requests(&self) -> bool {
        self.0.mount.hooks.reads_requests
    }

    /// Returns another handle, whose clones have their own reference count: contention on one count
    /// costs several threads more than the rest of a clone.
    pub(crate) fn with_own_count(&self) -> Self {
        let session_config = Arc::new(SessionConfig::clone(self.session_config()));
        Self(Arc::new(Handle { session_config, ..self.0.again() }))
    }

    /// The tool that a call names, if it is the call of one.
    pub(crate) fn tool_of(&self, call: &IncomingCall<'_>) -> Option<Arc<ToolEntry>> {
        let name = call.params.name.filter(|_| call.method == Method::CallTool);
        self.current().catalog.tools.get(&string(name?)?).cloned()
    }

    /// Whether any tool mirrors arguments in headers.
    pub(crate) fn mirrors(&self) -> bool {
        self.current().mirrors
    }

    /// The arguments that a call of a tool mirrors in headers.
    pub(crate) fn mirrored<'a>(
        &self,
        call: &IncomingCall<'_>,
        tool: &'a ToolEntry,
    ) -> &'a [Mirrored] {
        let mirrored = tool.mirrored.as_deref().unwrap_or_default();
        // A caller that may not see the tool must not learn its arguments.
        let sees = || Context::new(self.clone(), call.context.clone()).can_see(tool);
        if mirrored.is_empty() || sees() { mirrored } else { &[] }
    }
}

impl Context {
    /// The head of the HTTP request, if the request came over HTTP: its headers, and its extensions
    /// with what the layers around the service inserted.
    ///
    /// Over HTTP+SSE it is the head of the request that opened the stream.
    ///
    /// ```
    /// use mcp_runtime::{Context, tool};
    ///
    /// /// Says with which program it is called.
    /// #[tool]
    /// fn agent(context: &Context) -> String {
    ///     let agent = context.http().and_then(|head| head.headers.get("user-agent")?.to_str().ok());
    ///     agent.unwrap_or("unknown").to_owned()
    /// }
    /// ```
    pub fn http(&self) -> Option<&Parts> {
        let request: &dyn Any = &**self.request().transport.as_ref()?;
        request.downcast_ref()
    }

    /// The id of the session that the request belongs to, if there are sessions.
    ///
    /// Source: [2025-11-25, "Transports", Session Management](https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#session-management).
    pub fn session_id(&self) -> Option<&str> {
        self.request().back.outgoing()?;
        self.http()?.headers.get("mcp-session-id")?.to_str().ok()
    }
}
