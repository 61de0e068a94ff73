//! What a server offers, in memory, in every revision.

mod building;
mod capabilities;
mod changes;
mod closures;
mod completion;
mod content;
mod defaults;
mod errors;
mod functions;
mod grouped;
mod instances;
mod late_reports;
mod lists;
mod many;
mod mounts;
mod prompts;
mod relay;
mod reports;
mod resources;
mod secrets;
mod testing;
mod tools;
mod updates;
mod users;

use mcp_runtime::Error;
use mcp_runtime::protocol::ProtocolVersion;

/// Whether a revision is a date or newer: `since(version, "2025-06-18")`.
fn since(version: ProtocolVersion, first: &str) -> bool {
    version >= first.parse().expect("the revision is known")
}

/// The code that the server answered.
fn code(error: &Error) -> Option<i64> {
    error.rpc().map(|error| error.code.0)
}
