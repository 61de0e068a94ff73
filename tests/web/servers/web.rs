//! A server that is on the web by itself, as its command line says.

use mcp_runtime::{Env, Result, server, tool};
use mcp_runtime_web::{Card, card_command, options};

const KEY: Env = Env::new("WEB_KEY").secret().optional().why("Opens the notes of others");

/// Adds two numbers.
#[tool(pure)]
fn add(a: i64, b: i64) -> i64 {
    a + b
}

fn main() -> Result<()> {
    let server = server!()
        .instructions("Add what you are told to")
        .needs(KEY)
        .tool::<add>()
        .http_options(mcp_runtime_auth::options())
        .http_options(options());
    server.subcommands([card_command(Card::new())]).run()
}
