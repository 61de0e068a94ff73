use mcp_runtime_client::client;

client!("locks/notes.lock");

use notes::{SearchResultState};

fn run(state: SearchResultState) -> bool {
    match state {
        SearchResultState::Done => true,
        SearchResultState::Running => false,
    }
}

fn main() {}
