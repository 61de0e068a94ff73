//! What the wings need of the inside, each name with its reason. Not part of the public API.

// `install` and `doctor` ask a person and show what they found as `list` and `call` do.
#[cfg(feature = "cli")]
pub use crate::cli::answers::is_somebody_there;
#[cfg(feature = "cli")]
pub use crate::cli::terminal::{Colour, Terminal, screen};
// `prompt` asks the questions of an agent as `call` asks those of a server.
#[cfg(feature = "cli")]
pub use crate::cli::answers::Answers;
#[cfg(feature = "cli")]
pub use crate::cli::questions::answer as answer_questions;
#[cfg(feature = "cli")]
pub use crate::cli::subcommand::add_subcommand;
#[cfg(feature = "cli")]
pub use crate::cli::terminal::Printable;
// Bundles and registries are told what kind of value a variable has.
pub use crate::server::environment::EnvKind;
// Tokens of one caller do not wait behind those that another makes up.
pub use crate::server::rate_limit::{Turn, Turns};
// An agent is a handler on the same connection, which gets raw messages.
pub use crate::negotiation::{
    AnswerSlot, BackChannel, ClientMessage, LogGate, Outgoing, Params, RequestContext,
    SharedInSession, SubscriptionSet, TransportRequest,
};
pub use crate::server::agent::{
    AgentAction, AgentConnection, AgentParts, AgentService, CommandEntry, MakeAgent,
};
pub use crate::server::handler::Handler;
pub use crate::server::response::{BoxFuture, Step};
pub use crate::server::{Reply, Response};
pub use crate::session::{IncomingCall, full};
