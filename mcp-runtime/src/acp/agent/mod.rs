//! An agent: the connections to it, their sessions, and the turns in them.

mod answer;
mod ask_client;
mod authentication;
mod commands;
mod config_option;
mod connection;
mod definition;
mod elicitation;
mod extension_methods;
mod files;
#[cfg(feature = "http-client")]
mod http_server;
mod kept;
mod listing;
mod logged_in;
mod no_http_server;
mod open_calls;
mod opening;
mod options;
mod over_http;
mod params;
mod permission;
mod prompt;
mod run;
mod saving;
mod service;
mod session;
mod sessions;
mod settings;
mod shared;
mod stop_reason;
mod store;
mod terminal;
mod tool_call;
mod toolbox;
mod turn;
mod turn_peer;
mod waiting;

pub(crate) use service::serve;

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
