use mcp_runtime_client::client;

client!("locks/notes.lock");

use notes::{SearchArgs};

fn run() -> SearchArgs {
    SearchArgs { query: String::new(), limit: None, order: None, at: None }
}

fn main() {}
