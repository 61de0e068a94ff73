//! Large sets of tools for servers of [`mcp-runtime`](https://docs.rs/mcp-runtime): a
//! [search](Search) in place of a list that is too long for a model, [edits](ToolEdit) of tools that
//! somebody else has defined, [signatures](signature()) that take few tokens, and
//! [resources as tools](ServerTools::resources_as_tools) for clients that know only tools.
//!
//! ```
//! use mcp_runtime::{server, tool};
//! use mcp_runtime_tools::{Search, ServerTools};
//!
//! /// Logs in.
//! #[tool]
//! fn login(user: String) -> String {
//!     format!("welcome, {user}")
//! }
//!
//! /// Gives a customer their money back.
//! #[tool(destructive)]
//! fn create_refund(charge: String) -> String {
//!     format!("{charge} is refunded")
//! }
//!
//! let server = server!()
//!     .tool::<login>()
//!     .tool::<create_refund>()
//!     .search(Search::new().always(["login"]));
//! # server.build()?;
//! # Ok::<(), mcp_runtime::Error>(())
//! ```
//!
//! [The guide](https://docs.rs/mcp-runtime/latest/mcp_runtime/guide/many_tools/) explains when to use
//! each.

mod edit;
mod resources;
mod search;
mod signature;

use mcp_runtime::ServerBuilder;

pub use edit::{EditedCall, EditedTools, ResultEdit, ToolEdit, ToolEdits};
pub use search::Search;
pub use signature::signature;

/// What this crate adds to a [`ServerBuilder`].
pub trait ServerTools: Sized {
    /// Lists three tools in place of all: one that searches the others, and two that call what was
    /// found. See [`Search`].
    #[must_use]
    fn search(self, search: Search) -> Self;

    /// Adds the tools `list_resources` and `read_resource`, for clients that do not give resources
    /// to their models.
    ///
    /// Rules about resources apply as they do when a client reads them.
    #[must_use]
    fn resources_as_tools(self) -> Self;
}

impl ServerTools for ServerBuilder {
    fn search(self, search: Search) -> Self {
        search::add(self, search)
    }

    fn resources_as_tools(self) -> Self {
        resources::add(self)
    }
}
