//! What a server lists of its tools, and which of them a call is for.

use std::sync::Arc;

use super::Server;
use super::catalog::ToolEntry;
use super::observe::Observation;
use super::response::Step;
use crate::negotiation::Params;
use crate::protocol::{Method, Tool};
use crate::session::IncomingCall;

/// Decides which tools a server lists, and which tool a call is for: for servers with more tools than
/// a model should see at once.
///
/// It is used by [`ServerBuilder::tool_directory`](crate::ServerBuilder::tool_directory). The crate
/// [`mcp-runtime-tools`](https://docs.rs/mcp-runtime-tools) searches tools with it.
pub trait ToolDirectory: Send + Sync + 'static {
    /// Whether clients find a tool in the list. One that is not listed can be called all the same.
    ///
    /// It must be the same for all callers: [`visible`](crate::ServerBuilder::visible) hides tools
    /// from some.
    fn is_listed(&self, tool: &Tool) -> bool;

    /// The parameters of the call that a call stands for, as JSON text; `None` if it is to be served
    /// as it is.
    ///
    /// Everything after this sees only the call that is returned: observers, rules, limits and
    /// layers.
    fn redirect(&self, server: &Server, params: &str) -> Option<String>;
}

/// A [`ToolDirectory`], for the server.
///
/// It is a trait so that a program without a directory contains none of this code.
pub(super) trait Directs: Send + Sync {
    /// Whether a tool is listed.
    fn lists(&self, tool: &ToolEntry) -> bool;

    /// Starts to serve a request, or the one that it stands for.
    fn start(
        &self,
        server: &Server,
        call: IncomingCall<'_>,
        tool: Option<&Arc<ToolEntry>>,
        observation: &mut Option<Observation>,
    ) -> Step;
}

impl<D: ToolDirectory> Directs for D {
    fn lists(&self, tool: &ToolEntry) -> bool {
        self.is_listed(&tool.tool)
    }

    fn start(
        &self,
        server: &Server,
        call: IncomingCall<'_>,
        tool: Option<&Arc<ToolEntry>>,
        observation: &mut Option<Observation>,
    ) -> Step {
        let is_call = matches!(call.method, Method::CallTool);
        let params = call.params.raw.filter(|_| is_call);
        let Some(text) = params.and_then(|params| self.redirect(server, params)) else {
            return server.start_as_it_is(call, tool, observation);
        };
        match Params::scan(Some(&text)) {
            Ok(params) => {
                let call = IncomingCall { params: &params, ..call };
                server.start_as_it_is(call, None, observation)
            }
            Err(error) => Step::Ready(Err(error)),
        }
    }
}
