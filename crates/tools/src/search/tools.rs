//! The tools that a server with a search lists.

use std::sync::{Arc, Mutex, PoisonError};

use mcp_runtime::protocol::Tool;
use mcp_runtime::{AvailableTools, Context, Error, Feature, Result, handlers, tool};
use serde::Serialize;
use serde_json::{Map, Value};

use super::index::Index;

/// The name of the tool that searches.
pub(super) const SEARCH: &str = "search_tools";

/// The name of the tool that calls those that are read-only.
pub(super) const READ: &str = "read_tool";

/// The name of the tool that calls any tool.
pub(super) const CALL: &str = "call_tool";

/// The tools of the search, with the index.
pub(super) struct SearchTools {
    results: usize,
    index: Mutex<Option<(u64, Arc<Index>)>>,
}

/// A tool that was found.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Found<'a> {
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<&'a str>,
    input_schema: &'a Value,
    /// The tool to call it with.
    call_with: &'static str,
}

#[handlers]
impl SearchTools {
    /// Finds tools by what they do. Most tools of this server are not listed: search before you
    /// conclude that there is none. Returns the definitions of the best matches.
    ///
    /// # Arguments
    ///
    /// * `query`: What the tool should do, in a few words, or the name of a tool.
    #[tool(read_only)]
    fn search_tools(&self, query: &str, context: &Context) -> Result<String> {
        let index = self.index(&context.server().tools());
        let tools = context.tools();
        let visible = index.find(query).filter_map(|name| tools.get(name));
        let best = visible.filter(|tool| !is_of_search(&tool.name)).take(self.results);
        let found: Vec<_> = best.map(Found::from).collect();
        if found.is_empty() {
            return Ok(
                "No tool has any of these words in its name, its title, its description or the \
                       names of its arguments. Try other words."
                    .to_owned(),
            );
        }
        serde_json::to_string(&found).map_err(Error::other)
    }

    /// Calls a tool that only reads, as `callWith` of `search_tools` says.
    ///
    /// # Arguments
    ///
    /// * `name`: The name of the tool.
    /// * `arguments`: Its arguments, as its `inputSchema` describes them.
    #[tool(read_only)]
    fn read_tool(
        &self,
        name: &str,
        arguments: Option<Map<String, Value>>,
        context: &Context,
    ) -> Result<()> {
        // Only a call that cannot be redirected gets here.
        drop(arguments);
        Err(refused(name, context))
    }

    /// Calls a tool that may change something, as `callWith` of `search_tools` says.
    ///
    /// # Arguments
    ///
    /// * `name`: The name of the tool.
    /// * `arguments`: Its arguments, as its `inputSchema` describes them.
    #[tool(destructive)]
    fn call_tool(
        &self,
        name: &str,
        arguments: Option<Map<String, Value>>,
        context: &Context,
    ) -> Result<()> {
        // Only a call that cannot be redirected gets here.
        drop(arguments);
        Err(refused(name, context))
    }
}

/// Why a call was not redirected to the tool that it names.
fn refused(name: &str, context: &Context) -> Error {
    if is_of_search(name) {
        return Error::other(format!("`{name}` cannot be called through another tool"));
    }
    Error::other(match context.tools().get(name) {
        Some(_) => format!("`{name}` may change something: call it with `{CALL}`"),
        None => format!("there is no tool `{name}`: use `{SEARCH}` to find one"),
    })
}

impl<'a> From<&'a Tool> for Found<'a> {
    fn from(tool: &'a Tool) -> Self {
        Self {
            name: &tool.name,
            description: tool.description.as_deref(),
            input_schema: &tool.input_schema,
            call_with: if Feature::Tool(tool).is_read_only() { READ } else { CALL },
        }
    }
}

/// Whether it is one of the tools of the search.
pub(super) fn is_of_search(name: &str) -> bool {
    [SEARCH, READ, CALL].contains(&name)
}

impl SearchTools {
    pub(super) fn new(results: usize) -> Self {
        Self { results, index: Mutex::default() }
    }

    /// The index of all tools, which is made anew when their list has changed.
    fn index(&self, tools: &AvailableTools<'_>) -> Arc<Index> {
        let generation = tools.generation();
        let mut kept = self.index.lock().unwrap_or_else(PoisonError::into_inner);
        match &*kept {
            Some((of, index)) if *of == generation => Arc::clone(index),
            _ => {
                let index = Arc::new(Index::of(tools.iter()));
                *kept = Some((generation, Arc::clone(&index)));
                index
            }
        }
    }
}
