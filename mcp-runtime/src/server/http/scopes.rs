//! The scopes that calls over HTTP need.
//!
//! Source: [2026-07-28, "Authorization", Scope Challenge Handling](https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization#scope-challenge-handling).

use std::collections::BTreeSet;

use crate::jsonrpc::string;
use crate::negotiation::Params;
use crate::protocol::Method;
use crate::server::catalog::{Entry as _, ToolEntry};
use crate::server::handler::Handler;
use crate::server::{Current, Server};

impl Server {
    /// The scopes that a call needs, unless what it calls may be hidden from callers. A tool that is
    /// known is not looked up.
    pub(crate) fn needed_scopes(
        &self,
        method: Method,
        params: &Params<'_>,
        tool: Option<&ToolEntry>,
    ) -> &'static [&'static str] {
        if self.0.mount.hooks.visible.is_some() {
            return &[];
        }
        let current = self.current();
        let handler = tool.map(|tool| tool.handler());
        match handler.or_else(|| current.called(method, params)) {
            Some(handler) if !handler.has_rules() => handler.target.call.scopes,
            _ => &[],
        }
    }

    /// The scopes that its handlers need, without duplicates.
    pub(crate) fn scopes_of_handlers(&self) -> BTreeSet<&'static str> {
        let current = self.current();
        let catalog = &current.catalog;
        let tools = catalog.tools.iter().map(|entry| &entry.handler().target);
        let prompts = catalog.prompts.iter().map(|entry| &entry.handler().target);
        let resources = catalog.resources.iter().map(|entry| &entry.handler().target);
        let templates = catalog.templates.iter().map(|entry| &entry.handler().target);
        let targets = tools.chain(prompts).chain(resources).chain(templates);
        targets.flat_map(|target| target.call.scopes.iter().copied()).collect()
    }
}

impl Current {
    /// The handler of a call, whether or not its caller may see it.
    fn called(&self, method: Method, params: &Params<'_>) -> Option<&Handler> {
        let name = || params.name.and_then(string);
        match method {
            Method::CallTool => Some(self.catalog.tools.get(&name()?)?.handler()),
            Method::GetPrompt => Some(self.catalog.prompts.get(&name()?)?.handler()),
            Method::ReadResource | Method::Subscribe => {
                let uri = params.uri.and_then(string)?;
                Some(self.find_resource(&uri, |_| true)?.0.handler())
            }
            _ => None,
        }
    }
}
