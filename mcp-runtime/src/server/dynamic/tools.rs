//! Tools that are added and removed while a server runs.

use super::{HandlerClosure, List, NewTool, add, cannot_add, handler, remove};
use crate::error::Result;
use crate::server::Server;
use crate::server::catalog::ToolEntry;
use crate::server::handler_kind::HandlerKind;
use crate::server::respond::ToolValue;

impl Server {
    /// Adds a tool: a [closure](HandlerClosure) that takes context parameters, and its arguments as
    /// one value; clients are notified.
    ///
    /// It returns content, such as text, or [`Json`](crate::Json), which has an output schema, or a
    /// `Result` of these.
    ///
    /// ```
    /// use mcp_runtime::{Changes, Schema, server};
    ///
    /// #[derive(serde::Deserialize, Schema)]
    /// struct Name {
    ///     name: String,
    /// }
    ///
    /// let server = server!().changes(Changes::new().tools()).build()?;
    /// server.add_tool("greet", "Greets somebody.", async |who: Name| format!("Hello, {}!", who.name))?;
    /// server.remove_tool("greet")?;
    /// # Ok::<(), mcp_runtime::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the server was not built with [`Changes::tools`](crate::Changes::tools), the name is taken
    /// or not allowed, or the arguments are not an object.
    pub fn add_tool<Closure, Parameters, Kind>(
        &self,
        name: &str,
        description: &str,
        run: Closure,
    ) -> Result<()>
    where
        Closure: HandlerClosure<Parameters, Value: ToolValue<Kind>>,
    {
        self.add_tool_with(NewTool::new(name, description), run)
    }

    /// Adds a tool as [`add_tool`](Self::add_tool) does, with more options.
    ///
    /// # Errors
    ///
    /// In the same cases, and if the closure takes a [`State`](crate::State) that the server does
    /// not have.
    pub fn add_tool_with<Closure, Parameters, Kind>(
        &self,
        tool: NewTool,
        run: Closure,
    ) -> Result<()>
    where
        Closure: HandlerClosure<Parameters, Value: ToolValue<Kind>>,
    {
        let NewTool { name, description, title, icons, mut definition } = tool;
        let kind = HandlerKind::Tool(name.as_str().into());
        let mut handler = handler(kind, definition.call, run, <Closure::Value>::respond)?;
        self.admit(&mut handler);
        let mut mistakes = Vec::new();
        handler.check(self.states(), &mut mistakes);
        definition.output = <Closure::Value>::schema;
        let mut entry =
            ToolEntry::new(name, &definition, handler).map_err(|wrong| cannot_add(&[wrong]))?;
        entry.tool.description = Some(description).filter(|text| !text.is_empty());
        if let Some(title) = title {
            entry.tool.annotations.get_or_insert_default().title = Some(title.clone());
            entry.tool.title = Some(title);
        }
        entry.tool.icons = icons;
        entry.check(&mut mistakes);
        if !mistakes.is_empty() {
            return Err(cannot_add(&mistakes));
        }
        self.change_one(List::Tools, |catalog| add(&mut catalog.tools, entry))
    }

    /// Removes a tool; clients are notified. Calls that are already running continue.
    ///
    /// # Errors
    ///
    /// If the server was not built with [`Changes::tools`](crate::Changes::tools), or the tool does
    /// not exist.
    #[inline]
    pub fn remove_tool(&self, name: &str) -> Result<()> {
        self.change_one(List::Tools, |catalog| remove(&mut catalog.tools, name)).map(drop)
    }
}
