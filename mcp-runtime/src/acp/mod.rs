//! Agents: the [Agent Client Protocol](https://agentclientprotocol.com), which editors start agents
//! with, on the same core.
//!
//! An agent is one more handler. The binary that has one speaks both protocols: the first message says
//! which, as a version of MCP is a date and one of ACP a number.
//!
//! ```no_run
//! use mcp_runtime::acp::{Prompt, Turn, agent};
//! use mcp_runtime::{Result, server};
//!
//! /// Says everything again.
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
//! # Versions
//!
//! Version 1 is stable. With the feature `acp-v2` agents speak the draft of version 2, too: the client
//! chooses, and a handler never asks. There a prompt is answered when its turn begins, further prompts
//! wait for their turns, and what the session does is an update.
//!
//! # Layout
//!
//! | where | what |
//! |---|---|
//! | `version` | which version a connection speaks |
//! | `protocol` | what is said, in no version |
//! | `codec` | how each version says it on the wire |
//! | `agent` | connections, sessions and turns of an agent |
//! | [`client`] | the other side: starts agents and gives them prompts |

mod agent;
pub mod client;
mod codec;
mod protocol;
mod version;

#[cfg(feature = "macros")]
pub use mcp_macros::{agent, command};

pub use agent::{
    AgentSettings, AuthMethod, Choice, ConfigOption, Decision, ExitStatus, IntoStopReason,
    NewTerminal, Prompt, ReadFile, Session, Terminal, TerminalOutput, Turn,
};
pub use client::{Client, McpServer};
pub use protocol::{
    ClientCapabilities, ClientSide, PlanEntry, PlanPriority, PlanStatus, StopReason,
};
pub use version::{V1, negotiate};

pub(crate) use agent::serve;
