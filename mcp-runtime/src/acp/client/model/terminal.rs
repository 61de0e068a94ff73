//! Terminals of the client in which agents run commands.
//!
//! Source: [ACP, "Terminals"](https://agentclientprotocol.com/protocol/terminals).

use std::path::PathBuf;

use serde::{Deserialize, Deserializer, Serialize};

use crate::error::Result;

/// An agent runs a command.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct CreateTerminal {
    /// The session that it is about.
    pub session_id: String,
    /// The program.
    pub command: String,
    /// Its arguments.
    #[serde(default)]
    pub args: Vec<String>,
    /// Variables of its environment.
    #[serde(default, deserialize_with = "variables")]
    pub env: Vec<(String, String)>,
    /// The directory that it runs in; otherwise that of the session.
    #[serde(default)]
    pub cwd: Option<PathBuf>,
    /// How many bytes of output are kept: what came first is dropped first.
    #[serde(default)]
    pub output_byte_limit: Option<u64>,
}

/// An agent names a terminal that it has made.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct TerminalRef {
    /// The session that it is about.
    pub session_id: String,
    /// The terminal.
    pub terminal_id: String,
}

/// What a terminal has shown so far.
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
    /// Output of a command that runs.
    pub fn new(output: impl Into<String>) -> Self {
        Self { output: output.into(), ..Self::default() }
    }

    /// The same, of which some was dropped.
    #[must_use]
    pub fn truncated(self) -> Self {
        Self { truncated: true, ..self }
    }

    /// The same, of a command that has ended.
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
    /// The signal that has ended it.
    pub signal: Option<String>,
}

impl TerminalExit {
    /// A command that has ended with this code.
    #[must_use]
    pub fn code(code: u32) -> Self {
        Self { exit_code: Some(code), signal: None }
    }

    /// A command that was ended by a signal.
    pub fn signal(signal: impl Into<String>) -> Self {
        Self { exit_code: None, signal: Some(signal.into()) }
    }
}

/// Runs commands for an agent.
///
/// An agent names a terminal by the id that [`create`](Self::create) gives; ids that are not known, or
/// are of another session, are errors.
pub trait Terminals: Send + Sync + 'static {
    /// Runs a command; the id of its terminal.
    ///
    /// # Errors
    ///
    /// When the command cannot be run.
    fn create(&self, command: CreateTerminal) -> impl Future<Output = Result<String>> + Send;

    /// What the terminal has shown so far.
    ///
    /// # Errors
    ///
    /// When there is no such terminal.
    fn output(&self, terminal: TerminalRef) -> impl Future<Output = Result<TerminalOutput>> + Send;

    /// Waits until the command has ended.
    ///
    /// # Errors
    ///
    /// When there is no such terminal.
    fn wait_for_exit(
        &self,
        terminal: TerminalRef,
    ) -> impl Future<Output = Result<TerminalExit>> + Send;

    /// Ends the command; the terminal stays.
    ///
    /// # Errors
    ///
    /// When there is no such terminal.
    fn kill(&self, terminal: TerminalRef) -> impl Future<Output = Result<()>> + Send;

    /// Ends the command, if it runs, and forgets the terminal.
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
