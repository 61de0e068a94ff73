//! Commands that the client runs and shows to the user.
//!
//! Source: [ACP, "Terminals"](https://agentclientprotocol.com/protocol/terminals). Version 2 does
//! not have them.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::BoxFuture;
use super::files::check_advertised;
use super::turn::Turn;
use crate::protocol::{SessionUpdate, ToolCall, ToolCallContent, ToolKind, ToolStatus};
use mcp_runtime_protocol::Result;
use mcp_runtime_protocol::debug::short_debug;
use mcp_runtime_protocol::sync::Mutex;

/// A command to run; awaiting it returns its [`Terminal`].
#[must_use = "the command does not run until this is awaited"]
pub struct NewTerminal {
    turn: Turn,
    params: CreateTerminal,
}

short_debug!(NewTerminal {});

/// The parameters of `terminal/create`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct CreateTerminal {
    command: String,
    args: Vec<String>,
    env: Vec<Variable>,
    cwd: PathBuf,
    #[serde(skip_serializing_if = "Option::is_none")]
    output_byte_limit: Option<u64>,
}

#[derive(Serialize)]
struct Variable {
    name: String,
    value: String,
}

impl NewTerminal {
    /// Adds an argument.
    pub fn arg(mut self, argument: impl Into<String>) -> Self {
        self.params.args.push(argument.into());
        self
    }

    /// Adds several arguments.
    pub fn args(mut self, arguments: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.params.args.extend(arguments.into_iter().map(Into::into));
        self
    }

    /// Sets an environment variable.
    pub fn env(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.params.env.push(Variable { name: name.into(), value: value.into() });
        self
    }

    /// Runs the command in this directory instead of the session's. A relative path is resolved
    /// against the session's directory.
    pub fn cwd(mut self, directory: impl AsRef<Path>) -> Self {
        self.params.cwd = self.turn.path(directory);
        self
    }

    /// Keeps at most this many bytes of its output, the last ones.
    pub fn output_limit(mut self, bytes: u64) -> Self {
        self.params.output_byte_limit = Some(bytes);
        self
    }

    fn title(&self) -> String {
        let words = std::iter::once(&self.params.command).chain(&self.params.args);
        words.map(String::as_str).collect::<Vec<_>>().join(" ")
    }
}

impl IntoFuture for NewTerminal {
    type Output = Result<Terminal>;
    type IntoFuture = BoxFuture<Result<Terminal>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(async move {
            check_advertised(self.turn.client().capabilities.terminal, "terminal")?;
            #[derive(Deserialize)]
            #[serde(rename_all = "camelCase")]
            struct CreateTerminalResponse {
                terminal_id: String,
            }
            let created = self.turn.ask_for_value("terminal/create", &self.params).await;
            let CreateTerminalResponse { terminal_id } = created?;
            let title = self.title();
            let mut terminal = Terminal {
                turn: self.turn,
                id: terminal_id,
                own_call: None,
                exit: Mutex::default(),
            };
            terminal.show(title).await?;
            Ok(terminal)
        })
    }
}

impl Turn {
    /// Runs a command in a terminal of the client, in the directory of the session. The command is
    /// the name of a program; its arguments are added separately.
    ///
    /// Awaiting it fails when the client does not [have
    /// terminals](crate::ClientCapabilities::terminal), or cannot run the command.
    pub fn terminal(&self, command: impl Into<String>) -> NewTerminal {
        let params = CreateTerminal {
            command: command.into(),
            args: Vec::new(),
            env: Vec::new(),
            cwd: self.session().cwd().to_owned(),
            output_byte_limit: None,
        };
        NewTerminal { turn: self.clone(), params }
    }
}

/// A command that runs in a terminal of the client. When this is dropped, the client kills and
/// releases it.
///
/// It is shown in the call of the tool that has started it, or in a call of its own.
///
/// ```
/// use mcp_runtime::Result;
/// use mcp_runtime_acp::{Turn, agent};
///
/// #[agent]
/// async fn tester(turn: Turn) -> Result<()> {
///     let tests = turn.terminal("cargo").arg("test").await?;
///     let status = tests.wait_for_exit().await?;
///     match status.exit_code {
///         Some(0) => turn.say("All tests pass.").await,
///         _ => turn.say(tests.output().await?.output).await,
///     }
/// }
/// ```
pub struct Terminal {
    turn: Turn,
    id: String,
    /// The call that only shows this terminal.
    own_call: Option<String>,
    /// How the command has ended, once that is known.
    exit: Mutex<Option<ExitStatus>>,
}

short_debug!(Terminal { id });

/// The output of a command.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct TerminalOutput {
    /// The output, or its end.
    pub output: String,
    /// Whether the beginning of the output is missing.
    pub truncated: bool,
    /// How the command has ended, if it has.
    pub exit_status: Option<ExitStatus>,
}

/// How a command has ended.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ExitStatus {
    /// Its exit code, if it has exited normally.
    pub exit_code: Option<u32>,
    /// The signal that has terminated it, if one has.
    pub signal: Option<String>,
}

/// The parameters that only name a terminal.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct TerminalParams<'a> {
    terminal_id: &'a str,
}

impl Terminal {
    /// Its id.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Returns what the command has written so far.
    ///
    /// # Errors
    ///
    /// When the turn has been cancelled, or the client does not respond.
    pub async fn output(&self) -> Result<TerminalOutput> {
        let output: TerminalOutput =
            self.turn.ask_for_value("terminal/output", self.params()).await?;
        if let Some(exit) = &output.exit_status {
            *self.exit.lock() = Some(exit.clone());
        }
        Ok(output)
    }

    /// Waits for the command to exit.
    ///
    /// # Errors
    ///
    /// When the turn has been cancelled, or the client does not respond.
    pub async fn wait_for_exit(&self) -> Result<ExitStatus> {
        let exit: ExitStatus =
            self.turn.ask_for_value("terminal/wait_for_exit", self.params()).await?;
        *self.exit.lock() = Some(exit.clone());
        Ok(exit)
    }

    /// Kills the command; its output can still be read.
    ///
    /// # Errors
    ///
    /// When the turn has been cancelled, or the client cannot kill it.
    pub async fn kill(&self) -> Result<()> {
        self.turn.ask_to("terminal/kill", self.params()).await
    }

    fn params(&self) -> TerminalParams<'_> {
        TerminalParams { terminal_id: &self.id }
    }

    /// Shows the terminal in the call that is being served, or in one of its own.
    async fn show(&mut self, title: String) -> Result<()> {
        let open = self.turn.session().open_calls();
        if let Some(id) = self.turn.call_id() {
            open.show(id, ToolCallContent::Terminal(self.id.clone()));
            let content = Some(open.content(id, []));
            let id = id.to_owned();
            let call = ToolCall { id, content, ..ToolCall::default() };
            return self.turn.update(&SessionUpdate::ToolCallUpdate(call)).await;
        }
        let (id, _) = self.turn.begin_call();
        self.own_call = Some(id.clone());
        open.show(&id, ToolCallContent::Terminal(self.id.clone()));
        let call = ToolCall {
            title: Some(title),
            kind: Some(ToolKind::Execute),
            status: Some(ToolStatus::InProgress),
            content: Some(open.content(&id, [])),
            id,
            ..ToolCall::default()
        };
        self.turn.update(&SessionUpdate::ToolCall(call)).await
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        if let Some(id) = self.own_call.take() {
            self.turn.end_call(&id);
            let status = match &*self.exit.lock() {
                Some(ExitStatus { exit_code: Some(0), .. }) => ToolStatus::Completed,
                _ => ToolStatus::Failed,
            };
            let call = ToolCall { id, status: Some(status), ..ToolCall::default() };
            // Serializing text and a word cannot fail.
            let _ = self.turn.send(&SessionUpdate::ToolCallUpdate(call));
        }
        self.turn.notify_client("terminal/release", self.params());
    }
}
