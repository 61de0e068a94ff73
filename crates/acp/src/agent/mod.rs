//! An agent: the connections to it, their sessions, and the turns in them.

mod ask_client;
mod authentication;
mod call_view;
mod commands;
mod compaction;
mod config_option;
mod connection;
mod connection_state;
mod definition;
mod elicitation;
mod extension_methods;
mod files;
mod handlers;
mod history;
mod line_number;
mod list_sessions;
mod logged_in;
mod open_calls;
mod open_prompts;
mod opening;
mod options;
mod over_http;
mod parameters;
mod params;
mod permission;
mod preview;
mod prompt;
mod prompt_handler;
mod prompt_request;
mod reply;
mod run_turn;
mod save_session;
mod service;
mod session;
mod session_store;
mod sessions;
mod settings;
mod shortened;
mod stop_reason;
mod stored_session;
mod subagent;
mod subagent_link;
mod subagents;
mod system_prompt;
mod terminal;
mod tool_call;
mod tool_view;
mod toolbox;
mod turn;
mod turn_peer;
mod turn_state;
mod turn_updates;
mod waiting_turns;

use std::pin::Pin;

pub use handlers::{AGENT, AgentFn, AgentServer, COMMAND, CommandFn};

pub use authentication::AuthMethod;
pub use call_view::CallView;
pub use compaction::Compaction;
pub use config_option::{Choice, ConfigOption};
pub use files::ReadFile;
pub use line_number::LineNumber;
pub use permission::Decision;
pub use prompt::Prompt;
pub use session::Session;
pub use settings::AgentSettings;
pub use stop_reason::IntoStopReason;
pub use subagent::SubagentTurn;
pub use terminal::{ExitStatus, NewTerminal, Terminal, TerminalOutput};
pub use tool_view::ToolView;
pub use turn::Turn;
pub use turn_updates::UsageReport;

/// A boxed future.
type BoxFuture<T> = Pin<Box<dyn Future<Output = T> + Send>>;
