//! The tools of a server at one moment.

use super::{Context, CurrentRef, List, Server};
use crate::debug::short_debug;
use crate::protocol::Tool;

/// The tools of a server at one moment, in list order, including those that a
/// [`ToolDirectory`](crate::middleware::ToolDirectory) leaves out of the list.
///
/// ```
/// use mcp_runtime::{Context, tool};
///
/// /// Names the tools that change nothing.
/// #[tool]
/// fn safe_tools(context: Context) -> Vec<String> {
///     let tools = context.tools();
///     let safe = tools.iter().filter(|tool| {
///         tool.annotations.as_ref().is_some_and(|hints| hints.read_only_hint == Some(true))
///     });
///     safe.map(|tool| tool.name.clone()).collect()
/// }
/// ```
pub struct AvailableTools<'a> {
    current: CurrentRef<'a>,
    /// Whose tools they are; of all callers if there is none.
    context: Option<&'a Context>,
    generation: u64,
}

short_debug!(AvailableTools<'a> { generation });

impl<'a> AvailableTools<'a> {
    #[inline]
    fn new(server: &'a Server, context: Option<&'a Context>) -> Self {
        // Read first: what changes in between is then found in a later generation.
        let generation = server.0.subscriptions.changes.borrow()[List::Tools];
        Self { current: server.current(), context, generation }
    }

    /// All tools that the caller may see; all of the server for [`Server::tools`].
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = &Tool> {
        let tools = self.current.catalog.tools.iter();
        tools
            .filter(|tool| self.context.is_none_or(|context| context.can_see(&***tool)))
            .map(|tool| &tool.tool)
    }

    /// The tool with a name.
    #[inline]
    pub fn get(&self, name: &str) -> Option<&Tool> {
        let tool = self.current.catalog.tools.get(name)?;
        self.context.is_none_or(|context| context.can_see(&**tool)).then_some(&tool.tool)
    }

    /// How many times the list of the server has changed. What is derived from [`Server::tools`] stays
    /// valid while this is the same; [`Context::tools`] also depends on the caller.
    #[inline]
    pub fn generation(&self) -> u64 {
        self.generation
    }
}

impl Server {
    /// All tools of the server, whoever may see them.
    #[inline]
    pub fn tools(&self) -> AvailableTools<'_> {
        AvailableTools::new(self, None)
    }
}

impl Context {
    /// The tools that the caller may see.
    #[inline]
    pub fn tools(&self) -> AvailableTools<'_> {
        AvailableTools::new(self.server(), Some(self))
    }
}
