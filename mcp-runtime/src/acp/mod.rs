//! Agents: the [Agent Client Protocol](https://agentclientprotocol.com), through which editors run
//! agents, on the same core.
//!
//! An agent is another kind of handler. A binary with an agent speaks both protocols: the first
//! message determines which, because a version of MCP is a date and one of ACP a number.
//!
//! ```no_run
//! use mcp_runtime::acp::{Prompt, Turn, agent};
//! use mcp_runtime::{Result, server};
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
//! # Versions
//!
//! Version 1 is stable. With the feature `acp-v2`, agents also speak the draft of version 2: the
//! client chooses, and handlers do not depend on it. In version 2, a prompt is answered when its
//! turn begins, further prompts are queued, and updates report the state of the session.
//!
//! # Layout
//!
//! | module | contents |
//! |---|---|
//! | `version` | version negotiation |
//! | `protocol` | the messages, independent of the version |
//! | `codec` | the wire format of each version |
//! | `agent` | connections, sessions and turns of an agent |
//! | [`client`] | the other side: starts agents and sends them prompts |

mod agent;
pub mod client;
mod codec;
mod protocol;
mod version;

#[cfg(feature = "macros")]
pub use mcp_runtime_macros::{agent, command};

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
