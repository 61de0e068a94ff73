use mcp_runtime_client::client;

client!("locks/notes.lock");

use notes::{Notes};

async fn run(notes: Notes) {
    let _ = notes.search("rust").await;
}

fn main() {}
