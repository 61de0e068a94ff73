//! What a server lists of its tools, and which of them a call is for.

use super::Server;
use super::catalog::ToolEntry;
use crate::jsonrpc::ErrorObject;
use crate::negotiation::Params;
use crate::protocol::{Method, Tool};

/// Decides which tools a server lists, and which tool a call is for: for servers with more tools than
/// a model should see at once.
///
/// [`with_tool_directory`](crate::middleware::with_tool_directory) gives it to a server. The crate
/// [`mcp-runtime-tools`](https://docs.rs/mcp-runtime-tools) searches tools with it.
pub trait ToolDirectory: Send + Sync + 'static {
    /// Whether clients find a tool in the list. One that is not listed can be called all the same.
    ///
    /// It must be the same for all callers: [`visible`](crate::ServerBuilder::visible) hides tools
    /// from some.
    fn is_listed(&self, tool: &Tool) -> bool;

    /// Returns the parameters of the call to run instead, as JSON; `None` runs the call unchanged.
    /// `params` are the parameters of the `tools/call` request.
    ///
    /// Observers, rules, limits and layers see only the call that is run.
    fn redirect(&self, server: &Server, params: &str) -> Option<String>;
}

/// A [`ToolDirectory`], for the server.
///
/// It is a trait so that a program without a directory contains none of this code.
pub(super) trait Directs: Send + Sync {
    /// Whether a tool is listed.
    fn lists(&self, tool: &ToolEntry) -> bool;

    /// The parameters of the request to run instead, if there is one; `text` keeps their JSON.
    ///
    /// # Errors
    ///
    /// When they are not those of a request.
    fn redirect<'a>(
        &self,
        server: &Server,
        method: Method,
        params: &Params<'_>,
        text: &'a mut String,
    ) -> Result<Option<Params<'a>>, ErrorObject>;
}

impl<D: ToolDirectory> Directs for D {
    fn lists(&self, tool: &ToolEntry) -> bool {
        self.is_listed(&tool.tool)
    }

    fn redirect<'a>(
        &self,
        server: &Server,
        method: Method,
        params: &Params<'_>,
        text: &'a mut String,
    ) -> Result<Option<Params<'a>>, ErrorObject> {
        let is_call = matches!(method, Method::CallTool);
        let params = params.raw.filter(|_| is_call);
        let Some(redirected) =
            params.and_then(|params| ToolDirectory::redirect(self, server, params))
        else {
            return Ok(None);
        };
        *text = redirected;
        Params::scan(Some(text)).map(Some)
    }
}
