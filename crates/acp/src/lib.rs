//! Agents: the [Agent Client Protocol](https://agentclientprotocol.com), through which editors run
//! agents, for programs of [`mcp-runtime`](https://docs.rs/mcp-runtime).
//!
//! An agent is another kind of handler. A program that has nothing else speaks ACP; one that also has
//! tools, prompts or resources speaks MCP, and ACP with the argument `acp`.
//!
//! ```no_run
//! use mcp_runtime::{Result, server};
//! use mcp_runtime_acp::{AgentServer, Prompt, Turn, agent};
//!
//! /// Repeats the prompt.
//! #[agent]
//! async fn echo(prompt: Prompt, turn: Turn) -> Result<()> {
//!     turn.say(prompt.text()).await
//! }
//!
//! fn main() -> Result<()> {
//!     server!().agent::<echo>().run()
//! }
//! ```
//!
//! [The guide](https://docs.rs/mcp-runtime/latest/mcp_runtime/guide/agents/) continues from here:
//! tools and permission, sessions, slash commands, editors. [`client`] is the other side, which
//! starts agents and sends them prompts.
//!
//! # Versions
//!
//! Version 1 is stable. With the feature `v2`, agents also speak the preview of version 2: the
//! client chooses, and handlers do not depend on it. In version 2, a prompt is answered when its
//! turn begins, and updates report the state of the session. Prompts during a turn wait in both.
//!
//! # Features
//!
//! | feature | what it is for |
//! |---|---|
//! | `cli` | the commands `acp` and `prompt`, for programs with the command line of `mcp-runtime` (on by default) |
//! | `http` | MCP servers of a session at a URL (not on by default) |
//! | `v2` | version 2 of the protocol, a preview, whose wire format may still change (not on by default) |

#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(
    not(all(feature = "cli", feature = "http", feature = "v2")),
    allow(dead_code, reason = "a feature is off that uses it")
)]

mod agent;
pub mod client;
mod codec;
#[cfg(feature = "cli")]
mod command_line;
mod protocol;
mod serve;
mod version;

pub use mcp_runtime_macros::{agent, command};

pub use agent::{
    AgentFn, AgentServer, AgentSettings, AuthMethod, CallView, Choice, CommandFn, Compaction,
    ConfigOption, Decision, ExitStatus, IntoStopReason, NewTerminal, Prompt, ReadFile, Session,
    SubagentTurn, Terminal, TerminalOutput, ToolView, Turn, UsageReport,
};
pub use client::{Client, McpServer};
pub use protocol::{
    ClientCapabilities, ClientSide, Diff, Message, MessageRole, Notice, NoticeSeverity, Plan,
    PlanContent, PlanEntry, PlanPriority, PlanStatus, StopReason, Subagent, SystemPrompt,
    SystemPromptMode, SystemPromptSupport, ToolKind, UnavailableServer,
};
pub use serve::serve;
pub use version::{V1, negotiate};

/// The traits that the compiler names in errors about parameters; those errors also say what to do.
pub mod traits {
    pub use crate::agent::LineNumber;
    pub use mcp_runtime::traits::{ArgParam, ContextParam, Param};
}

/// Items for generated code only. Not part of the public API.
#[doc(hidden)]
pub mod __private {
    pub use mcp_runtime::__private::*;

    pub use crate::__agent_result as agent_result;
    pub use crate::__agent_result as command_result;
    pub use crate::agent::{AGENT, AgentFn, COMMAND, CommandFn, IntoStopReason};
}
