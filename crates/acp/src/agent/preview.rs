//! What a call is going to do, shown before the user is asked whether it may.

use serde_json::Value;

use super::tool_call::OpenCall;
use super::tool_view::ToolView;
use crate::protocol::{SessionUpdate, ToolCall};
use mcp_runtime::internal::preview_tool;
use mcp_runtime_protocol::{CallToolResult, Error, Result};

impl OpenCall<'_> {
    /// Shows the preview of a call, and adds it to what the user is asked about. Returns the result of
    /// the call if there is none to show: it has failed.
    ///
    /// # Errors
    ///
    /// When the turn has been cancelled.
    pub(super) async fn preview(
        &self,
        asked: &mut ToolCall,
        tool: &str,
        arguments: &Value,
    ) -> Result<Option<CallToolResult>> {
        let made = preview_tool(self.context(), tool, arguments).await;
        let view: Result<ToolView> = match &made {
            Ok(None) => return Ok(None),
            Ok(Some(result)) => result.structured(),
            Err(error) => Err(Error::other(error.to_string())),
        };
        let call = match view {
            Ok(view) => view.in_session(self.turn.session()),
            Err(error) => {
                let failed =
                    made.ok().flatten().unwrap_or_else(|| CallToolResult::error(error.to_string()));
                self.show(&failed).await?;
                return Ok(Some(failed));
            }
        };
        let open = self.turn.session().open_calls();
        for content in call.content.iter().flatten() {
            open.show(&self.id, content.clone());
        }
        asked.title = call.title.clone().or(asked.title.take());
        asked.kind = call.kind.clone().or(asked.kind.take());
        (asked.content, asked.locations) = (call.content.clone(), call.locations.clone());
        let shown = ToolCall { id: self.id.clone(), ..call };
        self.turn.update(&SessionUpdate::ToolCallUpdate(shown)).await?;
        Ok(None)
    }
}
