//! An agent: the connections to it, their sessions, and the turns in them.

mod connection;
mod open_calls;
mod permission;
mod prompt;
mod run;
mod service;
mod session;
mod sessions;
mod shared;
mod stop_reason;
mod tool_call;
mod toolbox;
mod turn;
mod turn_peer;

pub use permission::Decision;
pub use prompt::Prompt;
pub use session::Session;
pub use stop_reason::IntoStopReason;
pub use turn::Turn;
