//! The messages of a client and an agent, independent of the version.

mod agent;
mod config;
mod files;
mod listed;
mod permission;
mod server;
mod terminal;
mod tool_call;
mod update;

pub use crate::protocol::{
    ConfigChoice, ConfigOption, ConfigValue, PermissionKind, PermissionOption, SessionInfo,
};
pub(super) use agent::AgentFacts;
pub use agent::{AgentCapabilities, AuthMethod, AuthTerminal};
pub use config::{Command, CommandInput, ConfigSetting, Mode, Modes};
pub use files::{ReadTextFile, WriteTextFile};
pub use listed::SessionPage;
pub use permission::{PermissionChoice, PermissionRequest};
pub use server::McpServer;
pub(super) use server::McpWay;
pub use terminal::{CreateTerminal, TerminalExit, TerminalOutput, TerminalRef, Terminals};
pub use tool_call::{FileChange, ToolCall, ToolContent};
pub use update::{Chunk, InfoUpdate, SessionMessage, SessionState, SubagentChange, Update};
