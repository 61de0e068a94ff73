//! What companion crates need of the internals, each name with its reason. Not part of the public API.

// Bundles and registries are told what kind of value a variable has.
pub use crate::server::environment::EnvKind;
// Tokens of one caller do not wait behind those that another makes up.
pub use crate::server::rate_limit::{Turn, Turns};
// A proof of DPoP for the MCP endpoint is for the URL of the server, and for other paths not.
#[cfg(feature = "http")]
pub use crate::http::access::BesideEndpoint;
// The prompts and calls of an agent are cancelled without those of MCP.
pub use crate::server::cancelled::cancel;
// `dev` serves as `--http` does, with other options; a program with an agent has the command `prompt`.
#[cfg(feature = "cli")]
pub use crate::cli::{serving, subcommand::add_subcommand};
// The turns of an agent call handlers, with values that those share in a session.
pub use crate::negotiation::SharedInSession;
pub use crate::server::other_protocol::{
    call_tool, declared_extensions, handler_context, handler_scope, notify_extension, preview_tool,
    request_extension, reserve, tool, tools,
};
