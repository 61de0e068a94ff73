//! The types of the wire, in version 1.
//!
//! Content is that of MCP, whose blocks the protocol shares.

mod capabilities;
mod errors;
mod permission;
mod server;
mod session;
mod update;

pub(crate) use capabilities::{ClientSide, read_version};
pub(crate) use errors::{no_session, not_initialized};
pub(crate) use permission::{PermissionOption, PermissionOutcome, RequestPermission};
pub(crate) use server::{McpServer, read_servers};
pub(crate) use session::{
    ListSessions, ListedSession, NewSession, OpenSession, PromptParams, SessionParams,
};
pub(crate) use update::{
    SessionUpdate, ToolCall, ToolCallContent, ToolCallUpdate, ToolKind, ToolStatus,
};

pub use update::{PlanEntry, PlanPriority, PlanStatus};
