//! Calls the server's tools within a turn.

use std::collections::HashSet;
use std::sync::Arc;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use serde_json::value::RawValue;
use tokio::select;

use super::permission::Decision;
use super::toolbox::LentTool;
use super::turn::Turn;
use super::turn_peer::TurnPeer;
use crate::protocol::{
    SessionUpdate, ToolCall, ToolCallContent, ToolKind, ToolStatus, UnavailableServer,
};
use mcp_runtime::Context;
use mcp_runtime::internal::{call_tool, tool as own_tool, tools as own_tools};
use mcp_runtime_protocol::{CallToolResult, ContentBlock, Tool};
use mcp_runtime_protocol::{Error, Result};

impl Turn {
    /// The tools that [`call`](Self::call) accepts, in the form that a model needs: those of the
    /// server itself, and those of the session's MCP servers, as `server__tool`.
    ///
    /// Names that providers of models would refuse are changed, and get a digest: that of `issues.list`
    /// of the server `git hub` is `git_hub__issues_list_e7300e8f`.
    pub async fn tools(&self) -> Vec<Tool> {
        let mut tools = own_tools(&self.own_context());
        let own: HashSet<String> = tools.iter().map(|tool| tool.name.clone()).collect();
        let lent = self.session().toolbox().tools().await.into_iter();
        // What a model calls by the name of one of its own tools is that tool.
        tools.extend(lent.filter(|lent| !own.contains(&lent.name)));
        tools
    }

    /// The MCP servers of the session that cannot be used, and why: what they offer is missing from
    /// [`tools`](Self::tools), which a model may have to know.
    pub fn unavailable_servers(&self) -> Vec<UnavailableServer> {
        self.session().toolbox().unavailable().to_vec()
    }

    /// The context that decides which tools are available.
    fn own_context(&self) -> Context {
        self.context("tools", Arc::new(TurnPeer::new(self.clone(), None)))
    }

    /// Calls a tool of the server, as a model would: the client is notified of the call, the user
    /// is asked first if the tool is declared `destructive` or `ask`, and the result is shown.
    ///
    /// ```
    /// use mcp_runtime_acp::{Turn, agent};
    /// use mcp_runtime::{Result, json, tool};
    ///
    /// /// Adds two numbers.
    /// #[tool(read_only)]
    /// fn add(a: f64, b: f64) -> f64 {
    ///     a + b
    /// }
    ///
    /// #[agent]
    /// async fn calculator(turn: Turn) -> Result<()> {
    ///     let sum: f64 = turn.call("add", json!({ "a": 2, "b": 3 })).await?;
    ///     turn.say(format!("The sum is {sum}")).await
    /// }
    /// ```
    ///
    /// # Errors
    ///
    /// When there is no such tool, it fails, the user rejects the call, or the turn has been
    /// cancelled.
    pub async fn call<R: DeserializeOwned>(
        &self,
        tool: &str,
        arguments: impl Serialize,
    ) -> Result<R> {
        let result = self.call_tool(tool, arguments).await?;
        value(&result)
    }

    /// Calls a tool as [`call`](Self::call) does, and returns its entire result.
    ///
    /// # Errors
    ///
    /// As for [`call`](Self::call), except that a tool that fails is reported in the result.
    pub async fn call_tool(&self, tool: &str, arguments: impl Serialize) -> Result<CallToolResult> {
        let arguments = serde_json::to_value(arguments).map_err(Error::other)?;
        let toolbox = self.session().toolbox();
        let own = own_tool(&self.own_context(), tool).map(|(tool, asks, kind)| KnownTool {
            tool,
            asks,
            kind,
        });
        let lent = if own.is_none() { toolbox.tool(tool).await } else { None };
        let of_lent =
            |lent: &LentTool<'_>| KnownTool { tool: lent.tool.clone(), asks: false, kind: None };
        let known = own
            .or_else(|| lent.as_ref().map(of_lent))
            .ok_or_else(|| Error::other(format!("there is no tool {tool:?}")))?;
        let ((id, cancelled), turn_cancelled) = (self.begin_call(), self.cancelled());
        let call = OpenCall { turn: self, id };
        select! {
            biased;
            () = cancelled.cancelled() => call.cancel(tool).await,
            () = turn_cancelled.cancelled() => Err(Error::cancelled()),
            result = call.serve(&known, arguments, lent.as_ref()) => result,
        }
    }
}

/// A tool, as a turn calls it.
struct KnownTool {
    tool: Tool,
    /// Whether the user is asked, even if it is not destructive.
    asks: bool,
    /// The kind of operation that it declares.
    kind: Option<&'static str>,
}

/// A call that the client has been notified of.
pub(super) struct OpenCall<'a> {
    pub(super) turn: &'a Turn,
    pub(super) id: String,
}

impl OpenCall<'_> {
    async fn serve(
        &self,
        known: &KnownTool,
        arguments: Value,
        lent: Option<&LentTool<'_>>,
    ) -> Result<CallToolResult> {
        let name = known.tool.name.as_str();
        let session = self.turn.session();
        self.announce(known, arguments.clone()).await?;
        let mut asked = self.described(known, arguments.clone());
        if lent.is_none()
            && let Some(failed) = self.preview(&mut asked, name, &arguments).await?
        {
            return Ok(failed);
        }
        let asks = known.asks || is_destructive(&known.tool);
        if asks && !session.allows(name) {
            self.ask(name, asked).await?;
        }
        self.update(ToolStatus::InProgress, None, None).await?;
        let result = match lent {
            Some(lent) => lent.call(arguments).await,
            None => self.run(name, arguments).await,
        };
        match &result {
            Ok(result) => self.show(result).await?,
            Err(error) => self.fail(&error.to_string()).await?,
        }
        result
    }

    /// Ends a call that the user has cancelled without cancelling the turn.
    async fn cancel(&self, tool: &str) -> Result<CallToolResult> {
        self.turn.end_call(&self.id);
        self.update(ToolStatus::Cancelled, None, None).await?;
        Err(Error::other(format!("the user cancelled the call to `{tool}`")))
    }

    async fn announce(&self, tool: &KnownTool, arguments: Value) -> Result<()> {
        let call = ToolCall {
            status: Some(ToolStatus::Pending),
            // The session of a subagent takes no requests.
            is_cancellable: self.turn.subagent_link().is_none(),
            ..self.described(tool, arguments)
        };
        self.turn.update(&SessionUpdate::ToolCall(call)).await
    }

    fn described(&self, known: &KnownTool, arguments: Value) -> ToolCall {
        ToolCall {
            id: self.id.clone(),
            title: Some(title(&known.tool).to_owned()),
            name: Some(known.tool.name.clone()),
            kind: Some(kind(known)),
            raw_input: Some(arguments),
            ..ToolCall::default()
        }
    }

    /// # Errors
    ///
    /// When the user does not allow the call.
    async fn ask(&self, tool: &str, mut asked: ToolCall) -> Result<()> {
        let title = asked.title.take().unwrap_or_default();
        let decision = self.turn.ask_for(&title, asked).await?;
        if decision == Decision::AllowAlways {
            self.turn.session().allow(tool);
        }
        if decision.is_allowed() {
            return Ok(());
        }
        let message = format!("the user did not allow the call to `{tool}`");
        self.fail(&message).await?;
        Err(Error::other(message))
    }

    /// Runs the tool, as an MCP request would.
    async fn run(&self, tool: &str, arguments: Value) -> Result<CallToolResult> {
        call_tool(self.context(), tool, arguments).await
    }

    pub(super) fn context(&self) -> Context {
        let peer = Arc::new(TurnPeer::new(self.turn.clone(), Some(self.id.clone())));
        self.turn.within(&self.id).context(self.id.as_str(), peer)
    }

    pub(super) async fn show(&self, result: &CallToolResult) -> Result<()> {
        let failed = result.is_error == Some(true);
        let status = if failed { ToolStatus::Failed } else { ToolStatus::Completed };
        let open = self.turn.session().open_calls();
        let content = open.content(&self.id, result.content.iter().cloned());
        let output = result.structured_content.clone();
        self.turn.end_call(&self.id);
        self.update(status, Some(content), output).await
    }

    async fn fail(&self, message: &str) -> Result<()> {
        let open = self.turn.session().open_calls();
        let content = open.content(&self.id, [ContentBlock::text(message)]);
        self.turn.end_call(&self.id);
        self.update(ToolStatus::Failed, Some(content), None).await
    }

    async fn update(
        &self,
        status: ToolStatus,
        content: Option<Vec<ToolCallContent>>,
        raw_output: Option<Box<RawValue>>,
    ) -> Result<()> {
        let id = self.id.clone();
        let status = Some(status);
        let call = ToolCall { id, status, content, raw_output, ..ToolCall::default() };
        self.turn.update(&SessionUpdate::ToolCallUpdate(call)).await
    }
}

fn title(tool: &Tool) -> &str {
    tool.title.as_deref().unwrap_or(&tool.name)
}

fn is_destructive(tool: &Tool) -> bool {
    tool.annotations.as_ref().is_some_and(|hints| hints.destructive_hint == Some(true))
}

/// The kind that the tool declares; otherwise what its hints imply.
fn kind(KnownTool { tool, kind, .. }: &KnownTool) -> ToolKind {
    if let Some(kind) = kind.and_then(ToolKind::known) {
        return kind;
    }
    let hints = tool.annotations.as_ref();
    if is_destructive(tool) {
        ToolKind::Delete
    } else if hints.is_some_and(|hints| hints.read_only_hint == Some(true)) {
        ToolKind::Read
    } else {
        ToolKind::Other
    }
}

/// The value of a result; a text is itself the value, unless it is JSON of the type asked for.
fn value<R: DeserializeOwned>(result: &CallToolResult) -> Result<R> {
    let text = result.text();
    match &result.structured_content {
        _ if result.is_error == Some(true) => Err(Error::other(text)),
        Some(content) => serde_json::from_str(content.get()).map_err(Error::other),
        None => serde_json::from_str(&text)
            .or_else(|_| serde_json::from_value(text.into()))
            .map_err(Error::other),
    }
}
