//! A snapshot of the tools of all servers.

use std::collections::HashMap;
use std::sync::Arc;

use mcp_runtime_client::protocol::Tool;

use crate::error::CallError;
use crate::left_out::{LeftOut, Loss};
use mcp_runtime_protocol::tool_names::name_for_models;

/// A tool of a server, under the name by which models call it.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct HostTool {
    /// What models call it: unique among all servers.
    pub name: String,
    /// The name of the server.
    pub server: String,
    /// The tool, as the server lists it.
    pub tool: Arc<Tool>,
}

/// The tools of all servers at one moment.
///
/// One turn of a model uses one snapshot: what the model calls is looked up where the names came
/// from, though lists change meanwhile.
#[derive(Clone, Debug, Default)]
pub struct Tools(Arc<Snapshot>);

#[derive(Debug, Default)]
struct Snapshot {
    tools: Vec<Arc<HostTool>>,
    by_name: HashMap<String, usize>,
    left_out: Vec<LeftOut>,
}

impl Tools {
    /// The tools of servers, in order, by the name of each server.
    pub fn new<'s, T: Into<Arc<Tool>>>(
        servers: impl IntoIterator<Item = (&'s str, Vec<T>)>,
    ) -> Self {
        let mut snapshot = Snapshot::default();
        for (server, listed) in servers {
            for tool in listed {
                snapshot.add(server, tool.into());
            }
        }
        Self(Arc::new(snapshot))
    }

    /// The tools, in the order of the servers and of their lists.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &HostTool> {
        self.0.tools.iter().map(|tool| &**tool)
    }

    /// The tool that models call by this name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&HostTool> {
        self.shared(name).map(|tool| &**tool)
    }

    /// The tools that models are not offered, and why.
    #[must_use]
    pub fn left_out(&self) -> &[LeftOut] {
        &self.0.left_out
    }

    /// As [`get`](Self::get), for whoever keeps the tool.
    pub(crate) fn shared(&self, name: &str) -> Option<&Arc<HostTool>> {
        self.0.by_name.get(name).map(|at| &self.0.tools[*at])
    }

    /// The tool that models call by this name, to be called.
    pub(crate) fn find(&self, name: &str) -> Result<Arc<HostTool>, CallError> {
        self.shared(name)
            .cloned()
            .ok_or_else(|| CallError::unknown(format!("there is no tool {name}")))
    }
}

impl Snapshot {
    fn add(&mut self, server: &str, tool: Arc<Tool>) {
        let name = name_for_models(server, &tool.name);
        if self.by_name.contains_key(&name) {
            let why = format!("another tool is called {name} already");
            return self.left_out.push(LeftOut {
                server: server.to_owned(),
                tool: tool.name.clone(),
                loss: Loss::Tool,
                rule: Some("name.duplicate"),
                at: String::new(),
                why,
            });
        }
        self.by_name.insert(name.clone(), self.tools.len());
        self.tools.push(Arc::new(HostTool { name, server: server.to_owned(), tool }));
    }
}
