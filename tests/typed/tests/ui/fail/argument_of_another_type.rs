use mcp_runtime_client::client;

client!("locks/notes.lock");

use notes::{SearchArgs};

fn run() -> SearchArgs {
    SearchArgs::new("rust").limit("five")
}

fn main() {}
