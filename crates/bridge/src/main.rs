//! Connects clients of the Model Context Protocol to servers that they cannot reach by themselves: a
//! server at a URL for clients that only start programs, a program for clients that only take URLs,
//! several servers behind one.

mod options;
mod servers;

use mcp_runtime::{Result, server};

fn main() -> Result<()> {
    server!().subcommands(mcp_runtime_ship::subcommands()).run_with(servers::add)
}
