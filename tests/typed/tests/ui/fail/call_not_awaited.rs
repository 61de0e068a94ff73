use mcp_runtime_client::client;

client!("locks/notes.lock");

use notes::{Notes, SearchArgs};

#[deny(unused_must_use)]
fn run(notes: &Notes) {
    notes.search(SearchArgs::new("rust"));
}

fn main() {}
