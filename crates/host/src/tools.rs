//! A snapshot of the tools of all servers.

use std::sync::Arc;

use mcp_runtime_client::protocol::Tool;

use crate::names::name_for_models;

/// A tool of a server, under the name by which models call it.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct HostTool {
    /// What models call it: unique among all servers.
    pub name: String,
    /// The name of the server.
    pub server: String,
    /// The tool, as the server lists it.
    pub tool: Tool,
}

/// A tool that models are not offered.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LeftOut {
    /// The name of the server.
    pub server: String,
    /// The name of the tool, as the server lists it.
    pub tool: String,
    /// Why it is left out.
    pub why: String,
}

/// The tools of all servers at one moment.
///
/// One turn of a model uses one snapshot: what the model calls is looked up where the names came
/// from, though lists change meanwhile.
#[derive(Clone, Debug, Default)]
pub struct Tools {
    tools: Arc<[HostTool]>,
    left_out: Arc<[LeftOut]>,
}

impl Tools {
    /// The tools of servers, in order, by the name of each server.
    pub fn new<'s>(servers: impl IntoIterator<Item = (&'s str, Vec<Tool>)>) -> Self {
        let (mut tools, mut left_out) = (Vec::<HostTool>::new(), Vec::new());
        for (server, listed) in servers {
            for tool in listed {
                let name = name_for_models(server, &tool.name);
                if tools.iter().any(|other| other.name == name) {
                    let why = format!("another tool is called {name} already");
                    left_out.push(LeftOut { server: server.into(), tool: tool.name, why });
                } else {
                    tools.push(HostTool { name, server: server.into(), tool });
                }
            }
        }
        Self { tools: tools.into(), left_out: left_out.into() }
    }

    /// The tools, in the order of the servers and of their lists.
    pub fn iter(&self) -> std::slice::Iter<'_, HostTool> {
        self.tools.iter()
    }

    /// The tool that models call by this name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&HostTool> {
        self.tools.iter().find(|tool| tool.name == name)
    }

    /// The tools that models are not offered, and why.
    #[must_use]
    pub fn left_out(&self) -> &[LeftOut] {
        &self.left_out
    }
}
