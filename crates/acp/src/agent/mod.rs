//! An agent: the connections to it, their sessions, and the turns in them.

mod ask_client;
mod authentication;
mod commands;
mod config_option;
mod connection;
mod connection_state;
mod definition;
mod elicitation;
mod extension_methods;
mod files;
mod list_sessions;
mod logged_in;
mod open_calls;
mod opening;
mod options;
mod over_http;
mod params;
mod permission;
mod prompt;
mod reply;
mod run_turn;
mod save_session;
mod service;
mod session;
mod session_store;
mod sessions;
mod settings;
mod stop_reason;
mod stored_session;
mod terminal;
mod tool_call;
mod tool_names;
mod toolbox;
mod turn;
mod turn_peer;
mod waiting_turns;

use std::pin::Pin;

pub use service::MAKE_AGENT;

pub use authentication::AuthMethod;
pub use config_option::{Choice, ConfigOption};
pub use files::ReadFile;
pub use permission::Decision;
pub use prompt::Prompt;
pub use session::Session;
pub use settings::AgentSettings;
pub use stop_reason::IntoStopReason;
pub use terminal::{ExitStatus, NewTerminal, Terminal, TerminalOutput};
pub use turn::Turn;

/// A boxed future.
type BoxFuture<T> = Pin<Box<dyn Future<Output = T> + Send>>;
