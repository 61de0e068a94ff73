use mcp_runtime_client::client;

client!("locks/notes.lock");

use notes::{Notes, SearchArgs};

async fn run(notes: Notes) {
    let _ = notes.delete(SearchArgs::new("rust")).await;
}

fn main() {}
