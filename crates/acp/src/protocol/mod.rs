//! The messages, independent of the version: a [`Codec`](super::codec::Codec) defines the wire
//! format.
//!
//! Content consists of MCP content blocks, which both protocols share.

mod authentication;
mod capabilities;
mod commands;
mod errors;
mod options;
mod permission;
mod prompt;
mod server;
mod session;
mod stop_reason;
mod update;

pub(crate) use authentication::{AuthMethod, Authenticate};
pub(crate) use capabilities::{AgentSide, read_version};
pub(crate) use commands::AvailableCommand;
pub(crate) use errors::{
    no_authentication, no_session, not_initialized, request_cancelled, unsupported_version,
};
pub(crate) use options::{
    SessionConfigKind, SessionConfigOption, SessionConfigValue, SetConfigOption, SetMode,
};
pub(crate) use permission::{Permission, PermissionOption, PermissionOutcome};
pub(crate) use prompt::PromptParams;
pub use server::UnavailableServer;
pub(crate) use server::{HttpServer, McpPlace, McpServer, StdioServer, Variable, read_servers};
pub(crate) use session::{
    ListSessions, ListedSession, NewSession, OpenSession, SessionParams, ToolCallParams,
};
pub(crate) use update::{
    SessionState, SessionUpdate, ToolCall, ToolCallContent, ToolKind, ToolStatus, TurnEnd,
};

pub use capabilities::{ClientCapabilities, ClientSide};
pub use stop_reason::StopReason;
pub use update::{PlanEntry, PlanPriority, PlanStatus};
