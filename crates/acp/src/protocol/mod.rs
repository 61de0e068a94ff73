//! The messages, independent of the version: a [`Codec`](super::codec::Codec) defines the wire
//! format.
//!
//! Content consists of MCP content blocks, which both protocols share.

mod authentication;
mod capabilities;
mod commands;
mod compaction;
mod errors;
mod message;
pub(crate) mod names;
mod notice;
mod options;
mod permission;
mod plan;
mod prompt;
mod server;
mod session;
mod state;
mod stop_reason;
mod subagent;
mod system_prompt;
mod tool_call;
mod update;
mod usage;

pub(crate) use authentication::{AuthMethod, Authenticate};
pub(crate) use capabilities::{AgentSide, read_version};
pub(crate) use commands::AvailableCommand;
pub(crate) use errors::{
    no_authentication, no_session, not_initialized, request_cancelled, unsupported_version,
};
pub(crate) use options::{SetConfigOption, SetMode};
pub(crate) use permission::{Permission, PermissionOutcome};
pub(crate) use prompt::PromptParams;
pub use server::UnavailableServer;
pub(crate) use server::{HttpServer, McpPlace, McpServer, StdioServer, Variable, read_servers};
pub(crate) use session::{
    CancelRequest, ListSessions, NewSession, OpenSession, SessionParams, ToolCallParams,
};
pub(crate) use state::{SessionState, TurnEnd};
pub(crate) use subagent::SubagentUpdate;
pub(crate) use tool_call::{ToolCall, ToolCallContent};
pub(crate) use update::SessionUpdate;

pub use capabilities::{ClientCapabilities, ClientSide};
pub use compaction::{CompactionStatus, CompactionUpdate};
pub use message::{Message, MessageRole};
pub use notice::{Notice, NoticeSeverity};
pub use options::{ConfigChoice, ConfigOption, ConfigValue};
pub use permission::{PermissionKind, PermissionOption};
pub use plan::{Plan, PlanContent, PlanEntry, PlanPriority, PlanStatus};
pub use session::SessionInfo;
pub use stop_reason::StopReason;
pub use subagent::Subagent;
pub use system_prompt::{SystemPrompt, SystemPromptMode, SystemPromptSupport};
pub use tool_call::{Diff, ToolKind, ToolLocation, ToolStatus};
pub use usage::{Cost, Usage};

/// The name of the protocol, for messages to people and for connections in memory.
pub(crate) const PROTOCOL_NAME: &str = "ACP";

/// The command with which a program serves it.
pub(crate) const ACP_COMMAND: &str = "acp";
