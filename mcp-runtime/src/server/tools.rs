//! Tools: how they are listed and called.
//!
//! Source: [2026-07-28, "Tools"](https://modelcontextprotocol.io/specification/2026-07-28/server/tools).

use std::sync::Arc;

use super::catalog::ToolEntry;
use super::handler::{CallDef, Target};
use super::observe::Observation;
use super::response::Step;
use super::tasks::ToolOfTask;
use super::{Context, Current, Reply, Server};
use crate::jsonrpc::ErrorObject;
use crate::negotiation::Params;
use crate::protocol::{ListToolsResult, Method};

impl Server {
    pub(super) fn list_tools(
        &self,
        context: &Context,
        cursor: Option<&str>,
    ) -> Result<Reply, ErrorObject> {
        self.list(
            Method::ListTools,
            context,
            cursor,
            |catalog| &catalog.tools,
            |server, tool| {
                let directory = &server.0.mount.hooks.directory;
                directory.as_ref().is_none_or(|directory| directory.lists(tool))
            },
            |tools, next_cursor, cache| {
                let mut result = ListToolsResult::default();
                result.tools = tools.into_iter().map(|entry| entry.tool.clone()).collect();
                result.next_cursor = next_cursor;
                (result.ttl_ms, result.cache_scope) = cache.stated();
                result
            },
        )
    }
}

impl Current {
    pub(super) fn call_tool(
        &self,
        context: &mut Context,
        params: &Params<'_>,
        tool: Option<&Arc<ToolEntry>>,
        observation: Option<&mut Observation>,
    ) -> Result<Step, ErrorObject> {
        let tool = match tool.filter(|tool| context.can_name(&***tool)) {
            Some(tool) => tool,
            None => self.catalog.tools.named(params.name, |tool| context.can_name(tool))?,
        };
        if let Some(observation) = observation {
            observation.set_handler(&tool.handler);
        }
        if self.has_tasks
            && let Some(tasks) = context.server().0.persistence.tasks.clone()
        {
            let Target { kind, call: CallDef { task, confirm, .. }, .. } = &tool.handler.target;
            let is_confirmed = confirm.is_some();
            let tool = ToolOfTask { name: kind.name(), def: *task, is_confirmed };
            tasks.may_become_task(context, tool, params)?;
        }
        tool.handler.call(context, params)
    }
}
