//! What only HTTP needs from a server, and what a handler can know about HTTP.

use std::any::Any;
use std::sync::Arc;

use http::request::Parts;

use super::{Context, Handle, Server};
use crate::jsonrpc::string;
use crate::protocol::Method;
use crate::schema::Mirrored;
use crate::session::{IncomingCall, SessionConfig};

impl Server {
    /// Whether any code may read the transport's requests.
    pub(crate) fn reads_requests(&self) -> bool {
        self.0.hooks.reads_requests
    }

    /// Returns another handle, whose clones have their own reference count: contention on one count
    /// costs several threads more than the rest of a clone.
    pub(crate) fn with_own_count(&self) -> Self {
        let Handle { inner, session_config, network } = &*self.0;
        let (inner, session_config) =
            (Arc::clone(inner), Arc::new(SessionConfig::clone(session_config)));
        Self(Arc::new(Handle { inner, session_config, network: *network }))
    }

    /// The arguments that a call mirrors in headers; `None` if there are none.
    pub(crate) fn mirrored(&self, call: &IncomingCall<'_>) -> Option<Arc<[Mirrored]>> {
        let current = self.current();
        // Few servers have any, and the others need not look up the tool here.
        if !current.mirrors || call.method != Method::CallTool {
            return None;
        }
        let tool = current.catalog.tools.get(&string(call.params.name?)?)?;
        let mirrored = tool.mirrored.as_ref().ok().filter(|mirrored| !mirrored.is_empty())?;
        // A caller that may not see the tool must not learn its arguments.
        let context = Context::new(self.clone(), call.context.clone());
        context.can_see(&**tool).then(|| Arc::clone(mirrored))
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
