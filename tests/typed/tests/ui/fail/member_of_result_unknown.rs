use mcp_runtime_client::client;

client!("locks/notes.lock");

use notes::{SearchResult};

fn run(found: SearchResult) -> i64 {
    found.count
}

fn main() {}
