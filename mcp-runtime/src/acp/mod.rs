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
//! # Layout
//!
//! | where | what |
//! |---|---|
//! | `version` | which version a connection speaks |
//! | `protocol` | the types of the wire |
//! | `agent` | connections, sessions and turns of an agent |

mod agent;
mod protocol;
mod version;

#[cfg(feature = "macros")]
pub use mcp_macros::agent;

pub use agent::{Decision, IntoStopReason, Prompt, Session, StopReason, Turn};
pub use protocol::{PlanEntry, PlanPriority, PlanStatus};
pub use version::{V1, negotiate};
