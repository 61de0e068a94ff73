//! Lists only some of the tools, and finds the tool that a call is for.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use mcp_runtime::middleware::ToolDirectory;
use mcp_runtime::protocol::Tool;
use mcp_runtime::{Feature, Server};
use serde::Deserialize;
use serde_json::value::{RawValue, to_raw_value};

use super::tools::{CALL, READ, is_of_search};

/// Lists the tools of the search, and those that are always listed.
pub(super) struct Directory {
    pub(super) always: BTreeSet<String>,
}

/// The name in the parameters of a call.
#[derive(Deserialize)]
struct Named<'a> {
    #[serde(borrow)]
    name: Cow<'a, str>,
}

/// The arguments of `read_tool` and `call_tool`.
#[derive(Deserialize)]
struct Target<'a> {
    #[serde(borrow)]
    name: Cow<'a, str>,
    #[serde(borrow)]
    arguments: Option<&'a RawValue>,
}

impl ToolDirectory for Directory {
    fn is_listed(&self, tool: &Tool) -> bool {
        is_of_search(&tool.name) || self.always.contains(&tool.name)
    }

    /// A call that is not redirected, since something is wrong with it, reaches the tool of the
    /// search, which explains that.
    fn redirect(&self, server: &Server, params: &str) -> Option<String> {
        let called: Named<'_> = serde_json::from_str(params).ok()?;
        let reads = match &*called.name {
            READ => true,
            CALL => false,
            _ => return None,
        };
        let mut members: BTreeMap<String, &RawValue> = serde_json::from_str(params).ok()?;
        let target: Target<'_> = serde_json::from_str(members.get("arguments")?.get()).ok()?;
        let tools = server.tools();
        let tool = tools.get(&target.name)?;
        if is_of_search(&tool.name) || reads && !Feature::Tool(tool).is_read_only() {
            return None;
        }
        let name = to_raw_value(&tool.name).ok()?;
        members.insert("name".to_owned(), &name);
        match target.arguments {
            Some(arguments) => members.insert("arguments".to_owned(), arguments),
            None => members.remove("arguments"),
        };
        serde_json::to_string(&members).ok()
    }
}
