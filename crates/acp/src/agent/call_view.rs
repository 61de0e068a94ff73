//! How a tool call looks in the client: where it works, and what it changes.

use super::line_number::LineNumber;
use super::turn::Turn;
use crate::protocol::{Diff, SessionUpdate, ToolCall, ToolCallContent, ToolLocation};
use mcp_runtime::{Context, FromContext};
use mcp_runtime_protocol::Result;
use mcp_runtime_protocol::debug::short_debug;

/// How the call of a tool looks in the editor: a context parameter of tools. In a request that is
/// not of an agent, nothing is shown.
///
/// ```
/// use mcp_runtime::{Result, tool};
/// use mcp_runtime_acp::{CallView, Diff};
///
/// /// Writes a greeting into a file.
/// #[tool(destructive, kind = "edit")]
/// async fn greet(path: String, call: CallView) -> Result<()> {
///     call.at(&path, 1).await?;
///     call.diff(Diff::new(&path, "", "Hello\n")).await
/// }
/// ```
///
/// Source: [ACP, "Tool Calls"](https://agentclientprotocol.com/protocol/tool-calls#following-the-agent).
#[derive(Clone)]
pub struct CallView(Option<Turn>);

short_debug!(CallView {});

impl CallView {
    /// Shows that the call works on a file now, or on a line of it, counted from 1: editors follow
    /// an agent by this. A relative path is one in the directory of the session.
    ///
    /// # Errors
    ///
    /// When the turn has been cancelled.
    pub async fn at(&self, path: impl Into<String>, line: impl LineNumber) -> Result<()> {
        let Some((turn, id)) = self.call() else { return Ok(()) };
        let path = turn.session().absolute(&path.into());
        let locations = Some(vec![ToolLocation::new(path, line.number())]);
        turn.update_call(ToolCall { id, locations, ..ToolCall::default() }).await
    }

    /// Shows a change of a file in the call.
    ///
    /// # Errors
    ///
    /// When the turn has been cancelled.
    pub async fn diff(&self, mut diff: Diff) -> Result<()> {
        let Some((turn, id)) = self.call() else { return Ok(()) };
        diff.path = turn.session().absolute(&diff.path);
        let open = turn.session().open_calls();
        open.show(&id, ToolCallContent::Diff(diff));
        let content = Some(open.content(&id, []));
        turn.update_call(ToolCall { id, content, ..ToolCall::default() }).await
    }

    /// The turn, and the id of the call in it.
    fn call(&self) -> Option<(&Turn, String)> {
        let turn = self.0.as_ref()?;
        Some((turn, turn.call_id()?.to_owned()))
    }
}

impl Turn {
    async fn update_call(&self, call: ToolCall) -> Result<()> {
        self.update(&SessionUpdate::ToolCallUpdate(call)).await
    }
}

impl FromContext for CallView {
    const ASKS: bool = false;
    const READS_REQUEST: bool = false;
    const IS_READY: bool = true;

    async fn from_context(context: &Context) -> Result<Self> {
        Ok(Self(Turn::of(context).ok().cloned()))
    }
}
