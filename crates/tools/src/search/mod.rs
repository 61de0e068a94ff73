//! A search in place of a long list of tools.

mod directory;
mod index;
#[cfg(test)]
mod measured;
mod tools;
mod words;

use std::collections::BTreeSet;

use mcp_runtime::ServerBuilder;
use mcp_runtime::middleware::with_tool_directory;

use directory::Directory;
use tools::SearchTools;

/// How many tools a search returns by default.
const RESULTS: usize = 5;

/// Searches the tools of a server in place of listing them.
///
/// The server lists `search_tools`, `read_tool` and `call_tool`, and the tools that are
/// [always](Self::always) listed. All others can be found by words of their names, titles,
/// descriptions and keywords, and by the names of their arguments. `read_tool` calls only tools that
/// are read-only, and `call_tool` any tool: a client that asks its user before a tool changes something
/// still knows which calls do. A tool that is not listed can also be called by its own name.
///
/// Visibility, scopes, rate limits, layers and observers apply to the target tool, never to `call_tool`
/// itself. A caller finds only what it may see.
///
/// ```
/// use mcp_runtime::server;
/// use mcp_runtime_tools::{Search, ServerTools};
///
/// let server = server!().search(Search::new().always(["login"]).results(8));
/// # server.build()?;
/// # Ok::<(), mcp_runtime::Error>(())
/// ```
#[derive(Clone, Debug)]
#[must_use = "it does nothing until it is added to a server"]
pub struct Search {
    always: BTreeSet<String>,
    results: usize,
}

impl Default for Search {
    fn default() -> Self {
        Self::new()
    }
}

impl Search {
    /// A search that returns five tools.
    pub fn new() -> Self {
        Self { always: BTreeSet::new(), results: RESULTS }
    }

    /// Keeps these tools in the list.
    pub fn always(mut self, names: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.always.extend(names.into_iter().map(Into::into));
        self
    }

    /// Sets how many tools a search returns at most.
    pub fn results(self, most: usize) -> Self {
        Self { results: most.max(1), ..self }
    }
}

/// Adds the search to a server.
pub(crate) fn add(server: ServerBuilder, search: Search) -> ServerBuilder {
    let Search { always, results } = search;
    with_tool_directory(server.handlers(SearchTools::new(results)), Directory { always })
}
