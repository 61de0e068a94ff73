//! A snapshot of the tools of all servers. Their names for models are made by `tool_names` of the
//! protocol crate.

use std::collections::BTreeMap;
use std::sync::Arc;

use mcp_runtime_client::protocol::Tool;
use mcp_runtime_client::protocol::suggest::nearest;
use mcp_runtime_protocol::tool_names::name_for_models;

use crate::conversions::Conversions;
use crate::error::CallError;
use crate::left_out::{LeftOut, Loss};

/// How much of a wrong name is repeated, in characters.
const MAX_NAME: usize = 100;

/// A tool of a server, under the name by which models call it.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct HostTool {
    /// The name by which models call it, unique among all servers.
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
    by_name: BTreeMap<String, usize>,
    left_out: Vec<LeftOut>,
    /// The tools as providers take them.
    conversions: Conversions,
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

    /// What was converted of them.
    pub(crate) fn conversions(&self) -> &Conversions {
        &self.0.conversions
    }

    /// As [`get`](Self::get), for whoever keeps the tool.
    pub(crate) fn shared(&self, name: &str) -> Option<&Arc<HostTool>> {
        self.0.by_name.get(name).map(|at| &self.0.tools[*at])
    }

    /// The tool that models call by this name, to be called.
    pub(crate) fn find(&self, name: &str) -> Result<Arc<HostTool>, CallError> {
        self.shared(name).cloned().ok_or_else(|| CallError::unknown(self.lacks(name)))
    }

    /// That there is no such tool, and which may be meant.
    fn lacks(&self, name: &str) -> String {
        if name.is_empty() {
            return "the call names no tool".to_owned();
        }
        let shown: String = name.chars().take(MAX_NAME).collect();
        match self.meant_by(name) {
            Some(meant) => format!("there is no tool {shown}; did you mean {meant}?"),
            None => format!("there is no tool {shown}"),
        }
    }

    /// The tool that may be meant by a name that no tool has.
    fn meant_by(&self, name: &str) -> Option<String> {
        // Models may leave out the part of the server.
        if let Some(tool) = self.iter().find(|tool| tool.tool.name == name) {
            return Some(tool.name.clone());
        }
        let names = self.0.tools.iter().map(|tool| tool.name.as_str());
        // What all tools of a server have in common does not make them alike.
        let (server, own) = name.split_at(name.find("__").map_or(0, |at| at + 2));
        let of_server = names.clone().filter_map(|name| name.strip_prefix(server));
        if let Some(meant) = nearest(own, of_server) {
            return Some(format!("{server}{meant}"));
        }
        let others = names.filter(|name| !name.starts_with(server));
        nearest(name, others).map(str::to_owned)
    }
}

impl Snapshot {
    fn add(&mut self, server: &str, tool: Arc<Tool>) {
        let name = name_for_models(server, &tool.name);
        if self.by_name.contains_key(&name) {
            let why = format!("another tool is already named {name}");
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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_tool_that_is_not_there_may_be_another_one() {
        let tool = |name: &str| Tool::new(name, json!({ "type": "object" }));
        let servers = [("github", vec![tool("search"), tool("fork")]), ("time", vec![tool("now")])];
        let tools = Tools::new(servers);
        for (name, meant) in [
            ("github__serch", Some("github__search")),
            ("gihub__search", Some("github__search")),
            ("search", Some("github__search")),
            ("now", Some("time__now")),
            ("github__now", None),
            ("github__merge", None),
            ("", None),
        ] {
            assert_eq!(tools.meant_by(name).as_deref(), meant, "{name}");
        }
        assert_eq!(tools.find("").unwrap_err().to_string(), "the call names no tool");
    }
}
