//! A server of somebody who knows only what is public, with a part of its own wherever one can be
//! added: each has a file here.

mod count;
mod keys;
mod proof;
mod store;
#[cfg(test)]
mod tests;

use mcp_runtime::{Caller, Result, ServerBuilder, server, tool};

/// Says who asks.
#[tool(title = "Who am I?", read_only)]
fn whoami(caller: Caller) -> String {
    caller.principal().unwrap_or("nobody").to_owned()
}

fn stranger() -> ServerBuilder {
    server!()
        .tool::<whoami>()
        .store(store::CountingStore::default())
        .subcommands([count::subcommand()])
        .http_options(keys::options())
        .http_options(proof::options())
}

fn main() -> Result<()> {
    stranger().run()
}
