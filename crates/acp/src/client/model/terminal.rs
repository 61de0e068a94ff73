//! Terminals of the client in which agents run commands.
//!
//! Source: [ACP, "Terminals"](https://agentclientprotocol.com/protocol/terminals).

use std::path::PathBuf;

use serde::{Deserialize, Deserializer, Serialize};

use mcp_runtime_protocol::Result;

/// The parameters of a request to run a command.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct CreateTerminal {
    /// The session that the request belongs to.
    pub session_id: String,
    /// The program.
    pub command: String,
    /// Its arguments.
    #[serde(default)]
    pub args: Vec<String>,
    /// Its environment variables.
    #[serde(default, deserialize_with = "variables")]
    pub env: Vec<(String, String)>,
    /// Its working directory; by default, that of the session.
    #[serde(default)]
    pub cwd: Option<PathBuf>,
    /// How many bytes of output are kept: the oldest output is dropped first.
    #[serde(default)]
    pub output_byte_limit: Option<u64>,
}

/// A reference to a terminal that an agent has created.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct TerminalRef {
    /// The session that the request belongs to.
    pub session_id: String,
    /// The terminal.
    pub terminal_id: String,
}

/// The output of a terminal so far.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct TerminalOutput {
    /// The output.
    pub output: String,
    /// Whether some of it was dropped.
    pub truncated: bool,
    /// How the command has ended, if it has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exit_status: Option<TerminalExit>,
}

impl TerminalOutput {
    /// The output of a running command.
    pub fn new(output: impl Into<String>) -> Self {
        Self { output: output.into(), ..Self::default() }
    }

    /// Marks the output as truncated.
    #[must_use]
    pub fn truncated(self) -> Self {
        Self { truncated: true, ..self }
    }

    /// Adds how the command has ended.
    #[must_use]
    pub fn ended(self, exit: TerminalExit) -> Self {
        Self { exit_status: Some(exit), ..self }
    }
}

/// How a command has ended.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct TerminalExit {
    /// Its exit code.
    pub exit_code: Option<u32>,
    /// The signal that has terminated it.
    pub signal: Option<String>,
}

impl TerminalExit {
    /// A command that has exited with this code.
    #[must_use]
    pub fn code(code: u32) -> Self {
        Self { exit_code: Some(code), signal: None }
    }

    /// A command that was terminated by a signal.
    pub fn signal(signal: impl Into<String>) -> Self {
        Self { exit_code: None, signal: Some(signal.into()) }
    }
}

/// Runs commands for an agent.
///
/// An agent refers to a terminal by the id that [`create`](Self::create) returns; ids that are
/// unknown, or belong to another session, are errors.
pub trait Terminals: Send + Sync + 'static {
    /// Runs a command, and returns the id of its terminal.
    ///
    /// # Errors
    ///
    /// When the command cannot be run.
    fn create(&self, command: CreateTerminal) -> impl Future<Output = Result<String>> + Send;

    /// Returns the output of the terminal so far.
    ///
    /// # Errors
    ///
    /// When there is no such terminal.
    fn output(&self, terminal: TerminalRef) -> impl Future<Output = Result<TerminalOutput>> + Send;

    /// Waits until the command has exited.
    ///
    /// # Errors
    ///
    /// When there is no such terminal.
    fn wait_for_exit(
        &self,
        terminal: TerminalRef,
    ) -> impl Future<Output = Result<TerminalExit>> + Send;

    /// Kills the command; the terminal remains valid.
    ///
    /// # Errors
    ///
    /// When there is no such terminal.
    fn kill(&self, terminal: TerminalRef) -> impl Future<Output = Result<()>> + Send;

    /// Kills the command, if it is running, and discards the terminal.
    ///
    /// # Errors
    ///
    /// When there is no such terminal.
    fn release(&self, terminal: TerminalRef) -> impl Future<Output = Result<()>> + Send;
}

fn variables<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<(String, String)>, D::Error> {
    #[derive(Deserialize)]
    struct Variable {
        name: String,
        value: String,
    }
    let variables = Vec::<Variable>::deserialize(from)?;
    Ok(variables.into_iter().map(|Variable { name, value }| (name, value)).collect())
}
