//! The definition of a tool that is added while the server runs.

use std::time::Duration;

use crate::protocol::Icon;
use crate::server::Context;
use crate::server::handler::ToolDef;

/// The definition of a tool that is [added](crate::Server::add_tool_with) while the server runs,
/// like the attributes of `#[tool]`.
///
/// ```
/// use std::time::Duration;
///
/// use mcp_runtime::{Changes, Json, NewTool, Schema, server};
///
/// #[derive(serde::Deserialize, Schema)]
/// struct Text {
///     text: String,
/// }
///
/// let server = server!().changes(Changes::new().tools()).build()?;
/// let count = NewTool::new("count", "Counts the words.").title("Count words").read_only(true);
/// server.add_tool_with(count.timeout(Duration::from_secs(5)), async |it: Text| {
///     Json(it.text.split_whitespace().count())
/// })?;
/// # Ok::<(), mcp_runtime::Error>(())
/// ```
#[derive(Clone, Debug)]
#[must_use = "it does nothing until it is added to a server"]
pub struct NewTool {
    pub(super) name: String,
    pub(super) description: String,
    pub(super) title: Option<String>,
    pub(super) icons: Vec<Icon>,
    pub(super) definition: ToolDef,
}

impl NewTool {
    /// Creates a tool with a name, and a description for the model.
    pub fn new(name: impl Into<String>, description: impl Into<String>) -> Self {
        let definition = ToolDef { location: super::LOCATION, ..ToolDef::EMPTY };
        let name = name.into();
        let description = description.into();
        Self { name, description, title: None, icons: Vec::new(), definition }
    }

    /// Sets the display name, which is derived from the name by default.
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// Sets whether it is read-only.
    ///
    /// Source of the four hints: [2026-07-28, "Tools", annotations](https://modelcontextprotocol.io/specification/2026-07-28/server/tools).
    pub fn read_only(mut self, read_only: bool) -> Self {
        self.definition.read_only = Some(read_only);
        self
    }

    /// Sets whether it may be destructive.
    pub fn destructive(mut self, destructive: bool) -> Self {
        self.definition.destructive = Some(destructive);
        self
    }

    /// Sets whether repeating a call has no further effect.
    pub fn idempotent(mut self, idempotent: bool) -> Self {
        self.definition.idempotent = Some(idempotent);
        self
    }

    /// Sets whether it interacts with external entities.
    pub fn open_world(mut self, open_world: bool) -> Self {
        self.definition.open_world = Some(open_world);
        self
    }

    /// Adds an icon.
    pub fn icon(mut self, icon: Icon) -> Self {
        self.icons.push(icon);
        self
    }

    /// Sets how long a call may take.
    pub fn timeout(mut self, limit: Duration) -> Self {
        self.definition.call.timeout = Some(limit);
        self
    }

    /// Rejects unknown arguments instead of ignoring them.
    pub fn strict(mut self) -> Self {
        self.definition.call.strict = true;
        self
    }

    /// Sets the scopes that a request over HTTP must have; a call without them is rejected.
    pub fn scopes(mut self, scopes: &'static [&'static str]) -> Self {
        self.definition.call.scopes = scopes;
        self
    }

    /// Decides which callers may see it; by default, all may.
    pub fn visible(mut self, visible: fn(&Context) -> bool) -> Self {
        self.definition.call.visible = Some(visible);
        self
    }
}
