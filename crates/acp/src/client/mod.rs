//! A client of agents: starts an agent, sends it prompts, and answers its requests.
//!
//! ```
//! use mcp_runtime_acp::{AgentServer, Client, Prompt, Turn, agent};
//! use mcp_runtime::{Result, server};
//!
//! /// Repeats the prompt.
//! #[agent]
//! async fn echo(prompt: Prompt, turn: Turn) -> Result<()> {
//!     turn.say(prompt.text()).await
//! }
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<()> {
//! // An agent in the same process; `Stdio::spawn("program")` starts one.
//! let client = Client::builder("editor", "1.0").connect(server!().agent::<echo>()).await?;
//! let session = client.new_session("/work").await?;
//! assert_eq!(session.prompt("Hello").await?.text().await?, "Hello");
//! client.close().await;
//! # Ok(())
//! # }
//! ```
//!
//! The messages are carried by [`mcp_runtime_client`]: processes, limits, requests and responses
//! work the same way.

// A module imports only from modules to its left:
//
// `model` · `messages` · `codec` · `handlers` · `inbox` · `sessions` · `adapter` · `handle` ·
// `running_turn` · `session` · `turn` · `opening` · `requests` · `connect` · `builder`

mod adapter;
mod builder;
mod codec;
mod connect;
mod handle;
mod handlers;
mod inbox;
mod messages;
mod model;
mod opening;
mod requests;
mod running_turn;
mod session;
mod sessions;
mod turn;

pub use crate::protocol::{
    CompactionStatus, CompactionUpdate, Cost, Diff, Message, MessageRole, ToolKind, ToolLocation,
    ToolStatus, Usage,
};
pub use builder::ClientBuilder;
pub use handle::Client;
pub use messages::AgentMessages;
pub use model::{
    AgentCapabilities, AuthMethod, AuthTerminal, Chunk, Command, CommandInput, ConfigChoice,
    ConfigOption, ConfigSetting, ConfigValue, CreateTerminal, FileChange, InfoUpdate, McpServer,
    Mode, Modes, PermissionChoice, PermissionKind, PermissionOption, PermissionRequest,
    ReadTextFile, SessionInfo, SessionMessage, SessionPage, SessionState, SubagentChange,
    TerminalExit, TerminalOutput, TerminalRef, Terminals, ToolCall, ToolContent, Update,
    WriteTextFile,
};
pub use opening::OpenSession;
pub use session::Session;
pub use turn::{PromptContent, Turn};
