//! How a tool that is added while the server runs describes itself.

use std::time::Duration;

use crate::protocol::Icon;
use crate::server::Context;
use crate::server::handler::ToolDef;

/// How a tool describes itself that is [added](crate::Server::add_tool_with) while the server runs: what the
/// attributes of `#[tool]` say elsewhere.
///
/// ```
/// use std::time::Duration;
///
/// use mcp_runtime::{Json, NewTool, Schema, server};
///
/// #[derive(serde::Deserialize, Schema)]
/// struct Text {
///     text: String,
/// }
///
/// let server = server!().dynamic_tools().build()?;
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
    /// A tool with a name, and a description that a model reads.
    pub fn new(name: impl Into<String>, description: impl Into<String>) -> Self {
        let definition = ToolDef { location: super::LOCATION, ..ToolDef::EMPTY };
        let (name, description) = (name.into(), description.into());
        Self { name, description, title: None, icons: Vec::new(), definition }
    }

    /// The display name, instead of the name as words.
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// Whether it changes nothing.
    ///
    /// Source of the four hints: [2026-07-28, "Tools", annotations](https://modelcontextprotocol.io/specification/2026-07-28/server/tools).
    pub fn read_only(mut self, read_only: bool) -> Self {
        self.definition.read_only = Some(read_only);
        self
    }

    /// Whether it may destroy something.
    pub fn destructive(mut self, destructive: bool) -> Self {
        self.definition.destructive = Some(destructive);
        self
    }

    /// Whether repeating a call has no further effect.
    pub fn idempotent(mut self, idempotent: bool) -> Self {
        self.definition.idempotent = Some(idempotent);
        self
    }

    /// Whether it deals with the world outside.
    pub fn open_world(mut self, open_world: bool) -> Self {
        self.definition.open_world = Some(open_world);
        self
    }

    /// Adds an icon.
    pub fn icon(mut self, icon: Icon) -> Self {
        self.icons.push(icon);
        self
    }

    /// How long a call may take.
    pub fn timeout(mut self, limit: Duration) -> Self {
        self.definition.timeout = Some(limit);
        self
    }

    /// Refuses arguments that it does not know, instead of ignoring them.
    pub fn strict(mut self) -> Self {
        self.definition.strict = true;
        self
    }

    /// What a request over HTTP has to be allowed: the call of one that is not is refused.
    pub fn scopes(mut self, scopes: &'static [&'static str]) -> Self {
        self.definition.scopes = scopes;
        self
    }

    /// For whom it exists, if not for everybody.
    pub fn visible(mut self, visible: fn(&Context) -> bool) -> Self {
        self.definition.visible = Some(visible);
        self
    }
}
